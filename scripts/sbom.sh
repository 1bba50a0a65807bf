#!/usr/bin/env bash
# sbom.sh BINARY DOCUMENT VERSION: writes the software bill of materials of a Go binary
# in CycloneDX 1.6: the modules that Go wrote into it (`go version -m`), with
# the checksums of go.sum as properties.
set -euo pipefail

go version -m "$1" | awk -F '\t' -v version="$3" '
  function quote(text) { gsub(/[\\"]/, "\\\\&", text); return "\"" text "\"" }
  function component(kind, name, version, sum,    purl) {
    purl = "pkg:golang/" name "@" version
    gsub(/\+/, "%2B", purl)
    return "{\"type\": \"" kind "\", \"bom-ref\": " quote(purl) ", \"name\": " quote(name) ", \"version\": " quote(version) ", \"purl\": " quote(purl) \
      (sum == "" ? "" : ", \"properties\": [{\"name\": \"go.sum\", \"value\": " quote(sum) "}]") "}"
  }
  $2 == "mod" { main = component("application", $3, "v" version, "") }
  $2 == "dep" { list = list (list == "" ? "" : ",") "\n    " component("library", $3, $4, $5) }
  NR == 1 { sub(/^.*: /, "", $1); list = component("library", "std", substr($1, 3), "") ; list = "\n    " list }
  END {
    if (main == "") { print "no Go binary" >"/dev/stderr"; exit 1 }
    print "{\n  \"bomFormat\": \"CycloneDX\",\n  \"specVersion\": \"1.6\",\n  \"version\": 1,"
    print "  \"metadata\": {\"component\": " main "},\n  \"components\": [" list "\n  ]\n}"
  }' >"$2"
