# The table of `crosslane compare` for two devices as bars in an SVG. Expects the table in ASCII (LC_ALL=C). Screen readers
# get the text of each row.
function quoted(text) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    return text
}
function text(x, y, class, words) {
    printf "<text x=\"%d\" y=\"%d\" class=\"%s\">%s</text>\n", x, y, class, quoted(words)
}
NR == 1 { sub(/  +/, ": "); head = $0 }
$1 == "algorithm" { faster = index($0, "faster"); times = index($0, "times"); why = index($0, "why"); next }
faster && / (wins|win) [0-9]/ { sum = $0; exit }
faster {
    name[++rows] = $1
    who[rows] = substr($0, faster, times - faster)
    sub(/ +$/, "", who[rows])
    ratio[rows] = substr($0, times, 5) + 0
    reason[rows] = substr($0, why)
    if (who[rows] !~ /^(mixed|undecided|unknown)$/ && !(who[rows] in colour)) colour[who[rows]] = 0
    if (ratio[rows] > largest) largest = ratio[rows]
}
END {
    if (rows == 0) exit 1
    # The devices' colours follow their order in the first line.
    for (device in colour) colour[device] = index(head, device) > index(head, " and ") ? "b" : "a"
    height = 22 * rows + 76
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 704 " height "\" role=\"img\" aria-label=\"" quoted(head ". " sum) "\">"
    print "<style>text{font:14px system-ui,sans-serif;fill:#1c1c1c}.h{font-weight:600}.r{fill:#5a5a5a;font-size:13px}.n{text-anchor:end}" \
        ".back{fill:#fdfdfd;stroke:#c8c8c8}.a{fill:#0b6fb8}.b{fill:#c2510c}@media(prefers-color-scheme:dark){.back{fill:#16181c;" \
        "stroke:#444}text{fill:#e6e6e6}.r{fill:#a8a8a8}.a{fill:#5aa9e6}.b{fill:#f0883e}}</style>"
    print "<rect class=\"back\" x=\"0.5\" y=\"0.5\" width=\"703\" height=\"" height - 1 "\" rx=\"6\"/>"
    text(16, 26, "h", head)
    for (i = 1; i <= rows; i++) {
        y = 22 * i + 28
        text(16, y, "", name[i])
        if (who[i] in colour) {
            text(110, y, colour[who[i]], who[i])
            printf "<rect class=\"%s\" x=\"240\" y=\"%d\" width=\"%.0f\" height=\"13\" rx=\"2\"/>\n", colour[who[i]], y - 11,
                150 * log(ratio[i]) / log(largest > 2 ? largest : 2)
            text(232, y, "n", sprintf("%.2f", ratio[i]))
        }
        text(402, y, "r", reason[i])
    }
    text(16, 22 * rows + 58, "h", sum)
    print "</svg>"
}
