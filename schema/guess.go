package schema

// guess tries values that the documents themselves mention where the search is stuck.
func (q *question) guess(e *engine, a, b form) *Value {
	return nil
}
