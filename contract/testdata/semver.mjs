// Records what npm's semver package says, for range_test.go:
//
//	npm install semver@7.8.6
//	node semver.mjs > semver.json
//
// where semver is looked up in the working directory.
// The output is deterministic. versions are what the bits of satisfies (hex,
// lowest bit of each digit first) stand for; a range that is null is invalid.
// pairs[i] says of ranges i and each later one of the first `paired`, digit by
// digit: 1 when semver.intersects, 2 when one of the versions satisfies both.
import { createRequire } from "node:module";
const require = createRequire(process.cwd() + "/");
const semver = require("semver");
const { version } = require("semver/package.json");

let seed = 20260101;
const random = (n) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
};
const pick = (list) => list[random(list.length)];

// Every neighbour of every bound below, so that what two ranges share shows.
const numbers = ["0.0.0", "0.0.1", "0.0.2", "0.0.3", "0.0.4", "0.1.0", "0.1.1", "0.1.2", "0.2.0", "0.2.3", "0.2.4", "0.3.0",
  "1.0.0", "1.0.1", "1.2.0", "1.2.1", "1.2.2", "1.2.3", "1.2.4", "1.2.5", "1.3.0", "1.3.1", "1.9.0", "1.10.0", "1.10.1", "1.99.99",
  "2.0.0", "2.0.1", "2.0.5", "2.1.0", "2.3.4", "2.3.5", "2.4.0", "2.5.0", "3.0.0", "3.0.1", "5.0.0", "7.2.3", "10.0.0", "9007199254740991.0.0"];
const pres = ["", "-0", "-0.0", "-1", "-2", "-10", "-alpha", "-alpha.0", "-alpha.1", "-alpha.2", "-beta", "-beta.0", "-beta.2", "-beta.11", "-rc.1"];
const versions = [
  ...numbers.flatMap((n) => (/^(0\.0\.[0-2]|0\.2\.[34]|1\.2\.[0-5]|[123]\.0\.[01]|1\.3\.0|2\.1\.0|0\.1\.0)$/.test(n) ? pres.map((p) => n + p) : [n])),
  "1.2.3+build.7", "1.2.3-alpha+build",
];

const partials = ["0", "1", "2", "x", "*", "X", "0.0", "0.1", "1.2", "1.x", "1.*", "0.x", "0.0.0", "0.0.1", "0.0.3", "0.1.0", "0.2.3", "1.0.0", "1.2.3",
  "1.2.x", "2.3.4", "1.10.0", "1.2.3-0", "1.2.3-alpha", "1.2.3-alpha.1", "1.2.3-beta.2", "0.0.1-beta", "0.2.3-rc.1", "2.0.0-0", "v1.2.3", "1.2.3+build", "0.0.0-0"];
const paired = [];
for (const op of ["", "^", "~", ">", ">=", "<", "<=", "="]) for (const p of partials) if (!/^[Xv]|\+/.test(p)) paired.push(op + p);
paired.push(">1.2.3 <1.2.4", ">1.2.3 <1.2.4-0", ">=1.2.3-alpha <1.2.3-beta", ">1.2.3-alpha <1.2.3-alpha.0", "<1.2.0 || >=2.1.0", "<1.2.0-beta || >2.0.0",
  "1.2.3 || 2.3.4", "1.x || >=2.5.0 || 5.0.0 - 7.2.3", ">2 <1", "^1.2.3-beta.2 || ^2.0.0-rc.1", "1.2.3 1.2.4", ">=0.0.0-0", "<=1.2.3 >=1.2.3", "* || 1.2.3-beta", "");

const single = [...new Set(paired)];
const ranges = [...single];
for (const op of ["~>", "==", ">==", "<v", ">=v", "=v", "~v", "^v", "^=", "~=", "~> ", "> ", ">= ", "= ", "< ", "<=  ", "^ ", "~ ", "~ > ", "> =", "> = ", "v", " v ", "v=", "=>"])
  for (const p of ["*", "1", "1.2", "1.2.3", "0.2.3-rc.1", "x.2"]) ranges.push(op + p);
for (const a of partials) for (const b of ["1", "x", "1.2", "2.3.4", "2.0.0-0", "=2.3.4", "v2.3", "2.x.x-beta"]) ranges.push(`${a} - ${b}`);
ranges.push("||", "1||", "||1", "1 || || 2", " 1.2.3 ", "\t>=1.2.3\n<2.0.0", "\u00a01.2.3", "\u00851.2.3", "1.2.3\ufeff", "1 - 2 - 3", "1 -2", "1- 2", "1.2.3 -2", ">=1 - 2", "latest", "next", "abc", "1.2.3.4",
  "01.2.3", "1.02.3", "1.2.03", "1.2.3-01", "1.2.3-", "1.2.3-a..b", "1.2.3-a_b", "1.2.3+", "1.2.3+a+b", "1.2+b", "+b", "1 +b", "^1.2.3+b.1 <2", "1.2.3-+b", "1.2.x-alpha", "1.x-alpha", "x.x.3", "x.1", "1.x.3", "^x.1", "~1.x.3", ">x", "<X", ">=*", "<=*",
  ">", "<", ">=", "^", "~", "~>", "=", "v", "-", "|", "1|2", "1 | 2", ">=1,<2", "1 && 2", "!1.2.3", "!=1", "1.2.3*", "*1.2.3", ">*1.2.3", "1.2.3>*", "1.2.3> *", "*> 1.2.3", "^1.2.3*", "1*.2.3", "1.*.3", "1.2.3-a*v = 1", "1.2.3-v = 1", "1.2.3 = 1", "1.2.3+*a", "1.2.3 - 2 +b", "> +b 1", "v = 1", "= = 1",
  "9007199254740991.0.0", "9007199254740992.0.0", "^9007199254740991", "<=9007199254740991", ">0.9007199254740991", "^0.0.9007199254740991", "~1.9007199254740991", "x.99999999999999999999", "99999999999999999999999", ">=0.0.0", ">=v0.0.0", ">=0", "~0.0.0", "^0.0.0", "0.0.0 - 1", ">=0.0.0-0", "<0.0.0-0", "<0.0.0-0 || 1", "<0 || <0.0", "1.2.3 1.2.3", "* 1.2.3",
  "1.2.3-" + "a".repeat(250), "1.2.3-" + "a".repeat(251), "v1.2.3-" + "a".repeat(249), "v1.2.3-" + "a".repeat(250), "^1.2.3-" + "a".repeat(251), "1.2.3+" + "a".repeat(999), "1".repeat(300), "1.2.3-9007199254740993 || 1.2.3-99999999999999999999");
const alphabet = [..."0123x*.-+<>=^~|v a", "1.2.3", "0.1.2", " - ", "||", ">=", "<", "-beta.1", " ", " "];
for (let i = 0; i < 4000; i++) {
  let s = i % 2 ? pick(ranges.slice(0, 600)) : "";
  if (i % 2) for (let n = 1 + random(3); n > 0; n--) { const at = random(s.length + 1); s = s.slice(0, at) + pick(alphabet) + s.slice(at + random(2)); }
  else for (let n = 1 + random(7); n > 0; n--) s += pick(alphabet);
  ranges.push(s);
}

const hex = (bits) => {
  let s = "";
  for (let i = 0; i < bits.length; i += 4) s += (bits[i] | (bits[i + 1] << 1) | (bits[i + 2] << 2) | (bits[i + 3] << 3)).toString(16);
  return s;
};
const satisfies = (r) => versions.map((v) => (semver.satisfies(v, r) ? 1 : 0));
const bits = single.map(satisfies);
const out = {
  semver: version,
  versions,
  paired: single.length,
  ranges: [...new Set(ranges)].map((r) => {
    const canonical = semver.validRange(r);
    return canonical === null ? [r] : [r, canonical, hex(satisfies(r))];
  }),
  pairs: single.map((a, i) => single.slice(i).map((b, j) =>
    (semver.intersects(a, b) ? 1 : 0) | (bits[i].some((x, k) => x && bits[i + j][k]) ? 2 : 0)).join("")),
};
console.log(JSON.stringify(out).replace(/(\],)(\[)/g, "$1\n$2").replace(/(",)("[0-3]{9})/g, "$1\n$2"));
