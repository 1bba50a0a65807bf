package serve

const skillsExtension = "io.modelcontextprotocol/skills"

type texts struct{}

func openTexts(string) (*texts, error) { return nil, nil }

func (t *texts) replace(*texts) {}

func (s *Server) addSkillMethods(*endpoint) {}
