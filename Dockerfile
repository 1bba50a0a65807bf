# docker build -t skilllint . && docker run --rm -v "$PWD:/work" skilllint
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags="-s -w" -o /skilllint ./cmd/skilllint

# git is there for --base, and nothing else is.
FROM alpine:3.22
RUN apk add --no-cache git && adduser -D skilllint && git config --system --add safe.directory '*'
COPY --from=build /skilllint /usr/local/bin/skilllint
USER skilllint
WORKDIR /work
ENTRYPOINT ["skilllint"]
