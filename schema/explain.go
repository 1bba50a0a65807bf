package schema

func (q *question) explain(r *Result) {}
