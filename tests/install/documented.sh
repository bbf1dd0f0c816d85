#!/bin/sh
# Every command and option that `crosslane COMMAND --help` tells of, and every backend, stands in the manual page and in
# the three completions, the manual page tells of no option that does not exist, and crosslane.md is the same page:
#
#   tests/install/documented.sh PATH_OF_CROSSLANE
set -u
here=$(CDPATH='' cd "$(dirname "$0")" && pwd) || exit 2
command=$1
page=$here/../../docs/man/crosslane.1
completions=$here/../../cmake/completions
passed=0
failed=0

holds() { # FILE PATTERN
    if grep -qE -- "$2" "$1"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "documented: nothing like '$2' in $(basename "$1")"
    fi
}

words() { # options in a text
    grep -oE -- '--[a-z][a-z-]*' | sort -u
}

commands='run devices list probe verify bench exec trace learn compare show report merge copy options inspect'
options=$({
    "$command" --help
    for name in $commands; do "$command" "$name" --help; done
} | words)
for name in $commands; do
    holds "$page" "^\\.B $name\$"
    for shell in bash zsh fish; do holds "$completions/crosslane.$shell" "[ '\"]$name([ ':]|\$)"; done
done
for option in $options; do
    name=${option#--}
    holds "$page" "\\\\-\\\\-$(echo "$name" | sed 's/-/\\\\-/g')([^a-z]|\$)"
    holds "$completions/crosslane.bash" "[ (']$option([ ']|\$)"
    holds "$completions/crosslane.zsh" "[ ',*)]${option}[[}]"
    holds "$completions/crosslane.fish" "-l $name "
done
for backend in $("$command" verify --backend qqqqqq 2>&1 | sed -n 's/.*there are auto, //; s/,//gp'); do
    holds "$page" "^\\.BR auto .*[ \"]$backend([ \"]|\$)"
    for shell in bash zsh fish; do holds "$completions/crosslane.$shell" "auto ([a-z]+ )*${backend}[ )']"; done
done
for option in $(sed 's/\\-/-/g' "$page" | words); do
    case " $(echo "$options" | tr '\n' ' ') --version --help " in
    *" $option "*) passed=$((passed + 1)) ;;
    *)
        failed=$((failed + 1))
        echo "documented: the manual page has $option, --help has not"
        ;;
    esac
done

# The page as Markdown is made of it.
if awk -f "$here/../../cmake/man_to_markdown.awk" "$page" | cmp - "$here/../../docs/man/crosslane.md"; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo "documented: bring docs/man/crosslane.md up to date: cmake --build DIR --target update_manual"
fi

echo "documented: $passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
