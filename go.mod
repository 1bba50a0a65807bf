module github.com/skilllint/skilllint

go 1.26.0
