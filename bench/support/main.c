/* crosslane_support FILE... - docs/support.md, on standard output, from results files. Exit status 2: a file
   could not be read or follows no format; nothing is printed then. */
#include "support.h"

int main(int argc, char **argv) {
    support_page page = {0};
    bool well = argc > 1;
    if (!well) fputs("usage: crosslane_support FILE... > docs/support.md\n", stderr);
    for (int i = 1; i < argc && well; i++) well = support_add(&page, argv[i]);
    if (well) support_write(&page, stdout);
    support_free(&page);
    return well && fflush(stdout) == 0 ? 0 : 2;
}
