package gateway

import (
	"context"
	"encoding/json"
)

type Gateway struct{}

func (*Gateway) Call(ctx context.Context, tool string, args json.RawMessage) (any, error) {
	return nil, nil
}

type Request struct {
	Tool string
	Args json.RawMessage
}

func Call(ctx context.Context, tool string, args any) (any, error) { return nil, nil }

func Do(ctx context.Context, req Request) (any, error) { return nil, nil }
