#!/bin/sh
# Plants violations into a small clean tree; check_rules.sh must name each one's rule, pass the clean tree and fail an
# empty one. Exit status 1: a violation was missed.
# shellcheck disable=SC2016 # the plants are text, not expansions
set -u
tools=$(CDPATH='' cd "$(dirname "$0")" && pwd) || exit 2
tree=$(mktemp -d) || exit 2
trap 'rm -rf "$tree"' EXIT
passed=0
failed=0

verdict() { # NAME RIGHT(0 or 1)
    if [ "$2" -eq 1 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "check_rules_selftest: $1"
    fi
}

plant() { # RULE FILE TEXT
    mkdir -p "$tree/$(dirname "$2")"
    printf '%b\n' "$3" > "$tree/$2"
    if out=$("$tools/check_rules.sh" "$tree"); then
        verdict "$1: the planted '$3' in $2 was not reported" 0
    else
        case $out in
        "$1 $2"*) verdict "$1" 1 ;;
        *) verdict "$1: '$3' in $2 was reported as: $out" 0 ;;
        esac
    fi
    rm "$tree/$2"
}

if "$tools/check_rules.sh" "$tree" 2> /dev/null; then right=0; else right=1; fi
verdict "an empty tree passed" "$right"

mkdir -p "$tree/kernels/good" "$tree/host/src/base"
cat > "$tree/kernels/good/good.cl" << 'END'
// Collectives whose arguments hold conditions are right: every lane calls them.
SG_KERNEL void good_sum(global float *x, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    float v = sg_reduce_add(sg, sg_lane(sg) < n ? x[0] : 0.0f) + sg_reduce_add(sg, n ? 1.0f : 2.0f);
    if (sg_any(sg, v > 0.0f && n > 1u)) /* a ? sg_any(sg, 1) : 0 in a comment */
        x[0] = n > 2u ? v : x[1];
    uint m = n ? 1u : 2u, w = sg_ballot_count(sg, m);
    if (!sg_any(sg, v < 1.0f)) return;
}
END
cat > "$tree/host/src/base/os.c" << 'END'
#include <unistd.h>
#ifdef __APPLE__
static const char command[] = "clSVMAlloc";
#endif
END
out=$("$tools/check_rules.sh" "$tree") && right=1 || right=0
verdict "the clean tree was refused: $out" "$right"

plant vendor-word host/tool/a.c '/* works on In''tel */'
plant vendor-word kernels/good/b.cl 'kernel void good_b() { int am''d_x; }'
plant vendor-word bench/a.c 'const char *v = "NVI''DIA";'
plant capability-ifdef kernels/good/b.cl '#ifdef SG_HAS_MATCH'
plant conditional-collective kernels/good/b.cl 'void f() { if (a && sg_any(sg, b)) c(); }'
plant conditional-collective kernels/good/b.cl 'void f() { x = a ? 0u\n : sg_ballot(sg, b); }'
plant conditional-collective kernels/good/b.cl 'void f() { g(1, (a || h(sg_shuffle(sg, v, i)))); }'
plant lane-dependent-exit kernels/good/b.cl 'SG_BEGIN(sg);\n  if (get_global_id(0) >= n) return;'
plant kernel-name kernels/good/b.cl 'kernel void other_sum() {}'
plant kernel-name kernels/good/b.cl 'SG_KERNEL void sum(global float *x SG_PARAMS)'
plant macro-stamp kernels/good/b.cl '#define STAMP(T) T f_##T(T x)'
plant file-length kernels/good/b.cl "$(yes '//' | head -n 301)"
plant dead-link docs/a.md 'See [there](../host/none.md#part).'
plant not-thinned bench/results/a/a.json '{"schema":1,"records":[\n{"kind":"bench","reason":null}\n]}'
plant recording-unfinished bench/results/a/a.json '{"schema":1,"records":[\n],\n"finished":false}'
plant file-length host/src/a.c "$(yes '//' | head -n 601)"
plant plain docs/a.md "$(yes text | head -n 1501)"
plant plain docs/a.md 'The value stands behind the sum. Nobody tells the driver, and what it does is not known.'
plant plain host/src/a.c '/* What stands behind the last element is the one that nobody reads. */'
plant plain docs/a.md '| one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen |'
plant file-length host/python/a.py "$(yes '#' | head -n 1301)"
plant function-length host/src/a.c "int f(void) {\n$(yes '    g();' | head -n 90)\n}"
plant unfinished host/src/a.c '/* TO''DO: later */'
plant unfinished host/src/a.c '/* a st''ub */'
plant machine-path host/src/a.c '"/ro''ot/x"'
plant layer host/src/a.c '#include <jansson.h>'
plant layer host/tool/a.c '#include "../cli/run.h"'
plant call-not-noted host/src/base/a.c 'void f(cl_mem m) { clReleaseMemObject(m); }'
plant layer kernels/good/good.c '#include <png.h>'
plant inner-interface kernels/good/good.c '#include "cases/case.h"'
plant inner-interface host/tool/a.c '#include "plan/enqueue_bind.h"'
plant inner-interface host/cli/a.c '#include "plan/plan.h"'
plant inner-interface kernels/good/good.c '#include "table/passes.h"'
plant joined-text kernels/good/good.h '#pra''gma once'
plant host-header kernels/good/good_table.h '#include "table/algorithm.h"'
plant host-header kernels/good/good_table.h '#include <stdint.h>'
plant host-header kernels/good/good.h '#include "good_host.h"'
plant system host/tool/a.c '#include <unistd.h>'
plant system host/src/a.c '#ifdef _WIN32'
plant clock-in-test tests/unit/test_a.c 'ck_assert(xl__os_now() - start < 20000000);'
plant printed-by-itself host/tool/a.c 'printf("%s", name);'
plant printed-by-itself host/cli/a.c 'fputs(name, out);'
plant printed-by-itself host/cli/a.c 'fputc(name[0], out);'
plant unknown-defect host/tool/a.c '/* defect D''4711 */'
plant defect-not-named docs/defects.md '## D1: a loop\n- Worked around in `host/src/base/os.c`.'
plant defect-twice docs/defects.md '## D1: a loop\n## D1: a loop'
plant not-executable tests/a.py '#!/usr/bin/env python3'
plant newer-entry-point host/src/a.c 'x = clSVMAlloc(c, 0, 1, 0);'

echo "check_rules_selftest: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
