/* balance: every mix of lengths 0, 1, W - 1, W, W + 1 and a million; elements by hand; a wrong index. */
#include "expected/expected.h"
#include "support/one_command.h"
#include <stdint.h>
#include <stdlib.h>

/* ---- the library -----------------------------------------------------------------------------------------
 */

enum { W = 8, SEGMENTS = 26, MANY = 1000000, N = MANY + 3 * SEGMENTS, CAPACITY = 2 * MANY + 20 * SEGMENTS };
static const char *const strategies[] = {"loop", "lane", "sub_group", "search", "search_all", "auto"};
static void open_here(void) {
    sample_open(&place, &(xl_options){.record_width = 1});
}
/* Huge segments are first and at a sub-group's end, in the middle of one, or last. */
static uint32_t length_of(uint32_t s, uint32_t mix) {
    static const uint32_t small[] = {0, 1, W - 1, W, W + 1};
    if (mix == 0 && (s == 0 || s == W - 1)) return MANY;
    if ((mix == 1 && s == W + 3) || (mix == 2 && s == SEGMENTS - 1)) return MANY;
    return mix == 4 ? 0 : small[(s * (mix + 2) + s / 5) % 5];
}

static void read_words(cl_mem buffer, uint32_t *words, size_t count) {
    sample_read(&place, buffer, 0, count, words);
}

static uint32_t value_at(uint32_t i) {
    return i * 2654435761u;
}

/* Complete segments that fill `total` elements are disjoint. */
static void expect_segments(const char *strategy, uint32_t mix, const uint32_t *out, const uint32_t *to,
                            uint32_t total) {
    static unsigned char taken[CAPACITY];
    uint64_t sum = 0;
    memset(taken, 0, sizeof taken);
    for (uint32_t s = 0; s < SEGMENTS; s++) {
        const uint32_t length = length_of(s, mix);
        sum += length;
        for (uint32_t j = 0; j < length; j++) {
            const uint32_t at = to[s] + j, wanted = value_at(3 * s + j) * (2 * j + 1) + s;
            if (at >= total || taken[at] || out[at] != wanted)
                ck_abort_msg("%s, mix %u, segment %u, element %u: place %u of %u", strategy, mix, s, j, at,
                             total);
            taken[at] = 1;
        }
    }
    ck_assert_uint_eq(sum, total);
    for (size_t i = total; i < CAPACITY; i++)
        if (out[i] != 0) ck_abort_msg("%s, mix %u: place %zu past the end is written", strategy, mix, i);
}

EXPECTED("balance")

GROUP("library");
AROUND(open_here, close_place);

EACH_TEST(every_mix_is_whole_and_disjoint, strategies) {
    const char *strategy = strategies[_i];
    static uint32_t x[N], out[CAPACITY];
    uint32_t first[SEGMENTS], length[SEGMENTS], to[SEGMENTS], total = 0;
    char settings[96];
    xl_plan *plan = NULL;
    xl_error error = {0};
    snprintf(settings, sizeof settings, "segments=%d n=%d capacity=%d group=16", SEGMENTS, N, CAPACITY);
    const xl_plan_request request = {
        .algorithm = "balance", .strategy = strategy, .width = W, .settings = settings};
    ck_assert_msg(xl_plan_make(place.device, &request, &plan, &error) == XL_SUCCESS, "%s", error.text);
    for (uint32_t i = 0; i < N; i++) x[i] = value_at(i);
    cl_mem source = sample_buffer(&place, N, x);
    for (uint32_t mix = 0; mix < 5; mix++) {
        for (uint32_t s = 0; s < SEGMENTS; s++) {
            first[s] = 3 * s;
            length[s] = length_of(s, mix);
        }
        cl_mem buffers[] = {sample_buffer(&place, SEGMENTS, first), sample_buffer(&place, SEGMENTS, length),
                            sample_buffer(&place, CAPACITY, NULL), sample_buffer(&place, SEGMENTS, NULL),
                            sample_buffer(&place, 1, NULL)};
        const xl_array arrays[] = {{"x", source, 0},          {"first", buffers[0], 0},
                                   {"length", buffers[1], 0}, {"out", buffers[2], 0},
                                   {"place", buffers[3], 0},  {"total", buffers[4], 0}};
        const xl_launch launch = {.queue = place.queue, .arrays = arrays, .array_count = 6};
        ck_assert_msg(xl_enqueue(plan, &launch, &error) == XL_SUCCESS, "%s", error.text);
        read_words(buffers[2], out, CAPACITY);
        read_words(buffers[3], to, SEGMENTS);
        read_words(buffers[4], &total, 1);
        expect_segments(strategy, mix, out, to, total);
        for (int i = 0; i < 5; i++) clReleaseMemObject(buffers[i]);
    }
    clReleaseMemObject(source);
    xl_plan_free(plan);
}

/* ---- the command -----------------------------------------------------------------------------------------
 */

GROUP("command");
AROUND(enter, leave);

TEST(a_wrong_index_is_reported) {
    crosslane(0, "verify balance --plant lost_place --width 4 --json -");
    ck_assert_ptr_nonnull(strstr(c.out, "elements of 'place' are wrong"));
}
