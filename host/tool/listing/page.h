/*
 * page.h - compiled code beside its source as one page that needs no other file.
 */
#ifndef TOOL_PAGE_H
#define TOOL_PAGE_H

#include "listing/listing.h"

/* XL_IO with the reason where the file cannot be written. */
int tool_page_write(const tool_listings *listings, const char *path, xl_error *error);

#endif
