package schema

type digest [16]byte

func (s *Schema) identity() *Schema { return s }
