#!/bin/sh
# usage: tests/install/documented.sh PATH_OF_CROSSLANE
# The manual page must have every command and option of `crosslane COMMAND --help` and every backend, and no other
# option, and man must read it completely.
set -u
here=$(CDPATH='' cd "$(dirname "$0")" && pwd) || exit 2
command=$1
pages=$here/../../docs/man
page=$(mktemp) || exit 2
trap 'rm -f "$page"' EXIT
cat "$pages"/*.md > "$page"
passed=0
failed=0

holds() { # FILE PATTERN
    if grep -qE -- "$2" "$1"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "documented: nothing like '$2' in $1"
    fi
}

words() { # options in a text
    grep -oE -- '--[a-z][a-z-]*' | sort -u
}

commands='run devices list probe promises verify export shrink bench exec trace learn compare show report merge copy
    options inspect'
options=$({
    "$command" --help
    for name in $commands; do "$command" "$name" --help; done
} | words)
for name in $commands; do
    holds "$page" "^- \`$name\`  \$"
done
for option in $options; do
    holds "$page" "$option([^a-z]|\$)"
done
for backend in $("$command" verify --backend qqqqqq 2>&1 | sed -n 's/.*there are auto, //; s/,//gp'); do
    holds "$page" "\`auto\`, .*\`$backend\`"
done
for option in $(words < "$page"); do
    case " $(echo "$options" | tr '\n' ' ') $("$command" check --help | words | tr '\n' ' ') --version --help " in
    *" $option "*) passed=$((passed + 1)) ;;
    *)
        failed=$((failed + 1))
        echo "documented: the manual page has $option, --help has not"
        ;;
    esac
done

made=$(awk -v version=0 -f "$here/../../cmake/markdown_to_man.awk" "$pages/crosslane.md")
if [ "$(echo "$made" | grep -c '^\.SH ')" -eq "$(grep -c '^## ' "$page")" ] && ! echo "$made" | grep -q '`'; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo "documented: no page for man is made of docs/man/crosslane.md"
fi

echo "documented: $passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
