package schema

const maxGuesses = 400

// guess tries values that the documents mention where the search found neither a value nor a proof: members of enum,
// const, default and examples, and the smallest values of each kind.
func (q *question) guess() *Value {
	list := []*Value{nullValue, falseValue, trueValue, numValue(numZero), numValue(numOne), emptyString, emptyArray, emptyObject}
	for _, s := range [...]*Schema{q.a, q.b} {
		for _, n := range s.nodes {
			if n.value.kind != Object || len(list) > maxGuesses {
				continue
			}
			for i, key := range n.value.names {
				switch x := n.value.elems[i]; {
				case key == "const" || key == "default":
					list = append(list, x)
				case (key == "enum" || key == "examples") && x.kind == Array:
					list = append(list, x.elems[:min(len(x.elems), maxGuesses)]...)
				}
			}
		}
	}
	work := maxShrinkWork
	for _, v := range list {
		if work -= v.size(); work < 0 || q.ctx.Err() != nil {
			return nil
		}
		if ok, steps := q.splits(v); ok {
			return v
		} else {
			work -= steps
		}
	}
	return nil
}
