/* What scoring costs at least: read the bytes, and hash every n-gram once. Nothing is compared or kept.

   floor words ORDER FILE... takes words between blanks, floor characters ORDER FILE... takes bytes that are no blanks. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t mix(uint64_t value)
{
    value *= UINT64_C(0x9E3779B97F4A7C15);
    return value ^ (value >> 32);
}

int main(int count, char **arguments)
{
    uint64_t sum = 0, last[32] = {0};
    size_t room = 1 << 20, held = 0, got;
    int words, order, i;
    unsigned char *data = malloc(room);
    if (count < 4 || !data || (order = atoi(arguments[2])) < 1 || order > 31)
        return 2;
    words = !strcmp(arguments[1], "words");
    for (i = 3; i < count; i++) {
        FILE *file = fopen(arguments[i], "rb");
        uint64_t word = 0;
        int before = 0;
        size_t at;
        if (!file)
            return 1;
        held = 0;
        while ((got = fread(data + held, 1, room - held, file)) > 0) {
            held += got;
            if (held == room) {
                unsigned char *more = realloc(data, room *= 2);
                if (!more)
                    return 1;
                data = more;
            }
        }
        fclose(file);
        for (at = 0; at < held; at++) {
            int ends = data[at] <= ' ', n;
            if (!ends)
                word = mix(word ^ data[at]);
            if (words ? ends && word : !ends) {
                uint64_t gram = 0;
                memmove(last + 1, last, sizeof last - sizeof *last);
                last[0] = word;
                before += before < order;
                for (n = 0; n < before; n++)
                    sum += gram = mix(gram ^ last[n]);
                word = 0;
            } else if (ends)
                word = 0;
            if (data[at] == '\n')
                before = 0;
        }
    }
    printf("%llu\n", (unsigned long long)sum);
    free(data);
    return 0;
}
