/* Numbers for spans of bytes: equal spans get equal numbers, counted from 0 in the order in which they first appear. */
#include "kernels.h"

#define FIRST_SLOTS 1024

int spans_open(Spans *spans, uint64_t seed)
{
    memset(spans, 0, sizeof *spans);
    spans->seed = seed;
    spans->mask = FIRST_SLOTS - 1;
    spans->room = FIRST_SLOTS / 2;
    spans->slots = malloc(FIRST_SLOTS * sizeof *spans->slots);
    spans->starts = malloc((size_t)spans->room * sizeof *spans->starts);
    spans->lengths = malloc((size_t)spans->room * sizeof *spans->lengths);
    if (!spans->slots || !spans->starts || !spans->lengths) {
        spans_close(spans);
        return NO_MEMORY;
    }
    memset(spans->slots, 0xFF, FIRST_SLOTS * sizeof *spans->slots);
    return 0;
}

void spans_close(Spans *spans)
{
    free(spans->slots);
    free(spans->starts);
    free(spans->lengths);
    memset(spans, 0, sizeof *spans);
}

/* Twice the room. What is in the table keeps its number; of hashes the table has the upper half, spread by the lower. */
static int spans_grow(Spans *spans)
{
    uint64_t size = 2 * (spans->mask + 1), old;
    Slot *slots;
    const byte **starts;
    int64_t *lengths;
    if (size > UINT64_C(1) << 31) /* slots are told apart by 32 bits, and numbers are 31 */
        return NO_MEMORY;
    slots = malloc(size * sizeof *slots);
    if (!slots)
        return NO_MEMORY;
    memset(slots, 0xFF, size * sizeof *slots);
    for (old = 0; old <= spans->mask; old++) {
        uint64_t place;
        if (spans->slots[old].number == NOBODY)
            continue;
        place = spans->slots[old].hash & (size - 1);
        while (slots[place].number != NOBODY)
            place = (place + 1) & (size - 1);
        slots[place] = spans->slots[old];
    }
    free(spans->slots);
    spans->slots = slots;
    spans->mask = size - 1;
    starts = realloc(spans->starts, size / 2 * sizeof *starts);
    if (!starts)
        return NO_MEMORY;
    spans->starts = starts;
    lengths = realloc(spans->lengths, size / 2 * sizeof *lengths);
    if (!lengths)
        return NO_MEMORY;
    spans->lengths = lengths;
    spans->room = (int64_t)(size / 2);
    return 0;
}

int32_t spans_number(Spans *spans, const byte *at, int64_t length)
{
    uint32_t hash = (uint32_t)(hash_bytes(at, length, spans->seed) >> 16);
    uint64_t place = hash & spans->mask;
    while (spans->slots[place].number != NOBODY) {
        int32_t number = spans->slots[place].number;
        if (spans->slots[place].hash == hash && spans->lengths[number] == length &&
            (!length || !memcmp(spans->starts[number], at, (size_t)length)))
            return number;
        place = (place + 1) & spans->mask;
    }
    if (spans->count == spans->room) {
        if (spans_grow(spans))
            return NO_MEMORY;
        place = hash & spans->mask;
        while (spans->slots[place].number != NOBODY)
            place = (place + 1) & spans->mask;
    }
    spans->slots[place].number = (int32_t)spans->count;
    spans->slots[place].hash = hash;
    spans->starts[spans->count] = at;
    spans->lengths[spans->count] = length;
    return (int32_t)spans->count++;
}

/* Number n spans; `firsts` has room for n, and says of every number where it appeared first. Returns how many differ. */
EXPORTED int64_t number_spans(
    const byte *data, const int64_t *starts, const int64_t *ends, int64_t n, uint64_t seed, int32_t *numbers,
    int64_t *firsts)
{
    Spans spans;
    int64_t i, count;
    if (spans_open(&spans, seed))
        return NO_MEMORY;
    for (i = 0; i < n; i++) {
        int64_t before = spans.count;
        int32_t number = spans_number(&spans, data + starts[i], ends[i] - starts[i]);
        if (number < 0) {
            spans_close(&spans);
            return NO_MEMORY;
        }
        if (number == before)
            firsts[before] = i;
        numbers[i] = number;
    }
    count = spans.count;
    spans_close(&spans);
    return count;
}
