/**
 * Separates what a TypeScript file does from what it says: the same text with comments, or comments and literals, blanked out.
 *
 * TypeScript 7 has no compiler API, so the tidy checks read text; positions and line numbers stay those of the file.
 */
export interface SourceText {
  /** Comments are spaces; strings stay. */
  readonly commentFree: string
  /** Comments, strings, templates and regular expressions are spaces; `${…}` inside a template stays, it is code. */
  readonly code: string
}

export const readSource = (text: string): SourceText => {
  const scan: Scan = { text, at: 0, commentFree: [...text], code: [...text], previous: '' }
  code(scan, undefined)
  return { commentFree: scan.commentFree.join(''), code: scan.code.join('') }
}

export const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

interface Scan {
  readonly text: string
  readonly commentFree: string[]
  readonly code: string[]
  at: number
  /** The last word or sign of code, which decides whether a slash divides or opens a regular expression. */
  previous: string
}

/** Walks code up to the end, or up to the brace that closes a template's `${`. */
const code = (scan: Scan, until: '}' | undefined): void => {
  let depth = 0
  while (scan.at < scan.text.length) {
    const sign = scan.text.charAt(scan.at)
    const next = scan.text.charAt(scan.at + 1)
    if (sign === '/' && next === '/') comment(scan, indexOr(scan.text, '\n', scan.at))
    else if (sign === '/' && next === '*') comment(scan, indexOr(scan.text, '*/', scan.at + 2) + 2)
    else if (sign === "'" || sign === '"') literal(scan, quotedEnd(scan.text, scan.at))
    else if (sign === '`') template(scan)
    else if (sign === '/' && opensRegExp(scan.previous)) literal(scan, regExpEnd(scan.text, scan.at))
    else {
      if (sign === '{') depth++
      if (sign === '}' && depth-- === 0 && until !== undefined) return
      word(scan)
    }
  }
}

const word = (scan: Scan): void => {
  const [found = scan.text.charAt(scan.at)] = /^[\w$]+/.exec(scan.text.slice(scan.at, scan.at + 64)) ?? []
  if (found.trim() !== '') scan.previous = found
  scan.at += found.length
}

const comment = (scan: Scan, end: number): void => {
  blank(scan.commentFree, scan.at, end)
  blank(scan.code, scan.at, end)
  scan.at = end
}

const literal = (scan: Scan, end: number): void => {
  blank(scan.code, scan.at, end)
  scan.at = end
  scan.previous = 'literal'
}

const template = (scan: Scan): void => {
  let start = scan.at++
  while (scan.at < scan.text.length && scan.text.charAt(scan.at) !== '`') {
    if (scan.text.charAt(scan.at) === '\\') scan.at += 2
    else if (scan.text.startsWith('${', scan.at)) {
      blank(scan.code, start, scan.at)
      scan.at += 2
      scan.previous = '{'
      code(scan, '}')
      start = ++scan.at
    } else scan.at++
  }
  scan.at++
  blank(scan.code, start, scan.at)
  scan.previous = 'literal'
}

const blank = (target: string[], from: number, to: number): void => {
  for (let at = from; at < to && at < target.length; at++) if (target[at] !== '\n') target[at] = ' '
}

const indexOr = (text: string, sign: string, from: number): number => {
  const found = text.indexOf(sign, from)
  return found === -1 ? text.length : found
}

const quotedEnd = (text: string, from: number): number => {
  const quote = text.charAt(from)
  let at = from + 1
  while (at < text.length && text.charAt(at) !== quote && text.charAt(at) !== '\n') at += text.charAt(at) === '\\' ? 2 : 1
  return at + 1
}

const regExpEnd = (text: string, from: number): number => {
  let inClass = false
  let at = from + 1
  for (; at < text.length && text.charAt(at) !== '\n'; at++) {
    const sign = text.charAt(at)
    if (sign === '\\') at++
    else if (sign === '[') inClass = true
    else if (sign === ']') inClass = false
    else if (sign === '/' && !inClass) break
  }
  return at + 1
}

const beforeRegExp = new Set(['return', 'typeof', 'case', 'yield', 'await', 'in', 'of', 'void', 'delete', 'else'])
const opensRegExp = (previous: string): boolean =>
  previous === '' || /^[(,=:[!&|?{};+\-*%<>~^]$/.test(previous) || beforeRegExp.has(previous)
