package plugins

// A hostPlace is a collection as one host loads it: what is wrong there in the same way has one cause.
type hostPlace struct{ host, collection string }
