#include "table/algorithm.h"
#include "table/lookup.h"
#include "base/text.h"
#include <math.h>

double xl__get(const xl__problem *problem, const char *name) {
    const int param = problem->algorithm ? xl__find_param(problem->algorithm, name) : -1;
    if (param >= 0) return problem->value[param];
    ((xl__problem *)problem)->unknown = name; /* no problem is defined const */
    return 0;
}

double xl__fit_registers(const xl__problem *problem, const char *param, double asked, double bytes,
                         double most_bytes) {
    const int place = xl__find_param(problem->algorithm, param);
    const double fours = floor((double)problem->register_bytes / (16.0 * bytes));
    if (place < 0 || problem->given >> place & 1u) return asked;
    return fmin(fmin(asked, most_bytes / bytes), fmax(4.0, 4.0 * fours));
}

double xl__fit_units(const xl__problem *problem, double asked, double most) {
    const double groups = 2.0 * (double)problem->compute_units;
    const double fitting = floor(xl__get(problem, "n") / (groups * (double)problem->group_size));
    return asked > 0.0 ? asked : fmax(1.0, fmin(most, fitting));
}

void xl__define(xl__prepare *p, const char *name, long long value) {
    xl__text_format(p->options, " -D%s=%lld", name, value);
}
