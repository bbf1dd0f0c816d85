// check: --arg x=iota:u32[64] --local 64 --groups 1 --width 8
// expect: none
inline uint one_more(uint x) { return x + 1; }
static inline uint two_more(uint x) { return one_more(one_more(x)); }
uint three_more(uint x);
inline uint three_more(uint x) { return two_more(x) + 1; }
kernel void more(global uint *x) {
    x[get_global_id(0)] = three_more(two_more(one_more(x[get_global_id(0)])));
}
