// Records what a JavaScript engine says about patterns, in ecma.json and random.json beside this file: node record.mjs
// Each pattern is compiled with the u flag, or without it where only that works (Annex B), and tried on every input.
import { writeFileSync } from "node:fs";

const inputs = [
  "", "a", "b", "ab", "ba", "aa", "aab", "abab", "abc", "xaby", "A", "Z", "0", "9", "a1", "foo bar", "foo-bar", "foo_bar", " ", "\t", "\n", "a\n", "\na",
  "\r", "\u2028", "\u2029", "\u00a0", "\ufeff", "\v", "\f", "\u1680", "\u180e", "\u0085", "é", "É", "ß", "ñandú", "१", "Ω", "я", "漢字", "ー", "😀", "😀😀", "a😀b", "\u0301",
  "-", "_", ".", "@", "user@example.com", "$", "^", "{", "}", "]", "[", "/", "\\", "|", "*", "+", "?", "(", ")", "{1}", "a{,2}", "x{1", "2024-02-30",
  "aaaa", "aaaaa", "aXb", "admin", "administrator", "Passw0rd", "password", "\0", "\x01", "\b", "\x1f", "u0041", "k", "c", "cA", "u{41}", "p{L}", "aaaaaaaaaab", "ⅷ", "ǅ", "ª", "€", "٣", "\ue000", "\u0378",
];
const patterns = String.raw`
|a|^a|a$|^a$|^$|^a|b$|(^a|b)$|(^a|b)c|a$|^$|\$|[$]|(?:^)?a|a^b|x*$y*|^*|a**|a++|a{2}|a{2,}|a{1,3}|a{,2}|a{2,1}|a{|a{1|a{1,|{|{1}|}|]|[|(|)|(?|(a|a)|a|b|(a|b)+$|^(a|b)*?b$|^(?:a|ab)(?:c|bc)?$
.|^.$|^.{2}$|^..$|[^]|[]|[^]{2}|^[^a]$|^[^]$|[a-c]|[c-a]|[a-]|[-a]|[a\-c]|[\w-.]|[.-\w]|[\d-z]|[\]]|[\\]|[\b]|[^\b]|[\B]|[\0]|[\x41]|[\u0041]|[\u{41}]|[^\W]|[\s\S]|[\d\D]|[\W\w]|^[\w.]+$|[a-z&&[b]]|[[:alpha:]]|[[a]
\d|\D|\w|\W|\s|\S|^\s$|^\S$|^\w+$|^\W+$|^\d+$|\bfoo\b|\Bar|foo\b|\b|\B|^\b|\b$|^\B$|a\b|\ba|a\B|\Ba|(?:\b|a)+b|(\ba*)+$
\t|\n|\v|\f|\r|\0|\00|\01|\1|\8|\101|\x41|\x4|\xg|\u0041|\u004|\u{41}|\u{1F600}|\u{110000}|\u{}|\ud83d\ude00|^\ud83d\ude00$|\ud83d|[\ud83d\ude00]|^[\ud83d\ude00]$|[\u{1F600}-\u{1F64F}]|\cA|\ca|\c|\c1|\c_|[\cA]|[\c_]|[\c1]
\-|\_|\@|\:|\#|\"|\'|\ |\%|\&|\,|\;|\<|\=|\>|\!|\~|\/|\.|\*|\+|\?|\(|\)|\[|\]|\{|\}|\^|\\|\$|\||\é
\A|\Z|\z|\a|\e|\h|\i|\Q|\G|\K|\X|\k|\p|\P|\N|(?i)a|(?i:a)|(?-i:a)|(?#c)|(?>a)|(?P<n>a)|(?<n>a)|(?<n>a)(?<n>b)|(?<1>a)|(?<>a)|(?<n a)|(?'n'a)|(?|a)
(a)\1|\1(a)|(?<n>a)\k<n>|\k<n>|(?<n>a)\k<m>|(a)\2|(?:a)\1
(?=a)|(?=a)b|a(?=b)|a(?!b)|(?!a)|^(?!a)|^(?!admin$)|^(?!.*admin)|^(?=.*[A-Z])(?=.*\d).{8,}$|(?=a)*|(?=a)+b|(?!a){2}b|(?<=a)b|(?<!a)b|(?<=a)*|(?<=^a)b|(?<=a$)|(?<=a|b)b|(?<=a*)b|(?<!^)b|(?<=(?=a)a)b|(?<=(?<!b)a)b|(?<=\ba)b|(?<!\w)a|^(?:(?!ab).)*$|^(?:(?=a)..)*$|(?=(?<=a)b)b|(?!(?<=a))b|(?:a(?=b)|b(?!a))+$|(?<=a.)b|(?<![^])a|(?<=[^])$
\p{L}|^\p{L}+$|\P{L}|\p{Lu}|\p{Letter}|\p{Uppercase_Letter}|\p{gc=Lu}|\p{General_Category=Decimal_Number}|\p{Nd}|\p{N}|\p{Script=Greek}|\p{sc=Grek}|\p{Script=Cyrillic}|\p{sc=Cyrl}|\p{Script=Han}|\p{sc=Hani}|\p{sc=Latn}|\p{sc=Zyyy}|\p{sc=Zinh}|\p{scx=Grek}|\p{Script_Extensions=Han}|\p{Alphabetic}|\p{Alpha}|\p{Lowercase}|\p{Uppercase}|\p{White_Space}|\p{space}|\p{ASCII}|\p{Any}|\p{Assigned}|\p{ID_Start}|\p{IDS}|\p{ID_Continue}|\p{XID_Start}|\p{Cased}|\p{Math}|\p{Emoji}|\p{Emoji_Presentation}|\p{Extended_Pictographic}|\p{C}|\p{Cn}|\p{Co}|\p{Cc}|\p{Cntrl}|\p{cntrl}|\p{punct}|\p{P}|\p{Punctuation}|\p{S}|\p{Sc}|\p{Currency_Symbol}|\p{M}|\p{Mark}|\p{Combining_Mark}|\p{LC}|\p{Cased_Letter}|\p{Z}|\p{Zs}|\p{Other}|\p{Unassigned}|\p{Lt}|\p{Lo}|\p{Nl}|\p{Ideographic}|\p{Hex_Digit}|\p{AHex}|\p{Dash}|\p{letter}|\p{l}|\p{Foo}|\p{Script=Foo}|\p{sc}|\p{gc=}|\p{}|\p{L|\pL|\p{ L}|\p{Is_Greek}|\p{Greek}|\p{IsL}|[\p{L}\d]|[^\p{L}]|[\P{L}]|\p{Default_Ignorable_Code_Point}|\p{DI}|\p{Grapheme_Base}|\p{Grapheme_Extend}|\p{Case_Ignorable}|\p{CI}|\p{Changes_When_Lowercased}|\p{CWL}|\p{Bidi_Mirrored}|\p{Noncharacter_Code_Point}|\p{NChar}|\p{Variation_Selector}|\p{Regional_Indicator}|\p{RI}|\p{Dia}|\p{QMark}|\p{WSpace}|\p{Other_Alphabetic}
^[a-z][a-z0-9_-]{0,62}$|^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$|^[^@\s]+@[^@\s]+\.[^@\s]+$|^(a+)+$|(a|aa)*b|^(.*)*$|(x+x+)+y|^((a)|b)*$|^(a*)*$|^(a?b?)*$|^(?:a?){3}$|^(?:a|b?){2,3}c?$|(?:)|(?:)*|()|()+a|(|a)|(a|)$|^(?:|a)+$|^(a??)*$|^(?:a{2}){2}$|^(?:a{0,2}){2}$|^(?:(?:a|^b)*c?)*$|^(?:$|a)*$|(?:a$|b)*|(?:^|b)a|(?:^a|ab)+$
`;
// A line is split at its bars only where they are outside parentheses and classes, so that each piece is a pattern; pieces of the first line
// that are no pattern on their own stay in the record as such.
const list = [];
for (const line of patterns.split("\n").slice(1, -1)) {
  let depth = 0, inClass = false, cur = "";
  for (let i = 0; i < line.length; i++) {
    const c = line[i];
    if (c === "\\") { cur += c + (line[++i] ?? ""); continue; }
    if (c === "[") inClass = true;
    if (c === "]") inClass = false;
    if (c === "(" && !inClass) depth++;
    if (c === ")" && !inClass) depth--;
    if (c === "|" && depth <= 0 && !inClass) { list.push(cur); cur = ""; depth = 0; continue; }
    cur += c;
  }
  list.push(cur);
}
list.push("a|b", "^a|b$", "a$|^$", "|a", "a|", "|", "\\||a", "[", "(", "(?", "[[a]", "\\", "a\\", "[\\", "[a-", "(a|", "(a", "x{1}{2}", "x{2}*", "x{2}?", "x*?", "x*??", "x{0}", "x{0,0}", "x{99999999999999999999}", "x{3,99999999999}", "]", "a]", "}", "{", "a{1", "{1", "x{1,2}?y", "[^a-z\\d]");

function record(list, inputs) {
  const records = [];
  for (const pattern of new Set(list)) {
    let flags = null, re = null;
    for (const f of ["u", ""]) {
      try { re = new RegExp(pattern, f); flags = f; break; } catch {}
    }
    const matches = [];
    if (re) inputs.forEach((s, i) => { if (re.test(s)) matches.push(i); });
    records.push({ pattern, flags, matches });
  }
  return JSON.stringify({ engine: `node ${process.versions.node}, Unicode ${process.versions.unicode}`, inputs }).slice(0, -1) +
    ',"records":[\n' + records.map((r) => JSON.stringify(r)).join(",\n") + "\n]}\n";
}

// Random patterns, always the same ones, on all strings of up to three characters over five.
let seed = 1;
const pick = (n) => (seed = (seed * 48271) % 2147483647) % n;
const one = (...all) => all[pick(all.length)];
function random(depth) {
  if (depth === 0) return one("a", "b", "c", ".", "[ab]", "[^a]", "\\w", "\\W", "\\s", "-", "[^]", "ab", "", "\\n", "[^]{2}", "^", "$", "\\b", "\\B");
  const sub = () => random(depth - 1);
  switch (pick(12)) {
    case 0: case 1: case 2: return sub() + sub();
    case 3: case 4: return `(${sub()}|${sub()})`;
    case 5: case 6: return `(?:${sub()})${one("*", "+", "?", "{2}", "{1,3}", "{2,}", "*?", "{0,2}?")}`;
    case 7: return `(?=${sub()})${sub()}`;
    case 8: return `${sub()}(?<=${sub()})${sub()}`;
    case 9: return `(?:${sub()}(?!${sub()})${sub()})*${sub()}`;
    case 10: return `${sub()}(?<!${sub()})${sub()}`;
    default: return `^${sub()}$`;
  }
}
const short = [""];
for (let from = 0, n = 0; n < 3; n++) {
  const to = short.length;
  for (; from < to; from++) for (const c of ["a", "b", "c", "-", "\n"]) short.push(short[from] + c);
}
writeFileSync("ecma.json", record(list, inputs));
writeFileSync("random.json", record(Array.from({ length: 400 }, () => random(1 + pick(4))), short));
