# An SVG picture of one trace of kernels/lanes, for lanes.sh: awk -v kernel=shuffle -f lanes.awk TRACE.
# Rows of boxes, a column for each lane; arrows from the lanes whose values came to the lanes that they went to.

function fail(text) {
    print "lanes.awk: " kernel ": " text > "/dev/stderr"
    failed = 1
    exit 1
}
function column(l) { return 120 + 62 * l }
function box(row, l, text, how) {
    printf "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"44\" height=\"30\" rx=\"5\"/>\n", how, column(l) - 22, row
    printf "<text x=\"%d\" y=\"%d\">%s</text>\n", column(l), row + 20, text
}
function label(row, text) { printf "<text class=\"name\" x=\"84\" y=\"%d\">%s</text>\n", row + 20, text }
function arrow(from, top, to, bottom, how) {
    printf "<line class=\"%s\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n", how, from, top, to, bottom
}
function heads(name, row, how,    l) {
    label(row, name)
    for (l = 0; l < lanes; l++) box(row, l, value[name, l], how)
}
# The values of one row, and below it what the lanes got.
function rows(from, to, bottom) {
    heads(from, FIRST, "has")
    heads(to, bottom, "gets")
}
# One place in which all values meet, and from which each lane gets the result.
function meet(row, text,    l, middle) {
    middle = (column(0) + column(lanes - 1)) / 2
    for (l = 0; l < lanes; l++) arrow(middle, row + 34, column(l), LAST - 4, "moves")
    printf "<rect class=\"meets\" x=\"%d\" y=\"%d\" width=\"130\" height=\"30\" rx=\"15\"/>\n", middle - 65, row
    printf "<text x=\"%d\" y=\"%d\">%s</text>\n", middle, row + 20, text
}

function draw_lane(    l) {
    for (l = 0; l < lanes; l++)
        if (value["lane", l] != l) fail("lane " l " says " value["lane", l])
    heads("lane", FIRST, "gets")
}
function draw_shuffle(    l, from) {
    for (l = 0; l < lanes; l++) {
        from = (l + 1) % lanes
        if (value["next", l] != value["value", from]) fail("lane " l " did not get the value of lane " from)
        arrow(column(from), FIRST + 32, column(l), LAST - 4, "moves")
    }
    rows("value", "next", LAST)
}
function draw_ballot(    l, odd, middle) {
    middle = (column(0) + column(lanes - 1)) / 2
    for (l = 0; l < lanes; l++) {
        if ((value["odd", l] == "1") != value["value", l] % 2) fail("the vote of lane " l)
        odd += value["value", l] % 2
        arrow(column(l), FIRST + 32, column(l), MIDDLE - 36, "moves")
        if (value["odd", l] == "1") arrow(column(l), MIDDLE, middle, MIDDLE + 38, "moves")
    }
    for (l = 0; l < lanes; l++)
        if (value["count", l] != odd) fail("lane " l " counts " value["count", l] " of " odd)
    heads("odd", MIDDLE - 32, "has")
    meet(MIDDLE + 42, odd " lanes say yes")
    rows("value", "count", LAST)
}
function draw_sum(    l, sum, middle) {
    middle = (column(0) + column(lanes - 1)) / 2
    for (l = 0; l < lanes; l++) {
        sum += value["value", l]
        arrow(column(l), FIRST + 32, middle, MIDDLE - 4, "moves")
    }
    for (l = 0; l < lanes; l++)
        if (value["sum", l] != sum) fail("lane " l " has " value["sum", l] " of " sum)
    meet(MIDDLE, "together " sum)
    rows("value", "sum", LAST)
}
function draw_scan(    l, from, sum) {
    for (l = 0; l < lanes; l++) {
        if (value["before", l] != sum + 0) fail("lane " l " has " value["before", l] " of " sum)
        sum += value["value", l]
        for (from = 0; from < l; from++) arrow(column(from), FIRST + 32, column(l), LAST - 4, "moves thin")
    }
    rows("value", "before", LAST)
}

NF > 2 && $1 == "lane" && lanes == 0 { # the head of the table
    lanes = NF - 1
    next
}
lanes > 0 && NF == lanes + 1 {
    for (l = 0; l < lanes; l++) value[$1, l] = $(l + 2)
    steps++
}
/^right: / { right = 1 }

END {
    if (failed) exit 1
    if (!right || steps == 0) fail("no right trace was read")
    title["lane"] = "sg_lane: every lane has a number; nothing moves"
    title["shuffle"] = "sg_shuffle: every lane takes the value of the next lane, the last one that of lane 0"
    title["ballot"] = "sg_ballot: every lane says whether its value is odd; every lane gets all the answers"
    title["sum"] = "sg_reduce_add: every lane gets the sum of all values"
    title["scan"] = "sg_scan_exclusive_add: every lane gets the sum of the values before its own"
    FIRST = 62
    LAST = kernel == "lane" ? FIRST : kernel == "ballot" ? 330 : kernel == "sum" ? 230 : 190
    MIDDLE = kernel == "ballot" ? 180 : 146
    high = LAST + 46
    wide = column(lanes - 1) + 40
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\"", wide, high, wide, high
    printf " aria-labelledby=\"title\">\n<title id=\"title\">%s</title>\n", title[kernel]
    print "<style>"
    print "text { font: 15px sans-serif; text-anchor: middle; fill: #1f2328 }"
    print ".name { text-anchor: end } .number { font-size: 12px; fill: #59636e }"
    print "rect { stroke: #59636e; fill: #fff } .gets { fill: #ddf4ff; stroke: #0969da } .meets { fill: #fff8c5; stroke: #9a6700 }"
    print ".moves { stroke: #0969da; stroke-width: 1.8; marker-end: url(#tip) } .thin { stroke-width: 1 } #tip path { fill: #0969da }"
    print "@media (prefers-color-scheme: dark) {"
    print "text { fill: #e6edf3 } .number { fill: #9198a1 } rect { stroke: #9198a1; fill: #212830 }"
    print ".gets { fill: #0c2d6b; stroke: #4493f8 } .meets { fill: #3b2300; stroke: #d29922 }"
    print ".moves { stroke: #4493f8 } #tip path { fill: #4493f8 } }"
    print "</style>"
    print "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\"/></marker></defs>"
    printf "<text x=\"%d\" y=\"20\">%s</text>\n", wide / 2, title[kernel]
    for (l = 0; l < lanes; l++) printf "<text class=\"number\" x=\"%d\" y=\"50\">lane %d</text>\n", column(l), l
    if (kernel == "lane") draw_lane()
    if (kernel == "shuffle") draw_shuffle()
    if (kernel == "ballot") draw_ballot()
    if (kernel == "sum") draw_sum()
    if (kernel == "scan") draw_scan()
    print "</svg>"
}
