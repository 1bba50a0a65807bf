package regex

import (
	"strings"
	"unicode"
)

// property reads `{Name}` or `{Name=Value}` and returns the set. Names are case-sensitive and exact, as ECMA-262 wants them.
func (p *parser) property(start int) set {
	end := strings.IndexByte(p.rest(), '}')
	if !p.starts("{") || end < 0 {
		p.fail(start, "the property escape needs a name in braces")
	}
	text := p.rest()[1:end]
	p.pos += end + 1
	name, value, pair := strings.Cut(text, "=")
	if !pair {
		if s, ok := categorySet(name); ok {
			return s
		}
		if s, ok := binarySet(name); ok {
			return s
		}
		if emojiProperties[name] {
			p.unsupported("the property " + name)
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
		p.unsupported("the property Script_Extensions")
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
	if t, ok := unicode.Scripts[name]; ok {
		return tableSet(t), true
	}
	return nil, false
}

var emojiProperties = map[string]bool{
	"Emoji": true, "Emoji_Presentation": true, "EPres": true, "Emoji_Modifier": true, "EMod": true,
	"Emoji_Modifier_Base": true, "EBase": true, "Emoji_Component": true, "EComp": true, "Extended_Pictographic": true, "ExtPict": true,
}

// binarySet resolves a binary property: those of Go's tables and those that UAX #44 derives from them.
func binarySet(name string) (set, bool) {
	switch name {
	case "Any":
		return codePoints, true
	case "ASCII":
		return set{{0, 0x7F}}, true
	case "Assigned":
		return assigned(), true
	case "Alphabetic", "Alpha":
		return tableSet(unicode.L, unicode.Nl, unicode.Other_Alphabetic), true
	case "Lowercase", "Lower":
		return tableSet(unicode.Ll, unicode.Other_Lowercase), true
	case "Uppercase", "Upper":
		return tableSet(unicode.Lu, unicode.Other_Uppercase), true
	case "Math":
		return tableSet(unicode.Sm, unicode.Other_Math), true
	case "White_Space", "space":
		return tableSet(unicode.White_Space), true
	case "ID_Start", "IDS":
		return idStart(), true
	case "ID_Continue", "IDC":
		return idStart().union(tableSet(unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)).
			intersect(tableSet(unicode.Pattern_Syntax, unicode.Pattern_White_Space).complement()), true
	}
	if t, ok := unicode.Properties[name]; ok && ecmaProperties[name] {
		return tableSet(t), true
	}
	return nil, false
}

func idStart() set {
	return tableSet(unicode.L, unicode.Nl, unicode.Other_ID_Start).
		intersect(tableSet(unicode.Pattern_Syntax, unicode.Pattern_White_Space).complement())
}

// ecmaProperties are the names in ECMA-262 that Go has a table for.
var ecmaProperties = map[string]bool{
	"ASCII_Hex_Digit": true, "Bidi_Control": true, "Dash": true, "Deprecated": true, "Diacritic": true, "Extender": true,
	"Hex_Digit": true, "IDS_Binary_Operator": true, "IDS_Trinary_Operator": true, "Ideographic": true, "Join_Control": true,
	"Logical_Order_Exception": true, "Noncharacter_Code_Point": true, "Pattern_Syntax": true, "Pattern_White_Space": true,
	"Quotation_Mark": true, "Radical": true, "Regional_Indicator": true, "Sentence_Terminal": true, "Soft_Dotted": true,
	"Terminal_Punctuation": true, "Unified_Ideograph": true, "Variation_Selector": true,
}
