/** Measures functions by their brackets; good enough to keep them short, not a parser. */
import { lineOf, readSource } from './source-text.ts'

export interface MeasuredFunction {
  readonly line: number
  readonly lines: number
}

/** Every function body of the text: braces after `function`, a method or an arrow, and an arrow's bare expression. */
export const functionsOf = (text: string): ReadonlyArray<MeasuredFunction> => {
  const { code } = readSource(text)
  const bodies: MeasuredFunction[] = []
  const add = (start: number, end: number) => {
    const line = lineOf(text, start)
    bodies.push({ line, lines: lineOf(text, end) - line + 1 })
  }
  for (const { index } of code.matchAll(/\{/g)) if (opensFunction(code.slice(0, index))) add(index, closing(code, index))
  for (const { index } of code.matchAll(/=>(?!\s*\{)/g)) add(index, expressionEnd(code, index + 2))
  return bodies
}

/** After `=>`; or after `)`, with or without a return type, when what stands before the parentheses is not a statement. */
const opensFunction = (before: string): boolean => {
  if (/=>\s*$/.test(before)) return true
  const signature = /\)\s*(?::[^;={}()]*)?$/.exec(before)
  if (signature === null) return false
  const head = before.slice(0, opening(before, signature.index)).trimEnd()
  const statement = /(?:^|[^\w$.])(if|for|while|switch|catch|with|await)$/.test(head)
  return !statement && /[\w$>*\]]$/.test(head)
}

const pairs: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['(', ')'],
  ['[', ']'],
])
const closers = new Set(pairs.values())

const closing = (code: string, from: number): number => {
  let depth = 0
  for (let at = from; at < code.length; at++) {
    const sign = code.charAt(at)
    if (pairs.has(sign)) depth++
    if (closers.has(sign) && --depth === 0) return at
  }
  return code.length - 1
}

const opening = (code: string, from: number): number => {
  let depth = 0
  for (let at = from; at >= 0; at--) {
    const sign = code.charAt(at)
    if (sign === ')') depth++
    if (sign === '(' && --depth === 0) return at
  }
  return 0
}

/**
 * Returns the end of an expression that begins after `from`: a comma, semicolon or closing bracket, or a line that does not go on with it.
 */
const expressionEnd = (code: string, from: number): number => {
  let last = from + code.slice(from).search(/\S|$/)
  for (let at = last; at < code.length; at++) {
    const sign = code.charAt(at)
    if (closers.has(sign) || sign === ',' || sign === ';') return last
    if (sign === '\n' && !continues(code.slice(from, at), code.slice(at))) return last
    if (pairs.has(sign)) at = closing(code, at)
    if (sign.trim() !== '') last = at
  }
  return last
}

const continues = (before: string, after: string): boolean =>
  /^\s*([.?:&|+\-*/%<>=]|instanceof\b|in\b|satisfies\b|as\b)/.test(after) || /[&|+\-*/%<>=?:]\s*$/.test(before)
