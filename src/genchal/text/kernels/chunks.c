/* Chunks of UTF-8 texts: what stands between white space, as Python's `str.split` sees it. */
#include "kernels.h"

/* Bytes of the white space that begins here; 0 if none does. Surrogates and other odd bytes are no white space. */
static inline int64_t blank_at(const byte *at, const byte *end)
{
    byte first = *at;
    if (first < 0x80)
        return first == ' ' || (first >= 9 && first <= 13) || (first >= 0x1C && first <= 0x1F);
    if (first == 0xC2 && end - at >= 2)
        return at[1] == 0x85 || at[1] == 0xA0 ? 2 : 0;
    if (first < 0xE1 || first > 0xE3 || end - at < 3)
        return 0;
    if (first == 0xE1)
        return at[1] == 0x9A && at[2] == 0x80 ? 3 : 0; /* U+1680 */
    if (first == 0xE3)
        return at[1] == 0x80 && at[2] == 0x80 ? 3 : 0; /* U+3000 */
    if (at[1] == 0x80) /* U+2000 to U+200A, U+2028, U+2029, U+202F */
        return at[2] <= 0x8A || at[2] == 0xA8 || at[2] == 0xA9 || at[2] == 0xAF ? 3 : 0;
    return at[1] == 0x81 && at[2] == 0x9F ? 3 : 0; /* U+205F */
}

static inline int64_t character_length(byte first)
{
    return first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

/* Split n texts and number their chunks.

   `counts` gets the number of chunks of every text; `numbers` has room for half of the bytes plus one for every text;
   `different` has room for as many (start, end). Returns how many chunks are different. */
EXPORTED int64_t number_chunks(
    const byte *data, const int64_t *starts, const int64_t *ends, int64_t n, uint64_t seed, int64_t *counts,
    int32_t *numbers, int64_t *different)
{
    Spans spans;
    int64_t i, count;
    if (spans_open(&spans, seed))
        return NO_MEMORY;
    for (i = 0; i < n; i++) {
        const byte *at = data + starts[i], *end = data + ends[i];
        int64_t found = 0;
        for (;;) {
            const byte *begin;
            int64_t before = spans.count;
            int32_t number;
            int64_t blank;
            while (at < end && (blank = blank_at(at, end)) > 0)
                at += blank;
            if (at >= end)
                break;
            begin = at;
            while (at < end && !blank_at(at, end))
                at += character_length(*at);
            if (at > end)
                at = end;
            number = spans_number(&spans, begin, at - begin);
            if (number < 0) {
                spans_close(&spans);
                return NO_MEMORY;
            }
            if (number == before) {
                different[2 * before] = begin - data;
                different[2 * before + 1] = at - data;
            }
            *numbers++ = number;
            found++;
        }
        counts[i] = found;
    }
    count = spans.count;
    spans_close(&spans);
    return count;
}

/* Replace the chunks of n texts by their tokens: those of chunk i are tokens[offsets[i]] to tokens[offsets[i + 1]].

   With `result` NULL, tokens are only counted, into `counts`. */
EXPORTED int64_t lay_out(
    const int32_t *chunks, const int64_t *text_offsets, int64_t n, const int32_t *tokens, const int64_t *offsets,
    int64_t *counts, int32_t *result)
{
    int64_t i, place, total = 0;
    for (i = 0; i < n; i++) {
        int64_t before = total;
        for (place = text_offsets[i]; place < text_offsets[i + 1]; place++) {
            int64_t first = offsets[chunks[place]], last = offsets[chunks[place] + 1];
            if (result)
                for (; first < last; first++)
                    result[total++] = tokens[first];
            else
                total += last - first;
        }
        counts[i] = total - before;
    }
    return total;
}
