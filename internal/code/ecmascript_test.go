package code

import "testing"

func TestECMAScript(t *testing.T) {
	checkFacts(t, "a.ts", []factsCase{
		{"imports", "import a, { b as c } from '../zodiac'\nimport * as all from '@/shared'\nall.chart(all.x.y); all.chart\nimport type { T } from \"./own\"\nconst { d } = require('zodiac')\nconst e = await import('./e')\n", []string{
			`import ../zodiac at '../zodiac', default at a as a, b as c`,
			`import @/shared at '@/shared', * as all .chart .x`,
			`import ./own at "./own", T`,
			`import zodiac at 'zodiac', d`,
			`import ./e at './e', * at e as e`,
		}},
		{"exports", "export { a as b } from './a'\nexport * from './all'\nimport { c } from './c'\nexport { c as d }\nexport const own = 1\nexport type T = string\n", []string{
			`import ./a at './a', a as b`,
			`import ./all at './all', *`,
			`import ./c at './c', c`,
			`export b at './a' from "./a" "a" type=false`,
			`export * at './all' from "./all" "*" type=false`,
			`export d from "./c" "c" type=false`,
			`export own from "" "" type=false`,
			`export T from "" "" type=true`,
		}},
		{"module.exports", "module.exports = make()\n", []string{
			`export = at module.exports from "" "" type=false`,
			`open`,
		}},
		{"module.exports of known names", "module.exports = { execute, other: 1 }\n", []string{
			`export = at module.exports from "" "" type=false`,
			`export execute from "" "" type=false`,
			`export other from "" "" type=false`,
		}},
		{"execute", "const run = async (input, ctx) => {\n  const args = input as A\n  const { a, b: c = 1, ...more } = args\n  if (args.d.e) return { x: 1, 'y z': 2 }\n  return input['f'] ? more : { [a]: c, ...more }\n}\nexport { run as execute }\n", []string{
			`export execute from "" "" type=false`,
			`execute reads a b d f at 'f'`,
			`execute returns x y z at 'y z' in { x: 1, 'y z': 2 }`,
		}},
		{"an arrow without braces", "export const execute = ({ a }, ctx) => ({ ...ctx.call(a), [a]: 1 })\n", []string{
			`export execute from "" "" type=false`,
			`execute reads a`,
			`execute returns … in { ...ctx.call(a), [a]: 1 }`,
		}},
		{"an input that is another", "export function execute(input) {\n  input = fill(input)\n  return input.a\n}\n", []string{
			`export execute from "" "" type=false`,
			`execute reads`,
		}},
		{"execute that is not there", "export const execute = wrap((input) => input.a)\nexport function other(input) { return input.b }\n", []string{
			`export execute from "" "" type=false`,
			`export other from "" "" type=false`,
		}},
		{"computed imports", "require(path.join(__dirname, '../zodiac/x'))\nimport(`./plugins/${name}`)\njest.mock('../zodiac')\nrequire.resolve(NAME)\nconst NAME = 'zodiac'\n", []string{
			`import ../zodiac at '../zodiac' computed 0 []`,
			`import zodiac at NAME computed 0 []`,
			`path file:../../zodiac/x import at path.join(__dirname, '../zodiac/x')`,
			`path file:../../zodiac/x at path.join(__dirname, '../zodiac/x')`,
			"path relative:./plugins/? import at `./plugins/${name}`",
		}},
		{"paths", "const root = path.resolve(__dirname, '../..')\nfs.readFileSync(`${root}/zodiac/${name}/x`)\nfs.readFileSync(new URL('../../zodiac/x', import.meta.url))\nfs.readFileSync('../zodiac/x')\nconsole.log('../zodiac/x')\n", []string{
			"path file:../../../zodiac/?/x named [8] at `${root}/zodiac/${name}/x`",
			"path file:../../../zodiac/?/x file named [8] at `${root}/zodiac/${name}/x`",
			`path file:../../../zodiac/x at new URL('../../zodiac/x', import.meta.url)`,
			`path relative:../../zodiac/x file at '../../zodiac/x'`,
			`path relative:../zodiac/x file at '../zodiac/x'`,
		}},
		{"commands", "execSync('node ../zodiac/x.js')\nspawn('python3', ['-m', 'skills.zodiac.main'])\n", []string{
			`command 'node ../zodiac/x.js' | relative:../zodiac/x.js file`,
			`run skills.zodiac.main at 'skills.zodiac.main'`,
		}},
		{"calls", "const r = await client.callTool({ name: 'chart', arguments: { a: 1, ...more } })\nr.chart\nawait gateway.call('other', { [k]: [1, null] })\ntry { await callTool('third', {}) } catch {}\ngateway.cal('x')\n", []string{
			`call chart at 'chart' {"a":1,"":null} ignored=true`,
			`call other at 'other' {"":[1,null]} ignored=true`,
			`call third at 'third' {} ignored=false`,
		}},
		{"data and keys", "profile.skills.zodiac.sign = 1\nuse(profile['skills']['zodiac'])\nconst cacheKey = `chart:${skillId}`\nredis.get(`c:${skill.id}:${orgId}`)\n", []string{
			`data skills.zodiac.sign at profile.skills.zodiac.sign write=true partial=false`,
			`data skills.zodiac at profile['skills']['zodiac'] write=false partial=false`,
			"key chart:{skillId} at `chart:${skillId}`",
		}},
		{"handlers in tables", "registry.register({ name: 'chart', run })\nconst handlers = { other: async () => {}, third() {}, 'more-of-it': f }\nserver.registerTool(name, f)\nconst tools = { a: 'x' }\n", []string{
			`handler other`,
			`handler third`,
			`handler more-of-it at 'more-of-it'`,
			`handler chart at 'chart'`,
			`open handlers`,
		}},
		{"fields of results", `const r = await gateway.call('chart', {})
if (r.error) throw r.error
console.log(r.sun, r['moon'].sign, r.houses.map(f), r?.rising)
const { axis, ...more } = await gateway.call('map', {})
const w = await gateway.call('write', {})
w.a = 1
w.b
let v = await gateway.call('two', {})
v = other
v.x
`, []string{
			`call chart at 'chart' {} ignored=false reads sun reads moon.sign reads houses reads rising`,
			`call map at 'map' {} ignored=false reads axis`,
			`call write at 'write' {} ignored=true`,
			`call two at 'two' {} ignored=false`,
		}},
		{"handlers", "server.registerTool('chart', { title: 'x' }, f)\nregistry.register(NAME, f)\nconst NAME = 'other'\nregister('not one')\n", []string{
			`handler chart at 'chart'`,
			`handler other at NAME`,
		}},
		{"an error", "import { a } from '../zodiac'\nconst = 1\n", []string{
			`error at 36: expected a name, found "="`,
			`import ../zodiac at '../zodiac', a`,
		}},
	})
}

// TestTSX reads what only the extension tells.
func TestTSX(t *testing.T) {
	checkFacts(t, "a.tsx", []factsCase{{"an element", "export const a = <A b={require('../zodiac')}>it's</A>\n", []string{
		`import ../zodiac at '../zodiac'`,
		`export a from "" "" type=false`,
	}}})
}
