# A terminal of 80 columns as SVG: the first `lines` lines of the input. Where a device is named at the start of a line or a
# sentence says who is faster, the line is bold; reasons are faint. Readers of screens get the text as it is.
function quoted(text) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    return text
}
NR <= lines {
    line[NR] = quoted($0)
    why = $0 ~ /^  why:/ || (why && $0 ~ /^    /)
    look[NR] = why ? "why" : $0 ~ /^  [A-Z].* in [0-9]+:|^[a-z0-9]+: .* times as fast/ ? "who" : ""
}
END {
    if (NR == 0) exit 1
    if (NR < lines) lines = NR
    height = 18 * lines + 32
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 " height "\" role=\"img\" aria-label=\"crosslane compare: " \
        "which of two devices is better at what, and why\">"
    print "<style>rect{fill:#fdfdfd;stroke:#c8c8c8}text{font:14px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;" \
        "fill:#1c1c1c;white-space:pre}.who{font-weight:bold}.why{fill:#5a5a5a}@media (prefers-color-scheme:dark){" \
        "rect{fill:#16181c;stroke:#444}text{fill:#e6e6e6}.why{fill:#a8a8a8}}</style>"
    print "<rect x=\"0.5\" y=\"0.5\" width=\"719\" height=\"" height - 1 "\" rx=\"6\"/>"
    for (i = 1; i <= lines; i++)
        if (line[i] != "")
            print "<text" (look[i] ? " class=\"" look[i] "\"" : "") " x=\"16\" y=\"" 18 * i + 12 "\" xml:space=\"preserve\">" \
                line[i] "</text>"
    print "</svg>"
}
