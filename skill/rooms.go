package skill

import (
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/parallel"
	"github.com/skilllint/skilllint/internal/standing"
	"github.com/skilllint/skilllint/internal/tree"
	"github.com/skilllint/skilllint/manifest"
)

// What rules see of the rooms below: manifests and the skills that they make,
// documents with places, and the tree of files.
type (
	Skill            = manifest.Skill
	Manifest         = manifest.Manifest
	Dialect          = manifest.Dialect
	Package          = manifest.Package
	Plugin           = manifest.Plugin
	PluginDependency = manifest.PluginDependency
	Marketplace      = manifest.Marketplace
	PluginEntry      = manifest.PluginEntry
	RegistryEntry    = manifest.RegistryEntry
	LockedSkill      = manifest.LockedSkill
	RecordedServer   = manifest.RecordedServer
	MCPTool          = manifest.MCPTool

	File        = document.File
	Node        = document.Node
	Member      = document.Member
	Kind        = document.Kind
	Text        = document.Text
	Link        = document.Link
	Span        = document.Span
	Run         = document.Run
	Block       = document.Block
	SyntaxError = document.SyntaxError
	Problem     = document.Problem
	ProblemKind = document.ProblemKind
	Keeper      = document.Keeper
	FactsKey    = document.Key

	Tree      = tree.Tree
	Entry     = tree.Entry
	EntryKind = tree.EntryKind
	Summed    = tree.Summed

	InertFolder = standing.Folder
	InertReason = standing.Reason
)

// The dialects, each with what is peculiar to it in package manifest.
var (
	Contract            = manifest.Contract
	Standard            = manifest.Standard
	Function            = manifest.Function
	CLI                 = manifest.CLI
	Registry            = manifest.Registry
	Lock                = manifest.Lock
	Evolution           = manifest.Evolution
	PackageManifest     = manifest.PackageManifest
	Definition          = manifest.Definition
	Bindings            = manifest.Bindings
	SOP                 = manifest.SOP
	PluginManifest      = manifest.PluginManifest
	MarketplaceManifest = manifest.MarketplaceManifest
	SkillsLock          = manifest.SkillsLock
	MCPTools            = manifest.MCPTools
	MCPServers          = manifest.MCPServers
)

// NameOf is manifest.NameOf: a scalar's text with its place, for a contract.
func NameOf(n *Node) contract.Name { return manifest.NameOf(n) }

// NamesOf is manifest.NamesOf: the strings of a list with their places.
func NamesOf(n *Node) []contract.Name { return manifest.NamesOf(n) }

// The kinds of a Node.
const (
	Null    = document.Null
	Bool    = document.Bool
	Number  = document.Number
	String  = document.String
	List    = document.List
	Map     = document.Map
	Unknown = document.Unknown
)

// The kinds of a Problem.
const (
	SyntaxProblem   = document.Syntax
	DuplicateKey    = document.DuplicateKey
	DanglingLink    = document.DanglingLink
	PlainProblem    = document.Plain
	EncodingProblem = document.Encoding
	BehindProblem   = document.Behind
)

// The kinds of an Entry.
const (
	Absent  = tree.Absent
	Regular = tree.Regular
	Dir     = tree.Dir
	Pruned  = tree.Pruned
	Symlink = tree.Symlink
	Special = tree.Special
	Outside = tree.Outside
)

// The reasons why nobody loads a file.
const (
	Snapshot         = standing.Snapshot
	Fixture          = standing.Fixture
	Sample           = standing.Sample
	Translated       = standing.Translated
	NotLoaded        = standing.NotLoaded
	Unlisted         = standing.Unlisted
	InnerMarketplace = standing.InnerMarketplace
	Index            = standing.Index
	InstalledCopy    = standing.InstalledCopy
	Vendored         = standing.Vendored
	Encrypted        = standing.Encrypted
)

// ComponentKeys are the keys of a plugin whose texts are paths to its parts.
var ComponentKeys = standing.ComponentKeys

// ComponentPaths is standing.ComponentPaths: the paths of a key of a plugin.json or of a
// marketplace's entry.
func ComponentPaths(n *Node, key string) []*Node { return standing.ComponentPaths(n, key) }

// Parallel calls do(0) … do(n-1) on all processors.
func Parallel(n int, do func(i int)) { parallel.Do(n, do) }

// ParseData is document.ParseData.
func ParseData(fset *token.FileSet, name string, src []byte) (*Node, *analysis.Diagnostic) {
	return document.ParseData(fset, name, src)
}

// MustParse is document.MustParse.
func MustParse(src []byte) *Node { return document.MustParse(src) }

// Digest and InstallHash are those of tree.
var (
	Digest      = tree.Digest
	InstallHash = tree.InstallHash
)

// What this package calls by these names.
const (
	maxManifest = document.MaxData
	maxFile     = tree.MaxFile
)

var (
	readCapped = tree.ReadFile
	isSkillMD  = standing.IsSkillMD
)
