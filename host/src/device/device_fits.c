#include "base/status.h"
#include "device/backend.h"
#include "device/device_read.h"
#include <ctype.h>
#include <string.h>

static bool equal(const char *one, const char *two, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (tolower((unsigned char)one[i]) != tolower((unsigned char)two[i])) return false;
    return true;
}

static bool contains(const char *text, const char *part) {
    const size_t length = strlen(part);
    for (; length > 0 && strlen(text) >= length; text++)
        if (equal(text, part, length)) return true;
    return false;
}

int xl_device_fits(cl_device_id id, const char *word, int *fits, xl_error *error) {
    static const char call[] = "xl_device_fits";
    if (fits) *fits = 0;
    if (!id) return xl__fail_null(error, call, "id");
    if (!word) return xl__fail_null(error, call, "word");
    if (!fits) return xl__fail_null(error, call, "fits");
    xl__device_facts facts;
    const int status = xl__read_facts(id, &facts, error);
    if (status != XL_SUCCESS) return status;
    bool is_one = false;
    const bool is_type = equal(word, "cpu", sizeof "cpu") || equal(word, "gpu", sizeof "gpu");
    if (is_type) is_one = equal(word, facts.type_name, strlen(word) + 1);
    if (is_type || (xl__vendor_alias(word, &facts, &is_one) && is_one))
        *fits = is_one ? XL_FITS : 0;
    else if (contains(facts.name, word) || contains(facts.platform, word))
        *fits = XL_FITS_NAME;
    return xl__done(error, XL_SUCCESS);
}
