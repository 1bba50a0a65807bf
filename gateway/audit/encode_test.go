package audit

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"
	"testing/quick"
	"time"
)

// TestEncodeIsJSON compares the encoder with encoding/json, field by field and filled at
// random, so that a field that is added later is not forgotten.
func TestEncodeIsJSON(t *testing.T) {
	compare := func(r Record) {
		t.Helper()
		want, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := encode(nil, &r); err != nil || string(got)+"}" != string(want) {
			t.Fatalf("got  %s, %v\nwant %s", got, err, want)
		}
	}
	now := time.Date(2026, 3, 14, 15, 9, 26, 535_897_932, time.UTC)
	random := rand.New(rand.NewPCG(1, 2))
	texts := []string{"", "plain", `"quoted\`, "a\x00b\n", "\xff", "<&>", "\u2028", "组织🦋"}
	fields := reflect.TypeFor[Record]().NumField()
	for i := range fields + 300 {
		r := Record{Time: now}
		v := reflect.ValueOf(&r).Elem()
		for f := 1; f < fields; f++ {
			if i < fields && i != f || i >= fields && random.IntN(2) == 0 {
				continue
			}
			switch field := v.Field(f); field.Kind() {
			case reflect.String:
				field.SetString(texts[1+random.IntN(len(texts)-1)])
			case reflect.Int, reflect.Int64:
				field.SetInt(random.Int64() - random.Int64())
			case reflect.Struct:
				field.Field(0).SetString(texts[random.IntN(len(texts))])
				field.Field(1).SetInt(int64(random.IntN(3)))
			default:
				t.Fatalf("field %s is of kind %v", v.Type().Field(f).Name, field.Kind())
			}
		}
		compare(r)
	}
	if err := quick.Check(func(org, user string, ns int64) bool {
		compare(Record{Time: now.Add(time.Duration(ns)).UTC(), Org: org, User: user})
		return true
	}, nil); err != nil {
		t.Error(err)
	}
}
