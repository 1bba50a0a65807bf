package skill

// Dialects are tried in this order; the first that matches a file reads it.
var Dialects = []*Dialect{
	Contract, Standard,
	Function,
	CLI, Registry, Lock, Evolution,
	PackageManifest, Definition, Bindings,
	SOP,
	PluginManifest, MarketplaceManifest, SkillsLock,
	MCPTools, MCPServers,
}
