package texts

import "strings"

// standIns are names that stand for whoever runs the skill, and that examples and tests use.
var standIns = []string{
	"user", "users", "usr", "username", "user-name", "user_name", "your", "you", "yourname", "your-name", "your-user", "your-username", "your_username", "yourusername", "me", "my", "myuser", "login", "voce", "usuario", "utilisateur", "benutzer", "utente", "name", "xxx", "xyz",
	"someone", "somebody", "someuser", "example", "demo", "test", "tester", "testuser", "foo", "bar", "baz", "alice", "bob", "carol", "alex", "temp", "tmp", "local", "data", "jane", "john", "john.doe", "jane.doe", "john-doe", "jane-doe", "john.smith", "johndoe", "janedoe", "jdoe", "doe",
	"fixture", "fixtures", "fake", "mock", "dummy", "sample", "wrong", "nobody", "someone-else", "shared", "public", "default", "documents", "desktop", "downloads", "work", "workspace", "project", "projects", "disk", "storage", "zhangsan", "lisi", "wangwu",
	"dev", "developer", "sandbox", "git", "root", "docker", "container", "app", "appuser", "nonroot", "agent", "deploy", "www", "web", "site", "builder", "kubernetes", "chrome",
	"editor", "operator", "student", "teacher", "researcher", "designer", "author", "owner", "maintainer",
	"claude", "oai", "assistant", "claw", "clawd", "clawdbot", "openclaw", "moltbot",
}

// accounts are those that systems, images and services give to all who use them, by what
// gives them.
var accounts = map[string][]string{
	"Vercel's sandboxes":         {"vercel-sandbox"},
	"agents of Azure Pipelines":  {"vsts", "runner"},
	"runners of GitHub":          {"runner", "runneradmin"},
	"runners of GitLab":          {"gitlab-runner"},
	"images of CircleCI":         {"circleci"},
	"development containers":     {"vscode", "codespace"},
	"Gitpod":                     {"gitpod"},
	"Coder":                      {"coder"},
	"Daytona's sandboxes":        {"daytona"},
	"images of Unreal Engine":    {"ue4"},
	"SageMaker":                  {"sagemaker-user"},
	"the Steam Deck":             {"deck"},
	"Jenkins":                    {"jenkins"},
	"Selenium's images":          {"seluser"},
	"Puppeteer's image":          {"pptruser"},
	"Mamba's image":              {"mambauser"},
	"images of opam":             {"opam"},
	"images of virtual machines": {"ec2-user", "ubuntu", "debian", "admin", "centos", "fedora", "bitnami", "vagrant", "kali"},
	"Node's image":               {"node"},
	"Playwright's image":         {"pwuser"},
	"Jupyter's images":           {"jovyan"},
	"images of R":                {"rstudio"},
	"Airflow's image":            {"airflow"},
	"Spark's image":              {"spark"},
	"Emscripten":                 {"web_user"},
	"images of Argo CD":          {"argocd"},
	"Homebrew on Linux":          {"linuxbrew"},
	"Raspberry Pi OS":            {"pi"},
	"Windows":                    {"administrator"},
	"appliances of VMware":       {"vsphere-ui", "vsphere-client", "vcenter"},
}

// isNobodys reports whether a name of a home is no person's.
func isNobodys(name string) bool {
	numbered := strings.TrimRight(name, "0123456789")
	if strings.Contains(name, "example") || strings.HasPrefix(name, "your") {
		return true
	}
	return isAccount[name] || isAccount[numbered] || isAccount[strings.TrimPrefix(name, "my")]
}

// isAccount has the names of all of them.
var isAccount = func() map[string]bool {
	all := map[string]bool{}
	for _, name := range standIns {
		all[name] = true
	}
	for _, names := range accounts {
		for _, name := range names {
			all[name] = true
		}
	}
	return all
}()
