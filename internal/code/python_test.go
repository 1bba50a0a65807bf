package code

import "testing"

func TestPython(t *testing.T) {
	checkFacts(t, "a.py", []factsCase{
		{"execute", "async def execute(input, ctx):\n    input['own'] = 1\n    found = ctx.f(input['a'], input.get('b', 2), input['own'])\n    out = {'x': found}\n    if found:\n        return out\n    return {'y': 1, **out}\n", []string{
			`execute reads a at 'a' b at 'b'`,
			`execute returns x at 'x' in {'x': found}`,
			`execute returns y at 'y' … in {'y': 1, **out}`,
			`binds execute`,
		}},
		{"an input that is another", "def execute(input):\n    input = fill(input)\n    return input['a']\n", []string{
			`execute reads`,
			`binds execute`,
		}},
		{"execute behind a decorator", "@tool\ndef execute(input):\n    return input['a']\n", []string{
			`handler execute`,
			`binds execute`,
		}},
		{"imports", "import os, skills.zodiac as z\nfrom ..shared import a as b, c\nfrom x import *\n", []string{
			`import os as os`,
			`import skills.zodiac as z`,
			`import ..shared, a as b, c`,
			`import x, *`,
			`binds b c os z`,
			`open`,
		}},
		{"members", "import skills\nskills.zodiac.run(skills.zodiac.run)\ndef f(skills):\n    skills.other\n", []string{
			`import skills as skills`,
			`member skills.zodiac.run`,
			`binds f skills`,
		}},
		{"computed imports", "importlib.import_module('skills.' + 'zodiac')\nimport_module(f'skills.zodiac.{x}')\nimport_module('.x', package='skills.zodiac')\n__import__(name)\n", []string{
			`import skills.zodiac at 'skills.' + 'zodiac' computed 0 ["skills" "zodiac"]`,
			`import skills.zodiac at f'skills.zodiac.{x}' computed 0 ["skills" "zodiac"] cut`,
			`import .x at '.x' computed 0 ["skills" "zodiac" "x"]`,
		}},
		{"own place", "from pathlib import Path\nHERE = Path(__file__).resolve().parent\nopen(HERE.parent / 'zodiac' / 'x.json')\nopen(HERE / 'own.json')\n", []string{
			`import pathlib, Path`,
			`member Path`,
			`path file:../../zodiac/x.json file at HERE.parent / 'zodiac' / 'x.json'`,
			`path file:../../zodiac/x.json at HERE.parent / 'zodiac' / 'x.json'`,
			`path file:../own.json file named [2] at HERE / 'own.json'`,
			`path file:../own.json named [2] at HERE / 'own.json'`,
			`binds HERE Path`,
		}},
		{"joined", "import os\nD = os.path.join(os.path.dirname(__file__), '..', '..')\nopen(f'{D}/zodiac/{name}/x')\nopen(os.path.join(D, name, 'x'))\n", []string{
			`import os as os`,
			`member os.path.join`,
			`member os.path.dirname`,
			`path file:../../../zodiac/?/x file named [8] at f'{D}/zodiac/{name}/x'`,
			`path file:../../../zodiac/?/x named [8] at f'{D}/zodiac/{name}/x'`,
			`binds D os`,
		}},
		{"relative", "open('../zodiac/x')\nopen('data/x')\nprint('../zodiac/x')\nopen('skills/zodiac/x')\n", []string{
			`path relative:../zodiac/x file at '../zodiac/x'`,
			`path relative:skills/zodiac/x file at 'skills/zodiac/x'`,
		}},
		{"folders of skills", "open(f'{SKILLS_DIR}/zodiac/x')\nopen(os.environ['SKILLS_DIR'] + '/zodiac/x')\nopen(SKILL_DIR + '/x')\nopen('/opt/skills/zodiac/x')\n", []string{
			`path skills:/zodiac/x file at f'{SKILLS_DIR}/zodiac/x'`,
			`path skills:/zodiac/x at f'{SKILLS_DIR}/zodiac/x'`,
			`path skills:/zodiac/x file at os.environ['SKILLS_DIR'] + '/zodiac/x'`,
			`path skills:/zodiac/x at os.environ['SKILLS_DIR'] + '/zodiac/x'`,
			`path somewhere:/opt/skills/zodiac/x file at '/opt/skills/zodiac/x'`,
		}},
		{"sys.path", "import sys\nsys.path.insert(0, '../zodiac')\nsys.path.append(str(Path(__file__).parents[2] / 'zodiac'))\n", []string{
			`import sys as sys`,
			`member sys.path.insert`,
			`member sys.path.append`,
			`path relative:../zodiac module at '../zodiac'`,
			`path file:../../../zodiac module at Path(__file__).parents[2] / 'zodiac'`,
			`path file:../../../zodiac at str(Path(__file__).parents[2] / 'zodiac')`,
			`path file:../../../zodiac file at Path(__file__).parents[2] / 'zodiac'`,
			`path file:../../../zodiac at Path(__file__).parents[2] / 'zodiac'`,
			`binds sys`,
		}},
		{"a folder that is not known", "open(Path('out.json').parent / 'zodiac' / 'x')\nopen(Path('../a/b').parent / 'zodiac' / 'x')\n", []string{
			`path relative:../a/zodiac/x file at Path('../a/b').parent / 'zodiac' / 'x'`,
			`path relative:../a/b file at '../a/b'`,
		}},
		{"commands", "run('bash ../zodiac/run.sh --x')\nrun([sys.executable, '-m', 'skills.zodiac.main'])\nrun('python3 -m skills.zodiac.main')\n", []string{
			`command 'bash ../zodiac/run.sh --x' | relative:../zodiac/run.sh file`,
			`run skills.zodiac.main at 'skills.zodiac.main'`,
			`run skills.zodiac.main at 'python3 -m skills.zodiac.main'`,
		}},
		{"calls", "r = await ToolRegistry.execute('chart', {'a': [1, x], **more}, ctx)\nself.tool_registry.execute('other', args)\nget_gateway().call(name)\n", []string{
			`call chart at 'chart' {"a":[1,null],"":null} ignored=false`,
			`call other at 'other' null ignored=true`,
			`binds r`,
		}},
		{"denials", "async def f():\n    a = await call_tool('x', {})\n    return a['chart']\nasync def g():\n    b = await call_tool('y', {})\n    if b.get('error'): return\n    return b\n", []string{
			`call x at 'x' {} ignored=true`,
			`call y at 'y' {} ignored=false`,
			`binds f g`,
		}},
		{"data", "profile['skills']['zodiac']['sign'] = 1\nuser_profile.get('skills').get('zodiac')\ncall_tool('save', {'path': 'skills.zodiac.sign'})\ncall_tool('read', {'path': f'skills.{x}'})\n", []string{
			`call save at 'save' {"path":"skills.zodiac.sign"} ignored=true`,
			`call read at 'read' {"path":null} ignored=true`,
			`data skills.zodiac.sign at profile['skills']['zodiac']['sign'] write=true partial=false`,
			`data skills.zodiac at user_profile.get('skills').get('zodiac') write=false partial=false`,
			`data skills.zodiac.sign at 'skills.zodiac.sign' write=true partial=false`,
			`data skills. at f'skills.{x}' write=false partial=true`,
		}},
		{"keys", "cache_key = f'chart:{skill_id}:{user}'\nkey = f'{skill_id}'\ncache_key = f'chart:{skill_id}'\nredis.get(f'c:{skill_name}')\np = f'/tmp/{skill_id}/x'\n", []string{
			`key chart:{skill_id} at f'chart:{skill_id}'`,
			`key c:{skill_name} at f'c:{skill_name}'`,
			`key /tmp/{skill_id}/x at f'/tmp/{skill_id}/x'`,
			`binds cache_key key p`,
		}},
		{"handlers by their functions, in tables", "@tool\ndef f(): pass\n@mcp.tool()\nasync def g(): pass\nHANDLERS = {'chart': f, 'other': m.g}\nTOOLS = {'data': 'x'}\nother = {'no': f}\n", []string{
			`handler f`,
			`handler g`,
			`handler chart at 'chart'`,
			`handler other at 'other'`,
			`binds HANDLERS TOOLS f g other`,
		}},
		{"open handlers", "for n, f in TOOLS.items():\n    registry.register(n, f)\n", []string{
			`open handlers`,
			`binds f n`,
		}},
		{"fields of results", `async def f(c):
    r = await ToolRegistry.execute("chart", {}, c)
    if r.get("error"): return
    print(r["sun"], r.get("moon")["sign"], r.rising, r.items(), r[k]["x"])
    w = await ToolRegistry.execute("map", {}, c)
    w["more"] = 1
    return w["more"], (await ToolRegistry.execute("one", {}, c))["a"], (await session.call_tool("two", {}))["b"]
`, []string{
			`call chart at "chart" {} ignored=false reads sun reads moon.sign reads moon reads rising`,
			`call map at "map" {} ignored=true`,
			`call one at "one" {} ignored=true reads a`,
			`call two at "two" {} ignored=true`,
			`binds f`,
		}},
		{"handlers", "@tool_handler('chart')\ndef f(): pass\n@mcp.tool(name='other')\ndef g(): pass\nregistry.register('third', f)\nregister('not one')\n", []string{
			`handler chart at 'chart'`,
			`handler other at 'other'`,
			`handler third at 'third'`,
			`binds f g`,
		}},
		{"an error", "def f(:\n    pass\nimport skills.zodiac\n", []string{
			`error at 5: '(' was never closed`,
			`import skills.zodiac as skills`,
			`binds f skills`,
		}},
	})
}
