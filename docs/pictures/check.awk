# Draws a kernel and the first finding of `crosslane check` as SVG: awk -f check.awk KERNEL.cl OUTPUT
function escape(text) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    gsub(/>/, "\\&gt;", text)
    return text
}
function line(text, class) {
    y += 19
    body = body sprintf("<text x=\"16\" y=\"%d\" class=\"%s\" xml:space=\"preserve\">%s</text>\n", y, class, escape(text))
}
# At most 92 characters a line.
function wrapped(text, class,    at) {
    while (length(text) > 92) {
        for (at = 92; at > 1 && substr(text, at, 1) != " "; at--) {}
        line(substr(text, 1, at - 1), class)
        text = "    " substr(text, at + 1)
    }
    line(text, class)
}
FNR == NR { kernel[FNR] = $0; count = FNR; next }
FNR == 1 {
    if (!match($0, /line [0-9]+/)) exit 1
    wrong = substr($0, RSTART + 5, RLENGTH - 5)
    finding = $0
}
FNR == 2 { advice = $0; exit }
END {
    if (!wrong || !advice) exit 1
    y = 8
    for (i = 1; i <= count; i++) {
        if (i == wrong) body = body sprintf("<rect x=\"8\" y=\"%d\" width=\"744\" height=\"19\" class=\"mark\"/>\n", y + 5)
        line(sprintf("%2d  %s", i, kernel[i]), "code")
    }
    y += 10
    wrapped(finding, "found")
    wrapped(advice, "code")
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"760\" viewBox=\"0 0 760 %d\" role=\"img\" font-family=\"ui-monospace, monospace\" font-size=\"13\">\n", y + 16
    print "<title>A finding of crosslane check</title>"
    print "<style>.paper{fill:#fff}.code{fill:#1f2328}.found{fill:#b3261e}.mark{fill:#fbe3df}"
    print "@media screen and (prefers-color-scheme:dark){.paper{fill:#15191e}.code{fill:#e4e7eb}.found{fill:#ff9b8f}.mark{fill:#48221e}}</style>"
    print "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>"
    printf "%s</svg>\n", body
}
