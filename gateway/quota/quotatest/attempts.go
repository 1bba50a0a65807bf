//go:build !race

package quotatest

const attempts = 20
