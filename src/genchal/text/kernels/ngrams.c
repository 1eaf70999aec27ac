/* N-grams of token numbers: clipped matches of outputs with groups of references, and what pairs of texts share.

   An n-gram is a node: the node of its first n - 1 tokens and its last token. Nodes of one token are found in an array,
   others in a hash table. Only n-grams of outputs get nodes. */
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

/* The node of one token; NOBODY where no output has it. */
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

/* Room for `needed` elements of `size` bytes in what was allocated before; contents are lost. */
static int make_room(void **array, int64_t *room, int64_t needed, size_t size)
{
    if (needed > *room) {
        free(*array);
        *room = needed + needed / 2 + 256;
        *array = malloc((size_t)*room * size);
        if (!*array) {
            *room = 0;
            return NO_MEMORY;
        }
    }
    return 0;
}

/* Give nodes to the n-grams of a text; `path` gets `order` of them for every token, NOBODY past the end. */
static int walk_output(Nodes *nodes, const int32_t *tokens, int64_t length, int64_t order, int32_t *path)
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

/* Clipped n-gram matches of every output for n = 1 to `order`.

   Output i is text outputs[i]; `members` lists outputs group by group, those of group g from member_offsets[g] on, and
   group_texts the references of group g from group_offsets[g] on. `matches` has `order` columns for every output. */
EXPORTED int64_t clipped_matches(
    const int32_t *tokens, const int64_t *offsets, int64_t types, const int64_t *outputs, const int64_t *members,
    const int64_t *member_offsets, const int32_t *group_texts, const int64_t *group_offsets, int64_t groups,
    int64_t order, uint64_t seed, int64_t *matches)
{
    Nodes nodes;
    Tally *tallies = NULL;
    int32_t *paths = NULL;
    int64_t tally_room = 0, path_room = 0, g, m, r, at, n, text = 0, result = NO_MEMORY;
    if (nodes_open(&nodes, types, seed))
        goto done;
    for (g = 0; g < groups; g++) {
        int64_t total = 0;
        int32_t *path;
        for (m = member_offsets[g]; m < member_offsets[g + 1]; m++)
            total += offsets[outputs[members[m]] + 1] - offsets[outputs[members[m]]];
        if (!total)
            continue;
        if (total > INT32_MAX / order / 2) /* nodes have 31 bits */
            goto done;
        if (make_room((void **)&paths, &path_room, total * order, sizeof *paths))
            goto done;
        if (nodes_clear(&nodes, total * order))
            goto done;
        path = paths;
        for (m = member_offsets[g]; m < member_offsets[g + 1]; m++) {
            int64_t first = offsets[outputs[members[m]]], length = offsets[outputs[members[m]] + 1] - first;
            if (walk_output(&nodes, tokens + first, length, order, path))
                goto done;
            path += length * order;
        }
        if (make_room((void **)&tallies, &tally_room, nodes.count, sizeof *tallies))
            goto done;
        memset(tallies, 0, (size_t)nodes.count * sizeof *tallies);
        for (r = group_offsets[g]; r < group_offsets[g + 1]; r++) {
            int64_t first = offsets[group_texts[r]], end = offsets[group_texts[r] + 1];
            text++;
            for (at = first; at < end; at++) {
                int64_t stop = end - at < order ? end : at + order, next;
                int32_t node = find_word(&nodes, tokens[at]);
                for (next = at + 1; node != NOBODY;) {
                    Tally *tally = tallies + node;
                    tally->count = tally->text == text ? tally->count + 1 : 1;
                    tally->text = text;
                    if (tally->count > tally->most)
                        tally->most = tally->count;
                    if (next == stop)
                        break;
                    node = find_longer(&nodes, node, tokens[next++]);
                }
            }
        }
        path = paths;
        for (m = member_offsets[g]; m < member_offsets[g + 1]; m++) {
            int64_t length = offsets[outputs[members[m]] + 1] - offsets[outputs[members[m]]];
            int64_t *own = matches + members[m] * order;
            text++;
            for (at = 0; at < length; at++, path += order)
                for (n = 0; n < order && path[n] != NOBODY; n++) {
                    Tally *tally = tallies + path[n];
                    if (!tally->most) /* nor does a reference have what is longer */
                        break;
                    tally->count = tally->text == text ? tally->count + 1 : 1;
                    tally->text = text;
                    own[n] += tally->count <= tally->most;
                }
        }
    }
    result = 0;
done:
    nodes_close(&nodes);
    free(tallies);
    free(paths);
    return result;
}

/* The first, second, ... occurrence of an n-gram in a text is a bit of its own, so that what two texts share are the bits they share. */
typedef struct {
    int32_t ours;   /* most occurrences in one output */
    int32_t theirs; /* most occurrences in one reference */
    int32_t bits;   /* where its bits begin, among those of its order */
    int32_t count;  /* so far, in the text that `text` says */
    int64_t text;
    int32_t order;
} Shared;

static inline int64_t count_bits(uint64_t word)
{
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int64_t)(word * UINT64_C(0x0101010101010101) >> 56);
}

static inline void tally_text(Shared *shared, int64_t text)
{
    shared->count = shared->text == text ? shared->count + 1 : 1;
    shared->text = text;
}

/* Set the bits of the nodes on a path, `stride` of them for every token. */
static void set_bits(
    Shared *shared, const int32_t *path, int64_t steps, const int64_t *starts, int64_t text, uint64_t *row)
{
    for (int64_t i = 0; i < steps; i++) {
        Shared *own;
        int64_t bit;
        if (path[i] == NOBODY)
            continue;
        own = shared + path[i];
        tally_text(own, text);
        if (own->count > own->ours || own->count > own->theirs) /* nobody on the other side has it so often */
            continue;
        bit = starts[own->order] * 64 + own->bits + own->count - 1;
        row[bit >> 6] |= UINT64_C(1) << (bit & 63);
    }
}

/* What every output has in common with each reference of its group, for n = 1 to `order`.

   Outputs of a group stand together: output i is text outputs[i] of group group[i]. `common` has `order` columns for every
   pair, the pairs of output 0 first. */
EXPORTED int64_t common_ngrams(
    const int32_t *tokens, const int64_t *offsets, int64_t types, const int64_t *outputs, const int64_t *group,
    int64_t n_outputs, const int32_t *group_texts, const int64_t *group_offsets, int64_t order, uint64_t seed,
    int32_t *common)
{
    Nodes nodes;
    Shared *shared = NULL;
    int32_t *paths = NULL;
    uint64_t *rows = NULL;
    int64_t *sizes = malloc((size_t)(order + 1) * sizeof *sizes), *starts = malloc((size_t)(order + 1) * sizeof *starts);
    int64_t shared_room = 0, path_room = 0, row_room = 0, first, last, i, r, at, n, text = 0, result = NO_MEMORY;
    if (nodes_open(&nodes, types, seed) || !sizes || !starts)
        goto done;
    for (first = 0; first < n_outputs; first = last) {
        int64_t g = group[first], our_tokens = 0, their_tokens = 0, width, their_first;
        int64_t references = group_offsets[g + 1] - group_offsets[g];
        int32_t *path, *their_paths;
        for (last = first; last < n_outputs && group[last] == g; last++)
            our_tokens += offsets[outputs[last] + 1] - offsets[outputs[last]];
        for (r = group_offsets[g]; r < group_offsets[g + 1]; r++)
            their_tokens += offsets[group_texts[r] + 1] - offsets[group_texts[r]];
        if (!our_tokens || !their_tokens) {
            memset(common, 0, (size_t)((last - first) * references * order) * sizeof *common);
            common += (last - first) * references * order;
            continue;
        }
        if (our_tokens > INT32_MAX / order / 2)
            goto done;
        if (make_room((void **)&paths, &path_room, (our_tokens + their_tokens) * order, sizeof *paths) ||
            nodes_clear(&nodes, our_tokens * order))
            goto done;
        path = paths;
        for (i = first; i < last; i++) {
            int64_t begin = offsets[outputs[i]], length = offsets[outputs[i] + 1] - begin;
            if (walk_output(&nodes, tokens + begin, length, order, path))
                goto done;
            path += length * order;
        }
        if (make_room((void **)&shared, &shared_room, nodes.count, sizeof *shared))
            goto done;
        memset(shared, 0, (size_t)nodes.count * sizeof *shared);
        path = paths;
        for (i = first; i < last; i++) {
            int64_t length = offsets[outputs[i] + 1] - offsets[outputs[i]];
            text++;
            for (at = 0; at < length; at++, path += order)
                for (n = 0; n < order && path[n] != NOBODY; n++) {
                    Shared *own = shared + path[n];
                    tally_text(own, text);
                    own->order = (int32_t)n;
                    if (own->count > own->ours)
                        own->ours = own->count;
                }
        }
        their_paths = path;
        for (r = group_offsets[g]; r < group_offsets[g + 1]; r++) {
            int64_t begin = offsets[group_texts[r]], end = offsets[group_texts[r] + 1];
            text++;
            for (at = begin; at < end; at++, path += order) {
                int64_t longest = end - at < order ? end - at : order;
                int32_t node = find_word(&nodes, tokens[at]);
                for (n = 0; n < longest && node != NOBODY; n++) {
                    Shared *own = shared + node;
                    path[n] = node;
                    tally_text(own, text);
                    if (own->count > own->theirs)
                        own->theirs = own->count;
                    if (n + 1 < longest)
                        node = find_longer(&nodes, node, tokens[at + n + 1]);
                }
                for (; n < order; n++)
                    path[n] = NOBODY;
            }
        }
        memset(sizes, 0, (size_t)order * sizeof *sizes);
        for (i = 0; i < nodes.count; i++) {
            Shared *own = shared + i;
            if (sizes[own->order] > INT32_MAX / 2)
                goto done;
            own->bits = (int32_t)sizes[own->order];
            sizes[own->order] += own->ours < own->theirs ? own->ours : own->theirs;
        }
        for (n = width = 0; n < order; n++) {
            starts[n] = width;
            width += (sizes[n] + 63) >> 6;
        }
        starts[order] = width;
        if (make_room((void **)&rows, &row_room, (last - first + references) * width, sizeof *rows))
            goto done;
        if (width)
            memset(rows, 0, (size_t)((last - first + references) * width) * sizeof *rows);
        path = paths;
        for (i = first; i < last; i++) {
            int64_t steps = (offsets[outputs[i] + 1] - offsets[outputs[i]]) * order;
            set_bits(shared, path, steps, starts, ++text, rows + (i - first) * width);
            path += steps;
        }
        path = their_paths;
        their_first = group_offsets[g];
        for (r = their_first; r < group_offsets[g + 1]; r++) {
            int64_t steps = (offsets[group_texts[r] + 1] - offsets[group_texts[r]]) * order;
            set_bits(shared, path, steps, starts, ++text, rows + (last - first + r - their_first) * width);
            path += steps;
        }
        for (i = first; i < last; i++)
            for (r = 0; r < references; r++) {
                const uint64_t *ours = rows + (i - first) * width, *theirs = rows + (last - first + r) * width;
                for (n = 0; n < order; n++) {
                    int64_t word, total = 0;
                    for (word = starts[n]; word < starts[n + 1]; word++)
                        total += count_bits(ours[word] & theirs[word]);
                    *common++ = (int32_t)total;
                }
            }
    }
    result = 0;
done:
    nodes_close(&nodes);
    free(shared);
    free(paths);
    free(rows);
    free(sizes);
    free(starts);
    return result;
}
