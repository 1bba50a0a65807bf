package pytools_test

import (
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/pytools"
)

// TestSchema reads the classes of arguments: models of Pydantic, TypedDicts, dataclasses.
func TestSchema(t *testing.T) {
	for _, c := range []struct{ name, class, want string }{
		{"a model", "class S(BaseModel):\n    \"\"\"Which task\"\"\"\n    id: int = Field(..., description='the id', ge=1)\n    note: str | None = None\n    tags: List[str] = Field(default_factory=list, max_length=3)\n", `{"type":"object","description":"Which task","properties":{"id":{"type":"integer","description":"the id","minimum":1},"note":{"anyOf":[{"type":"string"},{"type":"null"}]},"tags":{"type":"array","items":{"type":"string"},"maxItems":3}},"required":["id"]}`},
		{"defaults", "class S(BaseModel):\n    limit: int = 5\n    kind: Literal['a', 'b'] = 'a'\n    model_config = {}\n    _hidden: int = 1\n    all: ClassVar[int] = 1\n", `{"type":"object","properties":{"limit":{"type":"integer","default":5},"kind":{"enum":["a","b"],"default":"a"}}}`},
		{"an alias", "class S(BaseModel):\n    from_: str = Field(alias='from')\n", `{"type":"object","properties":{"from":{"type":"string"}},"required":["from"]}`},
		{"annotated", "class S(BaseModel):\n    n: Annotated[int, Field(gt=0, description='how many')]\n", `{"type":"object","properties":{"n":{"type":"integer","description":"how many","exclusiveMinimum":0}},"required":["n"]}`},
		{"a base", "class B(BaseModel):\n    id: int\nclass S(B):\n    id: str\n    more: Dict[str, float]\n", `{"type":"object","properties":{"id":{"type":"string"},"more":{"type":"object","additionalProperties":{"type":"number"}}},"required":["id","more"]}`},
		{"classes in it", "class K(str, Enum):\n    A = 'a'\n    B = 'b'\nclass T(BaseModel):\n    kind: K\n    next: Optional['T'] = None\n    own: T\nclass S(BaseModel):\n    task: T\n", `{"type":"object","properties":{"task":{"type":"object","properties":{"kind":{"enum":["a","b"]},"next":{},"own":{}},"required":["kind","own"]}},"required":["task"]}`},
		{"a TypedDict", "class S(TypedDict):\n    a: int\n    b: NotRequired[bool]\n", `{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"boolean"}},"required":["a"]}`},
		{"not total", "class S(TypedDict, total=False):\n    a: int\n", `{"type":"object","properties":{"a":{"type":"integer"}}}`},
		{"a dataclass", "@dataclass\nclass S:\n    a: int\n    b: list = field(default_factory=list)\n", `{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"array"}},"required":["a"]}`},
		{"unknown types", "class S(BaseModel):\n    when: datetime\n    any: Any = None\n    f: Callable[[int], int]\n", `{"type":"object","properties":{"when":{},"any":{},"f":{}},"required":["when","f"]}`},
		{"a plain class", "class S:\n    a: int\n", ""},
		{"no fields", "class S(Thing):\n    pass\n", ""},
		{"an enumeration", "class S(Enum):\n    A = 1\n", ""},
		{"itself", "class S(S):\n    a: int\n", `{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]}`},
	} {
		src := c.class + "TOOL_REGISTRY = {'x': ToolDef(f, 'does x', S)}\n"
		facts := pytools.Read([]byte(src))
		r := pytools.Join([]string{"tools.py"}, func(p string) *pytools.Facts {
			if p == "tools.py" {
				return facts
			}
			return nil
		}, func(string, int, []string) string { return "" })
		if len(r.Tools) != 1 || string(r.Tools[0].Input) != c.want || !strings.Contains(r.Tools[0].Description, "does x") {
			t.Errorf("%s is\n%s\nwant\n%s", c.name, r.Tools[0].Input, c.want)
		}
	}
}
