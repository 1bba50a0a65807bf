package template

import (
	"strconv"
	"unicode/utf8"
)

// clampIndex turns an index that may be negative or far away into one within 0…n.
func clampIndex(v any, n int) int {
	text, _ := numberText(v)
	d := parseDecimal(text)
	i := n
	if d.exp <= 15 {
		i, _ = strconv.Atoi(d.String())
	} else if d.negative {
		return 0
	}
	if i < 0 {
		i += n
	}
	return max(0, min(i, n))
}

func evalSlice(e *evaluator, v any, args [maxParams]any) (any, error) {
	bounds := func(n int) (int, int) {
		start, end := clampIndex(args[0], n), n
		if args[1] != nil {
			end = clampIndex(args[1], n)
		}
		return start, max(start, end)
	}
	if in, ok := v.([]any); ok {
		start, end := bounds(len(in))
		return in[start:end:end], e.spend(1)
	}
	s := v.(string)
	if err := e.spend(len(s)); err != nil {
		return nil, err
	}
	start, end := bounds(utf8.RuneCountInString(s))
	from, to, n := len(s), len(s), 0
	for i := range s {
		if n == start {
			from = i
		}
		if n == end {
			to = i
			break
		}
		n++
	}
	return s[min(from, to):to], nil
}
