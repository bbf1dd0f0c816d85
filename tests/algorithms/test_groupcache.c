/* groupcache: points on a grid, long and empty tables, work-groups of one or many sub-groups. */
#include "expected/expected.h"

EXPECTED("groupcache")
