/* glossary.c - explains the words of the verdict. */
#include "verdict/glossary.h"
#include "text/display.h"
#include <string.h>

static const struct {
    const char *signs[6]; /* substrings that show that the word was used */
    const char *meaning;
} words[] = {
    {{", by ", "both by ", "best by "}, "by NAME: that strategy; 'crosslane list ALGORITHM' describes it"},
    {{"), by ", "), both by ", "in this noise (", "same time to 2% ("},
     "(1.15 to 1.72): the ratio's interval, 99% or more sure"},
    {{" at 1", " at 2", " at 3", " at 4", " at 6", " at 8"}, "at 32: with sub-groups of 32 lanes"},
    {{" at emul "}, "emul 8: sub-groups of 8 lanes emulated in local memory, which every device has"},
    {{" derived"}, "derived: computed from other operations, because the driver lacks this one"},
    {{" demoted"}, "demoted: computed from other operations, because the driver's own result was wrong"},
    {{"best of those measured"}, "best of those measured: a skipped strategy could be faster"},
    {{"  mixed in "}, "mixed: one device in some problems, another in others"},
    {{"  undecided in "},
     "undecided: the first two differ by at most 2%, or by less than the noise; use more samples"}};
enum { WORDS = sizeof words / sizeof *words, LINE = 1024 };

void tool_glossary_pass(void *glossary, const char *line) {
    tool_glossary *const g = glossary;
    for (unsigned i = 0; i < WORDS; i++)
        for (int k = 0; k < 6 && words[i].signs[k]; k++)
            if (strstr(line, words[i].signs[k])) g->used |= 1u << i;
    g->tell(g->user, line);
}

void tool_glossary_end(const tool_glossary *g) {
    char line[LINE] = "";
    for (unsigned i = 0; i < WORDS; i++)
        if (g->used & 1u << i)
            tool_text_append(line, sizeof line, "%s%s", line[0] ? "; " : "words: ", words[i].meaning);
    if (line[0]) g->tell(g->user, line);
}
