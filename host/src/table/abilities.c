#include "table/abilities.h"

static const struct {
    const char *name, *meaning;
} abilities[XL__ABILITIES] = {
#define ABILITY_ROW(NAME, word, meaning) [NAME] = {word, meaning},
    XL__ABILITY_LIST(ABILITY_ROW)
#undef ABILITY_ROW
};

const char *xl__ability_name(xl__ability ability) {
    return abilities[ability].name;
}

const char *xl__ability_meaning(xl__ability ability) {
    return abilities[ability].meaning;
}
