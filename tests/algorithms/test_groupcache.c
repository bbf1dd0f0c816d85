/* groupcache: points on a grid, tables longer than the cache and empty ones, work-groups of one or many
 * sub-groups.
 */
#include "expected/expected.h"

EXPECTED("groupcache")
