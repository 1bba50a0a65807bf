package postgres

import "context"

// Show gives a setting as a writer's session has it.
func (s *Store) Show(ctx context.Context, name string) (value string, err error) {
	c, err := s.connect(ctx)
	if err != nil {
		return "", err
	}
	defer hangUp(c)
	err = c.QueryRow(ctx, `SHOW `+name).Scan(&value)
	return value, err
}
