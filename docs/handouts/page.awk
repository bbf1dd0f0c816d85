# One page of the handouts, or its filled-in table: awk -v what=page|answers -v number=N [-v exercise=NAME] -f page.awk README.md text.md
# (make.sh). The rows are computed here for eight lanes.

function safe(text) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    gsub(/>/, "\\&gt;", text)
    return text
}
# A line of the lesson without Markdown marks.
function plain(text) {
    while (match(text, /!?\[[^]]*\]\([^)]*\)/)) {
        link = substr(text, RSTART, RLENGTH)
        sub(/^!?\[/, "", link)
        sub(/\].*/, "", link)
        text = substr(text, 1, RSTART - 1) link substr(text, RSTART + RLENGTH)
    }
    gsub(/[`*]/, "", text)
    return safe(text)
}

# ---- rows: name[r], value[r, lane]; row 0 is given ----------------------------------------------------------------
function begin(text) {
    name[rows++] = text
}
function set(l, v) { value[rows - 1, l] = v }
function xor(l, m) { return int(l / m) % 2 ? l - m : l + m }

function lanes_rows(    l, sum) {
    begin("next: sg_shuffle, of the next lane")
    for (l = 0; l < 8; l++) set(l, value[0, (l + 1) % 8])
    begin("sum: sg_reduce_add")
    for (l = 0; l < 8; l++) sum += value[0, l]
    for (l = 0; l < 8; l++) set(l, sum)
    begin("before: sg_scan_exclusive_add")
    for (l = sum = 0; l < 8; l++) {
        set(l, sum)
        sum += value[0, l]
    }
}
function sg_rows(    l, count, below) {
    begin("odd? (1 or 0)")
    for (l = 0; l < 8; l++) set(l, value[0, l] % 2)
    for (l = 0; l < 8; l++) count += value[0, l] % 2
    begin("count: bits of the ballot")
    for (l = 0; l < 8; l++) set(l, count)
    begin("odd lanes before this lane")
    for (l = 0; l < 8; l++) {
        set(l, below + 0)
        below += value[0, l] % 2
    }
}
function reduce_rows(    l, m, r) {
    for (m = 4; m >= 1; m /= 2) {
        r = rows - 1
        begin("add the lane at xor " m)
        for (l = 0; l < 8; l++) set(l, value[r, l] + value[r, xor(l, m)])
    }
}
function scan_rows(    l, d, r) {
    for (d = 1; d < 8; d *= 2) {
        r = rows - 1
        begin("add the lane " d " below")
        for (l = 0; l < 8; l++) set(l, value[r, l] + (l >= d ? value[r, l - d] : 0))
    }
    r = rows - 1
    begin("exclusive: sum of the lanes before")
    for (l = 0; l < 8; l++) set(l, l ? value[r, l - 1] : 0)
}
function compact_rows(    l, at, out) {
    begin("keep? (odd: 1, else 0)")
    for (l = 0; l < 8; l++) set(l, value[0, l] % 2)
    begin("place, if kept")
    for (l = 0; l < 8; l++) {
        set(l, value[0, l] % 2 ? at + 0 : "-")
        if (value[0, l] % 2) out[at++] = value[0, l]
    }
    begin("the output")
    for (l = 0; l < 8; l++) set(l, l < at ? out[l] : "-")
}
function dispatch_rows(    l, at, k, out) {
    begin("how many results (value % 3)")
    for (l = 0; l < 8; l++) set(l, value[0, l] % 3)
    begin("place of its first result")
    for (l = 0; l < 8; l++) {
        set(l, at + 0)
        for (k = 0; k < value[0, l] % 3; k++) out[at++] = l
    }
    begin("lane of results 0 to 7")
    for (l = 0; l < 8; l++) set(l, l < at ? out[l] : "-")
}
function branch_rows(    l, turn, key, left, r) {
    begin("key (value % 3)")
    for (l = 0; l < 8; l++) set(l, value[0, l] % 3)
    r = rows - 1
    for (l = 0; l < 8; l++) left[l] = 1
    for (turn = 1; turn <= 3; turn++) {
        key = -1
        for (l = 7; l >= 0; l--) if (left[l]) key = value[r, l]
        begin("turn " turn ": same key as the leader")
        for (l = 0; l < 8; l++) {
            set(l, left[l] && value[r, l] == key ? "yes" : "-")
            if (value[r, l] == key) left[l] = 0
        }
    }
}
function compute(given,    l) {
    rows = 0
    begin("value")
    for (l = 0; l < 8; l++) set(l, substr(given, l + 1, 1))
    if (number == 0) lanes_rows()
    if (number == 1) sg_rows()
    if (number == 2) reduce_rows()
    if (number == 3) scan_rows()
    if (number == 4) compact_rows()
    if (number == 5) dispatch_rows()
    if (number == 6) branch_rows()
}

# ---- what is printed -----------------------------------------------------------------------------------------------
function picture(    r, l) {
    printf "<svg viewBox=\"0 0 880 %d\" role=\"img\">\n", rows * 42 + 26
    for (l = 0; l < 8; l++) printf "<text x=\"%d\" y=\"16\">lane %d</text>\n", 400 + 62 * l, l
    for (r = 0; r < rows; r++) {
        printf "<text class=\"row\" x=\"360\" y=\"%d\">%s</text>\n", r * 42 + 47, safe(name[r])
        for (l = 0; l < 8; l++) {
            printf "<rect%s x=\"%d\" y=\"%d\" width=\"48\" height=\"30\" rx=\"5\"/>", r ? "" : " class=\"first\"", 376 + 62 * l, r * 42 + 26
            printf "<text x=\"%d\" y=\"%d\">%s</text>\n", 400 + 62 * l, r * 42 + 47, value[r, l]
        }
    }
    print "</svg>"
}
function table(filled,    r, l) {
    print "<table>"
    for (r = 0; r < rows; r++) {
        printf "<tr><th>%s</th>", safe(name[r])
        for (l = 0; l < 8; l++) printf "<td>%s</td>", r == 0 || filled ? value[r, l] : ""
        print "</tr>"
    }
    print "</table>"
}

FNR == 1 { file++ }
file == 1 && FNR == 1 { title = plain(substr($0, 3)) }
# The first paragraph, and the code after it if it ends with a colon.
file == 1 && FNR > 1 && !complete {
    if (/^```/) {
        if (code) complete = 1
        code = code ? code : "<pre>"
        next
    }
    if (code)
        code = code safe($0) "\n"
    else if ($0 == "" && length(text) && text !~ /:\n$/)
        complete = 1
    else if ($0 != "")
        text = text plain($0) "\n"
}
# The exercise: its paragraphs, and its indented lines unchanged.
function close_part() {
    if (part == "p") task = task "</p>\n"
    if (part == "pre") task = task "</pre>\n"
    part = ""
}
file == 2 && FNR == 1 { heading = safe(substr($0, 3)) }
file == 2 && FNR > 1 {
    kind = /^    / ? "pre" : $0 == "" ? "" : "p"
    if (kind != part) {
        close_part()
        if (kind != "") task = task "<" kind ">"
        part = kind
    }
    if (kind != "") task = task safe(kind == "pre" ? substr($0, 5) : $0) "\n"
}

END {
    if (title == "" || text == "") exit 1
    compute("27182818")
    if (what == "answers") {
        print "<h2>" number ". " title "</h2>"
        table(1)
        exit
    }
    print "<section><p class=\"name\">Name: ______________________</p><h1>" number ". " title "</h1>"
    print "<p>" text "</p>" (code ? code "</pre>" : "")
    print "<h2>What eight lanes hold</h2>"
    compute("31415926")
    picture()
    print "<h2>The same by hand</h2>"
    compute("27182818")
    table(0)
    close_part()
    print "<h2>At the machine, exercise " heading "</h2>"
    print "<p><code>crosslane learn " exercise "</code> writes the kernel, <code>crosslane learn check " exercise "</code> checks it.</p>"
    print task "</section>"
}
