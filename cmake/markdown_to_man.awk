# Makes the manual page: awk -f markdown_to_man.awk docs/man/crosslane.md > crosslane.1. It understands sections,
# paragraphs, lists whose items have a first line of their own, `code` (bold in the manual), *emphasis*, and \ before a
# character. It leaves out the text before the first section of a part.

BEGIN {
    folder = ARGV[1]
    sub(/[^\/]*$/, "", folder)
    parts = split("learn options options_one environment", part, " ")
    for (i = 1; i <= parts; i++) ARGV[ARGC++] = folder part[i] ".md"
}
function styled(text,    out, at, char, font) {
    font = "R"
    for (at = 1; at <= length(text); at++) {
        char = substr(text, at, 1)
        if (char == "`") out = out "\\f" (font = font == "B" ? "R" : "B")
        else if (font != "B" && char == "*") out = out "\\f" (font = font == "I" ? "R" : "I")
        else if (font != "B" && char == "\\") out = out substr(text, ++at, 1)
        else if (char == "\\") out = out "\\e"
        else if (char == "-") out = out "\\-"
        else out = out char
    }
    if (font != "R") {
        print "markdown_to_man: " FILENAME ":" FNR ": a mark has no end" > "/dev/stderr"
        failed = 1
    }
    return (out ~ /^[.']/ ? "\\&" : "") out
}
FNR == 1 { head = 1 }
/^## / {
    head = 0
    if (!section) print ".TH CROSSLANE 1 \"\" \"crosslane " version "\" \"User Commands\""
    section = 1
    print ".SH " toupper(substr($0, 4))
    apart = 0
    next
}
head { next }
/^$/ {
    apart = 1
    next
}
/^- / {
    print ".TP\n" styled(substr($0, 3, length($0) - 4))
    apart = 0
    next
}
{
    if (apart && begun) print ".PP"
    sub(/^  /, "")
    print styled($0)
    apart = 0
    begun = 1
}
/^## / { begun = 0 }
END { exit failed }
