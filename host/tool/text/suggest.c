#include "text/suggest.h"
#include <ctype.h>
#include <stdint.h>
#include <string.h>

enum { LONGEST = 63 };

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

static bool same(char a, char b) {
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Optimal string alignment: Levenshtein's table with swapped neighbours. */
size_t tool_edit_distance(const char *a, const char *b) {
    size_t cost[LONGEST + 1][LONGEST + 1];
    const size_t n = strlen(a), m = strlen(b);
    if (n > LONGEST || m > LONGEST) return SIZE_MAX;
    for (size_t i = 0; i <= n; i++) cost[i][0] = i;
    for (size_t j = 0; j <= m; j++) cost[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        for (size_t j = 1; j <= m; j++) {
            const size_t replace = cost[i - 1][j - 1] + !same(a[i - 1], b[j - 1]);
            cost[i][j] = smaller(replace, 1 + smaller(cost[i - 1][j], cost[i][j - 1]));
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
                cost[i][j] = smaller(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    }
    return cost[n][m];
}

const char *tool_suggest(const char *typed, const char *const *names, size_t count) {
    const size_t length = strlen(typed);
    size_t least = length / 3 > 1 ? length / 3 : 1;
    const char *best = NULL;
    for (size_t i = 0; i < count; i++) {
        const size_t distance = tool_edit_distance(typed, names[i]);
        /* A name must share something with what was typed. */
        if (distance < length && (distance < least || (distance == least && !best))) {
            best = names[i];
            least = distance;
        }
    }
    for (size_t i = 0; !best && length >= 3 && i < count; i++)
        if (strncmp(typed, names[i], length) == 0) best = names[i];
    return best;
}

bool tool_glob(const char *pattern, const char *text) {
    const char *star = NULL, *resume = NULL; /* the last '*', and its match's end */
    while (*text) {
        if (*pattern == '*') {
            star = ++pattern;
            resume = text;
        } else if (*pattern == '?' || *pattern == *text) {
            pattern++;
            text++;
        } else if (star) {
            pattern = star;
            text = ++resume;
        } else {
            return false;
        }
    }
    while (*pattern == '*') pattern++;
    return *pattern == '\0';
}

bool tool_has_wildcard(const char *pattern) {
    return strpbrk(pattern, "*?") != NULL;
}

bool tool_match_name(const char *pattern, const char *algorithm, const char *strategy) {
    char head[LONGEST + 1];
    const char *const slash = strchr(pattern, '/');
    if (!slash) return tool_glob(pattern, algorithm);
    const size_t length = (size_t)(slash - pattern);
    if (length > LONGEST) return false;
    memcpy(head, pattern, length);
    head[length] = '\0';
    return tool_glob(head, algorithm) && tool_glob(slash + 1, strategy);
}
