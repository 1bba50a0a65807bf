package compared

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"pgregory.net/rapid"

	"github.com/skilllint/skilllint/contract"
)

// A model is what skills promise and need, from which each engine's own form is made.
// Nobody names a tool twice, so that one import decides.
type model []skill

type skill struct {
	id      string
	version int // MAJOR*1000 + MINOR; 0 for none
	tools   []tool
	imports []need
}

type tool struct {
	name    string
	removal string // a date; "" for none
	paid    bool   // for subscribers
}

type need struct {
	from, tool string
	min        int // a version; 0 for any
}

// A question is a call that the engines judge.
type question struct {
	skill, tool string
	subscribed  bool
}

// below is the version at which a need's versions end: the next major, or the next minor below 1.0.
func (n need) below() int {
	if n.min < 1000 {
		return n.min + 1
	}
	return (n.min/1000 + 1) * 1000
}

func dotted(version int) string { return fmt.Sprintf("%d.%d", version/1000, version%1000) }

// today is when all questions are asked.
var today = time.Now().UTC()

func day(offset int) string { return today.AddDate(0, 0, offset).Format(time.DateOnly) }

// drawModel draws skills that mostly agree.
func drawModel(t *rapid.T) model {
	versions := []int{0, 3, 1000, 1002, 1010, 2000}
	m := make(model, rapid.IntRange(1, 5).Draw(t, "skills"))
	for i := range m {
		m[i] = skill{id: fmt.Sprintf("%c-skill", 'a'+i), version: rapid.SampledFrom(versions).Draw(t, "version")}
		for j := range rapid.IntRange(0, 3).Draw(t, "tools") {
			m[i].tools = append(m[i].tools, tool{
				name:    fmt.Sprintf("%c_tool_%d", 'a'+i, j),
				removal: rapid.SampledFrom([]string{"", "", "", day(-1), day(0), day(1), day(60)}).Draw(t, "removal"),
				paid:    rapid.Bool().Draw(t, "paid"),
			})
		}
	}
	for i := range m {
		for j := range m {
			if i == j {
				continue
			}
			for _, wanted := range m[j].tools {
				if rapid.IntRange(0, 2).Draw(t, "imported") == 0 {
					continue
				}
				n := need{from: m[j].id, tool: wanted.name}
				switch rapid.IntRange(0, 3).Draw(t, "min_version") {
				case 0:
					n.min = rapid.SampledFrom([]int{2, 3, 1000, 1001, 1009, 2000}).Draw(t, "any version")
				case 1, 2:
					n.min = m[j].version
				}
				switch rapid.IntRange(0, 19).Draw(t, "fault") {
				case 0:
					n.from = rapid.SampledFrom([]string{"ghost", m[i].id, m[0].id}).Draw(t, "from")
				case 1:
					n.tool += "x"
				}
				m[i].imports = append(m[i].imports, n)
			}
		}
	}
	return m
}

// granted lists, by skill, the imports that hold until the contracts are loaded anew: the
// named provider exports the tool, in a version that fits.
func (m model) granted() map[string][]string {
	version := map[[2]string]int{}
	for _, s := range m {
		for _, t := range s.tools {
			version[[2]string{s.id, t.name}] = s.version
		}
	}
	granted := map[string][]string{}
	for _, s := range m {
		for _, n := range s.imports {
			v, exported := version[[2]string{n.from, n.tool}]
			if exported && (n.min == 0 || v >= n.min && v < n.below()) {
				granted[s.id] = append(granted[s.id], n.tool)
			}
		}
	}
	return granted
}

// number is a date as YYYYMMDD, and the end of time for none.
func number(date string) int {
	if date == "" {
		return 9999_12_31
	}
	var y, m, d int
	if _, err := fmt.Sscanf(date, "%d-%d-%d", &y, &m, &d); err != nil {
		panic(err)
	}
	return y*10000 + m*100 + d
}

// questions are all that may be asked of a model.
func (m model) questions() (all []question) {
	words := []string{"nothing"}
	for _, s := range m {
		for _, t := range s.tools {
			words = append(words, t.name)
		}
		for _, n := range s.imports {
			words = append(words, n.tool)
		}
	}
	slices.Sort(words)
	for _, s := range m {
		for _, word := range slices.Compact(words) {
			all = append(all, question{s.id, word, true}, question{s.id, word, false})
		}
	}
	return all
}

// catalog writes the model as contracts.
func (m model) catalog() (c contract.Catalog, err error) {
	type object = map[string]any
	var contracts []object
	for _, s := range m {
		o := object{"id": s.id}
		if s.version > 0 {
			o["version"], o["provides"] = dotted(s.version), dotted(s.version)+".0"
		}
		exports, imports, deprecated, free := []object{}, []object{}, []object{}, []string{}
		for _, t := range s.tools {
			exports = append(exports, object{"name": t.name, "description": "Do " + t.name, "input_schema": object{"type": "object"}, "output_schema": object{"type": "object"}})
			if t.removal != "" {
				deprecated = append(deprecated, object{"tool": t.name, "removal_date": t.removal})
			}
			if !t.paid {
				free = append(free, t.name)
			}
		}
		for _, n := range s.imports {
			imp := object{"from": n.from, "tools": []string{n.tool}}
			if n.min > 0 {
				imp["version"] = dotted(n.min)
				imp["range"] = fmt.Sprintf(">=%s.0 <%s.0", dotted(n.min), dotted(n.below()))
			}
			imports = append(imports, imp)
		}
		o["exports"], o["imports"], o["deprecated"] = exports, imports, deprecated
		o["access"] = object{"requires_subscription": true, "free_tools": free}
		contracts = append(contracts, o)
	}
	text, err := json.Marshal(object{"version": 1, "contracts": contracts})
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	return c, err
}

// large is the workspace that the benchmarks ask about: n skills with five tools each, of
// which each imports the first two of each of twelve others. It is that of package gateway's.
func large(n int) model {
	m := make(model, n)
	name := func(i, j int) string { return fmt.Sprintf("skill_%d_tool_%d", i%n, j) }
	for i := range m {
		m[i].id = fmt.Sprint("skill_", i)
		for j := range 5 {
			m[i].tools = append(m[i].tools, tool{name: name(i, j)})
		}
		for j := range 12 {
			from := fmt.Sprint("skill_", (i+j+1)%n)
			m[i].imports = append(m[i].imports, need{from: from, tool: name(i+j+1, 0)}, need{from: from, tool: name(i+j+1, 1)})
		}
	}
	return m
}

// asked are calls of a large model, all of which are allowed, or none.
func asked(n int, allowed bool) []question {
	list := make([]question, 1024)
	tool := 4
	if allowed {
		tool = 1
	}
	for i := range list {
		list[i] = question{fmt.Sprint("skill_", i%n), fmt.Sprintf("skill_%d_tool_%d", (i%n+1+i%12)%n, tool), true}
	}
	return list
}
