package regex

import (
	"strings"
	"sync"
	"unicode"
)

// properties remembers the sets of the properties asked for.
var properties sync.Map

// property reads `{Name}` or `{Name=Value}` and returns the set. Names are case-sensitive and exact, as ECMA-262 wants them.
func (p *parser) property(start int) set {
	end := strings.IndexByte(p.rest(), '}')
	if !p.starts("{") || end < 0 {
		p.fail(start, "the property escape needs a name in braces")
	}
	text := p.rest()[1:end]
	p.pos += end + 1
	if s, ok := properties.Load(text); ok {
		return s.(set)
	}
	s := p.resolve(start, text)
	properties.Store(strings.Clone(text), s)
	return s
}

func (p *parser) resolve(start int, text string) set {
	name, value, pair := strings.Cut(text, "=")
	if !pair {
		if s, ok := categorySet(name); ok {
			return s
		}
		if long, ok := binaryNames[name]; ok {
			if s, ok := binarySet(long); ok {
				return s
			}
			p.unsupported("the property " + long + " has no table here")
		}
		p.fail(start, "the property \""+name+"\" is unknown")
	}
	switch name {
	case "General_Category", "gc":
		if s, ok := categorySet(value); ok {
			return s
		}
	case "Script", "sc":
		if s, ok := scriptSet(value); ok {
			return s
		}
	case "Script_Extensions", "scx":
		p.unsupported("the property Script_Extensions has no table here")
	}
	p.fail(start, "the property \""+text+"\" is unknown")
	return nil
}

// categorySet resolves a general category by its short or long name. Unassigned code points are Cn, and C contains them.
func categorySet(name string) (set, bool) {
	switch name {
	case "punct":
		name = "P"
	case "digit":
		name = "Nd"
	case "cntrl":
		name = "Cc"
	case "Combining_Mark":
		name = "M"
	}
	if short, ok := unicode.CategoryAliases[name]; ok {
		name = short
	}
	switch name {
	case "Cn":
		return assigned().complement(), true
	case "C":
		return tableSet(unicode.C).union(assigned().complement()), true
	case "LC":
		return tableSet(unicode.Lu, unicode.Ll, unicode.Lt), true
	}
	if t, ok := unicode.Categories[name]; ok {
		return tableSet(t), true
	}
	return nil, false
}

// assigned is the union of all categories but Cn.
func assigned() set {
	return tableSet(unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z,
		unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs)
}

func scriptSet(name string) (set, bool) {
	if long, ok := scriptCodes[name]; ok {
		name = long
	}
	if t, ok := unicode.Scripts[name]; ok {
		return tableSet(t), true
	}
	return nil, false
}

// binaryNames are the binary properties of ECMA-262, by long and by short name.
var binaryNames = names(
	"ASCII", "ASCII_Hex_Digit AHex", "Alphabetic Alpha", "Any", "Assigned", "Bidi_Control Bidi_C", "Bidi_Mirrored Bidi_M", "Case_Ignorable CI",
	"Cased", "Changes_When_Casefolded CWCF", "Changes_When_Casemapped CWCM", "Changes_When_Lowercased CWL", "Changes_When_NFKC_Casefolded CWKCF",
	"Changes_When_Titlecased CWT", "Changes_When_Uppercased CWU", "Dash", "Default_Ignorable_Code_Point DI", "Deprecated Dep", "Diacritic Dia",
	"Emoji", "Emoji_Component EComp", "Emoji_Modifier EMod", "Emoji_Modifier_Base EBase", "Emoji_Presentation EPres", "Extended_Pictographic ExtPict",
	"Extender Ext", "Grapheme_Base Gr_Base", "Grapheme_Extend Gr_Ext", "Hex_Digit Hex", "IDS_Binary_Operator IDSB", "IDS_Trinary_Operator IDST",
	"ID_Continue IDC", "ID_Start IDS", "Ideographic Ideo", "Join_Control Join_C", "Logical_Order_Exception LOE", "Lowercase Lower", "Math",
	"Noncharacter_Code_Point NChar", "Pattern_Syntax Pat_Syn", "Pattern_White_Space Pat_WS", "Quotation_Mark QMark", "Radical",
	"Regional_Indicator RI", "Sentence_Terminal STerm", "Soft_Dotted SD", "Terminal_Punctuation Term", "Unified_Ideograph UIdeo", "Uppercase Upper",
	"Variation_Selector VS", "White_Space WSpace space", "XID_Continue XIDC", "XID_Start XIDS",
)

// names maps each name of a line to the first.
func names(lines ...string) map[string]string {
	m := map[string]string{}
	for _, line := range lines {
		all := strings.Fields(line)
		for _, name := range all {
			m[name] = all[0]
		}
	}
	return m
}

// binarySet resolves a binary property by its long name: those of Go's tables and those that UAX #44 derives from them.
func binarySet(name string) (set, bool) {
	switch name {
	case "Any":
		return codePoints, true
	case "ASCII":
		return set{{0, 0x7F}}, true
	case "Assigned":
		return assigned(), true
	case "Alphabetic":
		return tableSet(unicode.L, unicode.Nl, unicode.Other_Alphabetic), true
	case "Lowercase":
		return tableSet(unicode.Ll, unicode.Other_Lowercase), true
	case "Uppercase":
		return tableSet(unicode.Lu, unicode.Other_Uppercase), true
	case "Cased":
		return tableSet(unicode.Lu, unicode.Ll, unicode.Lt, unicode.Other_Uppercase, unicode.Other_Lowercase), true
	case "Math":
		return tableSet(unicode.Sm, unicode.Other_Math), true
	case "Grapheme_Extend":
		return tableSet(unicode.Me, unicode.Mn, unicode.Other_Grapheme_Extend), true
	case "ID_Start":
		return idStart(), true
	case "ID_Continue":
		return idStart().union(tableSet(unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)).intersect(patternFree()), true
	}
	if t, ok := unicode.Properties[name]; ok {
		return tableSet(t), true
	}
	return nil, false
}

func idStart() set {
	return tableSet(unicode.L, unicode.Nl, unicode.Other_ID_Start).intersect(patternFree())
}

func patternFree() set {
	return tableSet(unicode.Pattern_Syntax, unicode.Pattern_White_Space).complement()
}
