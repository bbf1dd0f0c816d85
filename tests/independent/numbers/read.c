/* Prints the bits and the text of one number per input line, for check.py. */
#include "base/number.h"
#include <inttypes.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    static char line[1 << 16];
    if (argc > 1 && !setlocale(LC_ALL, argv[1])) return 3;
    while (fgets(line, sizeof line, stdin)) {
        double value = 0;
        uint64_t bits = 0;
        char text[XL__NUMBER_TEXT];
        if (!xl__parse_number(line, strcspn(line, "\n"), &value)) return 1;
        memcpy(&bits, &value, sizeof bits);
        printf("%016" PRIx64 " %s\n", bits, xl__number_text(value, XL__DIGITS, text));
    }
    return 0;
}
