// Command sample judges every repository in a folder and prints how many
// findings each rule has, and a random sample of them to be read by hand:
//
//	go run ./testdata/sample FOLDER SEED SIZE
//
// The sample goes round the rules of all repositories, one finding of each at a
// time, so that no large repository and no talkative rule fills it. It is how
// docs/false-alarms.md was made.
package main

import (
	"cmp"
	"fmt"
	"go/token"
	"log"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/skill"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 4 {
		log.Fatal("usage: sample FOLDER SEED SIZE")
	}
	seed, err := strconv.ParseUint(os.Args[2], 10, 64)
	if err != nil {
		log.Fatal(err)
	}
	size, err := strconv.Atoi(os.Args[3])
	if err != nil {
		log.Fatal(err)
	}
	dirs, err := os.ReadDir(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	type key struct {
		rule     string
		severity lint.Severity
	}
	counts := map[key]int{}
	groups := map[string][]string{} // findings by repository, severity and rule
	for _, d := range dirs {
		if !d.IsDir() {
			continue
		}
		ws, err := skill.Load(token.NewFileSet(), os.DirFS(filepath.Join(os.Args[1], d.Name())), skill.Options{})
		if err != nil {
			log.Fatal(err)
		}
		now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
		for _, f := range lint.Once(ws, lint.Run(lint.Input{Workspace: ws, Now: now}, rules.All)) {
			counts[key{f.Rule.Name, f.Severity}]++
			at := ws.Fset.Position(f.Pos)
			group := fmt.Sprintf("%s %s %s", d.Name(), f.Severity, f.Rule.Name)
			groups[group] = append(groups[group], fmt.Sprintf("%s/%s:%d | %s %s | %s", d.Name(), at.Filename, at.Line, f.Severity, f.Rule.Name, f.Message))
		}
	}
	var keys []key
	for k := range counts {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b key) int { return cmp.Or(-cmp.Compare(a.severity, b.severity), cmp.Compare(a.rule, b.rule)) })
	for _, k := range keys {
		fmt.Printf("| %s | %s | %d |\n", k.severity, k.rule, counts[k])
	}
	fmt.Println()
	random := rand.New(rand.NewPCG(seed, seed))
	names := slices.Sorted(maps.Keys(groups))
	random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for _, name := range names {
		list := groups[name]
		random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	var rows []string
	for drawn := true; drawn; {
		drawn = false
		for _, name := range names {
			if list := groups[name]; len(list) > 0 && len(rows) < size {
				rows, groups[name], drawn = append(rows, list[0]), list[1:], true
			}
		}
	}
	slices.Sort(rows)
	for _, r := range rows {
		fmt.Println(r)
	}
}
