#include "table/registry.h"
#include <string.h>

#define XL_ALGORITHM(name) extern const xl__algorithm xl__algorithm_##name;
#include "algorithms.def"
#undef XL_ALGORITHM

const xl__algorithm *const xl__algorithms[] = {
#define XL_ALGORITHM(name) &xl__algorithm_##name,
#include "algorithms.def"
#undef XL_ALGORITHM
    NULL};

const xl__algorithm *xl__find_algorithm(const char *name) {
    for (size_t i = 0; xl__algorithms[i]; i++)
        if (strcmp(xl__algorithms[i]->name, name) == 0) return xl__algorithms[i];
    return NULL;
}
