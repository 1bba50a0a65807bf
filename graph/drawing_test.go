package graph

import "io"

var drawings = map[string]func(io.Writer, *Graph) error{"graph.dot": DOT, "graph.mmd": Mermaid, "graph.json": JSON}
