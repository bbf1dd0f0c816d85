# usage: awk -v page=docs/defects.md -f check_defects.awk FILE...
# Compares defect numbers in comments with the page of defects. Prints each number that the page lacks or has twice, or
# that a file with a workaround does not name.
BEGIN {
    while ((getline line < page) > 0) {
        at++
        if (match(line, /^## D[0-9]+:/)) {
            number = substr(line, 4, RLENGTH - 4)
            if (number in known) printf "defect-twice %s:%d: %s\n", page, at, number
            known[number] = 1
        }
        if (line == "") inside = 0
        if (number != "" && (from = index(line, "Worked around in")) > 0) {
            inside = 1
            line = substr(line, from)
        }
        while (inside && match(line, /`[^`]+`/)) {
            file = substr(line, RSTART + 1, RLENGTH - 2)
            line = substr(line, RSTART + RLENGTH)
            if (!names(file, number)) printf "defect-not-named %s:%d: %s does not name %s\n", page, at, file, number
        }
    }
}

function names(file, wanted,    text, found) {
    while (!found && (getline text < file) > 0) found = text ~ ("defect " wanted "([^0-9]|$)")
    close(file)
    return found
}

{
    rest = $0
    while (match(rest, /defect D[0-9]+/)) {
        number = substr(rest, RSTART + 7, RLENGTH - 7)
        if (!(number in known)) printf "unknown-defect %s:%d: %s is not in %s\n", FILENAME, FNR, number, page
        rest = substr(rest, RSTART + RLENGTH)
    }
}
