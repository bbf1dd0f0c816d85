/* Bad invocations: each is refused with its line and status, and changes no file. */
#include "support/npy_file.h"
#include "support/one_command.h"
#include "support/suite.h"
#include <errno.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* Arguments, status, and the line after "crosslane: "; "..." at its end matches anything. enter_here()
   makes the files. */
static const struct {
    const char *line;
    int status;
    const char *told;
} cases[] = {
    {"run --seconds -1", 2, "--seconds '-1': expected a number from 0 to 1000000"},
    {"bench --seconds 5", 2, "--seconds means nothing to 'bench'; see 'crosslane bench --help'"},
    {"run --all spheres", 2, "--all and 'spheres' together: --all takes every algorithm; give one of them"},
    {"inspect", 2,
     "inspect: name a target, --for gfx1030 or --device 0; 'crosslane inspect --targets' lists "
     "targets"},
    {"inspect --for gfx1030", 2,
     "inspect: name an algorithm, a strategy or a file: crosslane inspect scan --for gfx1030"},
    {"inspect lerp --for gfx103", 2, "--for gfx103: no such target; did you mean 'gfx1030'?"},
    {"inspect lerp --for gfx1030,,tgllp", 2,
     "--for : no such target; 'crosslane inspect --targets' lists them"},
    {"inspect lerp --for qq", 2, "--for qq: no such target; 'crosslane inspect --targets' lists them"},
    {"inspect lerp/serail --for gfx1030", 2, "unknown name 'lerp/serail'; did you mean 'lerp/serial'?"},
    {"inspect lerp mine.cl --for gfx1030", 2, "inspect takes strategies or files, not both in one call"},
    {"inspect lerp --kernel k --for gfx1030", 2,
     "--kernel needs a file; for a strategy, all its kernels are shown"},
    {"inspect lerp --for gfx1030 --require spills", 2,
     "--require 'spills': expected NUMBER<=VALUE[@TARGET], such as spills==0@gfx1030"},
    {"inspect lerp --for gfx1030 --require spills==-1", 2,
     "--require 'spills==-1': expected NUMBER<=VALUE[@TARGET], such as spills==0@gfx1030"},
    {"inspect lerp --for gfx1030 --require spils==0", 2,
     "--require 'spils==0': no such number; did you mean 'spills'?"},
    {"inspect lerp --for gfx1030 --require sg_ballot_cout==4", 2,
     "--require 'sg_ballot_cout==4': no such number; did you mean 'ballot_count'?"},
    {"inspect lerp --for gfx1030 --require zzzzzzzz==4", 2,
     "--require 'zzzzzzzz==4': no such number; 'crosslane help inspect' lists them"},
    {"inspect lerp --for gfx1030 --require spills==0@gfx", 2, "--require 'spills==0@gfx': no such target"},
    {"inspect lerp --for gfx1030 --set qq=1", 2,
     "--set qq: unknown to every chosen algorithm; 'crosslane list NAME' shows parameters"},
    {"inspect lerp --for gfx1030 --json kept.json", 2,
     "--json kept.json: the file exists; --force replaces it"},
    {"bench --all", 2, "--all means nothing to 'bench'; see 'crosslane bench --help'"},
    {"verfy", 2, "unknown command 'verfy'; did you mean 'verify'?"},
    {"verify lrep", 2, "unknown name 'lrep'; did you mean 'lerp'?"},
    {"verify lerp/serail", 2, "unknown name 'lerp/serail'; did you mean 'lerp/serial'?"},
    {"verify */serail", 2, "'*/serail' fits no algorithm and no strategy; 'crosslane list' shows algorithms"},
    {"bench */aut?", 2, "'*/aut?' fits no algorithm and no strategy; 'crosslane list' shows algorithms"},
    {"bench lerp z*", 2, "'z*' fits no algorithm and no strategy; 'crosslane list' shows algorithms"},
    {"verify lerp --plant tail_counted", 2,
     "--plant 'tail_counted': the algorithms named have no such planted kernel; histogram has one"},
    {"exec", 2,
     "exec takes exactly one name, algorithm or algorithm/strategy; 'crosslane list' shows algorithms"},
    {"exec lerp lerp", 2,
     "exec takes exactly one name, algorithm or algorithm/strategy; 'crosslane list' shows algorithms"},
    {"exec histogram --in samples=n.npy --out counts=-", 2,
     "--out counts=-: exec writes no array to its own output; name a file or a pipe"},
    {"exec histogram --in samples=n.npy --out counts=/dev/stdout", 2,
     "--out counts=/dev/stdout: exec writes no array to its own output; name a file or a pipe"},
    {"exec lerp/*", 2,
     "exec takes exactly one name, algorithm or algorithm/strategy; 'crosslane list' shows algorithms"},
    {"exec histogram", 2, "exec writes nothing without --out ARRAY=FILE"},
    {"verify sort --set type=u32 --set low=40", 2, "sort: low=40 is no bit of u32 keys, whose highest is 31"},
    {"bench sort --set type=u32 --set low=30 --set bits=9", 2,
     "sort: low=30 bits=9 end past the 32 bits of u32 keys"},
    {"verify sort --set type=u8 --set bits=9", 2, "sort: low=0 bits=9 end past the 8 bits of u8 keys"},
    {"verify match --set type=f32 --set bits=33", 2, "match: bits=33 is more than the 32 bits of f32 values"},
    {"exec histogram --in samples=n.npy", 2, "exec writes nothing without --out ARRAY=FILE"},
    {"exec histogram --out counts=c.npy", 2, "histogram: array 'samples' is missing; give --in samples=FILE"},
    {"exec histogram --in samples --out counts=c.npy", 2, "--in 'samples': expected ARRAY=FILE"},
    {"exec histogram --in samples= --out counts=c.npy", 2, "--in 'samples=': expected ARRAY=FILE"},
    {"exec histogram --in sample=n.npy --out counts=c.npy", 2,
     "--in sample: histogram has no such input array; did you mean samples"},
    {"exec histogram --in samples=n.npy --out count=c.npy", 2,
     "--out count: histogram has no such output array; did you mean counts"},
    {"exec histogram --in samples=n.npy --in samples=n.npy --out counts=c.npy", 2,
     "--in samples=n.npy: array 'samples' was given before"},
    {"exec histogram --in samples=n.npy --out counts=a.npy --out counts=b.npy", 2,
     "--out counts=b.npy: array 'counts' was given before"},
    {"exec histogram --in samples=none.npy --out counts=c.npy", 2,
     "none.npy: cannot be read: No such file or directory"},
    {"exec histogram --in samples=folder --out counts=c.npy", 2, "folder: cannot be read: Is a directory"},
    {"exec histogram --in samples=numbers.txt --out counts=c.npy", 2,
     "numbers.txt: byte 0: expected the magic \\x93NUMPY of a .npy file, found text; numpy.save() writes a "
     ".npy file"},
    {"exec histogram --in samples=n.npy --out counts=n.npy", 2,
     "--out counts=n.npy would replace --in samples=n.npy; name another file"},
    {"exec histogram --in samples=n.npy --out counts=./hard.npy", 2,
     "--out counts=./hard.npy would replace --in samples=n.npy; name another file"},
    {"exec histogram --in samples=n.npy --out counts=c.npy --json n.npy", 2,
     "--json n.npy would replace --in samples=n.npy; name another file"},
    {"exec histogram --in samples=n.npy --out counts=c.npy --json n.npy --force", 2,
     "--json n.npy would replace --in samples=n.npy; name another file"},
    {"exec histogram --in samples=n.npy --out counts=c.npy --csv hard.npy --force", 2,
     "--csv hard.npy would replace --in samples=n.npy; name another file"},
    {"exec histogram --in samples=n.npy --out counts=c.npy --json c.npy", 2,
     "--json c.npy and --out counts=c.npy are one file; name two"},
    {"exec histogram --in samples=none.npy --out counts=c.npy --json kept.json --force", 2,
     "none.npy: cannot be read: No such file or directory"},
    {"exec histogram --in samples=n.npy --out counts=c.png", 2,
     "c.png: array 'counts' is no picture; write it as .npy"},
    {"exec histogram --in samples=n.npy --out counts=folder", 5, "folder: cannot be written: Is a directory"},
    {"exec histogram --in samples=n.npy --out counts=nowhere/c.npy", 5,
     "nowhere/c.npy: cannot be written: No such file or directory"},
    {"exec histogram --in samples=n.npy --out counts=c.npy --width 8,16", 2,
     "exec runs once: give --width a single number"},
    {"exec histogram --in samples=n.npy --out counts=c.npy --width all", 2,
     "exec runs once: give --width a single number"},
    {"exec histogram --in samples=n.npy --out counts=c.npy --set buckets=4,8", 2,
     "exec runs once: give each --set a single value"},
    {"exec histogram --in samples=n.npy --out counts=c.npy --set n=5", 2,
     "n.npy: dimension 0 of array 'samples' is 12, but n = 5 by --set"},
    {"exec histogram --in samples=n.npy --out counts=c.npy --set distribution=uniform", 2,
     "--set distribution=uniform: exec makes no inputs, it reads yours"},
    {"exec histogram --in samples=n.npy --out counts=c.npy --set lower=3", 2,
     "--set lower: nothing that runs here reads it; leave it out ('crosslane list NAME' shows whose it is)"},
    {"exec histogram --in samples=n.npy --out counts=c.npy --set log_most=3", 2,
     "--set log_most: nothing that runs here reads it; leave it out ('crosslane list NAME' shows whose it "
     "is)"},
    {"exec histogram --in samples=n.npy --out counts=c.npy --set function=even --set lower=1 --set "
     "upper=0.99999999",
     2, "histogram: lower=1 is not below upper=0.99999999"},
    {"exec histogram/local --in samples=n.npy --out counts=c.npy --set way=shuffle", 2,
     "--set way: nothing that runs here has it; it belongs to histogram/match_global, histogram/match_local"},
    {"exec lerp/affine --in x=x.npy --in t=t.npy --out c=c.npy --set carry=last", 2,
     "--set carry: nothing that runs here has it; it belongs to lerp/continued, lerp/deferred"},
    {"exec reduce/loop --in x=n.npy --out result=c.npy --set items=4", 2,
     "--set items: nothing that runs here has it; it belongs to reduce/serial, reduce/tree, "
     "reduce/butterfly, reduce/builtin, reduce/once"},
    {"exec histogram --in samples=n.npy --out counts=c.npy --seed 3", 2,
     "--seed means nothing to 'exec'; see 'crosslane exec --help'"},
    {"exec histogram --in samples=n.npy --out counts=c.npy --max-launch 3", 2,
     "--max-launch means nothing to 'exec'; see 'crosslane exec --help'"},
    {"exec histogram --in samples=n.npy --out counts=c.npy --set type=f32", 2,
     "n.npy: elements are u32, but type = f32 was given before"},
    {"exec lerp --in x=x.npy --out c=c.npy", 2, "lerp: array 't' is missing; give --in t=FILE"},
    {"exec lerp --in x=x.npy --in t=t.npy --out c=c.npy --set n=36", 2,
     "x.npy: dimension 1 of array 'x' is 37, but n = 36 by --set"},
    {"exec lerp --in x=x.npy --in t=t.npy --out c=c.npy --set channels=3", 2,
     "x.npy: dimension 2 of array 'x' is 2, but channels = 3 by --set"},
    {"exec lerp --in x=t.npy --in t=t.npy --out c=c.npy", 2,
     "t.npy: array 'x' is [rows, n, channels], the file holds (3, 37)"},
    {"exec spheres --in spheres=s.npy --in colors=k.npy --out result=r.npy", 2,
     "spheres: how many points? Give --in points=FILE, or --set width=N --set height=N"},
    {"exec spheres --in spheres=s.npy --in colors=k.npy --set width=4 --out result=r.npy", 2,
     "spheres: width=4 without height; give both or none"},
    {"exec spheres --in spheres=s.npy --in colors=k.npy --set width=65536 --set height=65536 --out "
     "result=r.npy",
     2, "spheres: width=65536 x height=65536 are 4294967296 points, the most is 2147418112"},
    {"exec spheres --in spheres=s.npy --in colors=k.npy --in points=p.npy --out result=r.png", 2,
     "r.png: array 'result' is no picture here; write it as .npy, or give --set width=N --set height=N in "
     "place of points"},
    {"exec spheres --in spheres=s.npy --in colors=k.npy --in points=p.npy --set points=5 --out result=r.npy",
     2, "p.npy: dimension 0 of array 'points' is 6, but points = 5 by --set"},
    {"verify lerp --json kept.json", 2, "--json kept.json: the file exists; --force replaces it"},
    {"verify lerp --csv kept.json", 2, "--csv kept.json: the file exists; --force replaces it"},
    {"verify lerp --json link.json", 2, "--json link.json: the file exists; --force replaces it"},
    {"verify lerp --json a.json --csv a.json", 2, "--json a.json and --csv a.json are one file; name two"},
    {"verify lerp --json a.json --csv ./folder/../a.json", 2,
     "--json a.json and --csv ./folder/../a.json are one file; name two"},
    {"verify lerp --json kept.json --csv link.json --force", 2,
     "--json kept.json and --csv link.json are one file; name two"},
    {"verify lerp --json - --csv -", 2,
     "--json - and --csv - together: only one of them can have standard output"},
    {"verify lerp --json a.json --json b.json", 2, "--json is given twice; take one"},
    {"verify lerp --label a --label b", 2, "--label is given twice; take one"},
    {"verify lerp --seed 1 --seed 2", 2, "--seed is given twice; take one"},
    {"verify lerp --json folder", 5, "folder: cannot be written: Is a directory"},
    {"verify lerp --json nowhere/a.json", 5, "nowhere/a.json: cannot be written: No such file or directory"},
    {"verify lerp --json ''", 2, "--json: its name is empty"},
    {"verify lerp --set n=5 --set n=6", 2, "--set n is given twice; several values are --set n=VALUE,VALUE"},
    {"verify lerp --set shape=3x4 --set n=5", 2, "--set shape and --set n give the same size; take one"},
    {"verify lerp --set m=5", 2,
     "--set m: unknown to every chosen algorithm; 'crosslane list NAME' shows parameters"},
    {"verify lerp --set n", 2, "--set 'n': expected PARAM=VALUE[,VALUE...]"},
    {"verify lerp --set n=", 2, "lerp: n= is not a number"},
    {"verify lerp --set n=5x", 2, "lerp: n=5x is not a number"},
    {"verify lerp --set n=0x10", 2, "lerp: n=0x10 is not a number"},
    {"verify lerp --set n=1.5", 2, "lerp: n=1.5 must be a whole number"},
    {"verify lerp --set n=-1", 2, "lerp: n=-1 is out of range, 0 to 2147483520"},
    {"verify lerp --set n=1e400", 2, "lerp: n=inf is out of range, 0 to 2147483520"},
    {"verify lerp --set shape=3", 2, "--set shape=3: lerp has 2 dimensions, as in shape=128x1000"},
    {"verify lerp --set type=f99", 2,
     "--set type: the arrays of what is chosen have one element type only; leave it out"},
    {"verify histogram --set distribution=none", 2,
     "--set distribution=none: histogram has no such input; 'crosslane list histogram' shows them"},
    {"verify histogram/local --set copies=2", 2,
     "--set copies: nothing that runs here has it; it belongs to histogram/privatised"},
    {"verify lerp/affine lerp/serial --set carry=last,ballot", 2,
     "--set carry: nothing that runs here has it; it belongs to lerp/continued, lerp/deferred"},
    {"verify lerp --plant tail --set carry=last", 2,
     "--set carry: nothing that runs here has it; it belongs to lerp/continued, lerp/deferred"},
    {"run spheres/naive --set per_sub_group=2", 2,
     "--set per_sub_group: nothing that runs here has it; it belongs to spheres/shared"},
    {"bench spheres/naive histogram/global --set items=2", 2,
     "--set items: nothing that runs here has it; it belongs to spheres/deferred, spheres/group"},
    {"verify histogram/local --set function=identity --set type=u8 --set upper=7", 2,
     "--set upper: nothing that runs here reads it; leave it out ('crosslane list NAME' shows whose it is)"},
    {"bench histogram/global --set shares=4", 2,
     "--set shares: nothing that runs here has it; it belongs to histogram/private"},
    {"verify lerp --width 3", 2,
     "--width '3': expected native, all, or powers of two from 1 to 128 with commas"},
    {"verify lerp --width 8,", 2,
     "--width '8,': expected native, all, or powers of two from 1 to 128 with commas"},
    {"verify lerp --width native --width 8", 2, "--width: take one of native, all, or numbers"},
    {"verify lerp --seed -1", 2, "--seed '-1': expected a whole number from 0 to 9223372036854775807"},
    {"verify lerp --seed 9223372036854775808", 2,
     "--seed '9223372036854775808': expected a whole number from 0 to 9223372036854775807"},
    {"verify lerp --seed 1.5", 2, "--seed '1.5': expected a whole number from 0 to 9223372036854775807"},
    {"bench lerp --samples 0", 2, "--samples '0': expected a whole number from 1 to 100000"},
    {"bench lerp --min-time nan", 2, "--min-time 'nan': expected a number from 0 to 3600"},
    {"bench lerp --min-time 0x1", 2, "--min-time '0x1': expected a number from 0 to 3600"},
    {"bench lerp --min-time 1e999", 2, "--min-time '1e999': expected a number from 0 to 3600"},
    {"verify lerp --timeout 0", 2, "--timeout '0': expected a number from 0.1 to 86400"},
    {"verify lerp --max-launch inf", 2, "--max-launch 'inf': expected a number from 0.001 to 86400"},
    {"verify lerp --level half", 2, "--level 'half': expected quick, pairs or full"},
    {"verify lerp --plant nobody", 2,
     "--plant 'nobody': no such planted kernel; 'crosslane list NAME' shows them"},
    {"verify lerp --backend opencl", 2, "--backend opencl: no such backend; there are auto..."},
    {"verify lerp --kernel-dir nowhere", 2,
     "--kernel-dir nowhere: it has no kernel sources; 'crosslane copy NAME DIR' writes them"},
    {"help nonsense", 2, "unknown command 'nonsense'; 'crosslane --help' lists them"},
    {"version lerp", 2, "unknown command 'lerp'; 'crosslane --help' lists them"},
    {"trace", 2,
     "trace takes exactly one name, algorithm or algorithm/strategy; 'crosslane list' shows algorithms"},
    {"trace scan/*", 2,
     "trace takes exactly one name, algorithm or algorithm/strategy; 'crosslane list' shows algorithms"},
    {"trace scan/kogge_ston", 2, "unknown name 'scan/kogge_ston'; did you mean 'scan/kogge_stone'?"},
    {"trace lerp/serial", 2,
     "lerp/serial works without sub-groups, so it has no lanes to show; take one of lerp/readlane..."},
    {"trace normal24/add", 2,
     "normal24/add works without sub-groups, so it has no lanes to show; no other strategy of normal24 has "
     "them"},
    {"trace lerp/prefix --width 8,16", 2, "trace runs once: give --width a single number"},
    {"trace lerp/prefix --width all", 2, "trace runs once: give --width a single number"},
    {"trace lerp/prefix --set n=8,16", 2, "trace runs once: give each --set a single value"},
    {"trace lerp/prefix --set m=8", 2,
     "--set m: unknown to every chosen algorithm; 'crosslane list NAME' shows parameters"},
    {"trace lerp/prefix --width 4 --lanes 0-7", 2, "--lanes 0-7: the sub-group has 4 lanes, 0 to 3"},
    {"trace lerp/prefix --device 0 --lanes 8-9", 2, "--lanes 8-9: the sub-group has 8 lanes, 0 to 7"},
    {"trace lerp/prefix --lanes 3-1", 2, "--lanes '3-1': expected FIRST-LAST from 0 to 127, such as 0-7"},
    {"trace lerp/prefix --lanes 0-", 2, "--lanes '0-': expected FIRST-LAST from 0 to 127, such as 0-7"},
    {"trace lerp/prefix --lanes 0-128", 2, "--lanes '0-128': expected FIRST-LAST from 0 to 127, such as 0-7"},
    {"trace lerp/prefix --lanes two", 2, "--lanes 'two': expected FIRST-LAST from 0 to 127, such as 0-7"},
    {"trace lerp/prefix --csv a.csv", 2, "--csv means nothing to 'trace'; see 'crosslane trace --help'"},
    {"trace lerp/prefix --json kept.json", 2, "--json kept.json: the file exists; --force replaces it"},
    {"trace lerp/prefix --kernel-dir nowhere", 2,
     "--kernel-dir nowhere: it has no kernel sources; 'crosslane copy NAME DIR' writes them"},
    {"verify --lanes 0-7", 2, "--lanes means nothing to 'verify'; see 'crosslane verify --help'"},
    {"options lerp", 2, "options takes no names; --device chooses among devices"},
    {"options --as fortran", 2, "--as 'fortran': expected shell, c or python"},
    {"verify --as c", 2, "--as means nothing to 'verify'; see 'crosslane verify --help'"},
    {"verify lerp --nonsense", 2, "unknown option '--nonsense'; 'crosslane --help' lists them"},
    {"verify lerp --json", 2, "option '--json' needs a value after it"},
    {"verify lerp --quiet=yes", 2, "option '--quiet' takes no value"},
    {"verify lerp --in x=x.npy", 2, "--in means nothing to 'verify'; see 'crosslane verify --help'"},
    {"devices --set n=5", 2, "--set means nothing to 'devices'; see 'crosslane devices --help'"},
    {"list --json a.json", 2, "--json means nothing to 'list'; see 'crosslane list --help'"},
    {"copy lerp", 2, "copy takes an algorithm and a folder: crosslane copy NAME DIR"},
    {"copy lerp ''", 2, "copy: the folder's name is empty; '.' is the current folder"},
    {"verify spheres --set width=65536 --set height=65536", 2,
     "spheres: width=65536 x height=65536 are 4294967296 points, the most is 2147418112"},
    {"bench spheres --set width=7 --set height=0", 2, "spheres: width=7 without height; give both or none"},
    {"verify histogram --set function=even --set lower=2 --set upper=1", 2,
     "histogram: lower=2 is not below upper=1"},
    {"run histogram --set function=log --set log_least=0.1 --set log_most=0.1,7", 2,
     "histogram: log_least=0.1 is not below log_most=0.1"},
    {"verify lerp --kernel-dir piped", 2,
     "--kernel-dir piped: lerp/lerp.cl is no regular file, so no kernel source can be read from it"},
    {"exec histogram --in samples=huge.npy --out counts=c.npy", 2,
     "huge.npy: dimension 0 of array 'samples' is n = 4294967296, outside of 0 to 4294967295"},
    {"exec histogram --in samples=cut.npy --out counts=c.npy", 2,
     "cut.npy: byte 128: the file ends; expected 4294967295 bytes of data for u8 (4294967295,), found 0"},
    {"exec histogram --in samples=text.png --out counts=c.npy", 2,
     "text.png: byte 42: the file ends; expected 1023 more bytes of a PNG file"},
    {"exec histogram --in samples=numbers.png --out counts=c.npy", 2,
     "numbers.png: byte 0: expected the signature of a PNG file"},
};

static char before[4096];

/* tests/support/windows lacks symlink, pipes and these device names, and inspect runs no compiler there. */
static bool has_links(void) {
    return symlink("", "") == 0 || errno != ENOSYS;
}

static bool is_of_posix(const char *line) {
    static const char *const words[] = {"piped",
                                        "link.json",
                                        "/dev/",
                                        "inspect --for gfx1030",
                                        "inspect lerp/serail",
                                        "inspect lerp mine.cl",
                                        "inspect lerp --kernel",
                                        "inspect lerp --for gfx1030 --set"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(line, words[i])) return true;
    return false;
}

/* A sparse .npy file of 2^32 bytes, a .npy file that claims 2^32 - 1, and a PNG whose text chunk claims 2^31
   - 16. */
static void write_large(void) {
    static const unsigned char png[] = {0x89, 'P',  'N',  'G',  '\r', '\n', 0x1a, '\n', 0,    0,    0,
                                        13,   'I',  'H',  'D',  'R',  0,    0,    0,    1,    0,    0,
                                        0,    1,    8,    0,    0,    0,    0,    0x3a, 0x7e, 0x9b, 0x55,
                                        0x7f, 0xff, 0xff, 0xf0, 't',  'E',  'X',  't',  'a'};
    write_npy("huge.npy", "|u1", "False", "(4294967296,)", NULL, 0);
    ck_assert_int_eq(truncate("huge.npy", 128 + ((off_t)1 << 32)), 0);
    write_npy("cut.npy", "|u1", "False", "(4294967295,)", NULL, 0);
    scratch_write("text.png", png, sizeof png);
}

static void enter_here(void) {
    static const float zeros[3 * 37 * 2] = {0};
    static const uint32_t whole[12] = {0};
    scratch_make();
    ck_assert_ptr_nonnull(getcwd(before, sizeof before));
    ck_assert_int_eq(chdir(scratch_folder), 0);
    write_floats("x.npy", "(3, 37, 2)", zeros, 222);
    write_floats("t.npy", "(3, 37)", zeros, 111);
    write_floats("s.npy", "(3, 4)", zeros, 12);
    write_floats("k.npy", "(3, 3)", zeros, 9);
    write_floats("p.npy", "(6, 3)", zeros, 18);
    write_npy("n.npy", "<u4", "False", "(12,)", whole, sizeof whole);
    scratch_write("kept.json", "kept", 4);
    scratch_write("numbers.txt", "1.5 2.5 3.5\n", 12);
    scratch_write("numbers.png", "1.5 2.5 3.5\n", 12);
    ck_assert_int_eq(mkdir("folder", 0700), 0);
    ck_assert_int_eq(mkdir("piped", 0700), 0);
    ck_assert_int_eq(mkdir("piped/lerp", 0700), 0);
    if (has_links()) {
        ck_assert_int_eq(mkfifo("piped/lerp/lerp.cl", 0600), 0);
        ck_assert_int_eq(symlink("kept.json", "link.json"), 0);
    }
    ck_assert_int_eq(link("n.npy", "hard.npy"), 0);
    write_large();
}

static void leave_here(void) {
    ck_assert_int_eq(chdir(before), 0);
    scratch_remove();
    command_free(&c);
}

/* Expects exactly "crosslane: ", this text and the line's end. */
static void check_line(const char *told) {
    static const char name[] = "crosslane: ";
    const size_t length = strlen(told);
    const bool open = length > 3 && strcmp(told + length - 3, "...") == 0;
    const char *line = c.err + strlen(name);
    ck_assert_msg(strncmp(c.err, name, strlen(name)) == 0, "crosslane %s: %s", c.line, c.err);
    const size_t got = strcspn(line, "\n");
    ck_assert_msg(strcmp(line + got, "\n") == 0, "crosslane %s: not one line: %s", c.line, c.err);
    const bool same =
        open ? strncmp(line, told, length - 3) == 0 : got == length && memcmp(line, told, length) == 0;
    ck_assert_msg(same, "crosslane %s:\ngot      %.*s\nexpected %s", c.line, (int)got, line, told);
}

static int chosen[(int)(sizeof cases / sizeof *cases)];

static int choose_cases(void) {
    int count = 0;
    for (int i = 0; i < (int)(sizeof cases / sizeof *cases); i++) {
        if (has_links() || !is_of_posix(cases[i].line))
            chosen[count++] = i;
        else
            printf("not run: bad_usage: %s\n", cases[i].line);
    }
    return count;
}

AROUND(enter_here, leave_here);
GROUP("table");

LOOP_TEST(refused_with_its_line, choose_cases()) {
    const int one = chosen[_i];
    const size_t files = scratch_count();
    size_t size = 0;
    crosslane(cases[one].status, "%s", cases[one].line);
    check_line(cases[one].told);
    ck_assert_str_eq(c.out, "");
    ck_assert_uint_eq(scratch_count(), files);
    char *const kept = scratch_read("kept.json", &size);
    ck_assert_str_eq(kept, "kept");
    free(kept);
    char *const input = scratch_read("n.npy", &size);
    ck_assert_uint_eq(size, 128 + 48);
    free(input);
}

/* Runs after the table, to see the largest process. Unchecked, the PNG would take 2.2 GB, the .npy file 4
   GiB. */
TEST(memory_is_bounded) {
    struct rusage used;
    ck_assert_int_eq(getrusage(RUSAGE_CHILDREN, &used), 0);
    ck_assert_int_lt(used.ru_maxrss, 512 * 1024); /* KiB */
}

static const char *const lines[] = {"%s",
                                    "verify %s",
                                    "verify lerp --json folder/%s/x",
                                    "verify lerp --set %s",
                                    "verify lerp --set %s=5",
                                    "verify lerp --set n=%s",
                                    "verify lerp --device %s",
                                    "verify lerp --backend %s",
                                    "verify lerp --plant %s",
                                    "verify lerp --kernel-dir %s",
                                    "verify lerp --level %s",
                                    "verify lerp --width %s",
                                    "verify lerp --seed %s",
                                    "bench lerp --min-time %s",
                                    "--%s",
                                    "verify --label=a --%s=5",
                                    "exec histogram --in %s=n.npy --out counts=c.npy",
                                    "exec histogram --in samples=%s --out counts=c.npy",
                                    "exec histogram --in %s --out counts=c.npy",
                                    "exec histogram --in samples=n.npy --out counts=folder/%s/c.npy",
                                    "verify lerp --json a --csv ./a --label %s",
                                    "exec histogram --in samples=n.npy --out %s=c.npy",
                                    "verify histogram --set distribution=%s",
                                    "verify lerp --set type=%s",
                                    "run --out-dir numbers.txt/%s",
                                    "copy lerp numbers.txt/%s"};

GROUP("printable");

EACH_TEST(no_escape_reaches_the_terminal, lines) {
    static const char *const evil[] = {"\033]0;owned\007", "a\nb",
                                       "\xc2\x9b"
                                       "31m",
                                       "\xff\xfe",
                                       "\xe2\x80\xae"
                                       "reversed"};
    for (size_t e = 0; e < sizeof evil / sizeof *evil; e++) {
        char line[512];
        snprintf(line, sizeof line, lines[_i], evil[e]);
        command_run(&c, "%s --quiet", line); /* no "asking driver" on a slow machine */
        ck_assert_msg(c.status == 2 || c.status == 3 || c.status == 5, "%s: %d", line, c.status);
        const size_t length = strcspn(c.err, "\n");
        ck_assert_msg(length > 0 && c.err[length] && !c.err[length + 1], "not one line: %s", c.err);
        ck_assert_msg(!strstr(c.err, evil[e]), "crosslane %s: control characters are printed", line);
        for (size_t i = 0; i < length; i++) ck_assert_uint_ge((unsigned char)c.err[i], 0x20);
    }
}

TEST(names_of_results_are_printable) {
    crosslane(0, "verify lerp/serial --device 0 --set shape=3x20 --set channels=2 --json %s --label \033[1m",
              "a\033[1m.json");
    out_has("results: a?[1m.json");
    ck_assert_ptr_null(strchr(c.out, '\033'));
    crosslane(0, "exec histogram --device 0 --in samples=n.npy --out counts=%s", "\033[1mc\xff.npy");
    out_has("?[1mc?.npy: counts (256,) u32, checked");
}

GROUP("taken");

TEST(force_replaces) {
    crosslane(0, "verify lerp/serial --device 0 --set shape=3x20 --set channels=2 --force --json link.json");
    command_check_file("kept.json", true);
}

TEST(exec_replaces_its_output) {
    for (int i = 0; i < 2; i++) {
        crosslane(0, "exec histogram --device 0 --in samples=n.npy --out counts=c.npy");
        out_has("by histogram/private");
    }
    command_run(&c, "exec histogram --device 0 --in samples=n.npy --out counts=c.npy --set way=shuffle");
    command_refused(&c, 2, "--set way: auto took 'private' here, which does not have it", NULL);
}

TEST(resolved_auto_and_group) {
    crosslane(0, "exec histogram/match_local --device 0 --backend local --width 16 --in samples=n.npy "
                 "--out counts=c.npy "
                 "--set group=100 --json -");
    err_has("by histogram/match_local, backend local, 16 lanes, work-groups of 16");
    json_t *document = command_document(&c);
    const json_t *row = json_array_get(json_object_get(document, "records"), 0);
    ck_assert_int_eq(json_integer_value(json_object_get(row, "group_size")), 16);
    ck_assert(json_is_null(json_object_get(row, "strategy_chosen")));
    ck_assert(json_is_null(json_object_get(row, "seed")));
    json_decref(document);
    crosslane(0, "exec histogram --device 0 --in samples=n.npy --out counts=c.npy --json -");
    document = command_document(&c);
    row = json_array_get(json_object_get(document, "records"), 0);
    ck_assert_str_eq(json_string_value(json_object_get(row, "strategy")), "auto");
    ck_assert_str_eq(json_string_value(json_object_get(row, "strategy_chosen")), "private");
    json_decref(document);
}
