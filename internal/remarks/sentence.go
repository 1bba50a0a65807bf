package remarks

import (
	"bytes"
	"regexp"
)

// reach is how far around a path its sentence is followed, in bytes.
const reach = 400

// Excuses reports whether the sentence that a path stands in, which may go over several
// lines, says that the file need not be there. Of a command, before may end with the words
// in front of the script.
func Excuses(src []byte, start, end int) bool {
	before, after := sentence(src, start, end)
	return saidBefore.Match(before) || saidAfter.Match(after) || comes.Match(before)
}

// Sentence is the sentence that a part of a text stands in.
func Sentence(src []byte, start, end int) []byte {
	before, after := sentence(src, start, end)
	return src[start-len(before) : end+len(after)]
}

// Passage is the item of a list, the row or the paragraph that a part of a text stands in.
func Passage(src []byte, start, end int) []byte {
	before, after := passage(src, start, end)
	return src[start-len(before) : end+len(after)]
}

// sentence is what stands before and behind a path in its sentence.
func sentence(src []byte, start, end int) (before, after []byte) {
	before, after = passage(src, start, end)
	if ends := sentenceEnd.FindAllSubmatchIndex(before, -1); len(ends) > 0 {
		last := ends[len(ends)-1]
		before = before[max(last[3], last[5]):]
	}
	if end := sentenceEnd.FindSubmatchIndex(after); end != nil {
		after = after[:max(end[2], end[4])]
	}
	return before, after
}

// passage is what stands before and behind a path in its passage.
func passage(src []byte, start, end int) (before, after []byte) {
	before, after = src[max(0, start-reach):start], src[end:min(len(src), end+reach)]
	for at := len(before); at > 0; {
		i := bytes.LastIndexByte(before[:at], '\n')
		line, _ := lineFrom(before, i+1)
		ended := i+1+len(line) < len(before)
		if ended && (len(bytes.TrimSpace(line)) == 0 || bytes.HasPrefix(line, []byte("#"))) || isFence(line) {
			before = before[min(len(before), i+1+len(line)+1):]
			break
		}
		if i < 0 || ListItem.Match(line) || bytes.HasPrefix(line, []byte("#")) {
			before = before[i+1:]
			break
		}
		at = i
	}
	for at := bytes.IndexByte(after, '\n'); at >= 0; {
		line, next := lineFrom(after, at+1)
		if len(bytes.TrimSpace(line)) == 0 || ListItem.Match(line) || isFence(line) || bytes.HasPrefix(line, []byte("#")) {
			after = after[:at]
			break
		}
		if next == len(after) {
			break
		}
		at = next - 1
	}
	return before, after
}

// sentenceEnd matches the end of a sentence, and no abbreviation; its groups are what parts it
// from the next one.
var sentenceEnd = regexp.MustCompile("[a-zA-Z0-9)\"'`*\\]]{3}[.!?][)\"'`*]*(\\s+)[\"'`*(\\[]*[A-Z0-9]|[。！？](\\s*)")

var (
	// saidBefore matches what stands before a path, in its sentence, of a file that is
	// elsewhere, was there once, or is made.
	saidBefore = regexp.MustCompile("(?i)" +
		`\b(?:deleted|removed|dropped|renamed|retired|archived|superseded|supersedes|obsolete|former(?:ly)?|previously|refactored|extracted|ported|migrated|inherited|adapted|legacy) (?:[\w-]+ ){0,3}[` + "`" + `"'*(]*$` +
		`|\b(?:deleted|removed|dropped|renamed|retired|archived|superseded|obsolete|deprecated)(?: [\w-]+){0,6}[*_]*\s*[:：][^;]*$` +
		`|\b(?:if|when|where) (?:you|the user|they|users?|your [\w-]+) (?:also |already )?(?:has|have|use|uses|installed)\b[^.]*\b(?:its|their|that [\w-]+'s)\s+(?:[\w-]+\s+){0,3}[` + "`" + `*"'(]*$` +
		`|\b(?:no|without|missing|lacks?|absent)\s+(?:an?\s+|any\s+|the\s+)?[` + "`" + `*"'(]*$` +
		`|\bupstream(?:'s)?\b|\b(?:each|every|another|the other|sibling|target|consuming|downstream) (?:[\w-]+ ){0,2}(?:skill|repo(?:sitory)?|project|plugin|package|codebase|app)(?:'s|s')?\b` +
		`|\b(?:becomes?|becoming|turns? into|promoted? (?:in)?to|lands? (?:in|at)|preserved? (?:in|as)|append(?:s|ed|ing)? (?:it |them |\w+ )?to|exports?|exported|exporting)\b[^.;]*$` +
		`|\b(?:saved|written) (?:to|into)\s+\[[^\]\n]*\]\(\s*<?$` +
		`|\b(?:do not|don['’]t|never) (?:use|run|call|invoke|rely on)\s+[` + "`" + `*"'(]*(?:[\w.-]+ ){0,3}$` +
		`|(?:^\W*|\b(?:and|then|to|must|should|will) )(?:record|log|save|append|accumulate|collect) (?:[\w-]+ ){1,3}(?:in|into|to|under)\s+[` + "`" + `*"'(]*$` +
		`|\b(?:suppose|imagine|hypothetical\w*|fictional)\b` +
		`|\b(?:para|pour|per|zum|to) (?:generar|crear|g[ée]n[ée]rer|cr[ée]er|gerar|criar|generare|creare|erzeugen|erstellen|generate|create|produce) (?:el |la |le |o |a |il |das |die |an? |the )?(?:[\w-]+ ){0,2}[` + "`" + `*"'(]*$` +
		`|旧|已删除|已移除|废弃|各[\w\s]{0,20}(?:スキル|skill)|プロジェクト(?:の|に)|目标项目|用户项目|项目中的|(?:兄弟|姊妹|配套|另一个|其他|上游)(?:仓库|项目)`)
	// saidAfter matches what stands behind it.
	saidAfter = regexp.MustCompile("(?i)" + `^[` + "`" + `"'*_)\]]*\s*(?:` +
		`(?:was|were|has been|have been|had been|had|did|ran|fired|used to|no longer|need not)\b` +
		`|(?:is|are) (?:(?:now|already|also|currently|later|then|an?) ){0,2}(?:deleted|removed|renamed|retired|moved|dropped|replaced|superseded|archived|deprecated|gone|generated|created|produced|rendered|gitignored|ignored|optional|planned|not (?:yet |currently )?(?:here|there|in|part|included|bundled|shipped|present|available|committed|required)|absent|missing|private|external|local-only|auto-?generated|recommended|reserved|pending|deferred|hypothetical)\b` +
		`|(?:does not|doesn't|do not|don't|will|should) (?:yet |not )?(?:exist|ship|live|be (?:created|generated|written|added|made)|land|appear)\b` +
		`|(?:repo(?:sitory)?|checkout)\b|resolves?\b|[^.;]{0,80}\b(?:do not|don['’]t|never)\s+rely\s+on\s+(?:it|them)\b` +
		`|(?:lives?|resides?) (?:in|inside|on|at|outside|under|with|elsewhere)\b` +
		`|(?:from|in|inside|of) (?:the|your|their|another|each|every)[\s` + "`" + `*]+(?:[\w./-]+[\s` + "`" + `*]+){0,3}(?:repo(?:sitory)?|project|codebase|workspace|monorepo|checkout|clone|vault)\b` +
		`|\(\s*(?:optional|recommended|removed|deleted|renamed|deprecated|superseded|retired|archived|legacy|old|external|private|proprietary|auto-?generated|generated|created|gitignored|local-only|not (?:yet |currently )?(?:in|here|included|bundled|shipped|present|available|committed|written|implemented)|if |in your|from (?:the|your|an?)\b[^)\n]*\b(?:repo|project|workspace|checkout)|upstream|hypothetical|pending|missing|absent|placeholder|proposed)` +
		`|[^.;\n]{0,60}\bonly if (?:you|the user|your)\b|[—–:-]+\s*(?:deleted|removed|renamed|deprecated|superseded|retired|archived|auto-?generated|gitignored|not (?:yet |currently )?(?:included|bundled|shipped|present|available|committed|written|implemented|created)|planned|pending|missing)\b` +
		`|[^.;\n]{0,30}[ ,(](?:when|if|where) (?:present|available|(?:it|one|they) exists?)\b` +
		`|を?(?:作成|生成|保存|出力|追加)|等?\S{0,20}があれば|が存在|がある場合|がなければ|(?:已|被)(?:删除|移除|废弃|迁移|合并|重命名|取代)|不存在|待补|[^。；;.\n]{0,30}[（(](?:待(?:实现|實作|实作|補|补|办|辦|开发|開發|完善)|尚未\S{0,6}|未(?:实现|實作|实作)|(?:规划|規劃|计划|計劃)中|即将\S{0,4}|即將\S{0,4}|(?:現状|現在)?未実装[^）)\n]{0,20}|作成(?:予定|推奨)|예정)[）)]|[（(](?:可选|如有|若有)` +
		`|[^。；;.\n]{0,20}[、，,（(]\s*(?:存在しな(?:い|ければ)|(?:見つから)?なければ|(?:如果?|若)(?:它|该文件)?不存在|없으면)` +
		`)|^(?:[^.;\n]|\s\.\s){0,60}\((?:(?:future|upcoming|coming soon|to come|wip|(?:when|once) (?:authored|written|added|made))\)|if (?:created|present|available)\)|(?:todo|tbd)\b[^()\n]*\)|(?:[^()\n]{0,40}[\s,;])?(?:planned|todo|tbd|deleted|removed|deprecated|retired|gitignored|not (?:yet |currently )?(?:included|bundled|shipped|committed|present|available|written|implemented)[^()\n]*)\))` +
		`|^[^.;\n]{0,60}\b(?:lands?|comes?|arrives?|ships?) (?:in|with) (?:[MPv]\d|phase|milestone|version|a (?:later|future))`)
)

// comes matches what stands before a path that is there one day: "lands in M8 at ".
var comes = regexp.MustCompile(`(?i)\b(?:lands?|comes?|arrives?|ships?) (?:in|with) (?:[MPv]\d|phase|milestone|version|a (?:later|future))`)

// Elsewhere reports whether words say that what they speak of is not in the skill: it
// "lives in the chart repo", "not this bundle".
func Elsewhere(words []byte) bool { return elsewhere.Match(words) }

var elsewhere = regexp.MustCompile(`(?i)\bnot (?:in |part of |from |inside |within |shipped (?:in|with) |bundled (?:in|with) |included (?:in|with) )?(?:this|the) (?:[\w-]+ )?(?:skill|bundle|plugin|repo|repository|package)\b` +
	`|\b(?:lives?|resides?|located|kept|stored|maintained|ships?|shipped|bundled|provided|found|comes|defined|available) (?:\w+ )?(?:in|inside|with|by|at|from|under) (?:the|an?|its|their|your|another|each|every|that) (?:[\w./` + "`" + `*-]+ ){0,3}(?:repo|repository|project|codebase|workspace|monorepo|checkout|clone|chart|vault)\b` +
	`|\bfrom upstream\b|\bfrom the (?:[\w./` + "`" + `*-]+ ){1,3}(?:repo|repository|workspace|checkout|clone|monorepo)\b|\boutside (?:of )?this (?:skill|bundle|repo|repository|plugin|package)\b`)
