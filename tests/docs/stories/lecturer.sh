#!/bin/sh
# A lecturer's first half hour.
#
# Next week I teach parallel programming to thirty students with laptops of every make. I have just built crosslane, and
# I want to know whether I can use it. (tests/docs/stories/run.sh runs every command and checks the answers listed after
# it.)

# What is in this laptop, and does it have sub-groups? If not, does it still work?
crosslane devices
#= says type
#= says sub-group

# What is there to teach with?
crosslane list
#= says lanes
#= says histogram
crosslane list lanes
#= says shuffle

# The very first example. I want to show what every lane holds, before and after.
crosslane trace lanes/shuffle
#= says value  3  1  4  1  5  9  2  6
#= says next   1  4  1  5  9  2  6  3
#= says right

# The same with 16 lanes, since some laptops will have 16.
crosslane trace lanes/scan --width 16 --lanes 0-15
#= says before

# Are these kernels right on my machine, at more widths than it has?
crosslane verify lanes --width 1,8,64
#= says 15 ok, 0 wrong

# Does it find a mistake, and would a student understand the message? One planted by a tutor:
crosslane verify lanes --plant sum_thirty_two --width 8
#= says planted, and caught

# Now as a student: a copy of the kernels, which I may change without building anything.
crosslane copy lanes mine
#= says mine
crosslane verify lanes/shuffle --kernel-dir mine --width 8
#= says 1 ok, 0 wrong

# I take the lane after the next one. The message must say that this is wrong, where, and which value came instead.
sed -i.before 's/sg_lane(sg) + 1u/sg_lane(sg) + 2u/' mine/lanes/lanes.cl
crosslane verify lanes/shuffle --kernel-dir mine --width 8
#= status 1
#= says wrong
#= says expected 1
#= says work-group 0, sub-group 0, lane
crosslane trace lanes/shuffle --kernel-dir mine
#= status 1
#= says next

# And a kernel that does not compile: is the line of the mistake in the answer?
sed -i.before 's/sg_shuffle(sg, value/sg_shufle(sg, value/' mine/lanes/lanes.cl
crosslane verify lanes/shuffle --kernel-dir mine --width 8
#= status 1
#= says sg_shufle

# And the students who want to practise at home? Exercises; I do the first one as a student would.
crosslane learn
#= says 01-lane
crosslane learn 01-lane
#= says crosslane-learn
crosslane learn check 01-lane --width 8
#= status 1
crosslane learn hint 01-lane
crosslane learn solution 01-lane --show > solution.txt
grep sg_lane solution.txt

# The second lesson, step by step, and its classic mistake.
crosslane trace reduce/tree
#= says right
crosslane verify reduce --plant tail --width 8 --set operator=add --set type=u32
#= says planted, and caught

# A race between two ideas, for two kinds of data. On this machine's times I can let the room bet.
crosslane bench histogram/local histogram/privatised --set n=100000 --set distribution=uniform,single --width 8 --samples 5 --min-time 0.02 --json race.json
#= says histogram
#= says best

# At home, without the machine: the same tables again.
crosslane show race.json
#= says best

# If I mistype a name in front of thirty people, does it help me?
crosslane verify histogramm
#= status 2
#= says did you mean 'histogram'
crosslane help trace
#= says examples
