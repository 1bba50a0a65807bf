module github.com/skilllint/skilllint

go 1.26.0

require github.com/Masterminds/semver/v3 v3.5.0

require github.com/dominikbraun/graph v0.23.0 // indirect
