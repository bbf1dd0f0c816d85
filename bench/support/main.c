/* crosslane_support FILE... - prints docs/support.md from results files. Exit status 2: unreadable file. */
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
