package skill

import "testing"

var (
	memoOne, memoTwo Memo[int]
	memoText         MemoBy[string, string]
)

// TestMemo says that a value is computed once for a workspace, a memo and a key.
func TestMemo(t *testing.T) {
	ws, other := &Workspace{}, &Workspace{}
	calls := 0
	count := func() int { calls++; return calls }
	if a, b := memoOne.Of(ws, count), memoOne.Of(ws, count); a != 1 || b != 1 {
		t.Errorf("the same value twice: got %d and %d", a, b)
	}
	if got := memoTwo.Of(ws, count); got != 2 {
		t.Errorf("another memo of the same type: got %d", got)
	}
	if got := memoOne.Of(other, count); got != 3 {
		t.Errorf("another workspace: got %d", got)
	}
	say := func(text string) func() string { return func() string { return text } }
	a, b, again := memoText.Of(ws, "a", say("one")), memoText.Of(ws, "b", say("two")), memoText.Of(ws, "a", say("three"))
	if a != "one" || b != "two" || again != "one" {
		t.Errorf("by key: got %q, %q, %q", a, b, again)
	}
}
