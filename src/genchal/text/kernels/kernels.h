/* Shared by all kernels: exported functions, hashing, and a table of byte spans.

   Every exported function takes arrays that the caller has allocated and whose sizes it has checked, keeps nothing, and
   returns NO_MEMORY where it could not allocate what it needs. */
#ifndef GENCHAL_KERNELS_H
#define GENCHAL_KERNELS_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif

#define NO_MEMORY (-1)
#define NOBODY (-1)

typedef uint8_t byte;

/* Odd numbers with well-mixed bits: powers of the golden ratio's, as in arrays/numbering.py. */
#define MIX_ONE UINT64_C(0x9E3779B97F4A7C15)
#define MIX_TWO UINT64_C(0xD1342543DE82EF97)

static inline uint64_t mix(uint64_t value)
{
    value *= MIX_ONE;
    value ^= value >> 32;
    value *= MIX_TWO;
    return value ^ (value >> 29);
}

static inline uint64_t hash_bytes(const byte *at, int64_t length, uint64_t seed)
{
    uint64_t hash = seed ^ ((uint64_t)length * MIX_TWO), word;
    while (length >= 8) {
        memcpy(&word, at, 8);
        hash = mix(hash ^ word);
        at += 8;
        length -= 8;
    }
    if (length) {
        word = 0;
        memcpy(&word, at, (size_t)length);
        hash = mix(hash ^ word);
    }
    return hash;
}

/* Spans of bytes, numbered in the order in which they first appear. */
typedef struct {
    int32_t number;
    uint32_t hash;
} Slot;

typedef struct {
    Slot *slots;
    uint64_t mask;
    uint64_t seed;
    int64_t count;
    const byte **starts;
    int64_t *lengths;
    int64_t room;
} Spans;

int spans_open(Spans *spans, uint64_t seed);
int32_t spans_number(Spans *spans, const byte *at, int64_t length);
void spans_close(Spans *spans);

#endif
