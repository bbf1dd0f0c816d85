# Reports sub-group operations that only some lanes may reach because they are to the right of && or ||, or in an arm of
# ?:. Ignores macros' bodies and the conditions of if and loops.

function reset() { depth = 0; split("", risky); risky[0] = 0 }

FNR == 1 { reset(); comment = 0 }

{
    line = $0
    if (comment) {
        if (!match(line, /\*\//)) next
        line = substr(line, RSTART + 2)
        comment = 0
    }
    gsub(/\/\*([^*]|\*+[^*\/])*\*+\//, " ", line)
    sub(/\/\/.*/, "", line)
    if (match(line, /\/\*/)) {
        line = substr(line, 1, RSTART - 1)
        comment = 1
    }
    while (match(line, /&&|\|\||\?|[();,{}]|[A-Za-z_][A-Za-z0-9_]*/)) {
        token = substr(line, RSTART, RLENGTH)
        line = substr(line, RSTART + RLENGTH)
        if (token == "(") {
            risky[++depth] = 0
        } else if (token == ")") {
            if (depth > 0) depth--
        } else if (token == "{" || token == "}") {
            reset()
        } else if (token == ";" || token == ",") {
            risky[depth] = 0
        } else if (token == "&&" || token == "||" || token == "?") {
            risky[depth] = 1
        } else if (token ~ collectives && token !~ alone && line ~ /^ *\(/) {
            for (d = 0; d <= depth; d++)
                if (risky[d]) {
                    printf "%s:%d: %s after &&, || or ?: may not be reached by every lane\n", FILENAME, FNR, token
                    break
                }
        }
    }
}
