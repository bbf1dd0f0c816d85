"""Sub-group operations from Python. Without `python -O` the kernel checks that it runs at the width of the build
(SG_GUARD).

    crosslane options --device 0 --width 8 --as python > sg_options.py
    python sub_group.py FOLDER_OF_CROSSLANE_SG_H
"""
import sys
from pathlib import Path

import numpy as np
import pyopencl as cl
from sg_options import sg_options

LANES, GROUP, N = int(next(o for o in sg_options if o.startswith("-DSG_WIDTH=")).split("=")[1]), 128, 1024
device = next(d for p in cl.get_platforms() for d in p.get_devices())  # the first; a platform may have none
context = cl.Context([device])
queue = cl.CommandQueue(context)
options = sg_options + [f"-DSG_GROUP_SIZE={GROUP}", f"-DSG_GUARD={int(__debug__)}", "-I", sys.argv[1]]
program = cl.Program(context, Path(__file__).with_suffix(".cl").read_text()).build(options)
x = np.random.default_rng(1).integers(0, 1000, N, dtype=np.uint32)
out, guard = np.zeros((N, 4), np.uint32), np.zeros(2, np.uint32)
buffers = [cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=a) for a in (x, out, guard)]
program.learn(queue, (N,), (GROUP,), *buffers[: 3 if __debug__ else 2])
cl.enqueue_copy(queue, out, buffers[1])
cl.enqueue_copy(queue, guard, buffers[2])
if guard.any():
    print(f"built for another width: {guard[0]} lanes run together")

lanes = x.reshape(-1, LANES)
right = np.stack([np.repeat(lanes.sum(1), LANES), np.repeat((lanes % 2).sum(1), LANES),
                  lanes[:, np.arange(LANES) ^ 1].ravel(), np.arange(N) % LANES], 1)
right = np.array_equal(out, right) and not guard.any()
print(f"{N} lanes in sub-groups of {LANES}:", "right" if right else "WRONG")
sys.exit(not right)
