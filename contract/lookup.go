package contract

// Seal makes Export and Deprecation take the same time however many entries
// there are. Call it when the contract is complete and before others see it; what
// is added later is found all the same.
func (c *Contract) Seal() {
	c.exports.make(c.Exports, toolName)
	c.deprecated.make(c.Deprecated, deprecatedTool)
}

func toolName(t *Tool) string { return t.Name.Text }

func deprecatedTool(d *Deprecation) string { return d.Tool.Text }

// A lookup says where the entries of a list stand, by name, the first of each.
type lookup[T any] struct {
	list []T // that it was made of
	at   map[string]int
}

// of reports whether the lookup was made of a list as it is.
func (l *lookup[T]) of(list []T) bool {
	return len(l.list) == len(list) && (len(list) == 0 || &l.list[0] == &list[0])
}

func (l *lookup[T]) make(list []T, name func(*T) string) {
	if l.of(list) {
		return
	}
	l.list, l.at = list, make(map[string]int, len(list))
	for i := range list {
		if _, again := l.at[name(&list[i])]; !again {
			l.at[name(&list[i])] = i
		}
	}
}

// find returns the first entry of a name, or nil.
func (l *lookup[T]) find(list []T, name func(*T) string, wanted string) *T {
	if l.of(list) {
		if i, ok := l.at[wanted]; ok {
			return &list[i]
		}
		return nil
	}
	for i := range list {
		if name(&list[i]) == wanted {
			return &list[i]
		}
	}
	return nil
}
