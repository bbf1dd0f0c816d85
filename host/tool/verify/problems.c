#include "verify/problems.h"
#include "table/lookup.h"
#include "table/settings.h"
#include "table/values.h"
#include "table/real.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ATTEMPTS = 200, MOST_HALVINGS = 500 };
/* Drawn; halving then meets a problem's limits. */
#define MOST_SIZE 65536.0

static double below(tool_random *random, uint64_t n) {
    return (double)tool_random_below(random, n);
}

static double neighbour(tool_random *random) {
    return below(random, 3) - 1.0;
}

static double power_of_two(tool_random *random, double most) {
    return exp2(below(random, (uint64_t)floor(log2(fmax(most, 1.0))) + 1));
}

static double draw_whole(tool_random *random, double least, double most, const xl__problem *problem) {
    double value = 0;
    switch (tool_random_below(random, 8)) {
    case 0: value = least + below(random, 3); break;
    case 1: value = most - below(random, 2); break;
    case 2: value = power_of_two(random, most) + neighbour(random); break;
    case 3: value = problem->width * (1.0 + below(random, 8)) + neighbour(random); break;
    case 4: value = (double)problem->group_size * (1.0 + below(random, 4)) + neighbour(random); break;
    default: {
        const double power = power_of_two(random, most);
        value = power + below(random, (uint64_t)power);
    }
    }
    return fmin(fmax(value, least), most);
}

/* Of another real parameter, so that narrow ranges occur too; 0: none. */
static double other_real(tool_random *random, const xl__algorithm *algorithm, const double *values,
                         int param) {
    int others[XL__MAX_PARAMS], count = 0;
    for (int p = 0; p < algorithm->param_count; p++)
        if (p != param && algorithm->params[p].kind == XL__REAL) others[count++] = p;
    return count > 0 ? values[others[tool_random_below(random, (uint64_t)count)]] : 0.0;
}

static double draw_real(tool_random *random, const xl__algorithm *algorithm, const double *values,
                        int param) {
    const xl__param *p = &algorithm->params[param];
    const double sign = tool_random_below(random, 2) ? 1.0 : -1.0;
    double value = 0;
    switch (tool_random_below(random, 9)) {
    case 0: value = p->initial; break;
    case 1: value = p->least; break;
    case 2: value = p->most; break;
    case 3: value = below(random, 17) - 8.0; break;
    case 4: value = sign * below(random, 10000) / 100.0; break;
    case 5: value = sign * power_of_two(random, 4294967296.0); break;
    case 6: value = sign * ldexp(1.0 + tool_random_f64(random), (int)below(random, 275) - 149); break;
    case 7: {
        const float other = (float)other_real(random, algorithm, values, param);
        value = (double)nextafterf(other, (float)sign * INFINITY);
        break;
    }
    default:
        value = other_real(random, algorithm, values, param) + sign * ldexp(1.0, (int)below(random, 24) - 8);
    }
    return fmin(fmax(value, p->least), p->most);
}

static double draw_value(tool_random *random, const xl__algorithm *algorithm, int param,
                         const xl__problem *problem) {
    const xl__param *p = &algorithm->params[param];
    if (p->kind == XL__CHOICE) return below(random, (uint64_t)p->most + 1);
    if (p->kind == XL__REAL) return draw_real(random, algorithm, problem->value, param);
    if (!p->size && tool_random_below(random, 4) == 0) return p->initial;
    const bool size = p->size || p->role == XL__RUNTIME;
    return draw_whole(random, p->least, size ? fmin(p->most, MOST_SIZE) : p->most, problem);
}

static bool fits_together(const xl__algorithm *algorithm, xl__problem *problem) {
    for (int p = 0; p < algorithm->param_count; p++)
        if (xl__check_value(algorithm, p, xl__real_of(problem, p), NULL) != XL_SUCCESS) return false;
    problem->given = 0; /* a product size follows from its factors */
    return xl__settle_product(algorithm, problem, NULL) == XL_SUCCESS &&
           (!algorithm->check || algorithm->check(problem, NULL) == XL_SUCCESS);
}

static bool is_small(const tool_case *cs, const xl__problem *problem, const tool_problem_limits *limits) {
    const xl__algorithm *algorithm = cs->algorithm;
    double elements = 0;
    for (int a = 0; a < algorithm->array_count; a++) {
        size_t shape[XL__MAX_RANK], count = 0;
        int rank = 0;
        if (!xl__array_elements(algorithm, a, problem, shape, &rank, &count)) return false;
        elements += (double)count;
    }
    xl__cost cost;
    xl__cost_of(algorithm, problem, 0, &cost);
    return elements <= limits->elements && cost.operations <= limits->operations;
}

static bool may_draw(const xl__algorithm *algorithm, int param, const char *given, tool_draw which) {
    const xl__param *p = &algorithm->params[param];
    return !tool_settings_have(given, p->name) && (which == TOOL_DRAW_ALL || p->role == XL__RUNTIME);
}

/* Halves run-time sizes in turn; false: impossible. */
static bool make_small(const tool_case *cs, const char *given, const tool_problem_limits *limits,
                       tool_random *random, xl__problem *problem) {
    const xl__algorithm *algorithm = cs->algorithm;
    for (int i = 0; i < MOST_HALVINGS && fits_together(algorithm, problem); i++) {
        if (is_small(cs, problem, limits)) return true;
        int sizes[XL__MAX_PARAMS], count = 0;
        for (int p = 0; p < algorithm->param_count; p++)
            if (algorithm->params[p].kind == XL__INT && problem->value[p] > 1 &&
                may_draw(algorithm, p, given, TOOL_DRAW_RUNTIME))
                sizes[count++] = p;
        if (count == 0) return false;
        double *const value = &problem->value[sizes[tool_random_below(random, (uint64_t)count)]];
        *value = floor(*value / 2.0);
    }
    return false;
}

bool tool_problem_text(const xl__algorithm *algorithm, const xl__problem *problem,
                       char out[TOOL_SETTINGS_TEXT]) {
    size_t used = 0;
    for (int p = 0; p < algorithm->param_count; p++) {
        char text[64];
        xl__param_text(algorithm, problem, p, text, sizeof text);
        const int put = snprintf(out + used, TOOL_SETTINGS_TEXT - used, "%s%s=%s", used ? " " : "",
                                 algorithm->params[p].name, text);
        if (put < 0 || (size_t)put >= TOOL_SETTINGS_TEXT - used) return false;
        used += (size_t)put;
    }
    return true;
}

static bool read_back(const xl__algorithm *algorithm, xl__problem *problem) {
    char text[TOOL_SETTINGS_TEXT];
    return tool_problem_text(algorithm, problem, text) &&
           xl__parse_problem(algorithm, text, problem, NULL) == XL_SUCCESS &&
           fits_together(algorithm, problem);
}

bool tool_problem_draw(const tool_case *cs, const char *given, tool_draw which,
                       const tool_problem_limits *limits, tool_random *random, xl__problem *problem) {
    const xl__algorithm *algorithm = cs->algorithm;
    const xl__problem before = *problem;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        *problem = before;
        for (int p = 0; p < algorithm->param_count; p++)
            if (may_draw(algorithm, p, given, which)) {
                problem->value[p] = draw_value(random, algorithm, p, problem);
                problem->rest[p] = 0.0;
            }
        if (xl__parse_problem(algorithm, given, problem, NULL) == XL_SUCCESS &&
            make_small(cs, given, limits, random, problem) && read_back(algorithm, problem))
            return true;
    }
    *problem = before;
    return false;
}

const char *tool_problem_distribution(const tool_case *cs, tool_random *random) {
    uint64_t usual = 0, all = 0;
    while (cs->distributions[usual]) usual++;
    all = usual;
    while (cs->edges && cs->edges[all - usual]) all++;
    const uint64_t pick = tool_random_below(random, all);
    return pick < usual ? cs->distributions[pick] : cs->edges[pick - usual];
}
