package contract

import "testing"

func TestParseZone(t *testing.T) {
	for name, want := range map[string]bool{
		"UTC": true, "Europe/Berlin": true, "America/Argentina/Buenos_Aires": true,
		"": false, "Local": false, "UTC+8": false, "Europe/Berlim": false, "../UTC": false, "/etc/localtime": false, "Europe": false,
	} {
		if loc, err := ParseZone(name); (err == nil) != want || (loc != nil) != want {
			t.Errorf("%q: %v, %v", name, loc, err)
		}
	}
}
