/* A beam search for alignments, pair by pair: the walk of metrics/meteor/search.py, way by way as it goes there.

   A path is a partial alignment: its rank (the lowest is the best, the oldest among equals), where its open chunk would go
   on in the output, where its last match ends in the reference, and which words of the output are taken, as bits. */
#include "kernels.h"

#define CLOSED (-1)  /* no chunk is open */
#define NO_MATCH (-1)

typedef struct {
    int64_t rank;
    int32_t end;
    int32_t busy;
} Path;

typedef struct {
    int64_t rank;
    int32_t from;      /* path */
    int32_t candidate; /* or NO_MATCH */
} Way;

typedef struct {
    int32_t from;
    int32_t candidate;
} Taken;

typedef struct {
    Path *paths, *next;
    uint64_t *used, *next_used;
    Way *ways;
    Taken *trace;
    int64_t kept;
} Search;

/* Keep a way if it is among the `beam` best so far; those are sorted, and older ones come first among equals. */
static inline void offer(Search *search, int64_t beam, int64_t rank, int64_t from, int64_t candidate)
{
    Way *ways = search->ways;
    int64_t place = search->kept;
    if (place == beam) {
        if (ways[beam - 1].rank <= rank)
            return;
        place--;
    } else
        search->kept++;
    for (; place > 0 && ways[place - 1].rank > rank; place--)
        ways[place] = ways[place - 1];
    ways[place].rank = rank;
    ways[place].from = (int32_t)from;
    ways[place].candidate = (int32_t)candidate;
}

static inline int is_taken(const uint64_t *used, const uint64_t *bits, int64_t columns, int64_t width, int64_t candidate)
{
    for (int64_t column = 0; column < columns; column++)
        if (used[column] & bits[column * width + candidate])
            return 1;
    return 0;
}

/* Align n pairs.

   Steps of pair i are steps[i] from first_step[i] on, each with a position, candidates, where a certain match begins, what
   it changes of ranks, and where its chunk would go on. Of candidates there are what they gain, what they charge those that
   are tried after them, and the words that they cover; `bits` has `columns` lines of `width`. `chunk` is what one more chunk
   counts, `credit` what a rank is made of above chunks. `taken` gets the candidates of the best alignments, `chunks` their
   numbers of chunks. Returns how many candidates were taken. */
EXPORTED int64_t best_alignments(
    int64_t n, int64_t beam, int64_t start, int64_t chunk, int64_t credit, const int64_t *steps, const int64_t *first_step,
    const int32_t *position, const int64_t *options, const int64_t *first_option, const int32_t *begin,
    const int64_t *change, const int32_t *finish, const int64_t *gain, const int64_t *charge, const int32_t *length,
    const int32_t *output_start, const int32_t *output_end, const uint64_t *bits, int64_t columns, int64_t width,
    int32_t *taken, int64_t *chunks)
{
    Search search;
    int64_t pair, step, i, column, most = 0, found = NO_MEMORY, count = 0;
    memset(&search, 0, sizeof search);
    for (pair = 0; pair < n; pair++)
        most = steps[pair] > most ? steps[pair] : most;
    if (beam > INT32_MAX / 2 || (most && beam > INT64_MAX / 64 / most))
        return NO_MEMORY;
    search.paths = malloc((size_t)beam * sizeof *search.paths);
    search.next = malloc((size_t)beam * sizeof *search.next);
    search.used = malloc((size_t)(beam * columns) * sizeof *search.used);
    search.next_used = malloc((size_t)(beam * columns) * sizeof *search.next_used);
    search.ways = malloc((size_t)beam * sizeof *search.ways);
    search.trace = malloc((size_t)(most * beam + 1) * sizeof *search.trace);
    if (!search.paths || !search.next || !search.used || !search.next_used || !search.ways || !search.trace)
        goto done;
    for (pair = 0; pair < n; pair++) {
        int64_t paths = 1, best = 0, best_rank = 0;
        search.paths[0].rank = start;
        search.paths[0].end = CLOSED;
        search.paths[0].busy = 0;
        memset(search.used, 0, (size_t)columns * sizeof *search.used);
        for (step = 0; step < steps[pair]; step++) {
            int64_t here = first_step[pair] + step;
            Taken *trace = search.trace + step * beam;
            Path *swapped;
            uint64_t *swapped_used;
            search.kept = 0;
            for (i = 0; i < paths; i++) {
                const Path *path = search.paths + i;
                int is_free = path->busy <= position[here], is_open = path->end != CLOSED;
                int64_t rank = path->rank, option;
                if (is_free)
                    for (option = first_option[here]; option < first_option[here] + options[here]; option++) {
                        if (is_taken(search.used + i * columns, bits, columns, width, option))
                            continue;
                        offer(
                            &search, beam,
                            rank + gain[option] + (is_open && output_start[option] != path->end ? chunk : 0), i, option);
                        rank += charge[option]; /* on those who come later */
                    }
                rank += change[here] + (is_free && is_open && begin[here] != path->end ? chunk : 0);
                offer(&search, beam, rank, i, NO_MATCH);
            }
            for (i = 0; i < search.kept; i++) {
                const Way *way = search.ways + i;
                const Path *old = search.paths + way->from;
                Path *path = search.next + i;
                const uint64_t *before = search.used + way->from * columns;
                uint64_t *after = search.next_used + i * columns;
                path->rank = way->rank;
                if (way->candidate == NO_MATCH) {
                    path->end = old->busy <= position[here] ? finish[here] : old->end;
                    path->busy = old->busy;
                    memcpy(after, before, (size_t)columns * sizeof *after);
                } else {
                    path->end = output_end[way->candidate];
                    path->busy = position[here] + length[way->candidate];
                    for (column = 0; column < columns; column++)
                        after[column] = before[column] | bits[column * width + way->candidate];
                }
                trace[i].from = way->from;
                trace[i].candidate = way->candidate;
            }
            paths = search.kept;
            swapped = search.paths;
            search.paths = search.next;
            search.next = swapped;
            swapped_used = search.used;
            search.used = search.next_used;
            search.next_used = swapped_used;
        }
        for (i = 0; i < paths; i++) {
            int64_t rank = search.paths[i].rank + (search.paths[i].end != CLOSED ? chunk : 0);
            if (i == 0 || rank < best_rank) {
                best = i;
                best_rank = rank;
            }
        }
        chunks[pair] = best_rank % credit / chunk;
        for (step = steps[pair] - 1; step >= 0; step--) {
            const Taken *way = search.trace + step * beam + best;
            if (way->candidate != NO_MATCH)
                taken[count++] = way->candidate;
            best = way->from;
        }
    }
    found = count;
done:
    free(search.paths);
    free(search.next);
    free(search.used);
    free(search.next_used);
    free(search.ways);
    free(search.trace);
    return found;
}
