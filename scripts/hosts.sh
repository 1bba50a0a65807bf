#!/usr/bin/env bash
# Installs the programs that load skills from npm into a temporary folder and holds
# internal/hosts to them: what each lists as loaded of our fixtures has to be what
# the model says. Needs Go, git and npm; downloads some 2 GB of nothing that is kept.
# HOSTS_DIR=folder keeps the programs for the next time.
set -euo pipefail
cd "$(dirname "$0")/.."

dir=${HOSTS_DIR:-$(mktemp -d)}
[ -n "${HOSTS_DIR:-}" ] || trap 'rm -rf "$dir"' EXIT
mkdir -p "$dir/node" "$dir/hosts"
npm install --prefix "$dir/node" --no-audit --no-fund --silent node@24
export PATH=$dir/node/node_modules/node/bin:$PATH
for package in $(go run ./internal/held -packages); do
	npm install --prefix "$dir/hosts" --no-audit --no-fund --silent "$package" || echo "$package cannot be installed"
done
# npm runs the install scripts of packages only when it is told to
(cd "$dir/hosts/node_modules/@anthropic-ai/claude-code" && node install.cjs >/dev/null)
go build -o "$dir/held" ./internal/held
"$dir/held" -bin "$dir/hosts/node_modules/.bin" "$@"
