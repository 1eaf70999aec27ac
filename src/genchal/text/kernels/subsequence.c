/* Longest common subsequences of token numbers, bit-parallel (Hyyrö 2004): 64 tokens of the left text at a time. */
#include "kernels.h"

/* Length of the longest common subsequence of texts left[i] and right[i], for n pairs. */
EXPORTED int64_t lcs_lengths(
    const int32_t *tokens, const int64_t *offsets, int64_t types, const int64_t *left, const int64_t *right, int64_t n,
    int64_t *lengths)
{
    /* For every 64 tokens of the left text a column: bit k of masks[token of the text] says that it stands at place k. Tokens
       of the text are numbered, from 1; 0 is any other. */
    int32_t *number = calloc((size_t)(types + 1), sizeof *number);
    uint64_t *masks = NULL, *open = NULL;
    int64_t room = 0, width = 0, i, at, before = -1, result = NO_MEMORY;
    if (!number)
        goto done;
    for (i = 0; i < n; i++) {
        const int32_t *own = tokens + offsets[left[i]], *other = tokens + offsets[right[i]];
        int64_t length = offsets[left[i] + 1] - offsets[left[i]];
        int64_t others = offsets[right[i] + 1] - offsets[right[i]], word, zeros = 0;
        if (!length || !others) {
            lengths[i] = 0;
            continue;
        }
        if (left[i] != before) {
            int32_t found = 0;
            if (before >= 0)
                for (at = offsets[before]; at < offsets[before + 1]; at++)
                    number[tokens[at]] = 0;
            width = (length + 63) >> 6;
            if (length > (INT64_C(1) << 40) / width)
                goto done;
            if ((length + 2) * width > room) {
                room = (length + 2) * width + 1024;
                free(masks);
                masks = malloc((size_t)room * sizeof *masks);
                free(open);
                open = malloc((size_t)room * sizeof *open);
                if (!masks || !open)
                    goto done;
            }
            memset(masks, 0, (size_t)((length + 1) * width) * sizeof *masks);
            for (at = 0; at < length; at++) {
                if (!number[own[at]])
                    number[own[at]] = ++found;
                masks[number[own[at]] * width + (at >> 6)] |= UINT64_C(1) << (at & 63);
            }
            before = left[i];
        }
        memset(open, 0xFF, (size_t)width * sizeof *open);
        for (at = 0; at < others; at++) {
            const uint64_t *mask = masks + number[other[at]] * width;
            uint64_t carry = 0;
            if (!number[other[at]])
                continue;
            for (word = 0; word < width; word++) {
                uint64_t same = open[word] & mask[word], sum = open[word] + same, all = sum + carry;
                carry = (sum < same) | (all < sum);
                open[word] = all | (open[word] - same);
            }
        }
        for (word = 0; word < width; word++) {
            uint64_t closed = ~open[word];
            if (word == width - 1 && length & 63)
                closed &= (UINT64_C(1) << (length & 63)) - 1;
            for (; closed; closed &= closed - 1)
                zeros++;
        }
        lengths[i] = zeros;
    }
    result = 0;
done:
    free(number);
    free(masks);
    free(open);
    return result;
}
