/* A look-back over counts, independent of the element type: from here on T, TYPE and ITEMS are those of a
 * count. A kernel that needs its own must save them before (typedef, enum).
 * SPDX-License-Identifier: MIT
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
