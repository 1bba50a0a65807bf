#!/usr/bin/env bash
# Builds golangci-lint with the module plugin of this repository, as docs/vet.md
# says, and runs it over a module with skills. golangci-lint custom clones its
# source from GitHub; here it clones what the module proxy has, which is the same.
set -euo pipefail
cd "$(dirname "$0")/.."
repository=$PWD
version=$(sed -n 's/^version: \(v2[0-9.]*\)$/\1/p' docs/vet.md)
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
export GOWORK=off GOLANGCI_LINT_CACHE=$dir/cache
unset SKILLLINT_ROOT

source=$(go mod download -json "github.com/golangci/golangci-lint/v2@$version" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
cp -r "$source" "$dir/clone"
chmod -R u+w "$dir/clone"
git -C "$dir/clone" init -q
git -C "$dir/clone" add -f -A
git -C "$dir/clone" -c user.name=ci -c user.email=ci@localhost commit -q -m "$version"
git -C "$dir/clone" tag "$version"
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0="url.file://$dir/clone.insteadOf" GIT_CONFIG_VALUE_0=https://github.com/golangci/golangci-lint.git

# The plugin is taken from here, not from a release.
mkdir "$dir/m"
cat >"$dir/m/.custom-gcl.yml" <<END
version: $version
name: custom-gcl
plugins:
  - module: github.com/skilllint/skilllint
    import: github.com/skilllint/skilllint/analyzers/golangci
    path: $repository
END
(cd "$dir/clone" && go build -ldflags=-w -o "$dir/golangci-lint" ./cmd/golangci-lint)
cp -r analyzers/testdata/golangci/. "$dir/m"
cd "$dir/m"
"$dir/golangci-lint" custom

# expect STATUS TEXT... runs the linter and wants the texts in what it says.
expect() {
	local want=$1 status=0
	shift
	./custom-gcl run ./... >"$dir/out" 2>&1 || status=$?
	[ "$status" = "$want" ] || { cat "$dir/out"; echo "exit status $status, want $want"; exit 1; }
	for text; do
		grep -qF -- "$text" "$dir/out" || { cat "$dir/out"; echo "nothing says: $text"; exit 1; }
	done
}

call='skills/jungastro/chart.go:11:21: skillundeclaredcall: jungastro calls "calculate_zodiac" of skill "zodiac", but does not import it'
expect 1 "$call" '1 issues:'
./custom-gcl run --fix ./... >"$dir/out" 2>&1 && { echo "--fix hides what it does not mend"; exit 1; }
expect 1 "$call" # from the cache

# Results follow the manifests.
sed -i 's/^description: Interprets charts$/&\nimports:\n  - from: zodiac\n    tools: [calculate_zodiac]/' skills/jungastro/SKILL.md
expect 0 '0 issues.'
cp "$repository/analyzers/testdata/golangci/skills/jungastro/SKILL.md" skills/jungastro/SKILL.md
expect 1 "$call"

# It is silenced as any linter is.
sed -i 's|"calculate_zodiac", .*|& //nolint:skilllint // tried|' skills/jungastro/chart.go
expect 0 '0 issues.'
cp "$repository/analyzers/testdata/golangci/skills/jungastro/chart.go" skills/jungastro/chart.go
sed -i "s/skilllint\]/ineffassign]/" .golangci.yml
expect 0 '0 issues.'
