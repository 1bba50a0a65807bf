module github.com/skilllint/skilllint

go 1.26.0

require github.com/dlclark/regexp2 v1.12.0
