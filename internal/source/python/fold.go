package python

import "strings"

// What Text folds at most, so that X = Y + Y in a long row stays cheap.
const (
	maxFolds = 1000    // expressions
	maxText  = 1 << 16 // bytes
)

// Text returns the string that e always has: a literal, names that stand for one (see [File.Resolve]), such strings
// joined by + or put into an f-string without a format. It is not known, and ok is false, for everything else.
func (f *File) Text(e Expr) (text string, ok bool) {
	fold := folder{file: f, left: maxFolds}
	fold.expr(e)
	return fold.text.String(), !fold.unknown
}

type folder struct {
	file    *File
	left    int // expressions that may still be looked at
	text    strings.Builder
	unknown bool
}

func (f *folder) expr(e Expr) {
	f.left--
	if f.left < 0 || f.text.Len() > maxText || f.unknown {
		f.unknown = true
		return
	}
	switch e := e.(type) {
	case *String:
		f.str(e)
	case *Name:
		value, ok := f.file.Resolve(e)
		if !ok {
			f.unknown = true
			return
		}
		f.expr(value)
	case *BinOp:
		if e.Op != "+" {
			f.unknown = true
			return
		}
		f.expr(e.Left)
		f.expr(e.Right)
	default:
		f.unknown = true
	}
}

func (f *folder) str(s *String) {
	f.unknown = f.unknown || s.Bytes || s.Template
	for i := range s.Parts {
		p := &s.Parts[i]
		if p.Field == nil {
			text, ok := p.Text()
			f.text.WriteString(text)
			f.unknown = f.unknown || !ok
			continue
		}
		if p.Field.Debug || p.Field.Spec != nil || p.Field.Conversion != 0 && p.Field.Conversion != 's' {
			f.unknown = true
			return
		}
		f.expr(p.Field.Value)
	}
}
