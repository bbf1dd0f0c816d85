#include "program/recent_requests.h"
#include "table/algorithm.h"
#include <string.h>

xl__hash xl__recent_request(const xl__source *source, const char *const *kernels, const char *options) {
    xl__hash hash = xl__hash_start();
    xl__hash_add_text(&hash, source->name);
    xl__hash_add_text(&hash, source->text ? source->text : "");
    xl__hash_add_text(&hash, options);
    xl__hash_add_text(&hash, source->edited_in ? source->edited_in : "");
    for (const xl__edit *edit = source->edits; edit && edit->old; edit++) {
        xl__hash_add_text(&hash, edit->old);
        xl__hash_add_text(&hash, edit->made);
    }
    for (; kernels && *kernels; kernels++) xl__hash_add_text(&hash, *kernels);
    return hash;
}

const char *xl__recent_find(const xl__recent *recent, xl__hash request) {
    for (size_t i = 0; i < XL__MOST_RECENT && i < recent->added; i++)
        if (recent->item[i].request.a == request.a && recent->item[i].request.b == request.b)
            return recent->item[i].key;
    return NULL;
}

void xl__recent_add(xl__recent *recent, xl__hash request, const char key[XL__HASH_TEXT]) {
    const size_t place = recent->added++ % XL__MOST_RECENT;
    recent->item[place].request = request;
    memcpy(recent->item[place].key, key, XL__HASH_TEXT);
}
