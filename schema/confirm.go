package schema

import "fmt"

// noLoader refuses every document: references are resolved inside the given documents only.
type noLoader struct{}

func (noLoader) Load(url string) (any, error) { return nil, fmt.Errorf("%s is not loaded", url) }

type confirmer struct{}
type digest struct{}
