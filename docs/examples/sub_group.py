"""Sub-group operations from Python:

    crosslane options --device 0 --width 8 --as python > sg_options.py
    python sub_group.py FOLDER_OF_CROSSLANE_SG_H
"""
import sys
from pathlib import Path

import numpy as np
import pyopencl as cl
from sg_options import sg_options

LANES, GROUP, N = int(next(o for o in sg_options if o.startswith("-DSG_WIDTH=")).split("=")[1]), 128, 1024
context = cl.Context([cl.get_platforms()[0].get_devices()[0]])
queue = cl.CommandQueue(context)
text = Path(__file__).with_suffix(".cl").read_text()
program = cl.Program(context, text).build(sg_options + [f"-DSG_GROUP_SIZE={GROUP}", "-I", sys.argv[1]])
x = np.random.default_rng(1).integers(0, 1000, N, dtype=np.uint32)
source = cl.Buffer(context, cl.mem_flags.READ_ONLY | cl.mem_flags.COPY_HOST_PTR, hostbuf=x)
out = np.empty((N, 4), np.uint32)
result = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, out.nbytes)
program.learn(queue, (N,), (GROUP,), source, result)
cl.enqueue_copy(queue, out, result)

lanes = x.reshape(-1, LANES)
right = np.stack([np.repeat(lanes.sum(1), LANES), np.repeat((lanes % 2).sum(1), LANES),
                  lanes[:, np.arange(LANES) ^ 1].ravel(), np.arange(N) % LANES], 1)
print(f"{N} lanes in sub-groups of {LANES}:", "right" if np.array_equal(out, right) else "WRONG")
sys.exit(not np.array_equal(out, right))
