"""Print what CPython's own parser reads in Python files, one line for each piece of syntax.

    python3.13 record.py FILE...       prints "= FILE" and the lines of each file
    python3.13 record.py -             takes the file names from standard input, one a line
    python3.13 record.py -w FILE.py    writes FILE.ast beside each file: the fixtures of the tests

It needs Python 3.12 or later: earlier versions give wrong places inside f-strings. Offsets are bytes from the start of
the file. A file that does not parse gives the one line "! MESSAGE"; one that is not UTF-8 gives "? encoding".
"""
import ast
import io
import json
import re
import sys
import tokenize
import warnings

OPS = {
    "Add": "+", "Sub": "-", "Mult": "*", "MatMult": "@", "Div": "/", "Mod": "%", "Pow": "**", "LShift": "<<",
    "RShift": ">>", "BitOr": "|", "BitXor": "^", "BitAnd": "&", "FloorDiv": "//", "And": "and", "Or": "or",
    "Invert": "~", "Not": "not", "UAdd": "+", "USub": "-", "Eq": "==", "NotEq": "!=", "Lt": "<", "LtE": "<=",
    "Gt": ">", "GtE": ">=", "Is": "is", "IsNot": "is not", "In": "in", "NotIn": "not in",
}


def op(node):
    return OPS[type(node).__name__]


def named_escape(literals):
    """Tell whether one of the adjacent string literals uses \\N{NAME}."""
    if rb"\N{" not in literals:
        return False
    tokens = tokenize.generate_tokens(io.StringIO("(" + literals.decode() + ")").readline)
    for text in (t.string for t in tokens if t.type == tokenize.STRING):
        prefix = text[:min(i for i in (text.find("'"), text.find('"')) if i >= 0)]
        if "r" not in prefix.lower() and re.search(r"(?<!\\)(\\\\)*\\N\{", text):
            return True
    return False


class Recorder:
    def __init__(self, source):
        self.source = source
        self.lines = []
        self.starts = [0] + [m.end() for m in re.finditer(rb"\r\n|\r|\n", source)]
        if source.startswith(b"\xef\xbb\xbf"):
            self.starts[0] = 3

    def span(self, node):
        start = self.starts[node.lineno - 1] + node.col_offset
        end = self.starts[node.end_lineno - 1] + node.end_col_offset
        return start, end

    def source_text(self, node):
        """The name as it is written: CPython normalises identifiers to NFKC."""
        start, end = self.span(node)
        return self.source[start:end].decode()

    def put(self, kind, *fields):
        self.lines.append(" ".join([kind, *map(str, fields)]))

    def visit(self, node):
        if node is None:
            return
        method = getattr(self, "on_" + type(node).__name__, None)
        if method is None or method(node) is None:
            for child in ast.iter_child_nodes(node):
                self.visit(child)

    def on_Import(self, n):
        for a in n.names:
            self.put("import", *self.span(n), a.name, a.asname or "-")
        return True

    def on_ImportFrom(self, n):
        for a in n.names:
            self.put("from", *self.span(n), n.level, n.module or "-", a.name, a.asname or "-")
        return True

    def dotted(self, node):
        parts = []
        while isinstance(node, ast.Attribute) and len(parts) < 31:
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name):
            return "-"
        return ".".join([self.source_text(node)] + parts[::-1])

    def on_Call(self, n):
        keywords = ",".join(k.arg or "**" for k in n.keywords)
        self.put("call", *self.span(n), self.dotted(n.func), len(n.args), keywords or "-")

    def on_Constant(self, n):
        start, end = self.span(n)
        if isinstance(n.value, str):
            known = not named_escape(self.source[start:end]) and not re.search("[\ud800-\udfff]", n.value)
            self.put("str", start, end, json.dumps(n.value, ensure_ascii=False) if known else "?")
        elif isinstance(n.value, bytes):
            self.put("bytes", start, end, n.value.hex())
        elif isinstance(n.value, (bool, type(None), type(...))):
            self.put("const", start, end, "..." if n.value is ... else n.value)
        else:
            self.put("num", start, end)

    def on_JoinedStr(self, n):
        fields = [v for v in n.values if isinstance(v, ast.FormattedValue)]
        self.put("fstr", *self.span(n), len(fields))
        self.fields(fields)
        return True

    def fields(self, fields):
        for f in fields:
            self.put("field", self.span(f.value)[0], f.conversion if f.conversion > 0 else "-")
            self.visit(f.value)
            if f.format_spec is not None:
                self.fields(v for v in f.format_spec.values if isinstance(v, ast.FormattedValue))

    def simple(self, kind, *fields):
        def on(n):
            self.put(kind, *self.span(n), *[f(n) for f in fields])
        return on

    def __getattr__(self, name):
        table = {
            "Name": ("name", self.source_text),
            "Attribute": ("attr", lambda n: n.attr),
            "Subscript": ("sub",), "Slice": ("slice",), "Starred": ("star",),
            "List": ("list", lambda n: len(n.elts)), "Tuple": ("tuple", lambda n: len(n.elts)),
            "Set": ("set", lambda n: len(n.elts)), "Dict": ("dict", lambda n: len(n.keys)),
            "ListComp": ("comp", lambda n: len(n.generators)), "SetComp": ("comp", lambda n: len(n.generators)),
            "DictComp": ("comp", lambda n: len(n.generators)),
            "BinOp": ("binop", lambda n: op(n.op)), "UnaryOp": ("unary", lambda n: op(n.op)),
            "BoolOp": ("bool", lambda n: op(n.op), lambda n: len(n.values)),
            "Compare": ("compare", lambda n: ",".join(map(op, n.ops))),
            "IfExp": ("ifexp",), "NamedExpr": ("walrus",), "Lambda": ("lambda",), "Await": ("await",),
            "Yield": ("yield",), "YieldFrom": ("yieldfrom",),
            "Expr": ("expr",), "Assign": ("assign", lambda n: len(n.targets)), "AnnAssign": ("annassign",),
            "AugAssign": ("augassign", lambda n: op(n.op) + "="), "Return": ("return",),
            "Delete": ("del", lambda n: len(n.targets)), "Global": ("global", lambda n: ",".join(n.names)),
            "Nonlocal": ("nonlocal", lambda n: ",".join(n.names)), "Pass": ("pass",), "Break": ("break",),
            "Continue": ("continue",), "Raise": ("raise",), "Assert": ("assert",), "TypeAlias": ("typealias",),
            "While": ("while",), "For": ("for",), "AsyncFor": ("asyncfor",), "With": ("with",),
            "AsyncWith": ("asyncwith",), "Try": ("try",), "TryStar": ("try",), "Match": ("match",),
        }
        entry = table.get(name.removeprefix("on_"))
        if entry is None:
            raise AttributeError(name)
        return self.simple(*entry)

    def on_GeneratorExp(self, n):
        self.put("gen", self.span(n.elt)[0], len(n.generators))

    def on_arg(self, n):
        self.put("param", self.span(n)[0], n.arg)

    def on_FunctionDef(self, n):
        self.put("def", self.span(n)[1], n.name, len(n.decorator_list), len(n.body))

    def on_AsyncFunctionDef(self, n):
        self.put("asyncdef", self.span(n)[1], n.name, len(n.decorator_list), len(n.body))

    def on_ClassDef(self, n):
        self.put("class", self.span(n)[1], n.name, len(n.decorator_list), len(n.bases), len(n.keywords), len(n.body))

    def on_match_case(self, n):
        self.put("case", *self.span(n.pattern))
        self.visit(n.guard)
        for s in n.body:
            self.visit(s)
        return True

    def comments(self):
        text = self.source.decode("utf-8-sig")
        for t in tokenize.generate_tokens(io.StringIO(text).readline):
            if t.type == tokenize.COMMENT:
                self.put("comment", json.dumps(t.string, ensure_ascii=False))


def record(path):
    with open(path, "rb") as f:
        source = f.read()
    try:
        source.decode()
        if tokenize.detect_encoding(io.BytesIO(source).readline)[0] not in ("utf-8", "utf-8-sig"):
            return ["? encoding"]
    except UnicodeDecodeError:
        return ["? encoding"]
    except SyntaxError as e:
        return ["! " + str(e)]
    recorder = Recorder(source)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            recorder.visit(ast.parse(source))
        recorder.comments()
    except (SyntaxError, ValueError, RecursionError, MemoryError) as e:
        return ["! " + str(e)]
    return sorted(recorder.lines)


def main(args):
    sys.setrecursionlimit(20000)
    write = args[:1] == ["-w"]
    if args == ["-"]:
        args = (line.rstrip("\n") for line in sys.stdin)
    for path in args[1:] if write else args:
        lines = record(path)
        if write:
            with open(path.removesuffix(".py") + ".ast", "w", newline="\n") as f:
                f.write("\n".join(lines) + "\n")
        else:
            print("\n".join(["= " + path, *lines]), flush=True)


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")
    main(sys.argv[1:])
