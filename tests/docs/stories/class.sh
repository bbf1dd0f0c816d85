#!/bin/sh
# A lecturer's half hour with twenty laptops.
#
# Twenty students have twenty laptops of every make. I want one table of all, and a sentence on which is better at what;
# then I collect the homework. (tests/docs/stories/run.sh runs every command and checks the answers listed after it. It
# makes twenty runs on one machine instead of using laptops.)

# Each student runs the same line, with a desk as label and no name, and submits the file.
for desk in 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20; do crosslane bench reduce/tree reduce/butterfly --device 0 --set n=100000 --set distribution=uniform --width 8 --samples 5 --min-time 0.01 --label desk-$desk --json desk-$desk.json --quiet || exit 1; done
#= says butterfly

# Are the files sound? One line for each.
crosslane report --check desk-*.json
#= says desk-20.json: sound

# Twenty files become one.
crosslane merge desk-*.json --json room.json
#= says 20 files, 20 machines: room.json

# A file was submitted twice, or I mistyped a name.
crosslane merge desk-01.json desk-02.json desk-01.json --json twice.json
#= status 2
#= says desk-01.json
test ! -e twice.json

# Which is the fastest, by how much, and why? On the screen, and as a page for the course.
crosslane compare room.json
#= says desk-07
#= says fastest
#= says equal devices
crosslane report room.json --out room.html
test -s room.html

# Only two desks, next to the window.
crosslane compare desk-07.json desk-12.json
#= says desk-07

# The homework: a folder per student, as learn writes it. I make three here.
mkdir -p class/ada class/ben class/cleo && crosslane learn 1 --kernel-dir class/ada
#= says Which lane am I?
cp docs/exercises/01-lane/solution.cl class/ben/01-lane.cl
cp docs/exercises/01-lane/wrong_local_id.cl class/cleo/01-lane.cl

# Who has what right, and what went wrong? (Where the system allows no walls around others' programs, grade asks for
# --trust.)
crosslane learn grade class 1 --device 0 --width 8 --csv class.csv || crosslane learn grade class 1 --trust --device 0 --width 8 --csv class.csv
#= says ada       o
#= says ben       +
#= says the number in the work-group is taken for the lane
grep '^cleo,wrong' class.csv
#= says cleo

# Before the next lesson I check my own answers again, and restart one.
crosslane learn check all --kernel-dir class/ben --device 0 --width 8
#= says 1 right, 0 wrong
crosslane learn reset 1 --kernel-dir class/ben
#= says your version is in
