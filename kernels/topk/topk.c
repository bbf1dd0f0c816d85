/* topk.c - the table of topk: the k largest or smallest keys of each row, with their positions (README.md).
 */
#include "common/passes_host.h"
#include "table/algorithm.h"
#include <math.h>
#include <string.h>

enum { ROWS, N, K, WHICH, DIGIT }; /* indices into params */
#define SHARES_FILE "topk/shares.cl"
/* For a row of FEW_BYTES, `group` takes 31 us on an H200 (u32; radix 42) and 39 us (u64; 61). */
enum { MOST_DIGIT = 11, FEW_BYTES = 262144, MANY_ROWS = 262144 };

static double key_bits(const xl__problem *problem) {
    return 8.0 * (double)xl_type_size(problem->type);
}

/* As many bits as make the fewest turns, but no more counts than fit into local memory, or than a row of few
   keys pays for. */
static double settle_digit(const xl__problem *problem, double asked) {
    const double bits = key_bits(problem), room = (double)problem->local_bytes - 4096.0;
    double digit = bits < 32.0 ? 8.0 : MOST_DIGIT;
    while (digit > 4.0 && (4.0 * exp2(digit) > room || exp2(digit) > fmax(256.0, problem->value[N] / 4.0)))
        digit--;
    return fmin(asked > 0.0 ? asked : digit, bits);
}

static uint64_t radix(const xl__problem *problem) {
    return UINT64_C(1) << xl__int(problem, DIGIT);
}

/* Of 16 bytes, that are in flight together: at most an eighth of a lane's registers. */
static uint64_t vectors(const xl__problem *problem) {
    const uint64_t most = xl_type_size(problem->type) == 8 ? 2 : 4, fit = problem->register_bytes / 128;
    return fit < 1 ? 1 : fit < most ? fit : most;
}

/* In `shares` a work-group is one work-item. */
static uint64_t by_cores(const xl__problem *problem) {
    return problem->strategy && strcmp(problem->strategy->source, SHARES_FILE) == 0;
}

static const xl__param params[] = {
    {XL__NUMBER(XL__RUNTIME, "rows", 0, 0, 4294967295.0, "rows", "rows to select from; 0: a single row [n]"),
     .size = true, .may_drop = true},
    XL__SIZE_PARAM("n", 16777216, 2147483647.0, "elements", "keys of a row"),
    XL__RUNTIME_PARAM("k", 100, 1, 2147483647.0, "elements",
                      "keys to select from each row; all if n is less"),
    XL__CHOICE_PARAM("which", 1, "largest|smallest", "which keys are selected"),
    {XL__NUMBER(XL__TUNING, "digit", 0, 0, MOST_DIGIT, "bits", "bits per turn; 0 = chosen"),
     .settle = settle_digit},
    XL__GROUP_PARAM,
};

#define KEYS XL_U32, XL_I32, XL_F32, XL_U8, XL_U16, XL_U64, XL_I64, XL_F64
static const xl__array_desc arrays[] = {
    {XL__INPUT("x", KEYS), .shape = {"rows", "n"}, .help = "the keys"},
    {XL__OUTPUT("values", KEYS), .shape = {"rows", "taken"},
     .help = "the selected keys of each row, in the order of their positions"},
    {XL__OUTPUT("positions", XL_U32), .shape = {"rows", "taken"},
     .help = "the position of each selected key in its row"},
};

static const xl__size sizes[] = {
    {.name = "taken", .is = "min(k, n)"},
    {.name = "lines", .is = "n == 0 ? 0 : max(rows, 1)"},
    {.name = "turns", .is = "blocks(8 * bytes, digit)"},
    {.name = "radix", .count = radix},
    {.name = "vectors", .count = vectors},
    {.name = "by_cores", .count = by_cores},
    /* Work-groups per row: enough to fill the device, each with enough keys to pay for its counts. */
    {.name = "parts",
     .is = "max(1, by_cores ? min(blocks(n, 32768), 2 * units / max(1, lines)) : min(blocks(n, "
           "16384), 4 * units / max(1, lines)))"},
    {.name = "of_a_part", .is = "by_cores ? 1 : sub_groups"}, /* shares */
    {.name = "run", .is = "bytes == 8 ? 2 : 4"},              /* keys that a lane loads together */
    {.name = "each", .is = "round_up(blocks(n, parts * of_a_part), by_cores ? 16 : lanes * run)"},
    {.name = "room", .is = "each < 64 ? 0 : round_up(each / 8, 16)"}, /* keys that a share can store */
    {.name = "groups_of_all", .is = "lines * parts"},
    {.name = "shares_of_all", .is = "groups_of_all * of_a_part"},
    {0},
};

static const xl__area areas[] = {
    {.name = "digits", .type = "uint", .count = "lines * turns * radix * (by_cores ? parts : 1)"},
    {.name = "cuts", .type = "ulong", .count = "lines * (turns + 1) * 2"},
    {.name = "finds", .type = "uint4", .count = "shares_of_all"},
    {.name = "stored", .type = "T", .count = "shares_of_all * room"},
    {.name = "places", .type = "uint", .count = "shares_of_all * room"},
    {.name = "tallies", .type = "ulong", .count = "shares_of_all"},
    {.name = "sums", .type = "ulong", .count = "groups_of_all"},
    {0},
};

#define BY_GROUPS                                                                                            \
    .flow = XL__GROUP_UNIFORM, .tuning = "digit group", .defines = "ON_CPU=cpu, VECTORS=vectors",            \
    .ops = "ballot reduce_add:u32 scan_exclusive_add:u32 shuffle_xor:u32 shuffle_up:u32"
#define WORDS "local uint radix + sub_groups + 3" /* of topk_pick (steps.h) */

static const xl__strategy strategies[] = {
    {XL__KERNEL("loop", "a work-item per row: four bits of the keys at a time", "topk/topk.cl"),
     XL__PASSES({.kernel = "topk_loop",
                 .args = "x, values, positions, uint lines, uint n, uint taken",
                 .items = "lines"})},
    {XL__KERNEL("rank", "a sub-group per row: every lane counts the keys before its own", "topk/topk.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "group", .ops = "broadcast:u32 ballot", .needs = "n <= lanes",
     .why = "needs n up to the number of lanes",
     XL__LAUNCH("topk_rank", "x, values, positions, uint lines, uint n, uint taken",
                "blocks(lines, sub_groups)")},
    {XL__KERNEL("group", "a work-group per row, in one launch: a radix select in local memory",
                "topk/group.cl"),
     BY_GROUPS, .group = "cpu || emulated ? 0 : n <= 2048 ? 256 : 1024",
     XL__LAUNCH("topk_group", "x, values, positions, uint n, uint taken, " WORDS ", local ulong sub_groups",
                "lines")},
    {XL__KERNEL("radix", "many work-groups per row: a radix select that soon reads only the keys left",
                "topk/radix.cl"),
     BY_GROUPS, .group = "cpu || emulated ? 0 : 512",
     XL__PASSES(
         {.fill = "digits"},
         {XL__PASS("topk_first", "x, digits, finds, uint n, uint parts, uint each, local uint radix",
                   "groups_of_all")},
         {XL__PASS("topk_next",
                   "x, digits, cuts, finds, stored, places, uint n, uint taken, uint turn, uint parts, "
                   "uint each, uint room, " WORDS,
                   "groups_of_all"),
          .turns = "turns - 1"},
         {XL__PASS("topk_tallies",
                   "x, digits, cuts, finds, stored, places, tallies, sums, uint n, uint taken, uint "
                   "parts, uint each, uint room, " WORDS ", local ulong sub_groups",
                   "groups_of_all")},
         {XL__PASS("topk_gather",
                   "x, cuts, finds, stored, places, tallies, sums, values, positions, uint n, uint "
                   "taken, uint parts, uint each, uint room, local ulong sub_groups",
                   "groups_of_all")})},
    {XL__KERNEL("shares", SHARES_HELP("selects from as soon as few keys are left"), SHARES_FILE),
     .tuning = "digit",
     XL__PASSES(
         {XL__PASS("topk_shares_first", "x, digits, finds, uint n, uint parts, uint each", "groups_of_all"),
          .group = "1"},
         {XL__PASS("topk_shares_next",
                   "x, digits, cuts, finds, stored, places, uint n, uint taken, uint turn, "
                   "uint parts, uint each, uint room",
                   "groups_of_all"),
          .group = "1", .turns = "turns - 1"},
         {XL__PASS("topk_shares_tallies",
                   "x, digits, cuts, finds, stored, places, tallies, uint n, uint "
                   "taken, uint parts, uint each, uint room",
                   "groups_of_all"),
          .group = "1"},
         {XL__PASS("topk_shares_gather",
                   "x, cuts, finds, stored, places, tallies, values, positions, uint n, "
                   "uint taken, uint parts, uint each, uint room",
                   "groups_of_all"),
          .group = "1"})},
};

static const char *choose(xl__problem *problem) {
    const double n = problem->value[N], rows = fmax(1.0, problem->value[ROWS]);
    if (problem->cpu) return n < 2048.0 ? "loop" : "shares";
    if (n <= (double)problem->width) return "rank";
    const bool few = n * fmax(4.0, (double)xl_type_size(problem->type)) <= FEW_BYTES;
    return few || (rows >= 2.0 * problem->compute_units && n <= MANY_ROWS) ? "group" : "radix";
}

extern const xl__strategy xl__planted_topk[];

const xl__algorithm xl__algorithm_topk = {
    .name = "topk",
    .help = "k largest or smallest keys of each row, with positions",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .planted = xl__planted_topk,
    .shape = {"rows", "n"},
    .choose = choose,
    .cost = {.bytes = "lines * (n * bytes + taken * (bytes + 4))",
             .operations = "lines * n",
             .work_items =
                 "strategy == loop ? lines : strategy == rank ? lines * lanes : strategy == group ? "
                 "lines * group : groups_of_all * (strategy == shares ? 1 : group)",
             .steps = "strategy == loop ? n * 2 * bytes : strategy == rank ? n : strategy == group ? turns * "
                      "blocks(n, group) : each"},
};
