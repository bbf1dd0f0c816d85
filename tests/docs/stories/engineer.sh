#!/bin/sh
# An engineer's first half hour.
#
# My program sums, counts and compacts on any user's device. I want to know the benefit of sub-groups, use them in my
# own kernels, and notice when an update makes something slower. (tests/docs/stories/run.sh runs every command and
# checks the answers listed after it.)

# Which devices does OpenCL show here, and how would crosslane use each?
crosslane version
#= says commit
crosslane devices --json devices.json
#= says backend

# What wins here? A small choice of the main job, to see what a run looks like.
crosslane run histogram/local histogram/global --device 0 --width 8 --samples 5 --min-time 0.02 --max-launch 5 --out-dir results
#= says best
crosslane show results/results.json
#= says histogram

# A single device cannot be compared, and the message says what is missing.
crosslane compare results/results.json
#= status 2
#= says name another file

# My own data: how bright are the pixels of a picture?
crosslane exec histogram --in samples=docs/pictures/spheres.png --set upper=1.001 --out counts=counts.npy
test -s counts.npy

# How does the scan do it? I want to see it with eight numbers.
crosslane trace scan/kogge_stone --set n=8
#= says prefix
#= says right

# Is my machine quiet enough to compare times? Twice the same.
crosslane bench lanes/sum --set n=65536 --device 0 --width 8 --samples 15 --min-time 0.1 --json before.json
#= says sum
crosslane bench lanes/sum --set n=65536 --device 0 --width 8 --samples 15 --min-time 0.1 --json again.json
crosslane compare before.json again.json
#= says lanes

# A file that exists is not lost by accident.
crosslane bench lanes/sum --set n=65536 --device 0 --width 8 --json before.json
#= status 2
#= says --force

# I change a kernel: still right, but it sums sixty-four times. Would our nightly check notice?
crosslane copy lanes mine
sed -i.before 's/const uint sum = sg_reduce_add(sg, value);/uint sum = 0; for (uint k = 0; k < 64; ++k) sum = sg_reduce_add(sg, value) + (sum > 4000000000u);/' mine/lanes/lanes.cl
crosslane bench lanes/sum --set n=65536 --device 0 --width 8 --samples 15 --min-time 0.1 --kernel-dir mine --json after.json
crosslane compare before.json after.json --fail-slower 20%
#= status 1
#= says slower

# My colleagues want to look at it without installing anything.
crosslane report before.json after.json --out report.html
grep -c '<table' report.html

# Now into my own program: the options for the first device, the header, a kernel with a sum, a vote and a shuffle.
crosslane options --device 0 --width 8 --quick
#= says SG_OPTIONS='
crosslane options --device 0 --width 8 --quick --as c > sg_options.h
cc docs/examples/sub_group.c -I . -lOpenCL -o sub_group
./sub_group docs/examples/sub_group.cl include
#= says 1024 lanes in sub-groups of 8: right

# A check in our CI: the sum that we use, verified, as JSON.
crosslane verify reduce/tree --set operator=add --set type=u32 --device 0 --width 8 --json verified.json
#= says 0 wrong

# What does a wrong parameter cost me? One line, and a status for scripts.
crosslane bench reduce/tree --set m=5
#= status 2
#= says m
crosslane devices --device nonesuch
#= status 3
