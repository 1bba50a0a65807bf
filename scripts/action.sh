#!/usr/bin/env bash
# The steps of the GitHub Action (action.yml): `action.sh install` puts the
# program at hand, `action.sh check` runs it. Inputs come as INPUT_… variables,
# facts of the event as EVENT_…; nothing of them is ever run as code.
set -euo pipefail

releases=${SKILLLINT_RELEASES:-https://github.com/skilllint/skilllint/releases/download}

fail() {
  printf '::error title=skilllint::%s\n' "$*"
  exit 2
}

output() {
  printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"
}

sha256() {
  if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

platform() {
  case $(uname -s) in
    Linux) os=linux ;;
    Darwin) os=darwin ;;
    MINGW* | MSYS* | CYGWIN*) os=windows ;;
    *) fail "no release for $(uname -s): use install-mode source" ;;
  esac
  case $(uname -m) in
    x86_64 | amd64) arch=amd64 ;;
    aarch64 | arm64) arch=arm64 ;;
    *) fail "no release for $(uname -m): use install-mode source" ;;
  esac
}

# download VERSION DIR: a release's archive is unpacked only when its checksum
# is the one in the release's list, and the one that the user pinned.
download() {
  local version=$1 dir=$2 archive want got os arch suffix=tar.gz
  platform
  [ "$os" = windows ] && suffix=zip
  archive=skilllint_${version}_${os}_${arch}.$suffix
  curl -fsSL --retry 3 --proto '=https,file' -o "$dir/$archive" "$releases/v$version/$archive" || return 1
  curl -fsSL --retry 3 --proto '=https,file' -o "$dir/checksums.txt" "$releases/v$version/checksums.txt" || return 1
  got=$(sha256 "$dir/$archive")
  want=$(awk -v file="$archive" '$2 == file || $2 == "*" file { print $1 }' "$dir/checksums.txt")
  [ "$got" = "$want" ] || fail "$archive has the SHA-256 $got, but the release lists ${want:-none}"
  if [ -n "${INPUT_CHECKSUM:-}" ] && [ "$got" != "$INPUT_CHECKSUM" ]; then
    fail "$archive has the SHA-256 $got, but the workflow expects $INPUT_CHECKSUM"
  fi
  if [ "$suffix" = zip ]; then unzip -qo "$dir/$archive" -d "$dir"; else tar -xzf "$dir/$archive" -C "$dir"; fi
}

build() {
  command -v go >/dev/null || fail "install-mode source needs Go: put actions/setup-go before this step"
  (cd "$GITHUB_ACTION_PATH" && CGO_ENABLED=0 go build -trimpath -o "$1" ./cmd/skilllint) || fail "skilllint could not be built"
}

install() {
  local mode=${INPUT_INSTALL_MODE:-auto} version=${INPUT_VERSION:-} own dir binary
  own=$(tr -d '[:space:]' <"$GITHUB_ACTION_PATH/cli/VERSION")
  version=${version#v}
  [[ -z $version || $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$ ]] || fail "version is no release such as 1.2.3"
  dir=$(mktemp -d "${RUNNER_TEMP:-/tmp}/skilllint.XXXXXX")
  binary=$dir/skilllint
  [ "${RUNNER_OS:-}" = Windows ] && binary=$binary.exe
  case $mode in
    none) binary=$(command -v skilllint) || fail "install-mode none: skilllint is not in the PATH" ;;
    source)
      [[ -z $version || $version == "$own" ]] || fail "install-mode source builds version $own, not $version"
      build "$binary"
      ;;
    binary) download "${version:-$own}" "$dir" || fail "release ${version:-$own} could not be downloaded" ;;
    auto)
      if [[ -z $version && $own == *-* ]]; then
        build "$binary" # a commit between releases
      elif ! download "${version:-$own}" "$dir"; then
        [[ -z $version || $version == "$own" ]] || fail "release $version could not be downloaded"
        build "$binary"
      fi
      ;;
    *) fail "install-mode is none of auto, binary, source, none" ;;
  esac
  output binary "$binary"
  output version "$("$binary" version --short)"
}

# lines TEXT: its lines that are not blank, one an element of `list`.
lines() {
  list=()
  local line
  while IFS= read -r line; do
    line=${line%$'\r'}
    [[ $line =~ ^[[:space:]]*$ ]] || list+=("$line")
  done <<<"$1"
}

# one_of INPUT VALUE CHOICE…: an input that is none of its choices fails the
# step, since `yes` taken for false would let a change choose its own judge.
one_of() {
  local input=$1 value=$2 choice
  shift 2
  for choice; do [ "$value" != "$choice" ] || return 0; done
  fail "$input is $(printf %q "$value"), expected one of: $*"
}

# owned fails when git does not trust the work tree, as in a container that runs
# as another user: every later answer of git would be misread.
owned() {
  local said
  said=$(LC_ALL=C git rev-parse --git-dir 2>&1 >/dev/null) || true
  case $said in *"dubious ownership"*) fail "git does not trust $PWD, which belongs to another user: run git config --global --add safe.directory \"\$GITHUB_WORKSPACE\" before this step" ;; esac
}

# find_base sets `base` to the commit to compare with, and sees to it that git
# has it. The first parent of a pull request's merge commit is the base as it
# is now: what others merged meanwhile is not this change's. Without such a
# commit it fails, and sets `why`.
find_base() {
  owned
  base=${INPUT_BASE:-}
  if [ -z "$base" ]; then
    base=${EVENT_BASE:-}
    local parents
    parents=$(git cat-file -p HEAD 2>/dev/null | sed -n '/^$/q; s/^parent //p')
    if [ -n "${EVENT_HEAD:-}" ] && [ "$(sed -n 2p <<<"$parents")" = "$EVENT_HEAD" ]; then
      base=$(sed -n 1p <<<"$parents")
    fi
  fi
  why="there is no base to compare with: set base, or new: false"
  [[ $base =~ ^0*$ ]] && return 1
  [[ $base == -* ]] && fail "base begins with a dash"
  if ! git rev-parse --verify --quiet --end-of-options "$base^{commit}" >/dev/null; then
    why="the base $base is not in the clone and cannot be fetched: set fetch-depth: 0 at actions/checkout"
    git fetch --quiet --no-tags --depth=1 origin "$base" || return 1
    git rev-parse --verify --quiet --end-of-options "$base^{commit}" >/dev/null || base=$(git rev-parse FETCH_HEAD)
  fi
}

# say_policy tells, where it is seen, that the base's configuration judges.
say_policy() {
  grep -q '^skilllint: the configuration is that of ' "$1" || return 0
  printf '::notice title=skilllint::The base'"'"'s configuration judges this change: what it changes in .skilllint.yaml counts once it is merged (config-from-base).\n'
}

check() {
  local proposed=false fork=false new=${INPUT_NEW:-auto} from_base=${INPUT_CONFIG_FROM_BASE:-auto} temp code=0 sarif json base why list token
  one_of new "$new" true false auto
  one_of config-from-base "$from_base" true false auto
  one_of fail-on "${INPUT_FAIL_ON:-error}" error warning note never
  one_of annotations "${INPUT_ANNOTATIONS:-true}" true false
  one_of summary "${INPUT_SUMMARY:-true}" true false
  one_of upload-sarif "${INPUT_UPLOAD_SARIF:-false}" true false
  case ${GITHUB_EVENT_NAME:-} in pull_request | pull_request_target | merge_group) proposed=true ;; esac
  [[ -n ${EVENT_HEAD_REPOSITORY:-} && ${EVENT_HEAD_REPOSITORY} != "$GITHUB_REPOSITORY" ]] && fork=true
  temp=$(mktemp -d "${RUNNER_TEMP:-/tmp}/skilllint.XXXXXX")
  cd "${INPUT_WORKING_DIRECTORY:-.}" || fail "working-directory is not there"
  if [ "$new" = auto ]; then
    new=$proposed
    # The first push of a branch, and one by force, have no base: all is checked.
    if [ "${GITHUB_EVENT_NAME:-}" = push ] && find_base; then new=true; fi
  fi
  [ "$from_base" = auto ] && from_base=$proposed
  sarif=${INPUT_SARIF_FILE:-$temp/skilllint.sarif}
  json=$temp/skilllint.json
  local args=(check --notes "--fail-on=${INPUT_FAIL_ON:-error}" "--output=sarif=$sarif" "--output=json=$json")
  args+=("--output=github=$temp/annotations" "--output=markdown=$temp/summary.md")
  if [ "$new" = true ] || [ "$from_base" = true ] || [ -n "${INPUT_BASE:-}" ]; then
    find_base || fail "$why"
    args+=("--base=$base")
    [ "$new" = true ] && args+=(--new)
    [ "$from_base" = true ] && args+=(--config-from-base)
  fi
  lines "${INPUT_ARGS:-}"
  args+=(${list[@]+"${list[@]}"})
  lines "${INPUT_PATHS:-}"
  args+=(-- ${list[@]+"${list[@]}"})

  # What stands in the files that are checked must not speak to the runner.
  token=skilllint-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  printf '::stop-commands::%s\n' "$token"
  "$SKILLLINT" "${args[@]}" 2>"$temp/stderr" || code=$?
  cat "$temp/stderr"
  printf '::%s::\n' "$token"
  say_policy "$temp/stderr"

  if [ "${INPUT_ANNOTATIONS:-true}" = true ] && [ -f "$temp/annotations" ]; then cat "$temp/annotations"; fi
  if [ "${INPUT_SUMMARY:-true}" = true ] && [ -f "$temp/summary.md" ]; then cat "$temp/summary.md" >>"$GITHUB_STEP_SUMMARY"; fi
  output exit-code "$code"
  if [ -f "$json" ]; then
    output errors "$(sed -n 's/^    "errors": \([0-9]*\),*$/\1/p' "$json" | head -n 1)"
    output warnings "$(sed -n 's/^    "warnings": \([0-9]*\),*$/\1/p' "$json" | head -n 1)"
    output json-file "$json"
  fi
  if [ -f "$sarif" ]; then
    case $sarif in /* | [A-Za-z]:*) ;; *) sarif=$PWD/$sarif ;; esac
    output sarif-file "$sarif"
    if [ "${INPUT_UPLOAD_SARIF:-false}" = true ] && [ "$fork" = false ]; then output upload true; fi
  fi
  [ "$code" -lt 2 ] || printf '::error title=skilllint::the check could not be made, see the log\n'
}

case ${1:-} in
  install) install ;;
  check) check ;;
  *) fail "usage: action.sh install|check" ;;
esac
