package document

import (
	"bytes"
	"go/token"
	"path"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/skilllint/skilllint/internal/pack"
)

// A Part is one kind of facts: what is found in the bytes of a file and in
// nothing else. A Part is made once for a content, and is never changed.
type Part[T any] struct {
	Name string // of the kind, with all that Find depends on besides its arguments
	// Find finds the facts. Of the file's name it gets what stands behind the
	// first dot, and "x" before it.
	Find func(name string, src []byte) *T

	none T // is the part of all files of which nothing is found
}

// Of returns the part of a file. It is safe for concurrent use.
func (p *Part[T]) Of(f *File) *T {
	of := f.parts.of(p)
	of.once.Do(func() {
		if known := p.kept(f); known != nil {
			of.value = known
			return
		}
		src := f.Source()
		value := p.shared(p.Find(form(f.Path), src))
		if of.value = value; f.keeper != nil && src != nil {
			f.keeper.Keep(f.key(p.Name), pack.Append(nil, value, 1))
		}
	})
	return of.value.(*T)
}

// kept returns the part of a file as it was kept, nil when it was not.
func (p *Part[T]) kept(f *File) *T {
	if f.keeper == nil {
		return nil
	}
	return p.Recall(f.Path, f.Sum, f.keeper)
}

// Recall returns the part of contents that are known by their sum, nil when it
// was not kept.
func (p *Part[T]) Recall(path string, sum Sum, keeper Keeper) *T {
	value := new(T)
	if b := keeper.Find(Key{p.Name + " " + form(path), sum}); b == nil || pack.Read(b, value, 1) != nil {
		return nil
	}
	return p.shared(value)
}

// shared returns one value for all that say nothing.
func (p *Part[T]) shared(value *T) *T {
	if reflect.ValueOf(value).Elem().IsZero() {
		return &p.none
	}
	return value
}

// A Question is asked of the bytes of a file: what is found depends on them and
// on what the question says, and on nothing else. A Keeper keeps the answer by
// both; without one a file holds it that may be asked again, by another load. Else
// nobody does: in one load a question is asked once.
type Question[Q, T any] struct {
	Name string                        // of the kind of question, with all that Find depends on besides its arguments
	Find func(asked *Q, src []byte) *T // keeps nothing of src
}

// Of asks a file. It is safe for concurrent use.
func (q *Question[Q, T]) Of(f *File, asked *Q) (value *T) {
	if !f.exact {
		f.lend(func(src []byte) { value = q.Find(asked, src) })
		return value
	}
	sum := askedSum(f.Sum, asked)
	if f.keeper == nil {
		of := f.parts.of(answerTo{q, sum})
		of.once.Do(func() { f.lend(func(src []byte) { of.value = q.Find(asked, src) }) })
		return of.value.(*T)
	}
	key := Key{q.Name, sum}
	value = new(T)
	if b := f.keeper.Find(key); b != nil && pack.Read(b, value, 1) == nil {
		return value
	}
	f.lend(func(src []byte) {
		value = q.Find(asked, src)
		if src != nil {
			f.keeper.Keep(key, pack.Append(nil, value, 1))
		}
	})
	return value
}

// askedSum is the sum of a content and of what is asked of it.
func askedSum(of Sum, asked any) Sum {
	buf := askedBuffers.Get().(*[]byte)
	defer askedBuffers.Put(buf)
	*buf = pack.Append(append((*buf)[:0], of[:]...), asked, 1)
	return SumOf(*buf)
}

// askedBuffers are what questions are written to: one may name all files of a skill.
var askedBuffers = sync.Pool{New: func() any { return new([]byte) }}

// An answerTo is the part of a file that answers a question.
type answerTo struct {
	question any
	sum      Sum // of what was asked
}

// A Keeper keeps facts of contents from one run to the next. It is safe for
// concurrent use.
type Keeper interface {
	Find(key Key) []byte // nil when nothing is kept; not to be changed
	Keep(key Key, facts []byte)
}

// A Key says which facts of which content.
type Key struct {
	Kind string // the name of the Part, and the form of the file's name
	Sum  Sum
}

func (f *File) key(part string) Key { return Key{part + " " + form(f.Path), f.Sum} }

// form is what facts may depend on of a path: "x.md" for skills/a/SKILL.md.
func form(p string) string {
	_, ext, dotted := strings.Cut(path.Base(p), ".")
	switch {
	case !dotted:
		return "x"
	case ext == "md": // most are
		return "x.md"
	}
	return "x." + ext
}

// Parts are those of one file that have been asked for, the last first.
type parts struct{ last atomic.Pointer[partOf] }

type partOf struct {
	part   any // the *Part, or an answerTo
	once   sync.Once
	value  any
	before *partOf
}

func (ps *parts) of(part any) *partOf {
	var added *partOf
	for {
		last := ps.last.Load()
		for p := last; p != nil; p = p.before {
			if p.part == part {
				return p
			}
		}
		if added == nil {
			added = &partOf{part: part}
		}
		if added.before = last; ps.last.CompareAndSwap(last, added) {
			return added
		}
	}
}

// Basics are what has to be known of a file that is not read again.
type basics struct {
	Fault bool // it is no text
	Lines lineTable
}

const basicsName = "basics"

// keepBasics keeps what Recall needs.
func (f *File) keepBasics() {
	if f.keeper != nil && f.keeper.Find(f.key(basicsName)) == nil {
		f.keeper.Keep(f.key(basicsName), pack.Append(nil, &basics{Lines: f.lines}, 1))
	}
}

// KeepFault keeps that contents of that name are no text.
func KeepFault(path string, src []byte, known *Sum, keeper Keeper) {
	if keeper != nil {
		f := &File{Path: path, Sum: sumOf(src, known, true)}
		keeper.Keep(f.key(basicsName), pack.Append(nil, &basics{Fault: true}, 1))
	}
}

// Recall is NewKept for contents that are not read: they are known by their
// sum, and their facts are kept. known says so; the file is nil when they are no
// text.
func Recall(fset *token.FileSet, name, path string, size int, sum Sum, keeper Keeper) (f *File, known bool) {
	f = &File{Path: path, Size: size, Sum: sum, read: true, exact: true, keeper: keeper}
	b := keeper.Find(f.key(basicsName))
	var of basics
	if b == nil || pack.Read(b, &of, 1) != nil {
		return nil, false
	}
	if of.Fault {
		return nil, true
	}
	f.tok, f.lines = fset.AddFile(name, -1, size), of.Lines
	f.held.Store(&held{})
	return f, true
}

// A Head is the first bytes of a file: the frontmatter of Markdown, all of
// others.
type Head struct{ Bytes []byte }

var headPart = Part[Head]{Name: "head", Find: func(name string, src []byte) *Head {
	if !IsMarkdown(name) {
		return &Head{bytes.Clone(src)}
	}
	_, _, body, has, closed := SplitFrontmatter(src)
	if !has || !closed {
		body = 0
	}
	return &Head{bytes.Clone(src[:body])}
}}
