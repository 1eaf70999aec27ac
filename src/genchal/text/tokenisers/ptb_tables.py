"""What the tokeniser of Stanford CoreNLP 3.4.1 was seen to do with words and characters.

Written by tools/probe_ptb.py on 2026-11-18 from the program's answers. Not to be edited.
"""

# fmt: off

# Characters from a code point on are of this kind; kinds are explained in _ptb_kinds.py.
CHARACTER_KINDS: list[tuple[int, str]] = [
    (0, 'z'), (33, '!'), (34, '"'), (35, '#'), (36, '$'), (37, '%'), (38, '&'), (39, "'"), (40, '('), (41, ')'),
    (42, '*'), (43, '+'), (44, ','), (45, '-'), (46, '.'), (47, '/'), (48, '0'), (58, ':'), (59, ';'), (60, '<'),
    (61, '='), (62, '>'), (63, '?'), (64, '@'), (65, 'A'), (91, '['), (92, '\\'), (93, ']'), (94, '^'), (95, '_'),
    (96, '`'), (97, 'a'), (123, '{'), (124, '|'), (125, '}'), (126, '~'), (127, 'z'), (128, 's'), (129, 'z'),
    (145, '`'), (146, "'"), (147, 'q'), (149, 'z'), (150, 'd'), (152, 'z'), (161, 's'), (170, 'e'), (171, 'q'),
    (172, 's'), (173, 'h'), (174, 's'), (178, 'r'), (180, 's'), (181, 'e'), (182, 's'), (185, 'r'), (186, 'e'),
    (187, 'q'), (188, 's'), (192, 'e'), (215, 's'), (216, 'e'), (247, 's'), (248, 'e'), (706, 'm'), (710, 'e'),
    (722, 'm'), (736, 'e'), (741, 'm'), (748, 'e'), (749, 'm'), (750, 'e'), (751, 'm'), (880, 'e'), (885, 'm'),
    (886, 'e'), (888, 'm'), (890, 'e'), (894, 's'), (895, 'z'), (900, 'm'), (902, 'e'), (903, 's'), (904, 'e'),
    (907, 'z'), (908, 'e'), (909, 'z'), (910, 'e'), (930, 'z'), (931, 'e'), (1014, 'm'), (1015, 'e'), (1154, 'z'),
    (1155, 'm'), (1160, 'z'), (1162, 'e'), (1320, 'z'), (1329, 'e'), (1367, 'z'), (1369, 'e'), (1370, 'm'),
    (1376, 'z'), (1377, 'e'), (1416, 'z'), (1417, 's'), (1418, '-'), (1419, 'z'), (1425, 'm'), (1470, 's'),
    (1471, 'm'), (1472, 's'), (1473, 'm'), (1475, 's'), (1476, 'm'), (1478, 's'), (1479, 'm'), (1480, 'z'),
    (1488, 'e'), (1515, 'z'), (1520, 'e'), (1523, 's'), (1525, 'z'), (1536, 's'), (1540, 'z'), (1542, 's'),
    (1549, 'z'), (1556, 's'), (1557, 'm'), (1563, 's'), (1564, 'z'), (1566, 's'), (1568, 'e'), (1611, 'm'),
    (1631, 'z'), (1632, '0'), (1642, 's'), (1643, 'z'), (1645, 's'), (1646, 'e'), (1648, 'm'), (1649, 'e'),
    (1748, 's'), (1749, 'e'), (1750, 'm'), (1765, 'e'), (1767, 'm'), (1774, 'e'), (1776, '0'), (1786, 'e'),
    (1789, 'm'), (1791, 'e'), (1792, 's'), (1806, 'z'), (1807, 'm'), (1808, 'e'), (1809, 'm'), (1810, 'e'),
    (1840, 'm'), (1869, 'e'), (1958, 'm'), (1969, 'e'), (1970, 'z'), (1984, '0'), (1994, 'e'), (2027, 'm'),
    (2036, 'e'), (2038, 's'), (2041, 'z'), (2042, 'e'), (2043, 'z'), (2048, 'e'), (2070, 'z'), (2074, 'e'),
    (2075, 'z'), (2084, 'e'), (2085, 'z'), (2088, 'e'), (2089, 'z'), (2112, 'e'), (2137, 'z'), (2208, 'e'),
    (2209, 'z'), (2210, 'e'), (2221, 'z'), (2304, 'm'), (2308, 'e'), (2362, 'z'), (2364, 'm'), (2365, 'e'),
    (2366, 'm'), (2383, 'z'), (2384, 'e'), (2385, 'm'), (2390, 'z'), (2392, 'e'), (2402, 'm'), (2404, 's'),
    (2406, '0'), (2416, 'z'), (2417, 'e'), (2424, 'z'), (2425, 'e'), (2432, 'z'), (2433, 'm'), (2436, 'z'),
    (2437, 'e'), (2445, 'z'), (2447, 'e'), (2449, 'z'), (2451, 'e'), (2473, 'z'), (2474, 'e'), (2481, 'z'),
    (2482, 'e'), (2483, 'z'), (2486, 'e'), (2490, 'z'), (2492, 'm'), (2493, 'e'), (2494, 'm'), (2501, 'z'),
    (2503, 'm'), (2505, 'z'), (2507, 'm'), (2510, 'e'), (2511, 'z'), (2519, 'm'), (2520, 'z'), (2524, 'e'),
    (2526, 'z'), (2527, 'e'), (2530, 'm'), (2532, 'z'), (2534, '0'), (2544, 'e'), (2546, 'z'), (2561, 'm'),
    (2564, 'z'), (2565, 'e'), (2571, 'z'), (2575, 'e'), (2577, 'z'), (2579, 'e'), (2601, 'z'), (2602, 'e'),
    (2609, 'z'), (2610, 'e'), (2612, 'z'), (2613, 'e'), (2615, 'z'), (2616, 'e'), (2618, 'z'), (2620, 'm'),
    (2621, 'z'), (2622, 'm'), (2640, 'z'), (2649, 'e'), (2653, 'z'), (2654, 'e'), (2655, 'z'), (2662, '0'),
    (2672, 'z'), (2674, 'e'), (2677, 'z'), (2689, 'm'), (2692, 'z'), (2693, 'e'), (2702, 'z'), (2703, 'e'),
    (2706, 'z'), (2707, 'e'), (2729, 'z'), (2730, 'e'), (2737, 'z'), (2738, 'e'), (2740, 'z'), (2741, 'e'),
    (2746, 'z'), (2748, 'm'), (2749, 'e'), (2750, 'm'), (2768, 'e'), (2769, 'z'), (2784, 'e'), (2786, 'z'),
    (2790, '0'), (2800, 'z'), (2821, 'e'), (2829, 'z'), (2831, 'e'), (2833, 'z'), (2835, 'e'), (2857, 'z'),
    (2858, 'e'), (2865, 'z'), (2866, 'e'), (2868, 'z'), (2869, 'e'), (2874, 'z'), (2877, 'e'), (2878, 'z'),
    (2908, 'e'), (2910, 'z'), (2911, 'e'), (2914, 'z'), (2918, '0'), (2928, 'z'), (2929, 'e'), (2930, 'z'),
    (2946, 'm'), (2947, 'e'), (2948, 'z'), (2949, 'e'), (2955, 'z'), (2958, 'e'), (2961, 'z'), (2962, 'e'),
    (2966, 'z'), (2969, 'e'), (2971, 'z'), (2972, 'e'), (2973, 'z'), (2974, 'e'), (2976, 'z'), (2979, 'e'),
    (2981, 'z'), (2984, 'e'), (2987, 'z'), (2990, 'e'), (3002, 'z'), (3006, 'm'), (3011, 'z'), (3014, 'm'),
    (3017, 'z'), (3018, 'm'), (3022, 'z'), (3024, 'e'), (3025, 'z'), (3046, '0'), (3056, 'z'), (3073, 'm'),
    (3076, 'z'), (3077, 'e'), (3085, 'z'), (3086, 'e'), (3089, 'z'), (3090, 'e'), (3113, 'z'), (3114, 'e'),
    (3124, 'z'), (3125, 'e'), (3130, 'z'), (3133, 'e'), (3134, 'm'), (3159, 'z'), (3160, 'e'), (3162, 'z'),
    (3168, 'e'), (3170, 'z'), (3174, '0'), (3184, 'z'), (3205, 'e'), (3213, 'z'), (3214, 'e'), (3217, 'z'),
    (3218, 'e'), (3241, 'z'), (3242, 'e'), (3252, 'z'), (3253, 'e'), (3258, 'z'), (3261, 'e'), (3262, 'z'),
    (3294, 'e'), (3295, 'z'), (3296, 'e'), (3298, 'z'), (3302, '0'), (3312, 'z'), (3313, 'e'), (3315, 'z'),
    (3333, 'e'), (3341, 'z'), (3342, 'e'), (3345, 'z'), (3346, 'e'), (3387, 'z'), (3389, 'e'), (3390, 'm'),
    (3397, 'z'), (3398, 'm'), (3401, 'z'), (3406, 'e'), (3407, 'z'), (3424, 'e'), (3426, 'z'), (3430, '0'),
    (3440, 'z'), (3450, 'e'), (3456, 'z'), (3461, 'e'), (3479, 'z'), (3482, 'e'), (3506, 'z'), (3507, 'e'),
    (3516, 'z'), (3517, 'e'), (3518, 'z'), (3520, 'e'), (3527, 'z'), (3585, 'e'), (3633, 'm'), (3634, 'e'),
    (3636, 'm'), (3643, 'z'), (3647, 's'), (3648, 'e'), (3655, 'm'), (3663, 's'), (3664, '0'), (3674, 'z'),
    (3713, 'e'), (3715, 'z'), (3716, 'e'), (3717, 'z'), (3719, 'e'), (3721, 'z'), (3722, 'e'), (3723, 'z'),
    (3725, 'e'), (3726, 'z'), (3732, 'e'), (3736, 'z'), (3737, 'e'), (3744, 'z'), (3745, 'e'), (3748, 'z'),
    (3749, 'e'), (3750, 'z'), (3751, 'e'), (3752, 'z'), (3754, 'e'), (3756, 'z'), (3757, 'e'), (3761, 'm'),
    (3762, 'e'), (3764, 'm'), (3773, 'e'), (3774, 'z'), (3776, 'e'), (3781, 'z'), (3782, 'e'), (3783, 'z'),
    (3784, 'm'), (3790, 'z'), (3792, '0'), (3802, 'z'), (3804, 'e'), (3808, 'z'), (3840, 'e'), (3841, 'z'),
    (3872, '0'), (3882, 'z'), (3904, 'e'), (3912, 'z'), (3913, 'e'), (3949, 'z'), (3976, 'e'), (3981, 'z'),
    (4096, 'e'), (4139, 'z'), (4159, 'e'), (4160, '0'), (4170, 'z'), (4176, 'e'), (4182, 'z'), (4186, 'e'),
    (4190, 'z'), (4193, 'e'), (4194, 'z'), (4197, 'e'), (4199, 'z'), (4206, 'e'), (4209, 'z'), (4213, 'e'),
    (4226, 'z'), (4238, 'e'), (4239, 'z'), (4240, '0'), (4250, 'z'), (4256, 'e'), (4294, 'z'), (4295, 'e'),
    (4296, 'z'), (4301, 'e'), (4302, 'z'), (4304, 'e'), (4347, 'z'), (4348, 'e'), (4681, 'z'), (4682, 'e'),
    (4686, 'z'), (4688, 'e'), (4695, 'z'), (4696, 'e'), (4697, 'z'), (4698, 'e'), (4702, 'z'), (4704, 'e'),
    (4745, 'z'), (4746, 'e'), (4750, 'z'), (4752, 'e'), (4785, 'z'), (4786, 'e'), (4790, 'z'), (4792, 'e'),
    (4799, 'z'), (4800, 'e'), (4801, 'z'), (4802, 'e'), (4806, 'z'), (4808, 'e'), (4823, 'z'), (4824, 'e'),
    (4881, 'z'), (4882, 'e'), (4886, 'z'), (4888, 'e'), (4955, 'z'), (4992, 'e'), (5008, 'z'), (5024, 'e'),
    (5109, 'z'), (5121, 'e'), (5741, 'z'), (5743, 'e'), (5787, 'z'), (5792, 'e'), (5867, 'z'), (5888, 'e'),
    (5901, 'z'), (5902, 'e'), (5906, 'z'), (5920, 'e'), (5938, 'z'), (5952, 'e'), (5970, 'z'), (5984, 'e'),
    (5997, 'z'), (5998, 'e'), (6001, 'z'), (6016, 'e'), (6068, 'z'), (6103, 'e'), (6104, 'z'), (6108, 'e'),
    (6109, 'z'), (6112, '0'), (6122, 'z'), (6160, '0'), (6170, 'z'), (6176, 'e'), (6264, 'z'), (6272, 'e'),
    (6313, 'z'), (6314, 'e'), (6315, 'z'), (6320, 'e'), (6390, 'z'), (6400, 'e'), (6429, 'z'), (6470, '0'),
    (6480, 'e'), (6510, 'z'), (6512, 'e'), (6517, 'z'), (6528, 'e'), (6572, 'z'), (6593, 'e'), (6600, 'z'),
    (6608, '0'), (6618, 'z'), (6656, 'e'), (6679, 'z'), (6688, 'e'), (6741, 'z'), (6784, '0'), (6794, 'z'),
    (6800, '0'), (6810, 'z'), (6823, 'e'), (6824, 'z'), (6917, 'e'), (6964, 'z'), (6981, 'e'), (6988, 'z'),
    (6992, '0'), (7002, 'z'), (7043, 'e'), (7073, 'z'), (7086, 'e'), (7088, '0'), (7098, 'e'), (7142, 'z'),
    (7168, 'e'), (7204, 'z'), (7232, '0'), (7242, 'z'), (7245, 'e'), (7248, '0'), (7258, 'e'), (7294, 'z'),
    (7401, 'e'), (7405, 'z'), (7406, 'e'), (7410, 'z'), (7413, 'e'), (7415, 'z'), (7424, 'e'), (7616, 'z'),
    (7680, 'e'), (7958, 'z'), (7960, 'e'), (7966, 'z'), (7968, 'e'), (8006, 'z'), (8008, 'e'), (8014, 'z'),
    (8016, 'e'), (8024, 'z'), (8025, 'e'), (8026, 'z'), (8027, 'e'), (8028, 'z'), (8029, 'e'), (8030, 'z'),
    (8031, 'e'), (8062, 'z'), (8064, 'e'), (8117, 'z'), (8118, 'e'), (8125, 's'), (8126, 'e'), (8127, 'z'),
    (8130, 'e'), (8133, 'z'), (8134, 'e'), (8141, 'z'), (8144, 'e'), (8148, 'z'), (8150, 'e'), (8156, 'z'),
    (8160, 'e'), (8173, 'z'), (8178, 'e'), (8181, 'z'), (8182, 'e'), (8189, 'z'), (8208, '-'), (8210, 'z'),
    (8211, 'd'), (8214, 's'), (8216, '`'), (8217, "'"), (8218, 'r'), (8219, '`'), (8220, 'q'), (8222, 'r'),
    (8224, 's'), (8228, 'z'), (8230, 't'), (8231, 'z'), (8240, 's'), (8249, '`'), (8250, "'"), (8251, 's'),
    (8252, 'z'), (8254, 's'), (8259, 'z'), (8260, '/'), (8261, 'z'), (8304, 'r'), (8305, 'e'), (8306, 'z'),
    (8308, 'r'), (8314, 's'), (8319, 'e'), (8320, 'r'), (8330, 's'), (8335, 'z'), (8336, 'e'), (8349, 'z'),
    (8352, 's'), (8353, 'z'), (8356, 's'), (8357, 'z'), (8364, 's'), (8365, 'z'), (8448, 's'), (8450, 'e'),
    (8451, 's'), (8455, 'e'), (8456, 's'), (8458, 'e'), (8468, 's'), (8469, 'e'), (8470, 's'), (8473, 'e'),
    (8478, 's'), (8484, 'e'), (8485, 's'), (8486, 'e'), (8487, 's'), (8488, 'e'), (8489, 's'), (8490, 'e'),
    (8494, 's'), (8495, 'e'), (8506, 's'), (8508, 'e'), (8512, 's'), (8517, 'e'), (8522, 's'), (8526, 'e'),
    (8527, 's'), (8528, 'z'), (8531, 's'), (8543, 'z'), (8579, 'e'), (8581, 'z'), (8592, 's'), (11264, 'e'),
    (11311, 'z'), (11312, 'e'), (11359, 'z'), (11360, 'e'), (11493, 'z'), (11499, 'e'), (11503, 'z'), (11506, 'e'),
    (11508, 'z'), (11520, 'e'), (11558, 'z'), (11559, 'e'), (11560, 'z'), (11565, 'e'), (11566, 'z'), (11568, 'e'),
    (11624, 'z'), (11631, 'e'), (11632, 'z'), (11648, 'e'), (11671, 'z'), (11680, 'e'), (11687, 'z'), (11688, 'e'),
    (11695, 'z'), (11696, 'e'), (11703, 'z'), (11704, 'e'), (11711, 'z'), (11712, 'e'), (11719, 'z'), (11720, 'e'),
    (11727, 'z'), (11728, 'e'), (11735, 'z'), (11736, 'e'), (11743, 'z'), (11823, 'e'), (11824, 'z'), (12289, 's'),
    (12291, 'z'), (12293, 'e'), (12295, 'z'), (12306, 's'), (12307, 'z'), (12337, 'e'), (12342, 'z'), (12347, 'e'),
    (12349, 'z'), (12353, 'e'), (12439, 'z'), (12445, 'e'), (12448, 'z'), (12449, 'e'), (12539, 's'), (12540, 'e'),
    (12544, 'z'), (12549, 'e'), (12590, 'z'), (12593, 'e'), (12687, 'z'), (12704, 'e'), (12731, 'z'), (12784, 'e'),
    (12800, 'z'), (13312, 'e'), (19894, 'z'), (19968, 'e'), (40909, 'z'), (40960, 'e'), (42125, 'z'), (42192, 'e'),
    (42238, 'z'), (42240, 'e'), (42509, 'z'), (42512, 'e'), (42528, '0'), (42538, 'e'), (42540, 'z'), (42560, 'e'),
    (42607, 'z'), (42623, 'e'), (42648, 'z'), (42656, 'e'), (42726, 'z'), (42775, 'e'), (42784, 'z'), (42786, 'e'),
    (42889, 'z'), (42891, 'e'), (42895, 'z'), (42896, 'e'), (42900, 'z'), (42912, 'e'), (42923, 'z'), (43000, 'e'),
    (43010, 'z'), (43011, 'e'), (43014, 'z'), (43015, 'e'), (43019, 'z'), (43020, 'e'), (43043, 'z'), (43072, 'e'),
    (43124, 'z'), (43138, 'e'), (43188, 'z'), (43216, '0'), (43226, 'z'), (43250, 'e'), (43256, 'z'), (43259, 'e'),
    (43260, 'z'), (43264, '0'), (43274, 'e'), (43302, 'z'), (43312, 'e'), (43335, 'z'), (43360, 'e'), (43389, 'z'),
    (43396, 'e'), (43443, 'z'), (43471, 'e'), (43472, '0'), (43482, 'z'), (43520, 'e'), (43561, 'z'), (43584, 'e'),
    (43587, 'z'), (43588, 'e'), (43596, 'z'), (43600, '0'), (43610, 'z'), (43616, 'e'), (43639, 'z'), (43642, 'e'),
    (43643, 'z'), (43648, 'e'), (43696, 'z'), (43697, 'e'), (43698, 'z'), (43701, 'e'), (43703, 'z'), (43705, 'e'),
    (43710, 'z'), (43712, 'e'), (43713, 'z'), (43714, 'e'), (43715, 'z'), (43739, 'e'), (43742, 'z'), (43744, 'e'),
    (43755, 'z'), (43762, 'e'), (43765, 'z'), (43777, 'e'), (43783, 'z'), (43785, 'e'), (43791, 'z'), (43793, 'e'),
    (43799, 'z'), (43808, 'e'), (43815, 'z'), (43816, 'e'), (43823, 'z'), (43968, 'e'), (44003, 'z'), (44016, '0'),
    (44026, 'z'), (44032, 'e'), (55204, 'z'), (55216, 'e'), (55239, 'z'), (55243, 'e'), (55292, 'z'), (63744, 'e'),
    (64110, 'z'), (64112, 'e'), (64218, 'z'), (64256, 'e'), (64263, 'z'), (64275, 'e'), (64280, 'z'), (64285, 'e'),
    (64286, 'z'), (64287, 'e'), (64297, 'z'), (64298, 'e'), (64311, 'z'), (64312, 'e'), (64317, 'z'), (64318, 'e'),
    (64319, 'z'), (64320, 'e'), (64322, 'z'), (64323, 'e'), (64325, 'z'), (64326, 'e'), (64434, 'z'), (64467, 'e'),
    (64830, 'z'), (64848, 'e'), (64912, 'z'), (64914, 'e'), (64968, 'z'), (65008, 'e'), (65020, 'z'), (65136, 'e'),
    (65141, 'z'), (65142, 'e'), (65277, 'z'), (65281, 's'), (65296, '0'), (65306, 's'), (65313, 'e'), (65339, 's'),
    (65345, 'e'), (65371, 's'), (65382, 'e'), (65471, 'z'), (65474, 'e'), (65480, 'z'), (65482, 'e'), (65488, 'z'),
    (65490, 'e'), (65496, 'z'), (65498, 'e'), (65501, 'z'), (65504, 's'), (65506, 'z'), (65509, 's'), (65511, 'z'),
]

# What characters are written as when they are tokens.
WRITTEN_AS: dict[str, str] = {
    '"': "''", '(': '-LRB-', ')': '-RRB-', '[': '-LSB-', ']': '-RSB-', '{': '-LCB-', '}': '-RCB-', '\x80': '$',
    '\x91': '`', '\x92': "'", '\x93': '``', '\x94': "''", '\x96': '--', '\x97': '--', '\xa2': 'cents', '\xa3': '#',
    '\xa4': '$', '\xab': '``', '\xbb': "''", '\xbc': '1/4', '\xbd': '1/2', '\xbe': '3/4', '\u2013': '--',
    '\u2014': '--', '\u2015': '--', '\u2018': '`', '\u2019': "'", '\u201b': '`', '\u201c': '``', '\u201d': "''",
    '\u2026': '...', '\u2039': '`', '\u203a': "'", '\u20a0': '$', '\u20ac': '$', '\u2153': '1/3', '\u2154': '2/3',
}

# Words that are cut in two, and where.
CONTRACTIONS: dict[str, int] = {
    'cannot': 3, 'gimme': 3, 'gonna': 3, 'gotta': 3, 'lemme': 3, 'wanna': 3,
}

# Characters that join one of their like, but not more.
IN_PAIRS: frozenset[str] = frozenset(
    [
        "'", '<', '>', '`', '‚', '„', '‟',
    ]
)

# Words that keep the full stop after them.
STOP_KEPT: frozenset[str] = frozenset(
    [
        'ADJ', 'ADM', 'ADV', 'AL', 'ALA', 'ALEX', 'APR', 'ARIZ', 'ARK', 'ASSN', 'ASSOC', 'ASST', 'ATTY', 'ATTYS',
        'ATTYs', 'AUG', 'AVE', 'AZ', 'Adj', 'Adm', 'Adv', 'Al', 'Ala', 'Alex', 'Apr', 'Ariz', 'Ark', 'Assn', 'Assoc',
        'Asst', 'Atty', 'AttyS', 'Attys', 'Aug', 'Ave', 'Az', 'BANCORP', 'BHD', 'BLDG', 'BLVD', 'BRIG', 'BROS',
        'Bancorp', 'Bhd', 'Bldg', 'Blvd', 'Brig', 'Bros', 'CALIF', 'CAPT', 'CF', 'CIE', 'CMDR', 'CO', 'COL', 'COLO',
        'COMDR', 'CONN', 'CORP', 'COS', 'COs', 'CPL', 'CT', 'Calif', 'Capt', 'Cf', 'Cie', 'Cmdr', 'Co', 'CoS', 'Col',
        'Colo', 'Comdr', 'Conn', 'Corp', 'Cos', 'Cpl', 'Ct', 'DAK', 'DEC', 'DEL', 'DEPT', 'DET', 'DR', 'DRS', 'DRs',
        'Dak', 'Dec', 'Del', 'Dept', 'Det', 'Dr', 'DrS', 'Drs', 'ELEC', 'ENS', 'ESQ', 'EST', 'ETC', 'EXT', 'Elec',
        'Ens', 'Esq', 'Est', 'Etc', 'Ext', 'FEB', 'FLA', 'FRI', 'FT', 'Feb', 'Fla', 'Fri', 'Ft', 'GA', 'GEN', 'GOV',
        'GOVS', 'GOVs', 'Ga', 'Gen', 'Gov', 'GovS', 'Govs', 'HON', 'Hon', 'ILL', 'INC', 'IND', 'INSP', 'INTL', 'Ill',
        'Inc', 'Ind', 'Insp', 'Intl', 'JAN', 'JOS', 'JR', 'JUL', 'JUN', 'Jan', 'Jos', 'Jr', 'Jul', 'Jun', 'KAN',
        'KANS', 'KANs', 'KY', 'Kan', 'KanS', 'Kans', 'Ky', 'LA', 'LIEUT', 'LT', 'LTD', 'La', 'Lieut', 'Lt', 'Ltd',
        'MAJ', 'MAR', 'MASS', 'MD', 'MESSRS', 'MICH', 'MINN', 'MISS', 'MLLE', 'MME', 'MO', 'MON', 'MONT', 'MR', 'MRS',
        'MRs', 'MS', 'MSGR', 'MT', 'Maj', 'Mar', 'Mass', 'Md', 'Messrs', 'Mfg', 'Mich', 'Minn', 'Miss', 'Mlle', 'Mme',
        'Mo', 'Mon', 'Mont', 'Mr', 'MrS', 'Mrs', 'Ms', 'Msgr', 'Mt', 'Mtg', 'NATL', 'NEB', 'NEV', 'NOV', 'Natl', 'Neb',
        'Nev', 'Nov', 'OCT', 'OKLA', 'ORE', 'Oct', 'Okla', 'Ore', 'PA', 'PENN', 'PFC', 'PH', 'PLC', 'PRES', 'PROF',
        'PROFS', 'PROFs', 'PVT', 'Pa', 'Penn', 'Pfc', 'Ph', 'Plc', 'Pres', 'Prof', 'ProfS', 'Profs', 'Pte', 'PteS',
        'Ptes', 'Pty', 'PtyS', 'Ptys', 'Pvt', 'RD', 'REP', 'REPS', 'REPs', 'REV', 'RT', 'Rd', 'Rep', 'RepS', 'Reps',
        'Rev', 'Rt', 'SEN', 'SENS', 'SENs', 'SEP', 'SEPT', 'SEQ', 'SFC', 'SGT', 'SPC', 'SQ', 'SR', 'ST', 'STE', 'SUPT',
        'SUPTS', 'SUPTs', 'SYS', 'Sen', 'SenS', 'Sens', 'Sep', 'Sept', 'Seq', 'Sfc', 'Sgt', 'Spc', 'Sq', 'Sr', 'St',
        'Ste', 'Supt', 'SuptS', 'Supts', 'Sys', 'TEL', 'TENN', 'TEX', 'THU', 'THURS', 'TUE', 'TUES', 'TUEs', 'Tel',
        'Tenn', 'Tex', 'Thu', 'Thurs', 'Tue', 'TueS', 'Tues', 'UNIV', 'Univ', 'VA', 'VS', 'VT', 'Va', 'Vs', 'Vt',
        'WASH', 'WED', 'WIS', 'WISC', 'WM', 'WYO', 'Wash', 'Wed', 'Wis', 'Wisc', 'Wm', 'Wyo', 'adj', 'adm', 'adv',
        'al', 'ala', 'alex', 'apr', 'ariz', 'assn', 'assoc', 'asst', 'atty', 'attyS', 'attys', 'aug', 'ave', 'bancorp',
        'bhd', 'bldg', 'blvd', 'brig', 'bros', 'calif', 'capt', 'cf', 'cie', 'cmdr', 'co', 'coS', 'col', 'colo',
        'comdr', 'conn', 'corp', 'cos', 'cpl', 'ct', 'dak', 'dec', 'dept', 'det', 'dr', 'drS', 'drs', 'elec', 'ens',
        'esq', 'est', 'etc', 'ext', 'feb', 'fla', 'fri', 'ft', 'ga', 'gen', 'gov', 'govS', 'govs', 'hon', 'inc', 'ind',
        'insp', 'intl', 'jan', 'jos', 'jr', 'jul', 'jun', 'kan', 'kanS', 'kans', 'ky', 'lieut', 'lt', 'ltd', 'maj',
        'mar', 'md', 'messrs', 'mfg', 'mich', 'minn', 'mlle', 'mme', 'mo', 'mon', 'mont', 'mr', 'mrS', 'mrs', 'ms',
        'msgr', 'mt', 'mtg', 'natl', 'neb', 'nev', 'nov', 'oct', 'okla', 'penn', 'pfc', 'ph', 'plc', 'pres', 'prof',
        'profS', 'profs', 'pte', 'pteS', 'ptes', 'pty', 'ptyS', 'ptys', 'pvt', 'rd', 'rep', 'repS', 'reps', 'rev',
        'rt', 'sen', 'senS', 'sens', 'sep', 'sept', 'seq', 'sfc', 'sgt', 'spc', 'sq', 'sr', 'st', 'ste', 'supt',
        'suptS', 'supts', 'sys', 'tel', 'tenn', 'thu', 'thurs', 'tue', 'tueS', 'tues', 'univ', 'va', 'vs', 'vt', 'wed',
        'wis', 'wisc', 'wm', 'wyo',
    ]
)

# Words that keep the full stop after them before a number.
STOP_BEFORE_NUMBER: frozenset[str] = frozenset(
    [
        'ART', 'Art', 'CA', 'Ca', 'FIG', 'FIGS', 'Fig', 'Figs', 'NO', 'NOS', 'No', 'Nos', 'OP', 'Op', 'PP', 'PROP',
        'Pp', 'Prop', 'art', 'ca', 'fig', 'figs', 'no', 'nos', 'op', 'pp', 'prop',
    ]
)

# Words before which a lone letter loses its stop.
SENTENCE_HEADS: frozenset[str] = frozenset(
    [
        'A', 'About', 'According', 'Additionally', 'After', 'An', 'As', 'At', 'But', 'Earlier', 'He', 'Her', 'Here',
        'However', 'If', 'In', 'It', 'Last', 'Many', 'More', 'Now', 'Once', 'One', 'Other', 'Our', 'She', 'Since',
        'So', 'Some', 'Such', 'That', 'The', 'Their', 'Then', 'There', 'These', 'They', 'This', 'We', 'What', 'When',
        'While', 'Yet', 'You',
    ]
)

# Names of brackets that are tokens with hyphens around them.
BRACKET_NAMES: frozenset[str] = frozenset(
    [
        'lcb', 'lrb', 'lsb', 'rcb', 'rrb', 'rsb',
    ]
)

# Abbreviations of two letters and one.
DEGREES: frozenset[str] = frozenset(
    [
        'Ed.D.', 'Ph.D.',
    ]
)

# Letters with marks.
PROGRAMMING_LANGUAGES: frozenset[str] = frozenset(
    [
        'C#', 'C++', 'F#', 'c#', 'c++', 'f#',
    ]
)

# Faces that are tokens.
SMILEYS: frozenset[str] = frozenset(
    [
        "'_'", "'_-", "'_<", "'_=", "'_>", "'_^", "'_x", "'_~", "('-')", "('-<)", "('-=)", "('->)", "('-^)", "('-`)",
        "('-x)", "('-~)", "('.')", "('.-)", "('.<)", "('.=)", "('.>)", "('.^)", "('.x)", "('.~)", "('_')", "('_-)",
        "('_<)", "('_=)", "('_>)", "('_^)", "('_x)", "('_~)", "(-.')", '(-.-)', '(-.<)', '(-.=)', '(-.>)', '(-.^)',
        '(-.x)', '(-.~)', "(-_')", '(-_-)', '(-_<)', '(-_=)', '(-_>)', '(-_^)', '(-_x)', '(-_~)', "(<-')", '(<-<)',
        '(<-=)', '(<->)', '(<-^)', '(<-`)', '(<-x)', '(<-~)', "(<.')", '(<.-)', '(<.<)', '(<.=)', '(<.>)', '(<.^)',
        '(<.x)', '(<.~)', "(<_')", '(<_-)', '(<_<)', '(<_=)', '(<_>)', '(<_^)', '(<_x)', '(<_~)', "(=-')", '(=-<)',
        '(=-=)', '(=->)', '(=-^)', '(=-`)', '(=-x)', '(=-~)', "(=.')", '(=.-)', '(=.<)', '(=.=)', '(=.>)', '(=.^)',
        '(=.x)', '(=.~)', "(=_')", '(=_-)', '(=_<)', '(=_=)', '(=_>)', '(=_^)', '(=_x)', '(=_~)', "(>-')", '(>-<)',
        '(>-=)', '(>->)', '(>-^)', '(>-`)', '(>-x)', '(>-~)', "(>.')", '(>.-)', '(>.<)', '(>.=)', '(>.>)', '(>.^)',
        '(>.x)', '(>.~)', "(>_')", '(>_-)', '(>_<)', '(>_=)', '(>_>)', '(>_^)', '(>_x)', '(>_~)', "(^-')", '(^-<)',
        '(^-=)', '(^->)', '(^-^)', '(^-`)', '(^-x)', '(^-~)', "(^.')", '(^.-)', '(^.<)', '(^.=)', '(^.>)', '(^.^)',
        '(^.x)', '(^.~)', "(^_')", '(^_-)', '(^_<)', '(^_=)', '(^_>)', '(^_^)', '(^_x)', '(^_~)', "(x-')", '(x-<)',
        '(x-=)', '(x->)', '(x-^)', '(x-`)', '(x-x)', '(x-~)', "(x.')", '(x.-)', '(x.<)', '(x.=)', '(x.>)', '(x.^)',
        '(x.x)', '(x.~)', "(x_')", '(x_-)', '(x_<)', '(x_=)', '(x_>)', '(x_^)', '(x_x)', '(x_~)', "(~-')", '(~-<)',
        '(~-=)', '(~->)', '(~-^)', '(~-`)', '(~-x)', '(~-~)', "(~.')", '(~.-)', '(~.<)', '(~.=)', '(~.>)', '(~.^)',
        '(~.x)', '(~.~)', "(~_')", '(~_-)', '(~_<)', '(~_=)', '(~_>)', '(~_^)', '(~_x)', '(~_~)', "-_'", '-_-', '-_<',
        '-_=', '-_>', '-_^', '-_x', '-_~', ":'(", ":')", ":'@", ":'D", ":'O", ":'P", ":'[", ":'\\", ":']", ":'d",
        ":'p", ":'{", ":'|", ':(', ':)', ':-(', ':-)', ':-@', ':-D', ':-O', ':-P', ':-[', ':-\\', ':-]', ':-d', ':-p',
        ':-{', ':-|', ':@', ':D', ':O', ':P', ':[', ':\\', ':]', ':d', ':o(', ':o)', ':o@', ':oD', ':oO', ':oP', ':o[',
        ':o\\', ':o]', ':od', ':op', ':o{', ':o|', ':p', ':{', ':|', ";'(", ";')", ";'@", ";'D", ";'O", ";'P", ";'[",
        ";'\\", ";']", ";'d", ";'p", ";'{", ";'|", ';(', ';)', ';-(', ';-)', ';-@', ';-D', ';-O', ';-P', ';-[', ';-\\',
        ';-]', ';-d', ';-p', ';-{', ';-|', ';@', ';D', ';O', ';P', ';[', ';\\', ';]', ';d', ';o(', ';o)', ';o@', ';oD',
        ';oO', ';oP', ';o[', ';o\\', ';o]', ';od', ';op', ';o{', ';o|', ';p', ';{', ';|', "<_'", '<_-', '<_<', '<_=',
        '<_>', '<_^', '<_x', '<_~', "='(", "=')", "='@", "='D", "='O", "='P", "='[", "='\\", "=']", "='d", "='p",
        "='{", "='|", '=(', '=)', '=-(', '=-)', '=-@', '=-D', '=-O', '=-P', '=-[', '=-\\', '=-]', '=-d', '=-p', '=-{',
        '=-|', '=@', '=D', '=O', '=P', '=[', '=\\', '=]', "=_'", '=_-', '=_<', '=_=', '=_>', '=_^', '=_x', '=_~', '=d',
        '=o(', '=o)', '=o@', '=oD', '=oO', '=oP', '=o[', '=o\\', '=o]', '=od', '=op', '=o{', '=o|', '=p', '={', '=|',
        ">:'(", ">:')", ">:'@", ">:'D", ">:'O", ">:'P", ">:'[", ">:'\\", ">:']", ">:'d", ">:'p", ">:'{", ">:'|", '>:(',
        '>:)', '>:-(', '>:-)', '>:-@', '>:-D', '>:-O', '>:-P', '>:-[', '>:-\\', '>:-]', '>:-d', '>:-p', '>:-{', '>:-|',
        '>:@', '>:D', '>:O', '>:P', '>:[', '>:\\', '>:]', '>:d', '>:o(', '>:o)', '>:o@', '>:oD', '>:oO', '>:oP',
        '>:o[', '>:o\\', '>:o]', '>:od', '>:op', '>:o{', '>:o|', '>:p', '>:{', '>:|', ">;'(", ">;')", ">;'@", ">;'D",
        ">;'O", ">;'P", ">;'[", ">;'\\", ">;']", ">;'d", ">;'p", ">;'{", ">;'|", '>;(', '>;)', '>;-(', '>;-)', '>;-@',
        '>;-D', '>;-O', '>;-P', '>;-[', '>;-\\', '>;-]', '>;-d', '>;-p', '>;-{', '>;-|', '>;@', '>;D', '>;O', '>;P',
        '>;[', '>;\\', '>;]', '>;d', '>;o(', '>;o)', '>;o@', '>;oD', '>;oO', '>;oP', '>;o[', '>;o\\', '>;o]', '>;od',
        '>;op', '>;o{', '>;o|', '>;p', '>;{', '>;|', ">='(", ">=')", ">='@", ">='D", ">='O", ">='P", ">='[", ">='\\",
        ">=']", ">='d", ">='p", ">='{", ">='|", '>=(', '>=)', '>=-(', '>=-)', '>=-@', '>=-D', '>=-O', '>=-P', '>=-[',
        '>=-\\', '>=-]', '>=-d', '>=-p', '>=-{', '>=-|', '>=@', '>=D', '>=O', '>=P', '>=[', '>=\\', '>=]', '>=d',
        '>=o(', '>=o)', '>=o@', '>=oD', '>=oO', '>=oP', '>=o[', '>=o\\', '>=o]', '>=od', '>=op', '>=o{', '>=o|', '>=p',
        '>={', '>=|', ">_'", '>_-', '>_<', '>_=', '>_>', '>_^', '>_x', '>_~', "^_'", '^_-', '^_<', '^_=', '^_>', '^_^',
        '^_x', '^_~', "~_'", '~_-', '~_<', '~_=', '~_>', '~_^', '~_x', '~_~',
    ]
)

# Names of HTML characters that stay as they are written.
ENTITIES: frozenset[str] = frozenset(
    [
        'Aacute', 'Agrave', 'Auml', 'Eacute', 'Egrave', 'Euml', 'Iacute', 'Igrave', 'Iuml', 'Oacute', 'Ograve', 'Ouml',
        'QUOT', 'Uacute', 'Ugrave', 'Uuml', 'aacute', 'agrave', 'auml', 'eacute', 'egrave', 'euml', 'iacute', 'igrave',
        'iuml', 'oacute', 'ograve', 'ouml', 'uacute', 'ugrave', 'uuml',
    ]
)

# Letters that can stand before an apostrophe inside a word.
APOSTROPHE_VOWELS_BEFORE: frozenset[str] = frozenset(
    [
        'A', 'E', 'I', 'O', 'U', 'Y', 'a', 'e', 'i', 'o', 'u', 'y',
    ]
)

# Letters that can follow an apostrophe inside a word.
APOSTROPHE_VOWELS_AFTER: frozenset[str] = frozenset(
    [
        'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V',
        'W', 'X', 'Y', 'Z', 'a', 'e', 'i', 'o', 'u',
    ]
)

# Letters that form a token with an apostrophe and a word.
APOSTROPHE_LETTERS_WHOLE: frozenset[str] = frozenset(
    [
        'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W',
        'X', 'Z', 'd', 'l', 'n', 'o',
    ]
)

# Letters that form a piece of a compound with an apostrophe and a word.
APOSTROPHE_LETTERS_IN_COMPOUND: frozenset[str] = frozenset(
    [
        'D', 'L', 'O', 'd', 'l', 'o',
    ]
)

# Letters that form a token with an apostrophe before several letters.
APOSTROPHE_LETTERS_CUT_BEFORE_WORD: frozenset[str] = frozenset(
    [
        'Y', 'j', 'y',
    ]
)

# Letters that form a token with an apostrophe before one letter.
APOSTROPHE_LETTERS_CUT_BEFORE_LETTER: frozenset[str] = frozenset(
    [
        'D', 'J', 'L', 'Y', 'd', 'j', 'l', 'y',
    ]
)

# Letters that form a token with an apostrophe before a mark or nothing.
APOSTROPHE_LETTERS_CUT_BEFORE_MARK: frozenset[str] = frozenset(
    [
        'D', 'J', 'L', 'd', 'j', 'l',
    ]
)

# Words that no rule about letters explains.
APOSTROPHE_WHOLE_WORDS: frozenset[str] = frozenset(
    [
        "c'est", "c'mon", "cap'n", "ev'ry", "li'l", "nat'l", "nor'easter", "s'mores",
    ]
)

# Words that form a token with the apostrophe behind them.
APOSTROPHE_ENDS: frozenset[str] = frozenset(
    [
        'dunkin', 'ol', 'somethin',
    ]
)

# What forms a token with the apostrophe before it, whatever follows.
APOSTROPHE_BEGINS: frozenset[str] = frozenset(
    [
        'cause', 'em', 'til', 'till',
    ]
)

# Words of which the apostrophe before them and their t are a token.
APOSTROPHE_CUT_AFTER_T: frozenset[str] = frozenset(
    [
        'tis', 'tisa', 'tisch', 'tisdale', 'tish', 'tisha', 'tissot', 'tissue', 'tissues', 'twas',
    ]
)

# What is split off with the apostrophe before it, unless a letter follows.
APOSTROPHE_CLITICS: frozenset[str] = frozenset(
    [
        'd', 'll', 'm', 'n', 're', 's', 've',
    ]
)

# Two digits that form a token with an apostrophe before and an s behind them.
APOSTROPHE_DECADES: frozenset[str] = frozenset(
    [
        '20', '30', '40', '50', '60', '70', '80', '90',
    ]
)

# What an address can begin with.
SCHEMES: frozenset[str] = frozenset(
    [
        'http', 'https',
    ]
)

# Endings of a site with a path behind it.
DOMAINS: frozenset[str] = frozenset(
    [
        'com', 'edu', 'net', 'org',
    ]
)

# Endings of file names that begin with a digit.
FILE_ENDINGS: frozenset[str] = frozenset(
    [
        'bat', 'bmp', 'c', 'cgi', 'class', 'cpp', 'dll', 'doc', 'exe', 'gif', 'gz', 'h', 'htm', 'html', 'jar', 'java',
        'jpeg', 'jpg', 'mov', 'mp3', 'pdf', 'php', 'pl', 'png', 'ppt', 'ps', 'py', 'sql', 'tar', 'txt', 'wav', 'x',
        'xml', 'zip',
    ]
)

# Kinds of characters between two stops of the name of a file.
KINDS_IN_FILE_NAME: frozenset[str] = frozenset(
    [
        '0', 'A', 'a', 'e', 'm',
    ]
)

# Characters that can follow the name of a file.
BEHIND_FILE_NAME: frozenset[str] = frozenset(
    [
        '!', ',', '.', '?',
    ]
)

# Characters that are not in an address with a scheme.
NOT_IN_URL: frozenset[str] = frozenset(
    [
        '"', '(', ')', '<', '>', '{', '|', '}',
    ]
)

# Characters that do not end an address with a scheme.
NOT_AT_URL_END: frozenset[str] = frozenset(
    [
        '!', '"', '(', ')', ',', '-', '.', '<', '>', '?', '{', '|', '}',
    ]
)

# How many characters must follow a scheme.
LEAST_IN_URL = 2

# Characters that are not in the path of a site.
NOT_IN_PATH: frozenset[str] = frozenset(
    [
        '"', '(', ')', '<', '>', '|',
    ]
)

# Characters that do not end the path of a site.
NOT_AT_PATH_END: frozenset[str] = frozenset(
    [
        '!', '"', '(', ')', ',', '-', '.', '<', '>', '?', '{', '|', '}',
    ]
)

# How many characters must follow the slash behind a site.
LEAST_IN_PATH = 2

# Characters that are not in the name of a site.
NOT_IN_SITE: frozenset[str] = frozenset(
    [
        '!', '"', '$', "'", '(', ')', ',', '-', '/', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', ':', ';', '<',
        '=', '>', '?', '@', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R',
        'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z', '[', '\\', ']', '^', '_', '`', '{', '|', '}',
    ]
)

# Characters that are not in the name of a site that begins with www.
NOT_IN_WWW: frozenset[str] = frozenset(
    [
        '!', '"', '(', ')', ',', '<', '>', '?', '{', '|', '}',
    ]
)

# How many letters the last label of a site with www must have.
LEAST_DOMAIN_LETTERS = 2

# How many letters the last label of a site with www can have.
MOST_DOMAIN_LETTERS = 4

# Characters that a mail address begins with.
BEGINS_MAIL: frozenset[str] = frozenset(
    [
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L',
        'M', 'N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h',
        'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z',
    ]
)

# Marks that belong to a mail address before it.
BEFORE_MAIL: frozenset[str] = frozenset(
    [
        '<',
    ]
)

# Marks that belong to a mail address behind it.
BEHIND_MAIL: frozenset[str] = frozenset(
    [
        '>',
    ]
)

# Characters that are not inside a mail address.
NOT_IN_MAIL: frozenset[str] = frozenset(
    [
        '"', '(', ')', '<', '>', '{', '|', '}',
    ]
)

# How many stops in a row an address or the name of a file can have.
MOST_STOPS_BETWEEN_LABELS = 1

# Marks that join capitals.
CAPITAL_JOINS: frozenset[str] = frozenset(
    [
        '&', '+',
    ]
)

# Kinds of characters that they join.
KINDS_BESIDE_CAPITAL_JOIN: frozenset[str] = frozenset(
    [
        'A',
    ]
)

# Characters of a word before stops and commas that are in a token, kz,kz-kz.
BEFORE_SEPARATOR: frozenset[str] = frozenset(
    [
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L',
        'M', 'N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h',
        'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z',
    ]
)

# Characters between such a word and a hyphen.
IN_SEPARATED: frozenset[str] = frozenset(
    [
        ',', '.', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J',
        'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z', 'a', 'b', 'c', 'd', 'e', 'f',
        'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z',
    ]
)

# Characters of a word behind a hyphen, in kz,kz-kz.
BEHIND_SEPARATED: frozenset[str] = frozenset(
    [
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L',
        'M', 'N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h',
        'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z',
    ]
)

# What joins alternatives, kz/kz.
SLASHES: frozenset[str] = frozenset(
    [
        '/', '\\/',
    ]
)

# How many slashes a token has.
MOST_SLASHES = 2

# How many hyphens can be between two slashes.
MOST_HYPHENS_BETWEEN_SLASHES = 2

# Kinds of characters in a word after a slash, in kz/kz.
KINDS_AFTER_SLASH: frozenset[str] = frozenset(
    [
        '0', 'A', 'a',
    ]
)

# Kinds of characters in a word after a hyphen, in kz/kz-kz.
KINDS_AFTER_HYPHEN_AND_SLASH: frozenset[str] = frozenset(
    [
        'A', 'a',
    ]
)

# Marks that join words of two sentences without a blank.
SENTENCE_MARKS: frozenset[str] = frozenset(
    [
        '!', '.', '?',
    ]
)

# Kinds of the character behind the mark in kz!kz.
KINDS_AFTER_SENTENCE_MARK: frozenset[str] = frozenset(
    [
        'A', 'a', 'e', 'm',
    ]
)

# Marks before which any word keeps its stop.
STOP_KEPT_BEFORE: frozenset[str] = frozenset(
    [
        ',', ':', ';',
    ]
)

# Marks inside a token that does not keep its stop before these.
STOP_LOST_WITH: frozenset[str] = frozenset(
    [
        '/',
    ]
)

# Letters after which n't is not split off.
NO_N_T_AFTER: frozenset[str] = frozenset(
    [
        'N', 'n',
    ]
)

# Kinds of characters in a word of which n't is split off.
KINDS_BEFORE_N_T: frozenset[str] = frozenset(
    [
        'A', 'a',
    ]
)

# How many letters must follow the apostrophe in k-d'kz.
LEAST_AFTER_ELISION = 2

# Kinds of the two characters behind the apostrophe in k-d'kz.
KINDS_AFTER_ELISION: frozenset[str] = frozenset(
    [
        '0', 'A', 'a', 'e',
    ]
)

# How many stops are a token.
LEAST_IN_ELLIPSIS = 3

# How many stops a token takes at most.
MOST_IN_ELLIPSIS = 5

# How many hyphens are a token that is kept.
LEAST_IN_LINE = 5

# What can stand between a number and a fraction.
FRACTION_JOINS: frozenset[str] = frozenset(
    [
        ' ', '-', '\xa0',
    ]
)

# What can stand between the parts of a fraction.
FRACTION_SLASHES: frozenset[str] = frozenset(
    [
        '/', '\\/', '⁄',
    ]
)

# How many digits each part of a fraction can have if a blank is inside.
MOST_IN_FRACTION = 4

# Sizes of groups of digits that form a token with blanks between them.
PHONE_SHAPES: frozenset[str] = frozenset(
    [
        '(2)3 3', '(2)3 4', '(2)3 5', '(2)4 3', '(2)4 4', '(2)4 5', '(2)6', '(2)7', '(2)8', '(2)9', '(3)3 3', '(3)3 4',
        '(3)3 5', '(3)4 3', '(3)4 4', '(3)4 5', '(3)6', '(3)7', '(3)8', '(3)9', '2 2 3 3', '2 2 3 4', '2 2 3 5',
        '2 2 4 3', '2 2 4 4', '2 2 4 5', '2 2 6', '2 2 7', '2 2 8', '2 2 9', '2 3 3', '2 3 3 3', '2 3 3 4', '2 3 3 5',
        '2 3 4', '2 3 4 3', '2 3 4 4', '2 3 4 5', '2 3 5', '2 3 6', '2 3 7', '2 3 8', '2 3 9', '2 4 3', '2 4 3 3',
        '2 4 3 4', '2 4 3 5', '2 4 4', '2 4 4 3', '2 4 4 4', '2 4 4 5', '2 4 5', '2 4 6', '2 4 7', '2 4 8', '2 4 9',
        '2 6', '2 7', '2 8', '2 9', '3 2 3 3', '3 2 3 4', '3 2 3 5', '3 2 4 3', '3 2 4 4', '3 2 4 5', '3 2 6', '3 2 7',
        '3 2 8', '3 2 9', '3 3 3', '3 3 3 3', '3 3 3 4', '3 3 3 5', '3 3 4', '3 3 4 3', '3 3 4 4', '3 3 4 5', '3 3 5',
        '3 3 6', '3 3 7', '3 3 8', '3 3 9', '3 4 3', '3 4 3 3', '3 4 3 4', '3 4 3 5', '3 4 4', '3 4 4 3', '3 4 4 4',
        '3 4 4 5', '3 4 5', '3 4 6', '3 4 7', '3 4 8', '3 4 9', '3 6', '3 7', '3 8', '3 9', '4 2 3 3', '4 2 3 4',
        '4 2 3 5', '4 2 4 3', '4 2 4 4', '4 2 4 5', '4 2 6', '4 2 7', '4 2 8', '4 2 9', '4 3 3', '4 3 3 3', '4 3 3 4',
        '4 3 3 5', '4 3 4', '4 3 4 3', '4 3 4 4', '4 3 4 5', '4 3 5', '4 3 6', '4 3 7', '4 3 8', '4 3 9', '4 4 3',
        '4 4 3 3', '4 4 3 4', '4 4 3 5', '4 4 4', '4 4 4 3', '4 4 4 4', '4 4 4 5', '4 4 5', '4 4 6', '4 4 7', '4 4 8',
        '4 4 9', '4 6', '4 7', '4 8', '4 9',
    ]
)

# Marks that such numbers begin with.
PHONE_SIGNS: frozenset[str] = frozenset(
    [
        '+',
    ]
)

# What can stand between two groups of digits.
PHONE_JOINS: frozenset[str] = frozenset(
    [
        ' ', '-', '\xa0',
    ]
)

# What can stand between the bracket and the next digits.
PHONE_JOINS_AFTER_BRACKET: frozenset[str] = frozenset(
    [
        '', ' ', '\xa0',
    ]
)

# Kinds of the character before a number after which it cannot have a blank inside.
KINDS_NOT_BEFORE_NUMBER: frozenset[str] = frozenset(
    [
        '+', ',', '-', '.', '/', '0', ':', '@', 'A', '_', 'a', 'e', 'm',
    ]
)

# The same before a number with a sign.
KINDS_NOT_BEFORE_PHONE_SIGN: frozenset[str] = frozenset(
    [
        '+', '@',
    ]
)

# Kinds of the character before a word whose stop does not depend on the next word.
KINDS_NOT_BEFORE_STOPPED: frozenset[str] = frozenset(
    [
        '!', '#', '-', '.', '/', '0', '?', '@', 'A', '_', 'a', 'e', 'm',
    ]
)

# Characters that a name in a tag begins with.
TAG_NAME_BEGINS: frozenset[str] = frozenset(
    [
        'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V',
        'W', 'X', 'Y', 'Z', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r',
        's', 't', 'u', 'v', 'w', 'x', 'y', 'z',
    ]
)

# Characters inside a name in a tag.
TAG_NAME_GOES_ON: frozenset[str] = frozenset(
    [
        '-', '.', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', ':', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I',
        'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z', '_', 'a', 'b', 'c', 'd',
        'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z',
    ]
)

# Blanks inside a tag.
TAG_BLANKS: frozenset[str] = frozenset(
    [
        ' ',
    ]
)

# Marks around a value in a tag.
TAG_QUOTES: frozenset[str] = frozenset(
    [
        '"', "'",
    ]
)

# Marks that make a declaration of a tag.
DECLARATION_MARKS: frozenset[str] = frozenset(
    [
        '!', '?',
    ]
)

# Characters right behind the mark of a declaration, <!k>.
DECLARATION_BEGINS: frozenset[str] = frozenset(
    [
        '-', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U',
        'V', 'W', 'X', 'Y', 'Z', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q',
        'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z',
    ]
)

# Characters that are not inside a declaration.
NOT_IN_DECLARATION: frozenset[str] = frozenset(
    [
        '>',
    ]
)
