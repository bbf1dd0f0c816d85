# The manual page as Markdown: awk -f man_to_markdown.awk docs/man/crosslane.1 > docs/man/crosslane.md
# Knows the requests that the page has (.TH .SH .TP .PP .B .I .BR .RB .BI .IB .IR .RI) and refuses others. Bold becomes code,
# which needs no escapes; `cmake --build DIR --target update_manual` runs it, and a test compares.

function escaped(text) {
    gsub(/[*_<>\[\]|`]/, "\\\\&", text)
    return text
}
# Blanks at the ends stand outside of the marks.
function styled(font, text,    head, tail) {
    if (text ~ /^ *$/) return text
    if (match(text, /^ +/)) head = substr(text, 1, RLENGTH)
    text = substr(text, length(head) + 1)
    if (match(text, / +$/)) tail = substr(text, RSTART)
    text = substr(text, 1, length(text) - length(tail))
    if (font == "B") text = "`" text "`"
    else if (font == "I") text = "*" escaped(text) "*"
    else text = escaped(text)
    return head text tail
}
function plain(text) {
    gsub(/\\-/, "-", text)
    gsub(/\\\|/, "", text)
    gsub(/\\\(dq/, "\"", text)
    if (text ~ /\\[^f]/) refuse("an escape that is not known: " text)
    return text
}
function refuse(why) {
    print "man_to_markdown: line " NR ": " why > "/dev/stderr"
    failed = 1
    exit 1
}
# A text with \fB, \fI and \fR in it, which begins in `font`.
function inline(font, text,    part, count, i, out) {
    count = split(plain(text), part, /\\f/)
    out = styled(font, part[1])
    for (i = 2; i <= count; i++) out = out styled(substr(part[i], 1, 1), substr(part[i], 2))
    return out
}
# Words of a request, "..." kept together, in fonts that take turns.
function in_turns(fonts, text,    out, word, turn) {
    while (text != "") {
        if (match(text, /^"[^"]*"/)) word = substr(text, 2, RLENGTH - 2)
        else if (match(text, /^[^ ]+/)) word = substr(text, 1, RLENGTH)
        else refuse("words: " text)
        text = substr(text, RLENGTH + 1)
        sub(/^ +/, "", text)
        out = out inline(substr(fonts, turn % 2 + 1, 1), word)
        turn++
    }
    return out
}
function put(text) {
    if (tag) {
        print "- " text "  "
        tag = 0
        indent = "  "
    } else
        print indent text
}

NR == 1 {
    print "# The manual page of crosslane\n\nMade of [crosslane.1](crosslane.1): change that, then"
    print "`cmake --build build/release --target update_manual`."
}
{
    request = $1
    rest = $0
    sub(/^[^ ]+ */, "", rest)
}
request == ".TH" { next }
request == ".SH" {
    print "\n## " substr(rest, 1, 1) tolower(substr(rest, 2)) "\n"
    indent = ""
    next
}
request == ".TP" {
    tag = 1
    next
}
request == ".PP" {
    indent = ""
    print ""
    next
}
request == ".B" || request == ".I" {
    gsub(/"/, "", rest)
    put(inline(substr(request, 2), rest))
    next
}
request ~ /^\.(BR|RB|BI|IB|IR|RI)$/ {
    put(in_turns(substr(request, 2), rest))
    next
}
/^\./ { refuse("a request that is not known: " $0) }
{ put(inline("R", $0)) }
END { if (failed) exit 1 }
