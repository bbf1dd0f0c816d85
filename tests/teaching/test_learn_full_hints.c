/* The code in the exercises' hints is pasted into the solutions: each hint's code separately, and all of
 * an exercise together. Every such answer must be right. ctest label: full
 */
#include "learn/exercise.h"
#include "support/one_command.h"
#include "support/suite.h"

enum { MOST_TEXT = 1 << 14 };

static int test_device_index(void) {
    const char *const wanted = getenv("CROSSLANE_TEST_DEVICE");
    return wanted ? atoi(wanted) : 0;
}

/* Each hint's code as written there, and the part of the solution that it replaces. Without code, the hint
   is only words. Without a place, the solution contains the code. A hint with several pieces has several
   lines. */
static const struct {
    const char *exercise;
    int hint;
    const char *code, *place;
} pasted[] = {
    {"01-lane", 1, NULL, NULL},
    {"01-lane", 2, "y[i] = sg_lane(sg)", NULL},
    {"02-sub-group", 1, NULL, NULL},
    {"02-sub-group", 2, "get_group_id(0) * sg_count(sg)", NULL},
    {"02-sub-group", 3, "y[i] = get_group_id(0) * sg_count(sg) + sg_id(sg);", NULL},
    {"03-broadcast", 1, "v = x[i]", NULL},
    {"03-broadcast", 2, "sg_broadcast(sg, v, 0)", NULL},
    {"04-ring", 1, NULL, NULL},
    {"04-ring", 2, "(sg_lane(sg) + 1) % SG_WIDTH", NULL},
    {"05-shift", 1, NULL, NULL},
    {"05-shift", 2, "y[i] = sg_lane(sg) == 0 ? 0 : before;", NULL},
    {"06-butterfly", 1, NULL, NULL},
    {"06-butterfly", 2, "v += sg_shuffle_xor(sg, v, m);", NULL},
    {"06-butterfly", 3, "for (uint m = SG_WIDTH / 2; m > 0; m /= 2) v += sg_shuffle_xor(sg, v, m);", NULL},
    {"07-reduce", 1, "sum = sg_reduce_add(sg, v)", NULL},
    {"07-reduce", 2, "get_group_id(0) * sg_count(sg) + sg_id(sg)", NULL},
    {"08-tail", 1, NULL, NULL},
    {"08-tail", 2, "v = i < n ? x[i] : 0;", NULL},
    {"09-identity", 1, NULL, NULL},
    {"09-identity", 2, "sg_reduce_min(sg, i < n ? x[i] : sg_identity_min(int))", "sg_reduce_min(sg, v)"},
    {"10-scan", 1, "const uint below = sg_shuffle_up(sg, v, d);", NULL},
    {"10-scan", 2, "sg_lane(sg) >= d", NULL},
    {"10-scan", 3,
     "for (uint d = 1; d < SG_WIDTH; d *= 2) { const uint below = sg_shuffle_up(sg, v, d); if (sg_lane(sg) "
     ">= "
     "d) v += below; }",
     "    for (uint d = 1; d < SG_WIDTH; d *= 2) {\n        const uint below = sg_shuffle_up(sg, v, d);\n"
     "        if (sg_lane(sg) >= d) v += below;\n    }\n"},
    {"11-exclusive", 1, "sg_scan_exclusive_max(sg, v)", "sg_lane(sg) == 0 ? 0 : shifted"},
    {"11-exclusive", 2, "sg_scan_inclusive_max(sg, v)", NULL},
    {"12-ballot", 1, NULL, NULL},
    {"12-ballot", 2, "votes = sg_ballot(sg, i < n && x[i] % 2 == 1)", "votes = sg_ballot(sg, odd)"},
    {"12-ballot", 3, "sg_mask_count(votes)", NULL},
    {"13-rank", 1, NULL, NULL},
    {"13-rank", 2, "sg_mask_count_below(votes, sg_lane(sg))", NULL},
    {"14-split", 1, "below = sg_mask_count_below(odd_lanes, lane)", NULL},
    {"14-split", 2, "lane - below", NULL},
    {"14-split", 3, "seat = odd ? below : sg_mask_count(odd_lanes) + lane - below;",
     "seat = odd ? below : all + lane - below;"},
    {"15-append", 1, NULL, NULL},
    {"15-append", 2, "if (sg_lane(sg) == 0) base = atomic_add(count, sg_mask_count(votes));",
     "if (lane == 0 && all > 0) base = atomic_add(count, all);"},
    {"15-append", 3, "base = sg_broadcast(sg, base, 0);", NULL},
    {"16-work-group", 1, "__local uint parts[SG_GROUP_SIZE / SG_WIDTH];", NULL},
    {"16-work-group", 1, "parts[sg_id(sg)]", NULL},
    {"16-work-group", 2, "get_local_id(0) == 0", NULL},
    {"16-work-group", 2, "sg_count(sg)", NULL},
    {"17-vote", 1, NULL, NULL},
    {"17-vote", 2, "const uint high = sg_any(sg, i < n && x[i] > 850);",
     "const uint high = sg_any(sg, mine);"},
    {"18-segments", 1, "const sg_mask heads = sg_mask_and(sg_ballot(sg, starts), sg_mask_le(sg));", NULL},
    {"18-segments", 2, "first = sg_mask_none(heads) ? 0 : sg_mask_highest(heads)", NULL},
    {"18-segments", 3, "lane >= first + d", NULL},
    {"19-transpose", 1, NULL, NULL},
    {"19-transpose", 2, NULL, NULL},
    {"20-waterfall", 1, "left = sg_ballot(sg, i < n)", NULL},
    {"20-waterfall", 1, "while (!sg_mask_none(left))", NULL},
    {"20-waterfall", 2, "const uint value = sg_broadcast(sg, key, sg_mask_lowest(left));", NULL},
    {"20-waterfall", 2, "const sg_mask holders = sg_ballot(sg, i < n && key == value);",
     "const sg_mask holders = sg_ballot(sg, mine);"},
    {"20-waterfall", 3, "sg_mask_count(holders)", NULL},
    {"20-waterfall", 3, "left = sg_mask_andnot(left, holders);", NULL},
    {"21-histogram", 1, NULL, NULL},
    {"21-histogram", 2, "if (i < n) atomic_inc(&counts[x[i]]);", NULL},
    {"22-local", 1, "for (uint b = get_local_id(0); b < 16; b += SG_GROUP_SIZE) mine[b] = 0;", NULL},
    {"22-local", 2,
     "sg_group_barrier_local(sg); if (i < n) atomic_inc(&mine[x[i]]); sg_group_barrier_local(sg);",
     "    sg_group_barrier_local(sg);\n    if (i < n) atomic_inc(&mine[x[i]]);\n    "
     "sg_group_barrier_local(sg);\n"},
    {"22-local", 3, "atomic_add(&counts[b], mine[b])", NULL},
    {"23-skew", 1, "key = i < n ? x[i] : 16", NULL},
    {"23-skew", 2, "const sg_mask same = sg_match_any(sg, key);", NULL},
    {"23-skew", 2, "sg_mask_lowest(same)", NULL},
    {"23-skew", 2, "sg_mask_count(same)", NULL},
    {"23-skew", 3,
     "if (i < n && sg_lane(sg) == sg_mask_lowest(same)) atomic_add(&counts[key], sg_mask_count(same));",
     NULL},
    {"24-own-place", 1, NULL, NULL},
    {"24-own-place", 2, "sums[sg_id(sg)] = 0", NULL},
    {"24-own-place", 3, "atomic_add(&sums[sg_id(sg)], v)", NULL},
    {"25-any-width", 1, NULL, NULL},
    {"25-any-width", 2, "m = SG_WIDTH / 2", NULL},
    {"25-any-width", 2, "sg_lane(sg) == 0", NULL},
    {"25-any-width", 3, "get_group_id(0) * sg_count(sg) + sg_id(sg)", NULL},
    {"26-look-back", 1, "shared[0] = atomic_inc(ticket)", NULL},
    {"26-look-back", 2, "atomic_add(&shared[1], sum)", NULL},
    {"26-look-back", 2, "tile * SG_GROUP_SIZE + get_local_id(0)", NULL},
    {"26-look-back", 3, "while (before == 0) before = atomic_or(&states[tile - 1], 0)", NULL},
    {"26-look-back", 3, "2 * (before / 2 + shared[1]) + 1", NULL},
    {"27-compiled", 1, NULL, NULL},
    {"27-compiled", 2, "const sg_mask votes = sg_ballot(sg, large);", NULL},
    {"27-compiled", 3, "sg_mask_count_below(votes, sg_lane(sg))", NULL},
    {"28-lock", 1, "seen = atomic_or(state, 0)", NULL},
    {"28-lock", 2, "max(old % 65536, x[i])", NULL},
    {"28-lock", 3, NULL, NULL},
    {"29-message", 1, "from = (id + SG_GROUP_SIZE - 1) % SG_GROUP_SIZE", NULL},
    {"29-message", 2, "value = slots[from];", NULL},
    {"29-message", 3, "if (i < n) y[i] = value;", NULL},
    {"30-release", 1, NULL, NULL},
    {"30-release", 2, "if (atomic_cmpxchg(&lock[s], 0, 1) == 0) {", NULL},
    {"30-release", 2, "mem_fence(CLK_LOCAL_MEM_FENCE);", NULL},
    {"30-release", 2, "sum[s] += x[i];", NULL},
    {"30-release", 2, "atomic_xchg(&lock[s], 0); done = 1;",
     "atomic_xchg(&lock[s], 0);\n            done = 1;"},
    {"30-release", 3, "sg_mask_count(sg_ballot(sg, !done))", NULL},
    {"31-hidden-race", 1, NULL, NULL},
    {"31-hidden-race", 2, "sg_group_barrier_local(sg)", NULL},
    {"31-hidden-race", 3, NULL, NULL},
    {"32-top-k", 1, NULL, NULL},
    {"32-top-k", 2, "const sg_mask ones = sg_mask_and(open, sg_ballot(sg, (v & bit) != 0));", NULL},
    {"32-top-k", 2, "sg_mask_count(chosen) + sg_mask_count(ones) > 4", NULL},
    {"32-top-k", 3, "open = ones;", NULL},
    {"32-top-k", 3, "chosen = sg_mask_or(chosen, ones);", NULL},
    {"32-top-k", 3, "open = sg_mask_andnot(open, ones);", NULL},
    {"32-top-k", 4, "sg_mask_bit(chosen, lane) || (sg_mask_bit(open, lane) && seat < 4)", NULL},
    {"33-port", 1, NULL, NULL},
    {"33-port", 2, "lane = sg_lane(sg), s = sg_id(sg)", NULL},
    {"33-port", 2, "lane == SG_WIDTH - 1", NULL},
    {"33-port", 3, "const sg_mask votes = sg_ballot(sg, odd);", NULL},
    {"33-port", 3, "sg_mask_count_below(votes, lane)", NULL},
};
enum { PASTED = sizeof pasted / sizeof *pasted };

static char *shipped(const char *exercise, const char *file) {
    char *text = NULL;
    xl_error error = {0};
    ck_assert_msg(tool_exercise_file(NULL, exercise, file, &text, &error) == XL_SUCCESS, "%s", error.text);
    return text;
}

/* Paragraph number `at` (from 1) of a text, on one line; false: it does not exist. */
static bool paragraph(const char *text, int at, char out[MOST_TEXT]) {
    for (text += strspn(text, "\n"); at > 1 && *text; at--) {
        const char *const end = strstr(text, "\n\n");
        text = end ? end + strspn(end, "\n") : "";
    }
    const char *const end = strstr(text, "\n\n");
    snprintf(out, MOST_TEXT, "%.*s", end ? (int)(end - text) : (int)strlen(text), text);
    for (char *at_end = out; *at_end; at_end++)
        if (*at_end == '\n') *at_end = ' ';
    return out[0] != '\0';
}

static bool is_listed(const char *exercise, int hint) {
    for (int p = 0; p < PASTED; p++)
        if (strcmp(pasted[p].exercise, exercise) == 0 && pasted[p].hint == hint) return true;
    return false;
}

static bool is_words(const char *hint) {
    return !strstr(hint, "(sg") && !strchr(hint, '[');
}

AROUND(enter, leave);

TEST(every_hint_is_in_the_table) {
    tool_exercise_name names[TOOL_MOST_EXERCISES];
    static char hint[MOST_TEXT];
    int count = 0;
    xl_error error;
    ck_assert_int_eq(tool_exercise_list(NULL, names, &count, &error), XL_SUCCESS);
    for (int i = 0; i < count; i++) {
        char *const hints = shipped(names[i], "hints.md");
        for (int h = 1; paragraph(hints, h, hint); h++)
            ck_assert_msg(is_listed(names[i], h), "%s: hint %d is not in the table: %s", names[i], h, hint);
        free(hints);
    }
    for (int p = 0; p < PASTED; p++) {
        char *const hints = shipped(pasted[p].exercise, "hints.md"), *const solution = shipped(
                                                                         pasted[p].exercise, "solution.cl");
        const char *const code = pasted[p].code, *const place = pasted[p].place ? pasted[p].place : code;
        ck_assert_msg(paragraph(hints, pasted[p].hint, hint), "%s has no hint %d", pasted[p].exercise,
                      pasted[p].hint);
        if (code)
            ck_assert_msg(strstr(hint, code), "%s: hint %d does not show '%s': %s", pasted[p].exercise,
                          pasted[p].hint, code, hint);
        else
            ck_assert_msg(is_words(hint), "%s: hint %d shows code: %s", pasted[p].exercise, pasted[p].hint,
                          hint);
        if (code)
            ck_assert_msg(strstr(solution, place), "%s: '%s' is not in the solution", pasted[p].exercise,
                          place);
        free(hints);
        free(solution);
    }
}

static void paste(int p, char text[MOST_TEXT]) {
    static char rest[MOST_TEXT];
    const char *const place = pasted[p].place;
    char *const at = strstr(text, place);
    if (!at) return; /* a larger piece replaced it */
    snprintf(rest, sizeof rest, "%s", at + strlen(place));
    snprintf(at, (size_t)(MOST_TEXT - (at - text)), "%s%s", pasted[p].code, rest);
}

static void write_description(const char *exercise, const char *name) {
    char *const whole = shipped(exercise, "exercise.json");
    json_t *const description = json_loads(whole, 0, NULL);
    ck_assert_ptr_nonnull(description);
    json_object_del(description, "unsettled");
    char *const text = json_dumps(description, JSON_INDENT(2));
    scratch_write(name, text, strlen(text));
    free(text);
    json_decref(description);
    free(whole);
}

static void write_variant(const char *exercise, const char *variant, const char *text) {
    static const char *const files[] = {"expected.cl", "text.md", "hints.md", "start.cl"};
    char name[160];
    snprintf(name, sizeof name, "own/%s-%s", exercise, variant);
    mkdir(scratch_path(name), 0755);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char *const whole = shipped(exercise, files[i]);
        snprintf(name, sizeof name, "own/%s-%s/%s", exercise, variant, files[i]);
        scratch_write(name, whole, strlen(whole));
        free(whole);
    }
    snprintf(name, sizeof name, "own/%s-%s/exercise.json", exercise, variant);
    write_description(exercise, name);
    snprintf(name, sizeof name, "own/%s-%s/solution.cl", exercise, variant);
    scratch_write(name, text, strlen(text));
}

/* Widths 8 and 1: at 1 a sub-group has no neighbour, and there are as many sub-groups as work-items. */
TEST(code_of_hints_is_right) {
    static char together[MOST_TEXT], alone[MOST_TEXT];
    int variants = 0;
    char wanted[64];
    mkdir(scratch_path("own"), 0755);
    for (int p = 0; p < PASTED;) {
        const char *const exercise = pasted[p].exercise;
        char *const solution = shipped(exercise, "solution.cl");
        int several = 0;
        snprintf(together, sizeof together, "%s", solution);
        for (; p < PASTED && strcmp(pasted[p].exercise, exercise) == 0; p++) {
            if (!pasted[p].place) continue;
            char variant[16];
            snprintf(variant, sizeof variant, "%d", p);
            snprintf(alone, sizeof alone, "%s", solution);
            paste(p, alone);
            paste(p, together);
            write_variant(exercise, variant, alone);
            several++;
        }
        if (several > 1) write_variant(exercise, "all", together);
        variants += several + (several > 1);
        free(solution);
    }
    ck_assert_int_ge(variants, 8);
    crosslane(0, "learn test --device %d --width 8,1 --exercises %s --kernel-dir %s", test_device_index(),
              scratch_path("own"), scratch_path("mine"));
    snprintf(wanted, sizeof wanted, "%d as expected, 0 not, 0 not run\n", variants);
    out_has(wanted);
}
