/* algorithm.c - what the functions of tables call. */
#include "algorithm.h"
#include "lookup.h"
#include "text.h"

double xl__get(const xl__problem *problem, const char *name) {
    const int param = problem->algorithm ? xl__find_param(problem->algorithm, name) : -1;
    if (param >= 0) return problem->value[param];
    ((xl__problem *)problem)->unknown = name; /* no problem is a constant */
    return 0;
}

void xl__define(xl__prepare *p, const char *name, long long value) {
    xl__text_format(p->options, " -D%s=%lld", name, value);
}
