/* Its printf is not in the code of some targets, which a note says.
   gfx: barriers==0 */
__kernel void prints(__global int *x) {
    printf("%d\n", x[0]);
    x[1] = 2;
}
