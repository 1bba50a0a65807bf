//go:build linux && hostile

package cli

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"path"
	"strings"
)

// gitFolder is a skill in a repository, which is compared with a revision.
func gitFolder(name string, files map[string]string, want string) hostile {
	h := hostile{name: name, args: []string{"check", "--no-cache", "--base", "HEAD"}, want: want, files: map[string]string{
		skillFile: "---\nname: bad\ndescription: x\n---\n", ".git/HEAD": "ref: refs/heads/main\n", ".git/objects/info/x": "", ".git/refs/x": "",
	}}
	for file, text := range files {
		h.files[path.Join(".git", file)] = text
	}
	return h
}

// An odb is the loose objects of a repository: its files, below .git.
type odb map[string]string

// put adds an object and returns its name.
func (o odb) put(kind, text string) (id string) {
	src := fmt.Sprintf("%s %d\x00%s", kind, len(text), text)
	id = fmt.Sprintf("%x", sha1.Sum([]byte(src)))
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	_, _ = w.Write([]byte(src))
	_ = w.Close()
	o["objects/"+id[:2]+"/"+id[2:]] = packed.String()
	return id
}

// entry is one of a tree object.
func entry(mode, name, id string) string {
	raw, _ := hex.DecodeString(id)
	return mode + " " + name + "\x00" + string(raw)
}

// bomb is a tree that holds another ten times, and so on.
func (o odb) bomb(levels int, leaf string) (id string) {
	id = o.put("tree", times(10, "", func(i int) string {
		return entry("100644", strings.ReplaceAll(leaf, "#", fmt.Sprint(i)), o.put("blob", "x"))
	}))
	for range levels {
		id = o.put("tree", times(10, "", func(i int) string { return entry("40000", fmt.Sprint("d", i), id) }))
	}
	return id
}

// commits makes commits of trees, the newest last, and the branch.
func (o odb) commits(trees ...string) odb {
	parent := ""
	for i, tree := range trees {
		id := o.put("commit", fmt.Sprintf("tree %s\n%sauthor a <a@b> %d +0000\ncommitter a <a@b> %d +0000\n\nx\n", tree, parent, i+1, i+1))
		parent = "parent " + id + "\n"
		o["refs/heads/main"] = id + "\n"
	}
	return o
}

func hostileGit() []hostile {
	const provider = "---\nid: bad\nname: bad\ndescription: x\nexports:\n  api_version: '1.0'\n  tools: [{name: t, input_schema: {type: object}, output_schema: {type: object}}]\n" +
		"  deprecated: [{tool: t, removal_date: '2099-01-01'}]\n---\n# Bad\n"
	history := func(name string, files odb) hostile {
		h := gitFolder(name, files, "1 skill")
		h.files[skillFile], h.args = provider, []string{"check", "--no-cache"}
		return h
	}
	skill := func(o odb, folder string) string {
		return entry("40000", folder, o.put("tree", entry("100644", "SKILL.md", o.put("blob", provider))))
	}
	once, moved, deep := odb{}, odb{}, odb{}
	once.commits(once.put("tree", skill(once, "bad")+entry("40000", "bomb", once.bomb(8, "f#"))), once.put("tree", skill(once, "bad")))
	moved.commits(moved.put("tree", entry("40000", "bomb", moved.bomb(8, "SKILL.md"))+skill(moved, "old")), moved.put("tree", skill(moved, "bad")))
	chain := deep.put("tree", entry("100644", "f", deep.put("blob", "x")))
	for range 1_000 {
		chain = deep.put("tree", entry("40000", "d", chain)+entry("100644", "f", deep.put("blob", "x")))
	}
	deep.commits(deep.put("tree", skill(deep, "bad")+entry("40000", "deep", chain)))
	bomb := odb{}
	return []hostile{
		gitFolder("a configuration of git that includes a pipe", map[string]string{"config": "[include]\n\tpath = ../pipe\n", "../pipe": pipe}, "1 skill"),
		gitFolder("a configuration of git for one branch that is a pipe", map[string]string{"config": "[includeIf \"onbranch:**\"]\n\tpath = ../pipe\n", "../pipe": pipe}, "1 skill"),
		gitFolder("a branch that is a pipe", map[string]string{"refs/heads/main": pipe}, "no regular file"),
		gitFolder("a pack that is a pipe", map[string]string{"objects/pack/pack-1.idx": pipe}, "no regular file"),
		gitFolder("a branch that is a device", map[string]string{"refs/heads/main": "-> /dev/zero"}, "no regular file"),
		gitFolder("a branch of 1 MB", map[string]string{"refs/heads/main": strings.Repeat("0", 1<<20)}, "larger than 64 KiB"),
		gitFolder("a tree of 10^9 files", bomb.commits(bomb.bomb(8, "f#")), "has more than 1000000 files"),
		gitFolder("a tree of 1,000 folders in one another", deep, "skill"),
		history("a tree of 10^9 files in the history", once),
		history("a skill that moves next to 10^9 files of its name", moved),
	}
}
