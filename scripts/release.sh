#!/usr/bin/env bash
# Builds what a release holds into dist/, without publishing: an archive for
# every system, its SBOM (CycloneDX, of what Go wrote into the binary), and
# checksums.txt. TARGETS limits the systems, as in "linux/amd64". The names are
# those of .goreleaser.yaml, which releases.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(tr -d '[:space:]' <cli/VERSION)
if ! git tag --points-at HEAD | grep -qx "v$version"; then version+=+$(git rev-parse --short HEAD); fi # no release
rm -rf dist
mkdir -p dist
for target in ${TARGETS:-linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64}; do
  os=${target%/*} arch=${target#*/} binary=skilllint
  [ "$os" = windows ] && binary=skilllint.exe
  name=skilllint_${version}_${os}_$arch
  mkdir "dist/$name"
  CGO_ENABLED=0 GOOS=$os GOARCH=$arch go build -trimpath -ldflags "-s -w -X github.com/skilllint/skilllint/cli.release=$version" -o "dist/$name/$binary" ./cmd/skilllint
  cp LICENSE README.md CHANGELOG.md "dist/$name/"
  if [ "$os" = windows ]; then
    (cd "dist/$name" && zip -qrX "../$name.zip" .)
  else
    tar -C "dist/$name" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct)" -czf "dist/$name.tar.gz" .
  fi
  scripts/sbom.sh "dist/$name/$binary" "dist/$name.cdx.json" "$version"
done
(cd dist && find . -maxdepth 1 -type f -name 'skilllint_*' -printf '%P\n' | sort | xargs sha256sum -- >checksums.sum && mv checksums.sum checksums.txt)
own=dist/skilllint_${version}_$(go env GOHOSTOS)_$(go env GOHOSTARCH)/skilllint
[ "$("$own" version --short)" = "$version" ]
printf 'release %s: %d files in dist/\n' "$version" "$(wc -l <dist/checksums.txt)"
