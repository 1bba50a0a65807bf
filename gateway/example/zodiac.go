package main

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/skilllint/skilllint/gateway"
)

// zodiac is the provider: a skill in Go. Its data are its own; other skills see them
// through get_chart_snapshot alone.
type zodiac struct {
	mu     sync.Mutex
	charts map[string]chart // by Invocation.CacheKey, which no two users share
}

type chart struct {
	SunSign string `json:"sun_sign"`
}

func newZodiac() *zodiac { return &zodiac{charts: map[string]chart{}} }

func (z *zodiac) tools() map[string]gateway.Handler {
	return map[string]gateway.Handler{
		"calculate_zodiac":   gateway.Func(z.calculate),
		"get_chart_snapshot": gateway.Func(z.snapshot),
		"rebuild_ephemeris": gateway.Func(func(context.Context, struct{}) (struct{}, error) {
			return struct{}{}, nil
		}),
	}
}

func (z *zodiac) calculate(ctx context.Context, args struct {
	BirthDate string `json:"birth_date"`
}) (chart, error) {
	date, err := time.Parse(time.DateOnly, args.BirthDate)
	if err != nil {
		return chart{}, err
	}
	inv, err := gateway.Current(ctx)
	if err != nil {
		return chart{}, err
	}
	c := chart{signOf(date)}
	z.mu.Lock()
	defer z.mu.Unlock()
	z.charts[inv.CacheKey("chart")] = c
	return c, nil
}

func (z *zodiac) snapshot(ctx context.Context, _ struct{}) (json.RawMessage, error) {
	inv, err := gateway.Current(ctx)
	if err != nil {
		return nil, err
	}
	z.mu.Lock()
	defer z.mu.Unlock()
	if c, ok := z.charts[inv.CacheKey("chart")]; ok {
		return json.Marshal(c)
	}
	return json.RawMessage(`{}`), nil
}

var signs = []struct {
	month time.Month
	day   int // the last one
	name  string
}{
	{1, 19, "Capricorn"}, {2, 18, "Aquarius"}, {3, 20, "Pisces"}, {4, 19, "Aries"}, {5, 20, "Taurus"}, {6, 20, "Gemini"},
	{7, 22, "Cancer"}, {8, 22, "Leo"}, {9, 22, "Virgo"}, {10, 22, "Libra"}, {11, 21, "Scorpio"}, {12, 21, "Sagittarius"},
}

func signOf(date time.Time) string {
	for _, s := range signs {
		if date.Month() < s.month || date.Month() == s.month && date.Day() <= s.day {
			return s.name
		}
	}
	return signs[0].name
}
