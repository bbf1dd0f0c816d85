# The manual page: awk -f markdown_to_man.awk docs/man/crosslane.md > crosslane.1. Knows what that page has: sections, paragraphs,
# lists whose items begin with a line of their own, `code` (bold in the manual), *emphasis*, and \ before a character.

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
        print "markdown_to_man: line " NR ": a mark has no end" > "/dev/stderr"
        failed = 1
    }
    return (out ~ /^[.']/ ? "\\&" : "") out
}
/^## / {
    if (!section) print ".TH CROSSLANE 1 \"\" \"crosslane " version "\" \"User Commands\""
    section = 1
    print ".SH " toupper(substr($0, 4))
    apart = 0
    next
}
!section { next }
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
