#!/bin/sh
# The two repositories as git sees them: stars with three releases, and readings, which
# uses the first of them. Makes both in a temporary folder and shows what skilllint says.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
at=$(mktemp -d)
trap 'rm -rf "$at"' EXIT
export SKILLLINT_CACHE_DIR="$at/cache" GIT_CONFIG_GLOBAL=/dev/null
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.com GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.com
export GIT_AUTHOR_DATE="2026-01-01T00:00:00Z" GIT_COMMITTER_DATE="2026-01-01T00:00:00Z"

# new makes a bare repository, as a server has it, and a checkout of it.
new() {
	git init -q --bare -b main "$at/$1.git"
	git init -q -b main "$at/$1"
	git -C "$at/$1" remote add origin "$at/$1.git"
}

# commit puts the files of a folder into the checkout of a repository and pushes them.
commit() {
	cp -R "$here/$2/." "$at/$1/"
	git -C "$at/$1" add -A
	git -C "$at/$1" commit -qm "$2"
	git -C "$at/$1" push -q origin main
}

# show prints a command and what it says.
show() {
	echo "\$ $*"
	"$@" 2>&1 || echo "(exit status $?)"
	echo
}

new stars
commit stars stars
for version in 1.0.0 1.1.0 2.0.0; do
	[ $version = 1.0.0 ] || commit stars "stars-${version%.0}"
	git -C "$at/stars" tag v$version
done
git -C "$at/stars" push -q --tags origin

new readings
mkdir "$at/readings/skills"
printf 'sources:\n  - {name: stars, git: ../stars.git, at: v1.0.0}\n' > "$at/readings/.skilllint.yaml"
cp -R "$here/readings/skills" "$at/readings/"
git -C "$at/readings" add -A
git -C "$at/readings" commit -qm readings
git -C "$at/readings" push -q origin main

cd "$at/readings"
show skilllint
show skilllint sources update
show skilllint
show skilllint sources list
show skilllint sources outdated
show skilllint sources outdated --format markdown

cd "$at/stars"
printf 'consumers:\n  - {name: readings, git: ../readings.git}\n' > .skilllint.yaml
show skilllint changes --base v1.1.0 --consumers
