#!/usr/bin/env bash
# packages.sh DIST VERSION: makes of the archives in DIST what package managers
# take: Debian packages, npm packages (DIST/npm), and a Homebrew formula. It
# publishes nothing. Archives that are not there are left out.
set -euo pipefail
cd "$(dirname "$0")/.."

dist=$1 version=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# unpacked OS ARCH: the path of the program in the archive, or nothing.
unpacked() {
  local name=skilllint_${version}_$1_$2 dir=$work/$1_$2
  mkdir -p "$dir"
  if [ -f "$dist/$name.tar.gz" ]; then
    tar -xzf "$dist/$name.tar.gz" -C "$dir" && echo "$dir/skilllint"
  elif [ -f "$dist/$name.zip" ]; then
    unzip -qo "$dist/$name.zip" -d "$dir" && echo "$dir/skilllint.exe"
  fi
}

# Debian orders a pre-release before its release by a tilde.
for arch in amd64 arm64; do
  binary=$(unpacked linux "$arch")
  [ -n "$binary" ] || continue
  root=$work/deb_$arch
  install -D -m 755 "$binary" "$root/usr/bin/skilllint"
  install -D -m 644 LICENSE "$root/usr/share/doc/skilllint/copyright"
  install -d "$root/DEBIAN"
  printf 'Package: skilllint\nVersion: %s\nArchitecture: %s\nSection: devel\nPriority: optional\nRecommends: git\nMaintainer: The skilllint authors <skilllint@users.noreply.github.com>\nHomepage: https://github.com/skilllint/skilllint\nDescription: Check the contracts between agent skills\n skilllint checks the manifests of agent skills, and the code beside them.\n' \
    "${version/-/\~}" "$arch" >"$root/DEBIAN/control"
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) dpkg-deb --root-owner-group --build "$root" "$dist/skilllint_${version}_$arch.deb" >/dev/null
done

# npm: a package for each system that holds its program, and one that depends on
# all of them, of which npm installs the one that fits. Nothing runs at install.
npm=$dist/npm published=${version%%+*}
rm -rf "$npm"
mkdir -p "$npm/skilllint/bin"
dependencies=
for target in linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64; do
  os=${target%/*} arch=${target#*/}
  binary=$(unpacked "$os" "$arch")
  [ -n "$binary" ] || continue
  case $os in windows) os=win32 ;; esac
  case $arch in amd64) arch=x64 ;; esac
  mkdir -p "$npm/$os-$arch/bin"
  cp "$binary" "$npm/$os-$arch/bin/"
  cp LICENSE "$npm/$os-$arch/"
  printf '{\n  "name": "@skilllint/%s",\n  "version": "%s",\n  "description": "skilllint for %s",\n  "license": "Apache-2.0",\n  "repository": "github:skilllint/skilllint",\n  "os": ["%s"],\n  "cpu": ["%s"],\n  "files": ["bin"]\n}\n' \
    "$os-$arch" "$published" "$os-$arch" "$os" "$arch" >"$npm/$os-$arch/package.json"
  dependencies+=${dependencies:+,}$(printf '\n    "@skilllint/%s": "%s"' "$os-$arch" "$published")
done
cp LICENSE README.md "$npm/skilllint/"
cp scripts/npm.js "$npm/skilllint/bin/skilllint"
chmod +x "$npm/skilllint/bin/skilllint"
printf '{\n  "name": "skilllint",\n  "version": "%s",\n  "description": "Check the contracts between agent skills",\n  "keywords": ["agent-skills", "lint", "mcp", "claude", "sarif"],\n  "license": "Apache-2.0",\n  "repository": "github:skilllint/skilllint",\n  "bin": { "skilllint": "bin/skilllint" },\n  "files": ["bin"],\n  "engines": { "node": ">=18" },\n  "optionalDependencies": {%s\n  }\n}\n' \
  "$published" "$dependencies" >"$npm/skilllint/package.json"

# Homebrew: a formula of the archives, by their checksums.
formula=$dist/skilllint.rb
{
  printf 'class Skilllint < Formula\n  desc "Check the contracts between agent skills"\n  homepage "https://github.com/skilllint/skilllint"\n  version "%s"\n  license "Apache-2.0"\n' "$published"
  for os in darwin linux; do
    case $os in darwin) block=on_macos ;; *) block=on_linux ;; esac
    printf '\n  %s do\n' "$block"
    for arch in amd64 arm64; do
      archive=skilllint_${version}_${os}_$arch.tar.gz
      [ -f "$dist/$archive" ] || continue
      case $arch in amd64) cpu=on_intel ;; *) cpu=on_arm ;; esac
      sum=$(sha256sum "$dist/$archive")
      printf '    %s do\n      url "https://github.com/skilllint/skilllint/releases/download/v%s/%s"\n      sha256 "%s"\n    end\n' "$cpu" "$version" "$archive" "${sum%% *}"
    done
    printf '  end\n'
  done
  printf '\n  def install\n    bin.install "skilllint"\n    generate_completions_from_executable(bin/"skilllint", "completion")\n  end\n\n  test do\n    assert_match version.to_s, shell_output("#{bin}/skilllint version")\n  end\nend\n'
} >"$formula"
