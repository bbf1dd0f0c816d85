/* A look-back that adds up counts, whatever the elements are: T, TYPE and ITEMS are those of a count from
 * here on. A kernel that needs its own takes them before (typedef, enum). SPDX-License-Identifier: MIT
 */
#ifndef LOOKBACK_COUNTS_H_INCLUDED
#define LOOKBACK_COUNTS_H_INCLUDED

#undef T
#undef TYPE
#undef ITEMS
#define T uint
#define TYPE TYPE_U32
#define ITEMS 4
#include "common/lookback.h"

#endif
