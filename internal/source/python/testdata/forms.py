"""Forms that are easy to get wrong: soft keywords, f-strings, parentheses, line ends."""
match = case = type = _ = 1
match.x = match[0] = match(1)
match, case
match * a, b
match -a
match not in x
match in x
match is x
match if x else y
match and x
match: int = 3
match[x]: int
(match)
match(x, y)
match (
    x
)
print(match, case=type)
type.x = 3
type(x)
type = 4
type in y
case(x)
_ = lambda match: match
match x:
    case 1: match(y)
match (x):
    case (1): pass
    case (1,): pass
    case (): pass
    case []: pass
    case {}: pass
    case -1 | -1.5 | 1 + 2j | -3 - 4j: pass
    case "a" "b" | b"c" | None | True: pass
    case a.b.c | A() | a.B(1, x, y=C(), z=[*_]): pass
    case {"x": [a, *rest], a.b: _, **more}: pass
    case [1, (2 | 3) as n, *_] as whole if (n := f(n)): pass
    case a, b: pass
    case a,: pass
    case *a, b: pass
    case match: pass
match [a, b]:
    case case:
        pass
match -a, *b:
    case _: pass
match {"a": 1}:
    case _: pass
match lambda: 1:
    case _: pass
match not x:
    case _: pass
match await_ := f():
    case _: pass
match match:
    case case: case = case

with a: pass
with (a): pass
with (a, b): pass
with (a, b) as c: pass
with (a as b): pass
with (a as b, c): pass
with (a as b, c as d,): pass
with (a), (b): pass
with (a), (b) as c: pass
with (a).b as c, d: pass
with (a) + (b) as c: pass
with (a for a in b) as c: pass
with (yield) as c: pass
with (a if b else c) as d: pass
with (a := b): pass
with (a := b) as c: pass
with (*a,) as b: pass
with () as b: pass
with a as (b, c), d as [e, f], g as h.i, j as k[l]: pass
with (a as (b, c)): pass
with (a(
)), b: pass

f''; f""; rf'\{x}'; fr"{x}\n"; F'{x}' 'y' f"{z}"; f'''{
x
}'''
f'{x!r}{x!s:>10}{x:>{y}}{x:{y}.{z!r}}{x=}{x = }{x=!s}{x=:>5}{x:}'
f'{{}}{{{x}}}{x}}}{{'
f'{x:=5}{x!=y}{x==y}{(x:=5)}{x<=y}{x:%Y-%m-%d %H:%M}'
f'{a["b"]}{a['c']}{f"{f'{x}'}"}{ {1: 2}[1] }{ {x for x in y} }{[x for x in y]}'
f'{lambda_}{(lambda x: x)(1)}{x if y else z}{*a, b}{yield_}{x,}{a or b}{not a}{-a}'
f"{'\n'.join(x)}{x:\x41}\N{EM DASH}{x!a}\{x}\\{x}\
{x}"
f"""{x # comment }
}"{y}""{z:
>5}"""
f'{x:{y:{z}}}' f'{x:a{y}b{z}c}'
"a" f"{b}" "c" r'\d'
u"x" U'y'
b"a" B'b' rb"c" Rb'd' BR"e" bR'f'
'\'' "\"" '''it's''' """say "x" """ '\\' '\
' r'\'' r"\\"
"\0\12\123\x7f\u00e9\U0001f600\a\b\f\v\t\r\n\z\8"

0, 00, 0_0, 1_000, 0xDEAD_beef, 0x_f, 0o7_7, 0b1, 1., .1, 1.e1, 1e-5, 1E+5, 1_0.0_1e1_0, 1j, 1.5J, 1e3j, 0777.5, 09e1, 00j
1if x else 2, 1or 2, 1 .real, 1..real, 1.5.real, [1for x in y], 0xfor x, 1_0in y, 1is x, 1and 2, 1not in y
x[1], x[1:2], x[1:2:3], x[:], x[::], x[::2], x[1,], x[1, 2], x[*a], x[*a, b], x[a:b, c], x[a:=1], x[lambda: 1], x[()]
f(), f(a), f(a,), f(*a), f(**a), f(a=1), f(a := 1), f(x for x in y), f((x for x in y)), f(a, *b, c, d=1, *e, **f), f(*a or b)
f(a)(b)[c].d(e).f, f(a=lambda: 1, b=x if y else z)
{}, {1}, {1,}, {*a}, {*a, b}, {1: 2}, {1: 2,}, {**a}, {**a, 1: 2, **b}, {x for x in y}, {x: y for x, y in z}, {(a := 1): 2}
(), (1,), (1), ((1)), (*a,), (*a, b), [], [1,], [*a], (yield), (x for x in y if a if b for c in d)
[x async for x in y], [await x for x in y], [x for x, in y], [x for (x, y) in z], [x for *x, y in z], [x for x.a in y]
-x ** -y, not not x, ~-+x, a @ b, a // b, a << b >> c, a < b == c != d is not e not in f, a if b else c if d else e
lambda: 1, lambda x: x, lambda *a, **k: 1, lambda x, /, y, *, z=1: 2, lambda x=lambda: 1: x, lambda *, a: (yield)
a = b = c; a, b = b, a; *a, b = c; [a, b] = c; (a) = 1; (a), b = c; a.b = a[0] = 1; a = yield; a = yield b, c; a = *b, c
a += 1; a -= yield; a **= 2; a //= 2; a >>= 2; a <<= 2; a @= 2; a |= 2; a &= 2; a ^= 2; a %= 2; a *= b, c
a: int; a.b: int = 1; a[0]: int; (a): int = 2; a: int = yield; a: tuple = 1, *b; a: (yield)
del a, b[0], c.d; del (a, b); del [a, b]; del (a); del a,; del ()
assert a, b; assert (a, b); raise; raise a; raise a from b; pass; return; return a, *b; global a, b; nonlocal c
import a, b.c, d.e.f as g; from a import b; from .a import (b); from . import (b as c, d,); from ... import a; from .... import b; from .. . a import *
@a
@a.b(c)[d]
@(lambda f: f)
@x := y
def f(a, b: int = 1, /, c=2, *, d, e: str = "x", **k: dict) -> None: ...
def f(*args: *Ts, x): pass
def f(*, a, b=1,): pass
def f(
    a,  # comment
    b,
):  # comment
    # comment
    """doc"""

    return a \
        + b
# comment at the wrong column
  # another
class A: pass
class A(): x = 1; y = 2
class A(B, *C, metaclass=D, **E): pass
class A[T, *U, **V](B[T]): type X[Y] = Y
async def f():
    async for x in y: pass
    else: pass
    async with a as b, c: await d
    return [x async for x in await y]
while x: break
else: continue
for x in y: pass
for x, in y: pass
for x, *y in z, *w: pass
for (x) in y: pass
for [a, b] in c: pass
for x.a in y: pass
for x[0] in *a, b: pass
try: pass
except: pass
try: pass
except A: pass
except (A, B) as e: pass
else: pass
finally: pass
try: pass
finally: pass
if a: pass
elif b: pass
elif c := d: pass
else: pass
if a:
    if b: pass
    else:
        pass

else:

    pass
if x:
    y = (1 +
# comment
2)
    z = """
not code
"""; w = 1
äöü = ñ.é(日本=1)
if x: pass; pass;
x = [
    1, 2
]; y = 3
