// Records what the TypeScript compiler reads in a source, one fact a line, as
// facts_test.go writes it for this package's reader.
//
//   npm install typescript@5.9.3 && node record.mjs FILE…          writes FILE.facts
//   node record.mjs --list LIST DIR                                files named in LIST, facts into DIR/<line>.facts
import fs from 'node:fs'
import path from 'node:path'
import { createRequire } from 'node:module'
const ts = createRequire(process.cwd() + '/')('typescript')
const K = ts.SyntaxKind

function facts(name, source) {
  const kind = { '.tsx': ts.ScriptKind.TSX, '.ts': ts.ScriptKind.TS, '.mts': ts.ScriptKind.TS, '.cts': ts.ScriptKind.TS }[path.extname(name)] ?? ts.ScriptKind.JSX
  const sf = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, kind)
  const text = sf.text
  const bytes = offsets(text)
  const imports = [], calls = [], members = [], texts = [], decls = [], exports = [], comments = []
  const start = n => bytes(n.getStart(sf))
  const range = n => start(n) + '-' + bytes(n.getEnd())

  const bare = e => {
    for (;;) {
      if (ts.isParenthesizedExpression(e) || ts.isAsExpression(e) || ts.isSatisfiesExpression(e) || ts.isNonNullExpression(e) || ts.isTypeAssertionExpression(e) || ts.isExpressionWithTypeArguments(e)) e = e.expression
      else return e
    }
  }
  const isMember = e => ts.isPropertyAccessExpression(e) || ts.isElementAccessExpression(e)
  const isText = e => ts.isStringLiteral(e) || ts.isNoSubstitutionTemplateLiteral(e)

  function callee(e) {
    const parts = []
    e = bare(e)
    while (parts.length < 12) {
      if (ts.isPropertyAccessExpression(e)) { parts.push(e.name.text); e = bare(e.expression); continue }
      if (ts.isElementAccessExpression(e)) { parts.push('[' + render(e.argumentExpression, 1) + ']'); e = bare(e.expression); continue }
      parts.push(nameOf(e) ?? '…')
      break
    }
    return parts.reverse().join('.')
  }
  const nameOf = e => ts.isIdentifier(e) && e.text !== 'undefined' ? e.text
    : e.kind === K.ThisKeyword ? 'this' : e.kind === K.SuperKeyword ? 'super' : e.kind === K.ImportKeyword ? 'import'
    : ts.isMetaProperty(e) && e.keywordToken === K.ImportKeyword ? 'import.' + e.name.text : undefined
  const inner = s => { s = quote(s); return s.replace(/^"+/, '').replace(/"+$/, '') }
  const quote = s => JSON.stringify(s.isWellFormed() ? s : s.toWellFormed())
  const key = n => ts.isIdentifier(n) || ts.isPrivateIdentifier(n) || isText(n) || ts.isNumericLiteral(n) ? n.text : ts.isBigIntLiteral(n) ? n.text.replace(/n$/, '') : undefined

  function plus(e, out) {
    // operands of a chain of +, flat on the left
    const stack = []
    while (ts.isBinaryExpression(e) && e.operatorToken.kind === K.PlusToken) {
      stack.push(e.right)
      e = e.left
      while (ts.isAsExpression(e) || ts.isSatisfiesExpression(e)) e = e.expression
    }
    out.push(e)
    while (stack.length) out.push(stack.pop())
    return out
  }

  function render(e, depth) {
    if (depth === 0) return '…'
    e = bare(e)
    const list = (l, sep = ',') => l.map(x => ts.isOmittedExpression(x) ? '' : render(x, depth - 1)).join(sep)
    if (ts.isIdentifier(e)) return e.text
    if (nameOf(e) && !ts.isMetaProperty(e)) return nameOf(e)
    if (isText(e)) return quote(e.text)
    if (ts.isNumericLiteral(e)) return number(+e.text)
    if (ts.isBigIntLiteral(e)) return e.getText(sf)
    if (ts.isPrefixUnaryExpression(e) && (e.operator === K.MinusToken || e.operator === K.PlusToken)) {
      if (ts.isNumericLiteral(e.operand)) return number(e.operator === K.MinusToken ? -e.operand.text : +e.operand.text)
      if (ts.isBigIntLiteral(e.operand)) return e.getText(sf).replaceAll(' ', '')
    }
    switch (e.kind) {
      case K.TrueKeyword: return 'true'
      case K.FalseKeyword: return 'false'
      case K.NullKeyword: return 'null'
    }
    if (ts.isTemplateExpression(e) || ts.isTaggedTemplateExpression(e)) {
      const t = ts.isTemplateExpression(e) ? e : e.template
      const tag = e === t ? '' : render(e.tag, depth - 1)
      if (!t.templateSpans) return tag + '`' + inner(t.text) + '`'
      return tag + '`' + inner(t.head.text) + t.templateSpans.map(s => '${' + render(s.expression, depth - 1) + '}' + inner(s.literal.text)).join('') + '`'
    }
    if (ts.isObjectLiteralExpression(e) || ts.isObjectBindingPattern(e)) {
      return '{' + (e.properties ?? e.elements).map(p => {
        if (ts.isSpreadAssignment(p)) return '...' + render(p.expression, depth - 1)
        if (ts.isBindingElement(p)) {
          const value = () => p.initializer ? (depth > 1 ? '=' : '…') : render(p.name, depth - 1)
          if (p.dotDotDotToken) return '...' + render(p.name, depth - 1)
          if (!p.propertyName) return p.name.text
          return (ts.isComputedPropertyName(p.propertyName) ? '[]' : quote(key(p.propertyName))) + ':' + value()
        }
        if (ts.isShorthandPropertyAssignment(p)) return p.name.text
        if (ts.isPropertyAssignment(p)) return (ts.isComputedPropertyName(p.name) ? '[]' : quote(key(p.name))) + ':' + render(p.initializer, depth - 1)
        return quote(ts.isComputedPropertyName(p.name) ? (isText(bare(p.name.expression)) ? bare(p.name.expression).text : '') : key(p.name)) + '()'
      }).join(',') + '}'
    }
    if (ts.isArrayLiteralExpression(e)) return '[' + list(e.elements) + ']'
    if (ts.isArrayBindingPattern(e)) return '[' + e.elements.map(x => ts.isOmittedExpression(x) ? '' : depth === 1 ? '…' : x.initializer ? '=' : x.dotDotDotToken ? '...' + render(x.name, depth - 2) : render(x.name, depth - 1)).join(',') + ']'
    if (isMember(e)) return callee(e)
    if (ts.isCallExpression(e)) return callee(e.expression) + '(' + list(e.arguments) + ')'
    if (ts.isNewExpression(e)) return 'new ' + callee(e.expression) + '(' + list(e.arguments ?? []) + ')'
    if (ts.isAwaitExpression(e) && ts.isCallExpression(e.expression)) return render(e.expression, depth)
    if (ts.isAwaitExpression(e) && ts.isNewExpression(e.expression)) return render(e.expression, depth)
    if (ts.isBinaryExpression(e)) {
      const op = e.operatorToken.kind
      if (op === K.PlusToken) return '(' + list(plus(e, [])).replaceAll(',', '+') + ')'
      if (op >= K.FirstAssignment && op <= K.LastAssignment) return '='
    }
    if (ts.isSpreadElement(e)) return '...' + render(e.expression, depth - 1)
    if (ts.isArrowFunction(e) || ts.isFunctionExpression(e)) return '=>'
    return '?'
  }
  const number = v => '#' + (Number.isFinite(v) ? Object.is(v, -0) ? '-0' : JSON.stringify(v) : '')

  const spec = (node, kind, typeOnly, names) => imports.push([bytes(node.getStart(sf)), `import ${range(node)} ${kind} ${quote(node.text)}${typeOnly ? ' type' : ''}${names}`])
  const one = (name, local, at, typeOnly) => ` ${name}>${local}@${start(at)}${typeOnly ? '!' : ''}`
  const many = elements => elements.map(s => one((s.propertyName ?? s.name).text, s.name.text, s.propertyName ?? s.name, s.isTypeOnly)).join('')

  const isExports = e => {
    e = bare(e)
    return ts.isIdentifier(e) && e.text === 'exports' || isMember(e) && property(e)?.text === 'exports' && bare(e.expression).text === 'module'
  }
  const property = e => ts.isPropertyAccessExpression(e) ? e.name : isText(bare(e.argumentExpression)) ? bare(e.argumentExpression) : undefined
  function commonJS(left, value) {
    const put = (name, at) => exports.push([start(at), `export ${name}@${start(at)}`])
    const name = property(left)
    if (!name?.text) return
    if (isExports(left.expression)) return put(name.text, name)
    if (!isExports(left)) return
    for (value = bare(value); ts.isBinaryExpression(value) && value.operatorToken.kind >= K.FirstAssignment && value.operatorToken.kind <= K.LastAssignment;) value = bare(value.right)
    if (ts.isCallExpression(value) && bare(value.expression).text === 'require' && value.arguments.length && isText(bare(value.arguments[0]))) return put('*', left)
    put('=', left)
    if (ts.isObjectLiteralExpression(value)) for (const p of value.properties) {
      const k = p.name && (ts.isComputedPropertyName(p.name) ? isText(bare(p.name.expression)) && bare(p.name.expression).text : key(p.name))
      if (k) put(k, ts.isComputedPropertyName(p.name) ? p.name.expression : p.name)
    }
  }

  function visit(n, inNamespace) {
    if (ts.isComputedPropertyName(n) && (ts.isTypeLiteralNode(n.parent.parent) || ts.isInterfaceDeclaration(n.parent.parent))) return
    if (ts.isHeritageClause(n) && (n.token === K.ImplementsKeyword || ts.isInterfaceDeclaration(n.parent))) {
      n.types.forEach(t => t.typeArguments?.forEach(a => visit(a, inNamespace)))
      return
    }
    if (ts.isImportDeclaration(n) && isText(n.moduleSpecifier)) {
      const c = n.importClause
      let names = ''
      if (c?.name) names += one('default', c.name.text, c.name)
      if (c?.namedBindings) {
        if (ts.isNamespaceImport(c.namedBindings)) names += one('*', c.namedBindings.name.text, c.namedBindings)
        else names += many(c.namedBindings.elements)
      }
      spec(n.moduleSpecifier, 'static', c?.isTypeOnly, names)
    } else if (ts.isExportDeclaration(n)) {
      const c = n.exportClause
      if (n.moduleSpecifier) {
        const star = n.getChildren(sf).find(x => x.kind === K.AsteriskToken)
        spec(n.moduleSpecifier, 'export', n.isTypeOnly, c && ts.isNamedExports(c) ? many(c.elements) : one('*', c?.name.text ?? '', star ?? c))
        if (!inNamespace && !n.isTypeOnly && (!c || !ts.isNamedExports(c))) exports.push([start(c ? c.name : star), `export ${c ? c.name.text : '*'}@${start(c ? c.name : star)}`])
      }
      if (!inNamespace && !n.isTypeOnly && c && ts.isNamedExports(c)) for (const s of c.elements) if (!s.isTypeOnly) exports.push([start(s.name), `export ${s.name.text}@${start(s.name)}`])
    } else if (ts.isImportEqualsDeclaration(n) && ts.isExternalModuleReference(n.moduleReference) && isText(n.moduleReference.expression)) {
      spec(n.moduleReference.expression, 'equals', n.isTypeOnly, '')
    } else if (ts.isImportTypeNode(n) && ts.isLiteralTypeNode(n.argument) && ts.isStringLiteral(n.argument.literal)) {
      spec(n.argument.literal, 'typeimport', true, '')
    } else if (ts.isExportAssignment(n) && !inNamespace) {
      const word = n.getChildren(sf).find(x => x.kind === K.DefaultKeyword || x.kind === K.EqualsToken)
      exports.push([start(word), `export ${n.isExportEquals ? '=' : 'default'}@${start(word)}`])
    } else if (!inNamespace && n.modifiers?.some(m => m.kind === K.ExportKeyword) && !ts.isInterfaceDeclaration(n) && !ts.isTypeAliasDeclaration(n)) {
      const word = n.modifiers.find(m => m.kind === K.DefaultKeyword)
      const put = id => exports.push([start(id), `export ${id.text}@${start(id)}`])
      const bind = b => ts.isIdentifier(b) ? put(b) : b.elements.forEach(x => ts.isOmittedExpression(x) || bind(x.name))
      if (word) exports.push([start(word), `export default@${start(word)}`])
      else if (ts.isVariableStatement(n)) n.declarationList.declarations.forEach(d => bind(d.name))
      else if (n.name && ts.isModuleDeclaration(n)) put(n.name)
      else if (n.name) put(n.name)
    }
    if (ts.isCallExpression(n) || ts.isNewExpression(n)) {
      const children = n.getChildren(sf)
      const open = children.find((c, i) => c.kind === K.OpenParenToken && i > 0)
      const at = open ? start(open) : bytes(n.getEnd())
      const isNew = ts.isNewExpression(n)
      let up = n
      while (up.parent && bare(up.parent) !== up.parent) up = up.parent
      const awaited = ts.isAwaitExpression(n.parent)
      if (awaited) { up = n.parent; while (bare(up.parent) !== up.parent) up = up.parent }
      const stmt = ts.isExpressionStatement(up.parent)
      calls.push([at, `${isNew ? 'new' : 'call'} ${at} ${callee(n.expression)}${awaited ? ' await' : ''}${stmt ? ' stmt' : ''}(${(n.arguments ?? []).map(a => render(a, 4)).join(',')})`])
      const a = n.arguments?.[0]
      if (a && isText(bare(a)) && ts.isCallExpression(n)) {
        const f = bare(n.expression)
        if (f.kind === K.ImportKeyword) spec(bare(a), 'dynamic', false, '')
        else if (ts.isIdentifier(f) && f.text === 'require') spec(bare(a), 'require', false, '')
      }
    }
    if (ts.isBinaryExpression(n) && n.operatorToken.kind === K.EqualsToken && isMember(bare(n.left)) && !inNamespace) commonJS(bare(n.left), n.right)
    const tagName = ts.isJsxOpeningLikeElement(n.parent ?? n) && n.parent.tagName === n || n.parent && ts.isJsxClosingElement(n.parent)
    if (!tagName && (isMember(n) || ts.isMetaProperty(n) && n.keywordToken === K.ImportKeyword)) {
      let up = n
      while (up.parent && bare(up.parent) !== up.parent) up = up.parent
      const p = up.parent
      if (!(isMember(p) && p.expression === up)) members.push([start(n), bytes(n.getEnd()), `member ${range(n)} ${callee(n)}`])
    }
    if (ts.isTemplateExpression(n)) {
      const tagged = ts.isTaggedTemplateExpression(n.parent) && n.parent.template === n
      const e = tagged ? n.parent : n
      texts.push([start(e), bytes(e.getEnd()), `text ${range(e)} ${render(e, 4)}`])
    }
    if (ts.isBinaryExpression(n) && n.operatorToken.kind === K.PlusToken) {
      let up = n
      while (ts.isAsExpression(up.parent) || ts.isSatisfiesExpression(up.parent)) up = up.parent
      if (!(ts.isBinaryExpression(up.parent) && up.parent.operatorToken.kind === K.PlusToken && up.parent.left === up)) texts.push([start(n), bytes(n.getEnd()), `text ${range(n)} ${render(n, 4)}`])
    }
    if (ts.isVariableDeclaration(n) && n.initializer) {
      const f = ts.getCombinedNodeFlags(n) & ts.NodeFlags.BlockScoped
      const word = f === ts.NodeFlags.Const ? 'const' : f === ts.NodeFlags.Let ? 'let' : f ? 'using' : 'var'
      decls.push([start(n), `${word} ${range(n)} ${render(n.name, 4)} = ${render(n.initializer, 4)}`])
    }
    const ns = inNamespace || ts.isModuleDeclaration(n)
    ts.forEachChild(n, c => visit(c, ns))
  }
  visit(sf, false)

  function leaf(n) {
    if (n.kind >= K.FirstJSDocNode && n.kind <= K.LastJSDocNode) return
    const children = n.getChildren(sf).filter(c => c.kind < K.FirstJSDocNode || c.kind > K.LastJSDocNode)
    if (children.length) return children.forEach(leaf)
    if (n.kind === K.SyntaxList || n.kind === K.JsxText) return
    trivia(n.getFullStart(), n.getStart(sf))
  }
  function trivia(i, end) {
    for (; i < end; i++) {
      if (text[i] === '#' || text.startsWith('//', i)) {
        const from = i
        while (i < text.length && !/[\n\r\u2028\u2029]/.test(text[i])) i++
        comments.push(`comment ${bytes(from)}-${bytes(i)}`)
      } else if (text.startsWith('/*', i)) {
        const close = text.indexOf('*/', i + 2)
        const to = close < 0 ? text.length : close + 2
        comments.push(`comment ${bytes(i)}-${bytes(to)}`)
        i = to - 1
      }
    }
  }
  leaf(sf)

  const order = l => l.map((x, i) => [x, i]).sort((a, b) => a[0][0] - b[0][0] || (typeof a[0][1] === 'number' ? a[0][1] - b[0][1] : 0) || a[1] - b[1]).map(x => x[0][x[0].length - 1])
  const lines = [...order(imports), ...order(calls), ...order(members), ...order(texts), ...order(decls), ...order(exports), ...comments]
  const errors = sf.parseDiagnostics.map(d => `error ${bytes(d.start)} ${ts.flattenDiagnosticMessageText(d.messageText, ' ')}`)
  return { text: lines.map(l => l + '\n').join(''), errors }
}

function offsets(text) {
  if (/^[\x00-\x7f]*$/.test(text)) return i => i
  const at = new Uint32Array(text.length + 1)
  let n = 0
  for (let i = 0; i < text.length; i++) {
    at[i] = n
    const c = text.charCodeAt(i)
    if (c < 0x80) n += 1
    else if (c < 0x800) n += 2
    else if (c >= 0xd800 && c < 0xdc00) { n += 4; at[++i] = n }
    else n += 3
  }
  at[text.length] = n
  return i => at[i]
}

const args = process.argv.slice(2)
if (args[0] === '--list') {
  const files = fs.readFileSync(args[1], 'utf8').split('\n').filter(Boolean)
  files.forEach((name, i) => {
    try {
      const r = facts(name, fs.readFileSync(name, 'utf8'))
      fs.writeFileSync(`${args[2]}/${i}.facts`, r.text)
      if (r.errors.length) fs.writeFileSync(`${args[2]}/${i}.errors`, r.errors.join('\n') + '\n')
    } catch (e) { fs.writeFileSync(`${args[2]}/${i}.failed`, String(e.stack)) }
  })
} else {
  for (const name of args) {
    const r = facts(name, fs.readFileSync(name, 'utf8'))
    fs.writeFileSync(name + '.facts', r.text)
    if (r.errors.length) console.error(name, r.errors)
  }
}
