/* N-grams of token numbers: clipped matches of outputs with groups of references, and what pairs of texts share.

   An n-gram is a node: the node of its first n - 1 tokens and its last token. Nodes of one token are found in an array,
   others in a hash table. Only n-grams of one side, outputs or references, get nodes: of the side that has fewer tokens.
   A text of the other side leaves the tree as early as it can. */
#include "kernels.h"

#define MOST_AT_FIRST 8192 /* places; more are added where they are needed */

typedef struct {
    uint64_t key; /* node of the beginning and last token */
    int32_t node;
} Place;

typedef struct {
    int32_t *first;      /* by token, the node of the n-gram that it is; meaningful where `stamp` is the group's */
    int32_t *stamp;
    int32_t round;
    Place *places;
    uint64_t mask;      /* places that there are, less one */
    uint64_t used_mask; /* those that this group uses */
    uint64_t seed;
    int64_t count, room;
} Nodes;

static int nodes_open(Nodes *nodes, int64_t types, uint64_t seed)
{
    memset(nodes, 0, sizeof *nodes);
    nodes->seed = seed | 1;
    nodes->mask = 1023;
    nodes->first = malloc((size_t)(types + 1) * sizeof *nodes->first);
    nodes->stamp = calloc((size_t)(types + 1), sizeof *nodes->stamp);
    nodes->places = malloc((nodes->mask + 1) * sizeof *nodes->places);
    return nodes->first && nodes->stamp && nodes->places ? 0 : NO_MEMORY;
}

static void nodes_close(Nodes *nodes)
{
    free(nodes->first);
    free(nodes->stamp);
    free(nodes->places);
}

/* Forget all nodes; `expected` many are to come, as far as that is known. */
static int nodes_clear(Nodes *nodes, int64_t expected)
{
    uint64_t size = 64;
    while (size < (uint64_t)expected && size < MOST_AT_FIRST)
        size *= 2;
    if (size > nodes->mask + 1) {
        Place *places = realloc(nodes->places, size * sizeof *places);
        if (!places)
            return NO_MEMORY;
        nodes->places = places;
        nodes->mask = size - 1;
    }
    nodes->used_mask = size - 1;
    memset(nodes->places, 0xFF, size * sizeof *nodes->places);
    nodes->count = 0;
    nodes->round++;
    return 0;
}

static inline uint64_t place_of(const Nodes *nodes, uint64_t key)
{
    uint64_t hash = (key ^ nodes->seed) * MIX_ONE;
    hash ^= hash >> 32;
    return (hash * MIX_TWO >> 32) & nodes->used_mask;
}

static int nodes_grow(Nodes *nodes)
{
    uint64_t size = nodes->used_mask + 1, old, place, used = 2 * size;
    Place *places = malloc(used * sizeof *places), *before = nodes->places;
    if (!places)
        return NO_MEMORY;
    memset(places, 0xFF, used * sizeof *places);
    nodes->used_mask = used - 1;
    for (old = 0; old < size; old++) {
        if (before[old].node == NOBODY)
            continue;
        for (place = place_of(nodes, before[old].key); places[place].node != NOBODY;)
            place = (place + 1) & nodes->used_mask;
        places[place] = before[old];
    }
    free(before);
    nodes->places = places;
    nodes->mask = used - 1;
    return 0;
}

/* The node of one token; NOBODY where no text has it that made nodes. */
static inline int32_t find_word(const Nodes *nodes, int32_t token)
{
    return nodes->stamp[token] == nodes->round ? nodes->first[token] : NOBODY;
}

static inline int32_t find_longer(const Nodes *nodes, int32_t beginning, int32_t token)
{
    uint64_t key = (uint64_t)(uint32_t)beginning << 32 | (uint32_t)token, place = place_of(nodes, key);
    while (nodes->places[place].node != NOBODY) {
        if (nodes->places[place].key == key)
            return nodes->places[place].node;
        place = (place + 1) & nodes->used_mask;
    }
    return NOBODY;
}

static inline int32_t add_word(Nodes *nodes, int32_t token)
{
    if (nodes->stamp[token] != nodes->round) {
        nodes->stamp[token] = nodes->round;
        nodes->first[token] = (int32_t)nodes->count++;
    }
    return nodes->first[token];
}

/* The caller has seen to it that a quarter of the places stays free. */
static inline int32_t add_longer(Nodes *nodes, int32_t beginning, int32_t token)
{
    uint64_t key = (uint64_t)(uint32_t)beginning << 32 | (uint32_t)token, place = place_of(nodes, key);
    while (nodes->places[place].node != NOBODY) {
        if (nodes->places[place].key == key)
            return nodes->places[place].node;
        place = (place + 1) & nodes->used_mask;
    }
    nodes->places[place].key = key;
    nodes->places[place].node = (int32_t)nodes->count;
    return (int32_t)nodes->count++;
}

/* Room for so many more nodes of several tokens. */
static inline int nodes_make_room(Nodes *nodes, int64_t more)
{
    while ((uint64_t)(nodes->count + more) * 4 > 3 * (nodes->used_mask + 1))
        if (nodes_grow(nodes))
            return NO_MEMORY;
    return 0;
}

typedef struct {
    int32_t most;  /* how often the reference that has it most often has it */
    int32_t count; /* so far, in the text that `text` says */
    int64_t text;
} Tally;

static inline int32_t count_again(Tally *tally, int64_t text)
{
    tally->count = tally->text == text ? tally->count + 1 : 1;
    tally->text = text;
    return tally->count;
}

/* Room for `needed` elements of `size` bytes, in what there is or in place of it; contents are lost. NULL if there is none. */
static void *make_room(void *array, int64_t *room, int64_t needed, size_t size)
{
    if (array && needed <= *room)
        return array;
    free(array);
    *room = needed + needed / 2 + 256;
    return malloc((size_t)*room * size);
}

/* Give nodes to the n-grams of a text; `path` gets `order` of them for every token, NOBODY past the end. */
static int make_nodes(Nodes *nodes, const int32_t *tokens, int64_t length, int64_t order, int32_t *path)
{
    int64_t at, n;
    for (at = 0; at < length; at++, path += order) {
        int64_t longest = length - at < order ? length - at : order;
        int32_t node = add_word(nodes, tokens[at]);
        if (nodes_make_room(nodes, order))
            return NO_MEMORY;
        path[0] = node;
        for (n = 1; n < longest; n++)
            path[n] = node = add_longer(nodes, node, tokens[at + n]);
        for (; n < order; n++)
            path[n] = NOBODY;
    }
    return 0;
}

typedef struct {
    const int32_t *tokens;
    const int64_t *offsets;
    int64_t order;
    Nodes nodes;
    Tally *tallies;
    int32_t *paths;
    int64_t tally_room, path_room, text;
} Clipping;

/* Room for tallies of all nodes that there are. */
static int open_tallies(Clipping *clip)
{
    if (!(clip->tallies = make_room(clip->tallies, &clip->tally_room, clip->nodes.count, sizeof *clip->tallies)))
        return NO_MEMORY;
    memset(clip->tallies, 0, (size_t)clip->nodes.count * sizeof *clip->tallies);
    return 0;
}

/* Count the n-grams of a text that have nodes: as a reference's, or, with `matches`, as an output's that match. */
static void find_nodes(Clipping *clip, int64_t text, int64_t *matches)
{
    const int32_t *tokens = clip->tokens;
    int64_t at, end = clip->offsets[text + 1];
    clip->text++;
    for (at = clip->offsets[text]; at < end; at++) {
        int64_t n, longest = end - at < clip->order ? end - at : clip->order;
        int32_t node = find_word(&clip->nodes, tokens[at]);
        for (n = 0; node != NOBODY;) {
            Tally *tally = clip->tallies + node;
            int32_t count = count_again(tally, clip->text);
            if (matches)
                matches[n] += count <= tally->most;
            else if (count > tally->most)
                tally->most = count;
            if (++n == longest)
                break;
            node = find_longer(&clip->nodes, node, tokens[at + n]);
        }
    }
}

/* The same along a path of nodes that are known. */
static void follow_nodes(Clipping *clip, const int32_t *path, int64_t length, int64_t *matches)
{
    int64_t at, n;
    clip->text++;
    for (at = 0; at < length; at++, path += clip->order)
        for (n = 0; n < clip->order && path[n] != NOBODY; n++) {
            Tally *tally = clip->tallies + path[n];
            if (matches && !tally->most) /* nor does a reference have what is longer */
                break;
            count_again(tally, clip->text);
            if (matches)
                matches[n] += tally->count <= tally->most;
            else if (tally->count > tally->most)
                tally->most = tally->count;
        }
}

/* Clipped n-gram matches of every output for n = 1 to `order`.

   Output i is text outputs[i]; `members` lists outputs group by group, those of group g from member_offsets[g] on, and
   group_texts the references of group g from group_offsets[g] on. `matches` has `order` columns for every output. */
EXPORTED int64_t clipped_matches(
    const int32_t *tokens, const int64_t *offsets, int64_t types, const int64_t *outputs, const int64_t *members,
    const int64_t *member_offsets, const int32_t *group_texts, const int64_t *group_offsets, int64_t groups,
    int64_t order, uint64_t seed, int64_t *matches)
{
    Clipping clip;
    int64_t g, m, r, result = NO_MEMORY;
    memset(&clip, 0, sizeof clip);
    clip.tokens = tokens;
    clip.offsets = offsets;
    clip.order = order;
    if (nodes_open(&clip.nodes, types, seed))
        goto done;
    for (g = 0; g < groups; g++) {
        int64_t ours = 0, theirs = 0, fewer;
        int32_t *path;
        for (m = member_offsets[g]; m < member_offsets[g + 1]; m++)
            ours += offsets[outputs[members[m]] + 1] - offsets[outputs[members[m]]];
        for (r = group_offsets[g]; r < group_offsets[g + 1]; r++)
            theirs += offsets[group_texts[r] + 1] - offsets[group_texts[r]];
        if (!ours || !theirs)
            continue;
        fewer = ours < theirs ? ours : theirs;
        if (fewer > INT32_MAX / order / 2) /* nodes have 31 bits */
            goto done;
        if (!(clip.paths = make_room(clip.paths, &clip.path_room, fewer * order, sizeof *clip.paths)) ||
            nodes_clear(&clip.nodes, fewer * order))
            goto done;
        path = clip.paths;
        if (ours <= theirs) {
            for (m = member_offsets[g]; m < member_offsets[g + 1]; m++) {
                int64_t first = offsets[outputs[members[m]]], length = offsets[outputs[members[m]] + 1] - first;
                if (make_nodes(&clip.nodes, tokens + first, length, order, path))
                    goto done;
                path += length * order;
            }
            if (open_tallies(&clip))
                goto done;
            for (r = group_offsets[g]; r < group_offsets[g + 1]; r++)
                find_nodes(&clip, group_texts[r], NULL);
            path = clip.paths;
            for (m = member_offsets[g]; m < member_offsets[g + 1]; m++) {
                int64_t length = offsets[outputs[members[m]] + 1] - offsets[outputs[members[m]]];
                follow_nodes(&clip, path, length, matches + members[m] * order);
                path += length * order;
            }
        } else {
            for (r = group_offsets[g]; r < group_offsets[g + 1]; r++) {
                int64_t first = offsets[group_texts[r]], length = offsets[group_texts[r] + 1] - first;
                if (make_nodes(&clip.nodes, tokens + first, length, order, path))
                    goto done;
                path += length * order;
            }
            if (open_tallies(&clip))
                goto done;
            path = clip.paths;
            for (r = group_offsets[g]; r < group_offsets[g + 1]; r++) {
                int64_t length = offsets[group_texts[r] + 1] - offsets[group_texts[r]];
                follow_nodes(&clip, path, length, NULL);
                path += length * order;
            }
            for (m = member_offsets[g]; m < member_offsets[g + 1]; m++)
                find_nodes(&clip, outputs[members[m]], matches + members[m] * order);
        }
    }
    result = 0;
done:
    nodes_close(&clip.nodes);
    free(clip.tallies);
    free(clip.paths);
    return result;
}

/* The first, second, ... occurrence of an n-gram in a text is a bit of its own, so that what two texts share are the bits
   they share. Bits that nobody on the other side can have are left out. */
typedef struct {
    int32_t most[2]; /* occurrences in one text, of those that made nodes and of the others */
    int32_t bits;    /* where its bits begin, among those of its order */
    int32_t count;   /* so far, in the text that `text` says */
    int32_t text;
    int32_t order;
} Shared;

typedef struct {
    const int32_t *tokens;
    const int64_t *offsets;
    int64_t order;
    Nodes nodes;
    Shared *shared;
    int32_t *paths;
    uint64_t *rows;
    int64_t *texts;  /* outputs of the group, then references */
    int64_t *sizes, *starts; /* of the bits of every order: how many, and in which word they begin */
    int64_t shared_room, path_room, row_room, text_room;
    int32_t text;
} Comparison;

static inline int64_t count_bits(uint64_t word)
{
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int64_t)(word * UINT64_C(0x0101010101010101) >> 56);
}

/* Bits that two rows share, in the words from `first` to `last`. */
typedef int64_t CountCommon(const uint64_t *ours, const uint64_t *theirs, int64_t first, int64_t last);

static int64_t count_common(const uint64_t *ours, const uint64_t *theirs, int64_t first, int64_t last)
{
    int64_t total = 0;
    for (; first < last; first++)
        total += count_bits(ours[first] & theirs[first]);
    return total;
}

#if defined(__x86_64__) && defined(__GNUC__)
/* The same with an instruction that not every processor has. */
__attribute__((target("popcnt"))) static int64_t count_common_quickly(
    const uint64_t *ours, const uint64_t *theirs, int64_t first, int64_t last)
{
    int64_t total = 0;
    for (; first < last; first++)
        total += __builtin_popcountll(ours[first] & theirs[first]);
    return total;
}

static CountCommon *choose_count(void)
{
    return __builtin_cpu_supports("popcnt") ? count_common_quickly : count_common;
}
#else
static CountCommon *choose_count(void) { return count_common; }
#endif

static inline int64_t length_of(const Comparison *all, int64_t text)
{
    return all->offsets[text + 1] - all->offsets[text];
}

static inline void count_shared(Shared *shared, int32_t text, int side)
{
    shared->count = shared->text == text ? shared->count + 1 : 1;
    shared->text = text;
    if (shared->count > shared->most[side])
        shared->most[side] = shared->count;
}

/* The path of a text that makes no nodes. */
static void find_path(Comparison *all, int64_t text, int32_t *path)
{
    const int32_t *tokens = all->tokens;
    int64_t at, end = all->offsets[text + 1];
    all->text++;
    for (at = all->offsets[text]; at < end; at++, path += all->order) {
        int64_t n, longest = end - at < all->order ? end - at : all->order;
        int32_t node = find_word(&all->nodes, tokens[at]);
        for (n = 0; node != NOBODY;) {
            path[n] = node;
            count_shared(all->shared + node, all->text, 1);
            if (++n == longest)
                break;
            node = find_longer(&all->nodes, node, tokens[at + n]);
        }
        if (n < all->order)
            path[n] = NOBODY;
    }
}

/* The path of a text that made nodes. */
static void follow_path(Comparison *all, int64_t text, const int32_t *path)
{
    int64_t at, n, length = length_of(all, text);
    all->text++;
    for (at = 0; at < length; at++, path += all->order)
        for (n = 0; n < all->order && path[n] != NOBODY; n++) {
            all->shared[path[n]].order = (int32_t)n;
            count_shared(all->shared + path[n], all->text, 0);
        }
}

static void set_bits(Comparison *all, int64_t text, const int32_t *path, uint64_t *row)
{
    int64_t at, n, length = length_of(all, text);
    all->text++;
    for (at = 0; at < length; at++, path += all->order)
        for (n = 0; n < all->order && path[n] != NOBODY; n++) {
            Shared *own = all->shared + path[n];
            int64_t bit;
            if (!own->most[1]) /* nor do others have what is longer */
                break;
            own->count = own->text == all->text ? own->count + 1 : 1;
            own->text = all->text;
            if (own->count > own->most[0] || own->count > own->most[1])
                continue;
            bit = all->starts[n] * 64 + own->bits + own->count - 1;
            row[bit >> 6] |= UINT64_C(1) << (bit & 63);
        }
}

/* Rows of bits for `ours` outputs and `theirs` references; returns how many words a row has. */
static int64_t make_rows(Comparison *all, int64_t ours, int64_t theirs)
{
    int64_t i, n, side, width = 0, total = ours + theirs, tokens[2] = {0, 0}, first[2], last[2], maker;
    int32_t *path;
    for (i = 0; i < total; i++)
        tokens[i >= ours] += length_of(all, all->texts[i]);
    if (!tokens[0] || !tokens[1])
        return 0;
    maker = tokens[1] < tokens[0];
    if (tokens[maker] > INT32_MAX / all->order / 2) /* nodes have 31 bits */
        return NO_MEMORY;
    if (!(all->paths = make_room(all->paths, &all->path_room, (tokens[0] + tokens[1]) * all->order, sizeof *all->paths)) ||
        nodes_clear(&all->nodes, tokens[maker] * all->order))
        return NO_MEMORY;
    first[0] = maker ? ours : 0;
    last[0] = maker ? total : ours;
    first[1] = maker ? 0 : ours;
    last[1] = maker ? ours : total;
    path = all->paths;
    for (i = first[0]; i < last[0]; i++) {
        int64_t length = length_of(all, all->texts[i]);
        if (make_nodes(&all->nodes, all->tokens + all->offsets[all->texts[i]], length, all->order, path))
            return NO_MEMORY;
        path += length * all->order;
    }
    if (!(all->shared = make_room(all->shared, &all->shared_room, all->nodes.count, sizeof *all->shared)))
        return NO_MEMORY;
    memset(all->shared, 0, (size_t)all->nodes.count * sizeof *all->shared);
    all->text = 0;
    path = all->paths;
    for (side = 0; side < 2; side++)
        for (i = first[side]; i < last[side]; i++) {
            if (side)
                find_path(all, all->texts[i], path);
            else
                follow_path(all, all->texts[i], path);
            path += length_of(all, all->texts[i]) * all->order;
        }
    memset(all->sizes, 0, (size_t)all->order * sizeof *all->sizes);
    for (i = 0; i < all->nodes.count; i++) {
        Shared *own = all->shared + i;
        own->bits = (int32_t)all->sizes[own->order]; /* no more than there are tokens on the smaller side */
        all->sizes[own->order] += own->most[0] < own->most[1] ? own->most[0] : own->most[1];
    }
    for (n = 0; n < all->order; n++) {
        all->starts[n] = width;
        width += (all->sizes[n] + 63) >> 6;
    }
    all->starts[all->order] = width;
    if (!width)
        return 0;
    if (!(all->rows = make_room(all->rows, &all->row_room, total * width, sizeof *all->rows)))
        return NO_MEMORY;
    memset(all->rows, 0, (size_t)(total * width) * sizeof *all->rows);
    path = all->paths;
    for (side = 0; side < 2; side++)
        for (i = first[side]; i < last[side]; i++) {
            set_bits(all, all->texts[i], path, all->rows + i * width);
            path += length_of(all, all->texts[i]) * all->order;
        }
    return width;
}

/* What every output has in common with each reference of its group, for n = 1 to `order`.

   Outputs of a group stand together: output i is text outputs[i] of group group[i]. `common` has `order` columns for every
   pair, the pairs of output 0 first. */
EXPORTED int64_t common_ngrams(
    const int32_t *tokens, const int64_t *offsets, int64_t types, const int64_t *outputs, const int64_t *group,
    int64_t n_outputs, const int32_t *group_texts, const int64_t *group_offsets, int64_t order, uint64_t seed,
    int32_t *common)
{
    Comparison all;
    CountCommon *count = choose_count();
    int64_t first, last, i, r, n, result = NO_MEMORY;
    memset(&all, 0, sizeof all);
    all.tokens = tokens;
    all.offsets = offsets;
    all.order = order;
    all.sizes = malloc((size_t)(order + 1) * sizeof *all.sizes);
    all.starts = malloc((size_t)(order + 1) * sizeof *all.starts);
    if (nodes_open(&all.nodes, types, seed) || !all.sizes || !all.starts)
        goto done;
    for (first = 0; first < n_outputs; first = last) {
        int64_t g = group[first], references = group_offsets[g + 1] - group_offsets[g], width;
        for (last = first; last < n_outputs && group[last] == g; last++)
            ;
        if (last - first + references > INT32_MAX / 4 ||
            !(all.texts = make_room(all.texts, &all.text_room, last - first + references, sizeof *all.texts)))
            goto done;
        for (i = first; i < last; i++)
            all.texts[i - first] = outputs[i];
        for (r = 0; r < references; r++)
            all.texts[last - first + r] = group_texts[group_offsets[g] + r];
        width = make_rows(&all, last - first, references);
        if (width < 0)
            goto done;
        for (i = first; i < last; i++)
            for (r = 0; r < references; r++) {
                const uint64_t *ours = all.rows, *theirs = all.rows;
                if (width) {
                    ours += (i - first) * width;
                    theirs += (last - first + r) * width;
                }
                for (n = 0; n < order; n++)
                    *common++ = width ? (int32_t)count(ours, theirs, all.starts[n], all.starts[n + 1]) : 0;
            }
    }
    result = 0;
done:
    nodes_close(&all.nodes);
    free(all.shared);
    free(all.paths);
    free(all.rows);
    free(all.texts);
    free(all.sizes);
    free(all.starts);
    return result;
}
