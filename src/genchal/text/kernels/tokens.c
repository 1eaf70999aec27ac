/* Tokens of chunks of ASCII characters, by the rules of tokenisers/mteval.py and tokenisers/base.py. */
#include "kernels.h"

enum { RULES_13A = 1, RULES_NONE = 2, RULES_CHARACTERS = 3, RULES_CHRF = 4 };

static inline int is_digit(byte c) { return c >= '0' && c <= '9'; }
static inline int is_letter(byte c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static inline int is_point(byte c) { return c == '.' || c == ','; }

/* ASCII symbols other than full stop, comma, hyphen and apostrophe; blanks are among them. */
static inline int is_symbol(byte c)
{
    return (c >= '{' && c <= '~') || (c >= '[' && c <= '`') || (c >= ' ' && c <= '&') || (c >= '(' && c <= '+') ||
           (c >= ':' && c <= '@') || c == '/';
}

static inline int is_punctuation(byte c)
{
    return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

/* Replace every occurrence in place; what replaces is not longer. Returns the new length. */
static int64_t replace(byte *text, int64_t length, const char *old, const char *new)
{
    int64_t wide = (int64_t)strlen(old), narrow = (int64_t)strlen(new), from = 0, to = 0;
    while (from < length) {
        if (text[from] == (byte)old[0] && length - from >= wide && !memcmp(text + from, old, (size_t)wide)) {
            memcpy(text + to, new, (size_t)narrow);
            from += wide;
            to += narrow;
        } else
            text[to++] = text[from++];
    }
    return to;
}

/* The rules of mteval-v13a, pass by pass as the script applies them. The first pass makes at most 3 characters of one and
   6 of the blanks, each other one at most doubles that: `line` and `other` have room for 24 times the chunk plus 64. The
   result is in `line`, its length is returned. */
static int64_t apply_13a(const byte *chunk, int64_t length, byte *line, byte *other)
{
    int64_t from, to = 0;
    for (from = -1; from <= length; from++) { /* symbols; a blank on either side of the chunk */
        byte c = from < 0 || from == length ? ' ' : chunk[from];
        if (is_symbol(c)) {
            line[to++] = ' ';
            line[to++] = c;
            line[to++] = ' ';
        } else
            line[to++] = c;
    }
    length = to;
    for (from = to = 0; from < length; from++) { /* points after what is no digit */
        other[to++] = line[from];
        if (!is_digit(line[from]) && from + 1 < length && is_point(line[from + 1])) {
            other[to++] = ' ';
            other[to++] = line[++from];
            other[to++] = ' ';
        }
    }
    length = to;
    for (from = to = 0; from < length; from++) /* points before what is no digit */
        if (is_point(other[from]) && from + 1 < length && !is_digit(other[from + 1])) {
            line[to++] = ' ';
            line[to++] = other[from];
            line[to++] = ' ';
            line[to++] = other[++from];
        } else
            line[to++] = other[from];
    length = to;
    for (from = to = 0; from < length; from++) { /* hyphens after digits */
        other[to++] = line[from];
        if (is_digit(line[from]) && from + 1 < length && line[from + 1] == '-') {
            other[to++] = ' ';
            other[to++] = line[++from];
            other[to++] = ' ';
        }
    }
    memcpy(line, other, (size_t)to);
    return to;
}

typedef struct {
    Spans spans;
    byte *arena; /* the bytes of different tokens, one after the other */
    int64_t filled;
    int64_t *vocabulary; /* where each begins and, one place later, where it ends */
    int32_t *numbers;
    int64_t count;
} Found;

static int add(Found *found, const byte *at, int64_t length)
{
    int64_t before = found->spans.count;
    int32_t number = spans_number(&found->spans, at, length);
    if (number < 0)
        return NO_MEMORY;
    if (number == before) { /* kept where it stays */
        if (length)
            memcpy(found->arena + found->filled, at, (size_t)length);
        found->spans.starts[number] = found->arena + found->filled;
        found->filled += length;
        found->vocabulary[number + 1] = found->filled;
    }
    found->numbers[found->count++] = number;
    return 0;
}

static int add_line(Found *found, const byte *line, int64_t length)
{
    int64_t from = 0, begin;
    while (from < length) {
        if (line[from] == ' ') {
            from++;
            continue;
        }
        for (begin = from; from < length && line[from] != ' '; from++)
            ;
        if (add(found, line + begin, from - begin))
            return NO_MEMORY;
    }
    return 0;
}

static int add_13a(Found *found, byte *chunk, int64_t length, byte *line, byte *other)
{
    int64_t i;
    for (i = 0; i < length && (is_digit(chunk[i]) || is_letter(chunk[i])); i++)
        ;
    if (i == length)
        return add(found, chunk, length);
    if (memchr(chunk, '<', (size_t)length))
        length = replace(chunk, length, "<skipped>", "");
    if (length && memchr(chunk, '&', (size_t)length)) {
        length = replace(chunk, length, "&quot;", "\"");
        length = replace(chunk, length, "&amp;", "&");
        length = replace(chunk, length, "&lt;", "<");
        length = replace(chunk, length, "&gt;", ">");
    }
    return add_line(found, line, apply_13a(chunk, length, line, other));
}

static int add_chrf(Found *found, const byte *chunk, int64_t length)
{
    if (length > 1 && is_punctuation(chunk[length - 1]))
        return add(found, chunk, length - 1) || add(found, chunk + length - 1, 1);
    if (length > 1 && is_punctuation(chunk[0]))
        return add(found, chunk, 1) || add(found, chunk + 1, length - 1);
    return add(found, chunk, length);
}

/* Tokens of n chunks, numbered in the order in which they first appear.

   Chunk i is data[chunks[2 i]] to data[chunks[2 i + 1]]. `given[i]` is -1 for chunks that are split here, which are
   ASCII; else it is j and the tokens of chunk i are already known: spans given_offsets[j] to given_offsets[j + 1] of
   `given_ends` in `given_data`. `scratch` has room for 49 times the longest chunk plus 136 bytes, `arena` for all bytes of
   tokens, `vocabulary` for as many tokens plus one, `numbers` for all tokens, `offsets` for n + 1. Returns how many tokens
   are different. */
EXPORTED int64_t number_tokens(
    int64_t rules, int64_t lower, const byte *data, const int64_t *chunks, int64_t n, const int32_t *given,
    const byte *given_data, const int64_t *given_ends, const int64_t *given_offsets, uint64_t seed, int64_t longest,
    byte *scratch, byte *arena, int64_t *vocabulary, int32_t *numbers, int64_t *offsets)
{
    Found found;
    int64_t i, j, count;
    byte *line = scratch + longest + 8, *other = line + 24 * longest + 64;
    found.arena = arena;
    found.filled = found.count = 0;
    found.vocabulary = vocabulary;
    found.numbers = numbers;
    vocabulary[0] = offsets[0] = 0;
    if (spans_open(&found.spans, seed))
        return NO_MEMORY;
    for (i = 0; i < n; i++) {
        int failed = 0;
        if (given[i] >= 0) {
            for (j = given_offsets[given[i]]; j < given_offsets[given[i] + 1] && !failed; j++)
                failed = add(&found, given_data + given_ends[j], given_ends[j + 1] - given_ends[j]);
        } else {
            int64_t length = chunks[2 * i + 1] - chunks[2 * i];
            const byte *chunk = data + chunks[2 * i];
            for (j = 0; j < length; j++)
                scratch[j] = lower && chunk[j] >= 'A' && chunk[j] <= 'Z' ? chunk[j] + 32 : chunk[j];
            if (rules == RULES_13A)
                failed = add_13a(&found, scratch, length, line, other);
            else if (rules == RULES_CHRF)
                failed = add_chrf(&found, scratch, length);
            else if (rules == RULES_CHARACTERS)
                for (j = 0; j < length && !failed; j++)
                    failed = add(&found, scratch + j, 1);
            else
                failed = add(&found, scratch, length);
        }
        if (failed) {
            spans_close(&found.spans);
            return NO_MEMORY;
        }
        offsets[i + 1] = found.count;
    }
    count = found.spans.count;
    spans_close(&found.spans);
    return count;
}
