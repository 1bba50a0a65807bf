package graph

// width is the room of an item in its layer, gap included.
func (s *sheet) width(item int32) int {
	if int(item) < len(s.nodes) {
		return BoxWidth + columnGap
	}
	return columnGap
}

// align moves the items of each layer towards the middle of their neighbours,
// as far as their order and their widths allow.
func (s *sheet) align() {
	for _, row := range s.rows {
		at := 0
		for _, item := range row {
			s.x[item] = at + s.width(item)/2
			at += s.width(item)
		}
		for _, item := range row {
			s.x[item] -= at / 2
		}
	}
	for range sweeps {
		for i := len(s.rows) - 2; i >= 0; i-- {
			s.moveTo(s.rows[i], s.down)
		}
		for _, row := range s.rows[1:] {
			s.moveTo(row, s.up)
		}
	}
	left, right := 0, 0
	for item, x := range s.x {
		left = min(left, x-s.width(int32(item))/2)
		right = max(right, x+s.width(int32(item))/2)
	}
	for item := range s.x {
		s.x[item] -= left
	}
	s.size = Point{right - left - columnGap, len(s.rows)*(BoxHeight+layerGap) - layerGap}
	for i := range s.nodes {
		s.corner[i] = Point{s.x[i] - (BoxWidth+columnGap)/2, int(s.layer[i]) * (BoxHeight + layerGap)}
	}
}

// moveTo finds the places nearest to those that the items want (least squares,
// by pooling neighbours that are in each other's way).
func (s *sheet) moveTo(row []int32, neighbours [][]int32) {
	type pool struct{ sum, count int }
	var pools []pool
	offset, offsets := 0, make([]int, len(row))
	for i, item := range row {
		if i > 0 {
			offset += (s.width(row[i-1]) + s.width(item)) / 2
		}
		offsets[i] = offset
		p := pool{s.mean(item, neighbours, s.x) - offset, 1}
		for len(pools) > 0 {
			last := pools[len(pools)-1]
			if floor(last.sum, last.count) < floor(p.sum, p.count) {
				break
			}
			p.sum += last.sum
			p.count += last.count
			pools = pools[:len(pools)-1]
		}
		pools = append(pools, p)
	}
	i := 0
	for _, p := range pools {
		at := floor(p.sum, p.count)
		for range p.count {
			s.x[row[i]] = at + offsets[i]
			i++
		}
	}
}

func floor(a, b int) int {
	if a < 0 {
		return -((-a + b - 1) / b)
	}
	return a / b
}
