import a
if a:
    s = """x
y"""

    call(s)import b