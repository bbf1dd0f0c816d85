"""The lanes that are together at each record of random programs, read as text by an implementation of its own.

masks.py FILE   FILE: a line "WIDTH SHARED DATA...", then programs in OpenCL C (host/tool/promises/branch_text.c)
Prints "PROGRAM NODE TURNS LANES" for each record that some lane reaches, LANES in hexadecimal.
"""
import re
import sys

TOKEN = re.compile(r"\s*([A-Za-z_]\w*|\d+|&&|\|\||>>|[!=]=|\+\+|[-+*<>&?:;,(){}!=])")
LEVELS = [["||"], ["&&"], ["&"], ["==", "!="], ["<"], [">>"], ["+"], ["*"]]
WORDS = {"const", "uint", "void", "static"}


class Reader:
    """A tree of tuples from the text."""

    def __init__(self, text):
        text = re.sub(r"(\d)u\b", r"\1", text)
        self.tokens = TOKEN.findall(text)
        self.at = 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def take(self, wanted=None):
        token = self.peek()
        if token is None or (wanted is not None and token != wanted):
            raise SyntaxError(f"{token} for {wanted} in token {self.at}")
        self.at += 1
        return token

    def accept(self, token):
        if self.peek() != token:
            return False
        self.at += 1
        return True

    # Expressions

    def expression(self):
        condition = self.binary(0)
        if not self.accept("?"):
            return condition
        yes = self.expression()
        self.take(":")
        return ("?", condition, yes, self.expression())

    def binary(self, level):
        if level == len(LEVELS):
            return self.operand()
        left = self.binary(level + 1)
        while self.peek() in LEVELS[level]:
            operator = self.take()
            left = (operator, left, self.binary(level + 1))
        return left

    def operand(self):
        if self.accept("("):
            if self.accept("void"):
                self.take(")")
                return self.operand()
            inner = self.expression()
            self.take(")")
            return inner
        token = self.take()
        if token.isdigit():
            return ("number", int(token))
        if self.accept("("):
            return ("call", token, self.arguments())
        if self.accept("++"):
            return ("++", token)
        return ("name", token)

    def arguments(self):
        found = []
        while not self.accept(")"):
            found.append(self.expression())
            self.accept(",")
        return found

    # Statements

    def block(self):
        self.take("{")
        found = []
        while not self.accept("}"):
            found.append(self.statement())
        return ("block", found)

    def condition(self):
        self.take("(")
        found = self.expression()
        self.take(")")
        return found

    def statement(self):
        token = self.peek()
        if token == "{":
            return self.block()
        method = getattr(self, "read_" + token, None)
        if method:
            self.take()
            return method()
        if token in WORDS:
            return self.variable()
        if self.tokens[self.at + 1] == ":":
            label = self.take()
            self.take(":")
            self.take(";")
            return ("label", label)
        return self.end(("do it", self.expression()))

    def end(self, statement):
        self.take(";")
        return statement

    def variable(self):
        while self.peek() in WORDS:
            self.take()
        name = self.take()
        self.take("=")
        return self.end(("set", name, self.expression()))

    def read_if(self):
        condition = self.condition()
        yes = self.statement()
        no = self.statement() if self.accept("else") else ("block", [])
        return ("if", condition, yes, no)

    def read_while(self):
        condition = self.condition()
        return ("for", condition, None, self.block())

    def read_do(self):
        body = self.block()
        self.take("while")
        return self.end(("do", self.condition(), body))

    def read_for(self):
        self.take("(")
        first = self.variable()
        condition = self.expression()
        self.take(";")
        step = self.expression()
        self.take(")")
        return ("block", [first, ("for", condition, step, self.block())])

    def read_switch(self):
        value = self.condition()
        cases, body = {}, []
        self.take("{")
        while not self.accept("}"):
            if self.accept("case"):
                cases[int(self.take())] = len(body)
                self.take(":")
            elif self.accept("default"):
                cases[None] = len(body)
                self.take(":")
            else:
                body.append(self.statement())
        return ("switch", value, cases, body)

    def read_return(self):
        return self.end(("leave", "return"))

    def read_break(self):
        return self.end(("leave", "break"))

    def read_continue(self):
        return self.end(("leave", "continue"))

    def read_goto(self):
        return self.end(("leave", self.take()))

    def functions(self):
        found = {}
        while self.peek():
            self.take("static")
            self.take("void")
            name = self.take()
            while self.peek() != "{":
                self.take()
            found[name] = self.block()
        return found


class Lane:
    """Runs the functions; `records` gets (node, turns)."""

    def __init__(self, functions, values):
        self.functions = functions
        self.values = values
        self.records = []

    def call(self, name, turns):
        outer = self.values
        self.values = dict(outer, t0=turns)
        self.run(self.functions[name])
        self.values = outer

    def value(self, tree):
        kind = tree[0]
        if kind == "number":
            return tree[1]
        if kind == "name":
            return self.values[tree[1]]
        if kind == "++":
            self.values[tree[1]] += 1
            return self.values[tree[1]] - 1
        if kind == "?":
            return self.value(tree[2] if self.value(tree[1]) else tree[3])
        if kind == "&&":
            return int(bool(self.value(tree[1])) and bool(self.value(tree[2])))
        if kind == "||":
            return int(bool(self.value(tree[1])) or bool(self.value(tree[2])))
        if kind == "call":
            return self.called(tree[1], tree[2])
        a, b = self.value(tree[1]), self.value(tree[2])
        return {"&": a & b, "==": int(a == b), "!=": int(a != b), "<": int(a < b), ">>": a >> b, "+": a + b,
                "*": a * b}[kind] & 0xFFFFFFFF

    def called(self, name, arguments):
        if name in ("SEE", "SEEN_IF"):
            self.records.append((self.value(arguments[0]), self.value(arguments[1])))
            return self.value(arguments[2]) if name == "SEEN_IF" else 0
        self.call(name, self.value(arguments[-1]))
        return 0

    def run(self, tree):
        """None, or what the statement leaves: return, break, continue, a label."""
        return getattr(self, "run_" + tree[0].replace(" ", "_"))(*tree[1:])

    def run_block(self, statements):
        at = 0
        while at < len(statements):
            left = self.run(statements[at])
            at += 1
            if left and ("label", left) in statements:
                at = statements.index(("label", left))
            elif left:
                return left
        return None

    def run_label(self, _name):
        return None

    def run_do_it(self, expression):
        self.value(expression)

    def run_set(self, name, expression):
        self.values[name] = self.value(expression)

    def run_leave(self, what):
        return what

    def run_if(self, condition, yes, no):
        return self.run(yes if self.value(condition) else no)

    def run_for(self, condition, step, body):
        while self.value(condition):
            left = self.run(body)
            if left == "break":
                break
            if left not in (None, "continue"):
                return left
            if step:
                self.value(step)
        return None

    def run_do(self, condition, body):
        while True:
            left = self.run(body)
            if left == "break":
                return None
            if left not in (None, "continue"):
                return left
            if not self.value(condition):
                return None

    def run_switch(self, value, cases, body):
        first = cases.get(self.value(value), cases.get(None, len(body)))
        left = self.run(("block", body[first:]))
        return None if left == "break" else left


def main(path):
    with open(path, encoding="utf-8") as file:
        width, shared, *data = (int(word) for word in file.readline().split())
        functions = Reader(file.read()).functions()
    programs = sorted((name for name in functions if name.startswith("program_")), key=lambda name: int(name[8:]))
    for name in programs:
        together = {}
        for lane in range(width):
            runner = Lane(functions, {"lane": lane, "data": data[lane], "shared": shared})
            runner.call(name, 0)
            for record in runner.records:
                together[record] = together.get(record, 0) | 1 << lane
        for (node, turns), lanes in together.items():
            print(name[8:], node, turns, f"{lanes:x}")


if __name__ == "__main__":
    main(sys.argv[1])
