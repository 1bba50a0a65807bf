//go:build unix && installs

package scripts_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestPackages installs what package managers get, from the local files, and
// runs the program as their users do.
func TestPackages(t *testing.T) {
	binary, dist := program(t), t.TempDir()
	archive := filepath.Join(dist, "skilllint_1.2.3-rc.1_"+runtime.GOOS+"_"+runtime.GOARCH+".tar.gz")
	if out, err := exec.Command("tar", "-czf", archive, "-C", filepath.Dir(binary), filepath.Base(binary)).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	r := newRunner(t)
	r.sh(filepath.Join(r.root, "scripts", "packages.sh") + " " + dist + " 1.2.3-rc.1")
	r.write("skills/greet/SKILL.md", "---\nname: greet\n---\n")

	t.Run("Debian", func(t *testing.T) {
		deb := filepath.Join(dist, "skilllint_1.2.3-rc.1_"+runtime.GOARCH+".deb")
		if out := r.sh("dpkg-deb --field " + deb + " Version"); out != "1.2.3~rc.1\n" {
			t.Errorf("the version is %q, which Debian would order after 1.2.3", out)
		}
		root := t.TempDir()
		r.sh("dpkg-deb --extract " + deb + " " + root)
		if out, ok := r.try(filepath.Join(root, "usr", "bin", "skilllint")); ok || !strings.Contains(out, "[skill-description]") {
			t.Errorf("%s", out)
		}
	})

	t.Run("npm", func(t *testing.T) {
		packed := t.TempDir()
		for _, dir := range []string{"skilllint", "linux-x64"} {
			r.sh("npm pack --silent --pack-destination " + packed + " " + filepath.Join(dist, "npm", dir))
		}
		main := filepath.Join(packed, "skilllint-1.2.3-rc.1.tgz")
		r.sh("npm install --silent --no-audit --no-fund --ignore-scripts " + main + " " + filepath.Join(packed, "skilllint-linux-x64-1.2.3-rc.1.tgz"))
		if out := r.sh("npx --no-install skilllint version --json"); !strings.Contains(out, `"version": `) {
			t.Errorf("%s", out)
		}
		if out, ok := r.try("npx --no-install skilllint --quiet; test $? = 1"); !ok {
			t.Errorf("findings do not fail: %s", out)
		}
		if err := os.RemoveAll(filepath.Join(r.repo, "node_modules", "@skilllint")); err != nil {
			t.Fatal(err)
		}
		if out, ok := r.try("npx --no-install skilllint"); ok || !strings.Contains(out, "skilllint: the package @skilllint/linux-x64 is not installed") {
			t.Errorf("%s", out)
		}
	})

	t.Run("Homebrew", func(t *testing.T) {
		formula, err := os.ReadFile(filepath.Join(dist, "skilllint.rb"))
		if err != nil {
			t.Fatal(err)
		}
		sum := strings.Fields(r.sh("sha256sum " + archive))[0]
		if !strings.Contains(string(formula), `sha256 "`+sum+`"`) || !strings.Contains(string(formula), "/releases/download/v1.2.3-rc.1/"+filepath.Base(archive)) {
			t.Errorf("%s", formula)
		}
	})
}
