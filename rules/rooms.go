package rules

import (
	"github.com/skilllint/skilllint/rules/code"
	"github.com/skilllint/skilllint/rules/contracts"
	"github.com/skilllint/skilllint/rules/functions"
	"github.com/skilllint/skilllint/rules/manifests"
	"github.com/skilllint/skilllint/rules/mcp"
	"github.com/skilllint/skilllint/rules/plugins"
	"github.com/skilllint/skilllint/rules/texts"
	"github.com/skilllint/skilllint/rules/tools"
	"github.com/skilllint/skilllint/rules/versions"
)

// The rules by their rooms, for programs that want one of them.
var (
	UndeclaredPermission = code.UndeclaredPermission
	SourceSyntax         = code.SourceSyntax
	DirectImport         = code.DirectImport
	CallArguments        = code.CallArguments
	CallResult           = code.CallResult
	MissingHandler       = code.MissingHandler
	UnexportedHandler    = code.UnexportedHandler
	ForeignWrite         = code.ForeignWrite
	ForeignRead          = code.ForeignRead
	UnhandledDenial      = code.UnhandledDenial
	SharedCacheKey       = code.SharedCacheKey

	DuplicateTool       = contracts.DuplicateTool
	UnknownProvider     = contracts.UnknownProvider
	ImportNotExported   = contracts.ImportNotExported
	MissingToolSchema   = contracts.MissingToolSchema
	InvalidAccess       = contracts.InvalidAccess
	DependencyCycle     = contracts.DependencyCycle
	SelfImport          = contracts.SelfImport
	DuplicateImport     = contracts.DuplicateImport
	LegacyExternalTools = contracts.LegacyExternalTools
	LegacySkillData     = contracts.LegacySkillData
	PrivateDataPath     = contracts.PrivateDataPath
	UndeclaredSkill     = contracts.UndeclaredSkill

	MissingBody           = functions.MissingBody
	PipelineSyntax        = functions.PipelineSyntax
	PipelineReference     = functions.PipelineReference
	PipelineType          = functions.PipelineType
	PipelineInput         = functions.PipelineInput
	PipelineOutput        = functions.PipelineOutput
	PipelineMayFail       = functions.PipelineMayFail
	TimeoutBudget         = functions.TimeoutBudget
	InputDefault          = functions.InputDefault
	UndeclaredInput       = functions.UndeclaredInput
	UnusedInput           = functions.UnusedInput
	UnsupportedCapability = functions.UnsupportedCapability
	LockDrift             = functions.LockDrift

	ManifestSyntax         = manifests.ManifestSyntax
	DuplicateKey           = manifests.DuplicateKey
	ManifestSchema         = manifests.ManifestSchema
	DuplicateSkill         = manifests.DuplicateSkill
	SkillName              = manifests.SkillName
	SkillDescription       = manifests.SkillDescription
	SkillBody              = manifests.SkillBody
	SkillFileName          = manifests.SkillFileName
	OverlappingDescription = manifests.OverlappingDescription
	SkillMetadata          = manifests.SkillMetadata
	SkillEvals             = manifests.SkillEvals
	ReservedField          = manifests.ReservedField

	MissingMCPTool   = mcp.MissingMCPTool
	MCPServer        = mcp.MCPServer
	MCPServerName    = mcp.MCPServerName
	MCPPermission    = mcp.MCPPermission
	UnknownMCPServer = mcp.UnknownMCPServer
	ToolDefinition   = mcp.ToolDefinition

	ComponentNotLoaded = plugins.ComponentNotLoaded
	HookNeverRuns      = plugins.HookNeverRuns
	HookTimeout        = plugins.HookTimeout
	HookProtocol       = plugins.HookProtocol
	ForeignPlaceholder = plugins.ForeignPlaceholder
	UnknownMarketplace = plugins.UnknownMarketplace
	UnsupportedByHost  = plugins.UnsupportedByHost
	DescriptionBudget  = plugins.DescriptionBudget
	RegistryDrift      = plugins.RegistryDrift
	RegistryLeak       = plugins.RegistryLeak
	CrossMarketplace   = plugins.CrossMarketplace
	IgnoredConstraint  = plugins.IgnoredConstraint
	VersionConflict    = plugins.VersionConflict
	DuplicatePlugin    = plugins.DuplicatePlugin

	BrokenLink          = texts.BrokenLink
	MissingScript       = texts.MissingScript
	UnknownOption       = texts.UnknownOption
	UnclosedFence       = texts.UnclosedFence
	DanglingSymlink     = texts.DanglingSymlink
	HiddenText          = texts.HiddenText
	HomePath            = texts.HomePath
	OrphanFile          = texts.OrphanFile
	PathEscape          = texts.PathEscape
	StaleSkillReference = texts.StaleSkillReference

	InvalidToolSchema      = tools.InvalidToolSchema
	AllowedTools           = tools.AllowedTools
	PermissionRule         = tools.PermissionRule
	UndeclaredCall         = tools.UndeclaredCall
	UnusedImport           = tools.UnusedImport
	UnsupportedByVendor    = tools.UnsupportedByVendor
	UnknownTool            = tools.UnknownTool
	UnusedTool             = tools.UnusedTool
	UnmentionedTool        = tools.UnmentionedTool
	UICommand              = tools.UICommand
	UnconfirmedDestruction = tools.UnconfirmedDestruction

	InvalidVersion         = versions.InvalidVersion
	IncompatibleVersion    = versions.IncompatibleVersion
	ShortDeprecation       = versions.ShortDeprecation
	UnknownReplacement     = versions.UnknownReplacement
	DeprecatedImport       = versions.DeprecatedImport
	OverdueRemoval         = versions.OverdueRemoval
	BreakingChange         = versions.BreakingChange
	CompatibilityUnknown   = versions.CompatibilityUnknown
	ToolRemoved            = versions.ToolRemoved
	VersionNotRaised       = versions.VersionNotRaised
	AccessTightened        = versions.AccessTightened
	ToolDescriptionChanged = versions.ToolDescriptionChanged
	PackageLayout          = versions.PackageLayout
	ChecksumMismatch       = versions.ChecksumMismatch
	ReleasedVersionChanged = versions.ReleasedVersionChanged
	InactiveCurrentVersion = versions.InactiveCurrentVersion
	UnsatisfiedLock        = versions.UnsatisfiedLock
)
