// Package gateway stands for the gateway's client.
package gateway

import "context"

// Client calls tools.
type Client struct{}

// Call calls a tool.
func (Client) Call(context.Context, string, map[string]any) (map[string]any, error) { return nil, nil }
