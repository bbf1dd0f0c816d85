/* groupcache: points on a grid, tables longer than the cache and empty ones, work-groups of one sub-group and
 * of many. */
#include "expected/expected.h"

EXPECTED("groupcache")
