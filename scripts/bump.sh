#!/usr/bin/env bash
# bump.sh VERSION: writes a version wherever the repository holds it, ready to
# commit. A release (1.2.3) becomes what the modules below gateway/ require of
# the modules above them, and a heading of CHANGELOG.md; the version after it
# (1.3.0-dev) is only what a build from source says.
set -euo pipefail
cd "$(dirname "$0")/.."

version=${1:-}
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$ ]] || { echo "usage: bump.sh VERSION, such as 1.2.3 or 1.3.0-dev" >&2; exit 2; }
echo "$version" >cli/VERSION
echo "$version" >gateway/serve/VERSION
[[ $version == *-dev ]] && exit

module=github.com/skilllint/skilllint
(cd gateway && go mod edit "-require=$module@v$version")
for below in otel compared serve cmd/skillgw; do
	(cd gateway/$below && go mod edit "-require=$module@v$version" "-require=$module/gateway@v$version")
done
for below in serve cmd/skillgw; do
	(cd gateway/$below && go mod edit "-require=$module/gateway/otel@v$version")
done
(cd gateway/cmd/skillgw && go mod edit "-require=$module/gateway/serve@v$version")
grep -q "^## $version " CHANGELOG.md || sed -i "s/^## Unreleased\$/&\n\n## $version ($(date -u +%F))/" CHANGELOG.md
