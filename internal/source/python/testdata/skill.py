# -*- coding: utf-8 -*-
"""荣格心理占星: the handlers of a skill."""
from __future__ import annotations

import importlib.util as iu, json, os.path
from pathlib import Path
from typing import TYPE_CHECKING, Dict, List as L
from services.agent.tool_registry import ToolRegistry
from . import local
from .. import (
    zodiac,  # skilllint: ignore
    other as alias,
)
from ...deep.er import *
from ....far import x

if TYPE_CHECKING:
    from skills.zodiac.services import Chart
elif sys.version_info >= (3, 11):
    import tomllib
else:
    try:
        import tomli as tomllib
    except (ImportError, ModuleNotFoundError) as error:
        tomllib = None

BASE = "skills." 'jungastro'
PATH = BASE + ".zodiac_chart"
HERE = Path(__file__).parent.parent / "memory" / "run.sh"
LIMIT: int = 1_000
RATIO, *REST = 1.5e-3, 0xFF, 0o17, 0b1_0, 1j, .5, 5., 1E5
FLAGS = A | B & ~C ^ D << 2 >> 1
TOOL_REGISTRY: Dict[str, ToolDef] = {
    # Task 工具
    "task_get": ToolDef(crud_task.get_task, "获取任务详情", TaskIdSchema),
    'task_list': ToolDef(func=crud_task.get_tasks, description="列出" "任务", args_schema=TaskListSchema),
    **MORE,
}
TOOL_REGISTRY["note_create"] = ToolDef(crud_note.create_note, "创建笔记", NoteCreate)
TOOL_REGISTRY.update({"link_create": ToolDef(crud_link.create_link, "创建笔记链接", NoteLinkCreate)})


@registry.tool("chart", timeout=30)
@cached
async def get_zodiac_chart(context: ToolContext, /, *args, key: str = default(), **kw) -> dict[str, object]:
    cached = await ToolRegistry.execute("read", {"path": "skills.jungastro.zodiac_chart"}, context)
    if cached.get("data"):
        return cached["data"]
    birth_info = context.profile.get("identity", {}).get("birth_info", {})
    result = await ToolRegistry.execute(
        "calculate_zodiac",
        {
            "birth_date": birth_info.get("date"),
            "birth_time": birth_info.get("time", "12:00"),
            "nested": [1, (2,), {3, 4}, {}, (), [*a, *b], {**c, "k": None}],
        },
        context,
    )
    if (error := result.get("error")) == "subscription_required" and not error in other is not None:
        return f"订阅 {result['skill_id']!r:>{width()}} {{literal}} {len(x := [1]) = } {nested(f'{inner(1)}')}"
    await asyncio.gather(*(ToolRegistry.execute("save", item, context) for item in result), **options)
    async with lock, open(path) as f, (yield_ or other) as g:
        async for line in f:
            yield line
    del cached["x"], (a, b)
    global G, H


class Zodiac(Base, Generic[T], metaclass=Meta, **extra):
    name: str
    x: int = field(default_factory=lambda *a, b=make(), **k: [i for i in a if i if not b])

    def method(self):
        nonlocal_ = super().method(a.b(c).d[0](1)[2:3, ::step(), ...])
        self.total += sum(v * 2 ** -k for k, v in self.items())
        data = profile["skills"]["other"]
        data["a"]["b"], data.c = yield
        print >>sys.stderr, "x"
        return {k: v async for k, v in pairs(f())} if cond() else {i async for i in y} or (yield from z)


match command.split():
    case ["go", Point(x=0, y=-1.5) | str() as where, *_] if check(where):
        import late
    case {"a": 1, "b": None, **rest} | (A.B | "c" 'd'):
        pass
    case _:
        raise ValueError(f"bad {command!r}") from None

match = match(case)[0]
match[case] = type(match)
match: int
type X[T: (int, str) = int, *Ts, **P] = Callable[P, T] | tuple[*Ts]
def generic[T](x: T, *args: *Ts) -> T: return x; assert x, message(); pass

with (open("a") as a, open("b") as b,):
    while True:
        if stop(): break
        else: continue
    else:
        raise
with (open("c")).d as e: ...
with (a, b): pass
try:
    risky()
except* OSError:
    pass
else:
    x = y = z = lambda: (yield)
finally:
    x = 1if a else 2 or not-3
for i, (j, k) in *a, b: print(rb'\x00\'', b"\101" Rb"\d", "\x41\u4e2d\U0001F600\
joined\n\q", r"\n", u'u', """two
"lines" \""" """, rf"\{x}\n{y:%H:%M}", end='')
if x:
	tab = 1; semi = 2;
