#!/usr/bin/env bash
# Builds what a release holds into dist/, without publishing: an archive for
# every system, its SBOM (CycloneDX, of what Go wrote into the binary), packages
# for Debian, npm and Homebrew, and checksums.txt, signed with minisign by the
# key in the file MINISIGN_KEY, if that is set. TARGETS limits the systems, as in
# "linux/amd64". The names are those of .goreleaser.yaml, which releases.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(tr -d '[:space:]' <cli/VERSION)
if ! git tag --points-at HEAD | grep -qx "v$version"; then version+=+$(git rev-parse --short HEAD); fi # no release
rm -rf dist
mkdir -p dist
# built PROGRAM MODULE FLAGS OS ARCH FILE…: an archive of a program with some files, and its SBOM.
built() {
  local program=$1 path=$2 flags=$3 os=$4 arch=$5 binary=$1
  shift 5
  [ "$os" = windows ] && binary+=.exe
  local name=${program}_${version}_${os}_$arch
  mkdir "dist/$name"
  CGO_ENABLED=0 GOOS=$os GOARCH=$arch go build -trimpath -ldflags "-s -w $flags=$version" -o "dist/$name/$binary" "$path"
  cp "$@" "dist/$name/"
  if [ "$os" = windows ]; then
    (cd "dist/$name" && zip -qrX "../$name.zip" .)
  else
    tar -C "dist/$name" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct)" -czf "dist/$name.tar.gz" .
  fi
  scripts/sbom.sh "dist/$name/$binary" "dist/$name.cdx.json" "$version"
}

for target in ${TARGETS:-linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64}; do
  built skilllint ./cmd/skilllint "-X github.com/skilllint/skilllint/cli.release" "${target%/*}" "${target#*/}" LICENSE README.md CHANGELOG.md
  built skillgw ./gateway/cmd/skillgw "-X github.com/skilllint/skilllint/gateway/serve.release" "${target%/*}" "${target#*/}" LICENSE docs/gateway.md
done
scripts/packages.sh dist "$version"
(cd dist && find . -maxdepth 1 -type f -name 'skill*_*' -printf '%P\n' | sort | xargs sha256sum -- >checksums.sum && mv checksums.sum checksums.txt)
if [ -n "${MINISIGN_KEY:-}" ]; then minisign -S -s "$MINISIGN_KEY" -t "skilllint $version" -m dist/checksums.txt; fi
own=_${version}_$(go env GOHOSTOS)_$(go env GOHOSTARCH)
[ "$("dist/skilllint$own/skilllint" version --short)" = "$version" ]
"dist/skillgw$own/skillgw" version | grep -qF "$version"
printf 'release %s: %d files in dist/\n' "$version" "$(wc -l <dist/checksums.txt)"
