//go:build race

package quotatest

const attempts = 5
