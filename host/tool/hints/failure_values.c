/* failure_values.c - places and values of wrong elements. */
#include "hints/failure_values.h"
#include "records/stats.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether a run shows a pattern. NOT: an element contradicts it. OPEN: too few elements. */
typedef enum answer { NOT, OPEN, FOUND } answer;

static double allowed_at(const tool_observed *s, size_t i) {
    return s->allowed ? s->allowed[i] : 0.0;
}

static bool wrong_at(const tool_observed *s, size_t i) {
    return tool_observed_differs(s->expected[i], s->got[i], allowed_at(s, i));
}

static bool has_values(const tool_observed *s) {
    return s->wrong && s->count > 0 && s->expected && s->got;
}

static bool has_untouched_value(const tool_observed *s, size_t i) {
    return s->has_untouched && (isnan(s->untouched) ? isnan(s->got[i]) : s->got[i] == s->untouched);
}

/* Where a result may have the value by chance, it counts only if all wrong elements among the first have it.
 */
static bool never_written(const tool_observed *s, size_t i) {
    enum { LOOKED_AT = 256 };
    if (!has_untouched_value(s, i) || !wrong_at(s, i)) return false;
    for (size_t k = 0; k < s->count && k < LOOKED_AT && !s->untouched_is_rare; k++)
        if (wrong_at(s, k) && !has_untouched_value(s, k)) return false;
    return true;
}

/* Wrong elements with a value of their own. */
static bool computed_wrong(const tool_observed *s, size_t i) {
    return wrong_at(s, i) && !never_written(s, i);
}

/* "elements 1 to 3, 5 and 4 more"; "": none. */
static void list_unwritten(const tool_observed *s, char *out, size_t size) {
    enum { MOST_RANGES = 3 };
    size_t ranges = 0, more = 0, count = 0;
    char list[120] = "";
    for (size_t i = 0, end; i < s->count; i = end) {
        end = i + 1;
        if (!never_written(s, i)) continue;
        while (end < s->count && never_written(s, end)) end++;
        const size_t used = strlen(list);
        count += end - i;
        if (ranges++ >= MOST_RANGES)
            more += end - i;
        else if (end == i + 1)
            snprintf(list + used, sizeof list - used, "%s%zu", used ? ", " : "", i);
        else
            snprintf(list + used, sizeof list - used, "%s%zu to %zu", used ? ", " : "", i, end - 1);
    }
    out[0] = '\0';
    if (count == 0) return;
    const int used = snprintf(out, size, "element%s %s", count > 1 ? "s" : "", list);
    if (more > 0) snprintf(out + used, size - (size_t)used, " and %zu more", more);
}

/* Of the smallest run of several elements that has such elements. */
static void say_unwritten(const tool_observed *seen, size_t count, tool_diagnosis *out) {
    const tool_observed *least = NULL;
    char list[160] = "", at[80] = "";
    for (size_t r = 0; r < count; r++) {
        const bool smaller =
            !least || least->count < 2 || (seen[r].count > 1 && seen[r].count < least->count);
        if (!has_values(&seen[r]) || !smaller) continue;
        list_unwritten(&seen[r], list, sizeof list);
        if (list[0]) least = &seen[r];
    }
    if (!least) return;
    list_unwritten(least, list, sizeof list);
    if (least->size_count > 0)
        snprintf(at, sizeof at, " at %s = %lld", least->size[0].name, least->size[0].value);
    tool_diagnosis_add(out, "%s of '%s' %s never written%s%s: no lane stores there", list,
                       least->array ? least->array : "the output", list[7] == 's' ? "were" : "was", at,
                       isnan(least->untouched) ? " (or hold NaN from the start)" : "");
}

static bool has_value_of(const tool_observed *s, size_t i, size_t j) {
    return !tool_observed_differs(s->expected[j], s->got[i], allowed_at(s, j));
}

/* Whether the element belongs to the set; -1: unknown. */
typedef int member(const tool_observed *run, size_t index);

static int on_first_lane(const tool_observed *s, size_t i) {
    const long long lane = tool_maker_of(s, i).lane;
    return lane < 0 || s->width < 2 ? -1 : lane == 0;
}
static int on_last_lane(const tool_observed *s, size_t i) {
    const long long lane = tool_maker_of(s, i).lane;
    return lane < 0 || s->width < 2 ? -1 : lane == s->width - 1;
}
static int in_first_sub_group(const tool_observed *s, size_t i) {
    const long long sub_group = tool_maker_of(s, i).sub_group;
    const bool several = s->rank > 0 && s->rows_per_group > 0 && s->shape[0] > s->rows_per_group;
    return sub_group < 0 || !several || s->group_size < 2 * (size_t)s->width ? -1 : sub_group == 0;
}
static int in_first_group(const tool_observed *s, size_t i) {
    const long long group = tool_maker_of(s, i).group;
    return group < 0 ? -1 : group == 0;
}
static int in_incomplete_sub_group(const tool_observed *s, size_t i) {
    const size_t rows = s->rank > 0 ? s->shape[0] : 0, width = (size_t)s->width;
    if (width < 2 || tool_maker_of(s, i).lane < 0 || rows % width == 0) return -1;
    return i / (s->count / rows) >= rows - rows % width;
}
static int is_first(const tool_observed *s, size_t i) {
    (void)s;
    return i == 0;
}
static int is_last(const tool_observed *s, size_t i) {
    return i + 1 == s->count;
}
static int is_even(const tool_observed *s, size_t i) {
    (void)s;
    return i % 2 == 0;
}
static int in_first_channel(const tool_observed *s, size_t i) {
    const size_t inner = s->rank > 1 ? s->shape[s->rank - 1] : 1;
    return inner < 2 ? -1 : i % inner == 0;
}

static const struct {
    member *is;
    const char *inside, *outside; /* texts if exactly these are wrong, or exactly the others */
} sets[] = {
    {on_first_lane, "wrong only on lane 0 of each sub-group", "right only on lane 0 of each sub-group"},
    {on_last_lane, "wrong only on the last lane of each sub-group",
     "right only on the last lane of each sub-group"},
    {in_first_sub_group, "wrong only on the first sub-group of each work-group",
     "right only on the first sub-group of each work-group"},
    {in_first_group, "wrong only in the first work-group", "right only in the first work-group"},
    {in_incomplete_sub_group, "wrong only in the last sub-group, some of whose lanes have no element",
     "right only in the last, incomplete sub-group"},
    {is_first, "wrong only in the first element", "right only in the first element"},
    {is_last, "wrong only in the last element", "right only in the last element"},
    {in_first_channel, "wrong only in channel 0", "right only in channel 0"},
    {is_even, "wrong only in the elements of even index", "wrong only in the elements of odd index"},
};

/* FOUND if exactly the members are wrong (or, with `outside`, exactly the others). */
static answer where_is_it(const tool_observed *s, member *is, bool outside) {
    size_t in = 0, out = 0;
    for (size_t i = 0; i < s->count; i++) {
        const int has = is(s, i);
        if (has < 0) return OPEN;
        *(has ? &in : &out) += 1;
        if (wrong_at(s, i) != (outside ? !has : has)) return NOT;
    }
    return in > 0 && out > 0 && s->count > 2 ? FOUND : OPEN;
}

static answer all_wrong(const tool_observed *s) {
    for (size_t i = 0; i < s->count; i++)
        if (!wrong_at(s, i)) return NOT;
    return s->count > 1 ? FOUND : OPEN;
}

static void merge(answer *whole, answer part) {
    if (*whole == NOT || part == OPEN) return;
    *whole = part;
}

static bool say_place(const tool_observed *seen, size_t count, tool_diagnosis *out) {
    answer all = OPEN;
    for (size_t r = 0; r < count; r++)
        if (has_values(&seen[r])) merge(&all, all_wrong(&seen[r]));
    if (all == FOUND) {
        tool_diagnosis_add(out, "every element is wrong");
        return true;
    }
    for (size_t k = 0; k < 2 * (sizeof sets / sizeof *sets); k++) {
        answer found = OPEN;
        for (size_t r = 0; r < count; r++)
            if (has_values(&seen[r])) merge(&found, where_is_it(&seen[r], sets[k / 2].is, k % 2));
        if (found != FOUND) continue;
        tool_diagnosis_add(out, "%s", k % 2 ? sets[k / 2].outside : sets[k / 2].inside);
        return true;
    }
    return false;
}

/* Finds the element whose value a wrong one has; false: none. */
typedef bool source(const tool_observed *run, size_t index, size_t *from);

static bool from_lane(const tool_observed *s, size_t i, long long lane, size_t *from) {
    const tool_maker m = tool_maker_of(s, i);
    const size_t inner = s->shape[0] ? s->count / s->shape[0] : 0;
    if (m.lane < 0 || inner == 0 || (long long)i + (lane - m.lane) * (long long)inner < 0) return false;
    *from = (size_t)((long long)i + (lane - m.lane) * (long long)inner);
    return *from < s->count;
}
static bool first_lane(const tool_observed *s, size_t i, size_t *from) {
    return s->width > 1 && from_lane(s, i, 0, from);
}
static bool last_lane(const tool_observed *s, size_t i, size_t *from) {
    return s->width > 1 && from_lane(s, i, s->width - 1, from);
}
static bool mirrored(const tool_observed *s, size_t i, size_t *from) {
    const tool_maker m = tool_maker_of(s, i);
    return m.lane >= 0 && from_lane(s, i, s->width - 1 - m.lane, from);
}
static bool same_lane_of_first(const tool_observed *s, size_t i, size_t *from) {
    const tool_maker m = tool_maker_of(s, i);
    const size_t inner = s->shape[0] ? s->count / s->shape[0] : 0;
    if (m.lane < 0 || inner == 0) return false;
    *from = i - (size_t)m.sub_group * (size_t)s->width * inner;
    return m.sub_group > 0;
}
static bool left(const tool_observed *s, size_t i, size_t *from) {
    (void)s;
    *from = i - 1;
    return i > 0;
}
static bool right(const tool_observed *s, size_t i, size_t *from) {
    *from = i + 1;
    return i + 1 < s->count;
}
static bool reversed(const tool_observed *s, size_t i, size_t *from) {
    *from = s->count - 1 - i;
    return true;
}
static bool first_element(const tool_observed *s, size_t i, size_t *from) {
    (void)s, (void)i;
    *from = 0;
    return true;
}

static const struct {
    source *of;
    const char *words;
} sources[] = {
    {first_lane, "every lane has lane 0's value"},
    {last_lane, "every lane has the last lane's value"},
    {left, "each wrong value is that of the element one to the left"},
    {right, "each wrong value is that of the element one to the right"},
    {mirrored, "the values of each sub-group are in reverse lane order"},
    {same_lane_of_first,
     "every sub-group has the values of its work-group's first sub-group: is sg_id or the "
     "work-item's number missing in an index?"},
    {reversed, "the values are in reverse order"},
    {first_element, "every element has the value of element 0"},
};

/* FOUND if each wrong element has its source's value. Sources must differ. */
static answer comes_from(const tool_observed *s, source *of) {
    size_t moved = 0, lost = 0;
    for (size_t i = 0; i < s->count; i++) {
        size_t from = i;
        if (!computed_wrong(s, i)) continue;
        if (!of(s, i, &from)) {
            lost++;
            continue;
        }
        if (!has_value_of(s, i, from)) return NOT;
        moved++;
    }
    return moved > 1 && moved > lost ? FOUND : lost > moved ? NOT : OPEN;
}

/* The factor by which all wrong elements are too large; 0: none. */
static double factor_of(const tool_observed *s) {
    double factor = 0.0;
    for (size_t i = 0; i < s->count; i++) {
        if (!computed_wrong(s, i)) continue;
        if (s->expected[i] == 0.0 || !isfinite(s->got[i]) || s->got[i] == 0.0) return 0.0;
        const double own = s->got[i] / s->expected[i];
        if (factor == 0.0) factor = own;
        const double slack = fabs(factor) * 1e-4 + allowed_at(s, i) / fabs(s->expected[i]);
        if (fabs(own - factor) > slack) return 0.0;
    }
    return factor;
}

/* Equal elements prove no factor. */
static bool has_other_expected(const tool_observed *s, double first) {
    for (size_t i = 0; i < s->count; i++)
        if (computed_wrong(s, i) && s->expected[i] != first) return true;
    return false;
}

/* The nearest whole number, or 0 if it is not close. Every large ratio is near a whole number for its size.
 */
static double whole(double value) {
    return fabs(value - round(value)) < 1e-3 ? round(value) : 0.0;
}

static size_t count_wrong(const tool_observed *s) {
    size_t wrong = 0;
    for (size_t i = 0; i < s->count; i++) wrong += computed_wrong(s, i);
    return wrong;
}

/* True if all wrong runs have the same factor, or their width as factor. */
static bool say_factor(const tool_observed *seen, size_t count, tool_diagnosis *out) {
    double factor = 0.0, first = 0.0;
    bool same = true, width = true, many = false, differ = false;
    size_t elements = 0;
    for (size_t r = 0; r < count; r++) {
        if (!has_values(&seen[r])) continue;
        const double own = factor_of(&seen[r]);
        if (own == 0.0) return false;
        if (factor == 0.0) factor = own;
        for (size_t i = 0; i < seen[r].count && first == 0.0; i++)
            if (computed_wrong(&seen[r], i)) first = seen[r].expected[i];
        differ = differ || has_other_expected(&seen[r], first);
        many = many || fabs(own - factor) > 1e-3 * fabs(factor);
        same = same && fabs(own - factor) <= 1e-3 * fabs(factor);
        width = width && seen[r].width > 1 && whole(own) == seen[r].width;
        elements += count_wrong(&seen[r]);
    }
    const double times = whole(factor), part = whole(1.0 / factor);
    if (elements < 2 || (!same && !width) || (!differ && !many)) return false;
    if (width && many)
        tool_diagnosis_add(out, "each wrong value is too large by a factor of the sub-group's width");
    else if (width)
        tool_diagnosis_add(
            out, "each wrong value is %.0f times too large, the number of lanes of a sub-group", times);
    else if (factor == -1.0)
        tool_diagnosis_add(out, "each wrong value has the wrong sign");
    else if (times > 1.0)
        tool_diagnosis_add(out, "each wrong value is %.0f times too large", times);
    else if (part > 1.0)
        tool_diagnosis_add(out, "each wrong value is 1/%.0f of the right one", part);
    else
        return false;
    return true;
}

/* The difference that all wrong elements share; 0: none. */
static double offset_of(const tool_observed *s) {
    double offset = 0.0;
    for (size_t i = 0; i < s->count; i++) {
        if (!computed_wrong(s, i)) continue;
        const double own = s->got[i] - s->expected[i];
        if (offset == 0.0) offset = own;
        if (!(fabs(own - offset) <= 2.0 * allowed_at(s, i))) return 0.0;
    }
    return isfinite(offset) ? offset : 0.0;
}

enum { MOST_OFFSET = 128 }; /* lanes; larger ones are differences of any two inputs */

static bool say_offset(const tool_observed *seen, size_t count, tool_diagnosis *out) {
    double offset = 0.0;
    size_t elements = 0;
    for (size_t r = 0; r < count; r++) {
        if (!has_values(&seen[r])) continue;
        const double own = offset_of(&seen[r]);
        if (own == 0.0 || (offset != 0.0 && fabs(own - offset) > 1e-4 * fabs(offset))) return false;
        offset = own;
        elements += count_wrong(&seen[r]);
    }
    if (elements < 2 || fabs(offset) > MOST_OFFSET) return false;
    tool_diagnosis_add(out, "each wrong value is %.6g too %s", fabs(offset), offset > 0 ? "large" : "small");
    return true;
}

/* A kind of value that every wrong element has. */
typedef bool kind(const tool_observed *run, size_t index);

static bool not_a_number(const tool_observed *s, size_t i) {
    return isnan(s->got[i]);
}
static bool infinite(const tool_observed *s, size_t i) {
    return isinf(s->got[i]);
}
static bool zero(const tool_observed *s, size_t i) {
    return s->got[i] == 0.0;
}
static bool zero_for_identity(const tool_observed *s, size_t i) {
    return s->identity && zero(s, i);
}
static bool too_large(const tool_observed *s, size_t i) {
    return s->got[i] > s->expected[i];
}
static bool too_small(const tool_observed *s, size_t i) {
    return s->got[i] < s->expected[i];
}

typedef struct kind_words {
    kind *is;
    const char *words;
} kind_words;
static const kind_words strong[] = {
    {not_a_number, "wrong elements are NaN: 0 divided by 0, or a value that was used before it was set"},
    {infinite, "wrong elements are infinite: a division by 0, or the identity of a minimum or maximum"},
    {zero_for_identity, "wrong elements are 0: does an operation begin with 0 instead of its identity "
                        "(1 of a product, the largest number of a minimum)?"},
    {zero, "wrong elements are 0"},
};
static const kind_words weak[] = {
    {too_large, "each wrong value is too large: something is counted twice, or does not belong"},
    {too_small, "each wrong value is too small: something is left out"},
};

static bool say_kind(const tool_observed *seen, size_t count, const kind_words *kinds, size_t kind_count,
                     size_t least, tool_diagnosis *out) {
    for (size_t k = 0; k < kind_count; k++) {
        size_t elements = 0;
        bool all = true;
        for (size_t r = 0; r < count; r++)
            for (size_t i = 0; has_values(&seen[r]) && i < seen[r].count; i++) {
                if (!computed_wrong(&seen[r], i)) continue;
                elements++;
                all = all && kinds[k].is(&seen[r], i);
            }
        if (!all || elements < least) continue;
        tool_diagnosis_add(out, "%s", kinds[k].words);
        return true;
    }
    return false;
}

static bool say_source(const tool_observed *seen, size_t count, tool_diagnosis *out) {
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++) {
        answer found = OPEN;
        for (size_t r = 0; r < count; r++)
            if (has_values(&seen[r])) merge(&found, comes_from(&seen[r], sources[k].of));
        if (found != FOUND) continue;
        tool_diagnosis_add(out, "%s", sources[k].words);
        return true;
    }
    return false;
}

/* FOUND if the values are the expected values in another order. */
static answer is_permuted(const tool_observed *s) {
    double *const values = malloc(2 * s->count * sizeof *values);
    answer found = values && s->count > 2 ? FOUND : OPEN;
    for (size_t i = 0; found == FOUND && i < s->count; i++) {
        values[i] = s->expected[i];
        values[s->count + i] = s->got[i];
        if (isnan(s->got[i]) || isnan(s->expected[i])) found = NOT;
    }
    if (found == FOUND) {
        tool_sort(values, s->count);
        tool_sort(values + s->count, s->count);
        for (size_t i = 0; i < s->count; i++)
            if (tool_observed_differs(values[i], values[s->count + i], allowed_at(s, i))) found = NOT;
    }
    free(values);
    return found;
}

static bool say_permuted(const tool_observed *seen, size_t count, tool_diagnosis *out) {
    answer found = OPEN;
    for (size_t r = 0; r < count; r++)
        if (has_values(&seen[r])) merge(&found, is_permuted(&seen[r]));
    if (found == FOUND) tool_diagnosis_add(out, "the right values are there, at the wrong places");
    return found == FOUND;
}

void tool_diagnose_elements(const tool_observed *seen, size_t count, tool_diagnosis *out) {
    say_place(seen, count, out);
    say_unwritten(seen, count, out);
    if (say_kind(seen, count, strong, sizeof strong / sizeof *strong, 1, out)) return;
    if (say_source(seen, count, out) || say_factor(seen, count, out)) return;
    if (say_permuted(seen, count, out) || say_offset(seen, count, out)) return;
    say_kind(seen, count, weak, sizeof weak / sizeof *weak, 3, out);
}
