/* With all lanes active the elected lane is known, so no lane is asked.
   all: waterfalls==0 loops==0
   nv: cross_lane==0 */
#include "crosslane_sg.h"
SG_KERNEL void elect_all(__global int *x SG_PARAMS) {
    SG_BEGIN(sg);
    if (sg_elect(sg, 1)) x[get_global_id(0)] += 3;
}
