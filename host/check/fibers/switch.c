/* Switches stacks: saves the registers that a call preserves, and the stack pointer. */
#include "fibers/switch.h"

#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
__asm__(".text\n.globl check_switch\n.type check_switch,@function\ncheck_switch:\n"
        "  pushq %rbp\n  pushq %rbx\n  pushq %r12\n  pushq %r13\n  pushq %r14\n  pushq %r15\n"
        "  movq %rsp, (%rdi)\n  movq %rsi, %rsp\n"
        "  popq %r15\n  popq %r14\n  popq %r13\n  popq %r12\n  popq %rbx\n  popq %rbp\n  ret\n"
        ".size check_switch,.-check_switch\n");
enum { SAVED = 6, ENTRY = 6 };
#elif defined(__aarch64__)
__asm__(
    ".text\n.globl check_switch\n.type check_switch,%function\ncheck_switch:\n"
    "  sub sp, sp, #160\n  stp x19, x20, [sp]\n  stp x21, x22, [sp, #16]\n  stp x23, x24, [sp, #32]\n"
    "  stp x25, x26, [sp, #48]\n  stp x27, x28, [sp, #64]\n  stp x29, x30, [sp, #80]\n"
    "  stp d8, d9, [sp, #96]\n  stp d10, d11, [sp, #112]\n  stp d12, d13, [sp, #128]\n  stp d14, d15, [sp, "
    "#144]\n"
    "  mov x9, sp\n  str x9, [x0]\n  mov sp, x1\n"
    "  ldp x19, x20, [sp]\n  ldp x21, x22, [sp, #16]\n  ldp x23, x24, [sp, #32]\n  ldp x25, x26, [sp, #48]\n"
    "  ldp x27, x28, [sp, #64]\n  ldp x29, x30, [sp, #80]\n  ldp d8, d9, [sp, #96]\n  ldp d10, d11, [sp, "
    "#112]\n"
    "  ldp d12, d13, [sp, #128]\n  ldp d14, d15, [sp, #144]\n  add sp, sp, #160\n  ret\n"
    ".size check_switch,.-check_switch\n");
enum { SAVED = 20, ENTRY = 11 };
#else
#error "the checking device switches stacks on x86-64 and aarch64"
#endif

void *check_prepare(void *stack, size_t bytes, void (*entry)(void)) {
    uintptr_t top = ((uintptr_t)stack + bytes) & ~(uintptr_t)15;
    uint64_t *frame = (uint64_t *)top - (SAVED + 4 - SAVED % 2);
    memset(frame, 0,
           (size_t)((char *)top - (char *)frame)); /* frame pointers and return addresses end in zeros */
    frame[ENTRY] = (uint64_t)(uintptr_t)entry;
    return frame;
}
