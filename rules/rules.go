// Package rules holds the rules, one file each, named after its rule: a plain
// lint.Rule value that joins [All] below. What two rules need stands in a file
// named after its subject (paths.go, plugins.go, messages.go …), which needs no
// rule. A rule that outgrows its file goes on in files that begin with its name.
package rules

import "github.com/skilllint/skilllint/lint"

// All are the rules, in the order of the documentation.
var All = []*lint.Rule{
	// A. Every manifest
	ManifestSyntax,
	DuplicateKey,
	ManifestSchema,
	InvalidVersion,
	InvalidToolSchema,
	DuplicateSkill,
	DuplicateTool,
	SkillName,
	SkillDescription,
	SkillBody,
	SkillFileName,
	AllowedTools,
	BrokenLink,
	MissingScript,
	UnclosedFence,
	// B. Contracts between skills
	UnknownProvider,
	ImportNotExported,
	IncompatibleVersion,
	MissingToolSchema,
	ShortDeprecation,
	UnknownReplacement,
	DeprecatedImport,
	OverdueRemoval,
	InvalidAccess,
	DependencyCycle,
	SelfImport,
	DuplicateImport,
	BreakingChange,
	CompatibilityUnknown,
	ToolRemoved,
	VersionNotRaised,
	AccessTightened,
	LegacyExternalTools,
	LegacySkillData,
	PrivateDataPath,
	// M. MCP servers
	MissingMCPTool,
	MCPServer,
	MCPServerName,
	MCPPermission,
	UnknownMCPServer,
	// W. Skills in the wild
	DanglingSymlink,
	HiddenText,
	UndeclaredSkill,
	HomePath,
	OrphanFile,
	OverlappingDescription,
	// L. What hosts load
	ComponentNotLoaded,
	HookNeverRuns,
	UnsupportedByHost,
	DescriptionBudget,
	// H. Use
	lint.InvalidSuppression,
	lint.UnusedSuppression,
	lint.ChangedJudgement,
	// D. Function skills
	MissingBody,
	UndeclaredCall,
	UnusedImport,
	PipelineSyntax,
	PipelineReference,
	PipelineType,
	PipelineInput,
	PipelineOutput,
	PipelineMayFail,
	TimeoutBudget,
	// E. CLI skills
	InputDefault,
	UndeclaredInput,
	UnusedInput,
	ReservedField,
	UnsupportedCapability,
	RegistryDrift,
	RegistryLeak,
	LockDrift,
	// V. Vendors of models
	UnsupportedByVendor,
	// F. SOP skills
	UnknownTool,
	UnusedTool,
	UnmentionedTool,
	ToolDefinition,
	ToolDescriptionChanged,
	UICommand,
	UnconfirmedDestruction,
	// G. Packages
	PackageLayout,
	PathEscape,
	ChecksumMismatch,
	ReleasedVersionChanged,
	InactiveCurrentVersion,
	UnsatisfiedLock,
	// P. Plugins
	CrossMarketplace,
	IgnoredConstraint,
	VersionConflict,
	DuplicatePlugin,
	StaleSkillReference,
	// C. Code of a skill
	SourceSyntax,
	DirectImport,
	CallArguments,
	CallResult,
	MissingHandler,
	UnexportedHandler,
	ForeignWrite,
	ForeignRead,
	UnhandledDenial,
	SharedCacheKey,
}
