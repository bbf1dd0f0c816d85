/* The third line does not compile. */
uint inner(uint v) {
    return v + undeclared_name;
}
