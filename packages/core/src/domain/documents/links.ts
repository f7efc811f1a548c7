/** Reads the relative links of a Markdown text: inline links, wiki links and link definitions outside of code. */
import { closesFence, codeSpansOf, type Fence, type Line, linesOf, openedFenceInside } from './lines.ts'

export interface Link {
  /** The offset of the bracket before the target. */
  readonly at: number
  readonly target: string
}

/** In UTF-16 units. A longer target is not a link; this also limits how far a link is read ahead. */
const maxTargetLength = 1_000

const maxOpenBrackets = 100

/** Returns the links in the order of the text. Images, footnotes and addresses with a scheme or host are left out. */
export const linksOf = (text: string): ReadonlyArray<Link> => {
  const links: Array<Link> = []
  let fence: Fence | undefined
  let open: Array<Bracket> = []
  for (const line of linesOf(text)) {
    if (fence !== undefined) {
      if (closesFence(line.text, fence)) fence = undefined
      continue
    }
    fence = openedFenceInside(line.text)
    if (line.blank || fence !== undefined) open = []
    else if (/[[\]]/.test(line.text)) for (const link of linksIn(line, open)) links.push(link)
  }
  return links.filter((link) => isRelative(link.target))
}

interface Bracket {
  readonly image: boolean
  readonly opensLine: boolean
  readonly footnote: boolean
}

/** Reads the links of one line. `open` keeps brackets across lines, because the text of a link may be wrapped. */
const linksIn = (line: Line, open: Array<Bracket>): ReadonlyArray<Link> => {
  const links: Array<Link> = []
  const spans = codeSpansOf(line.text)
  const indent = line.text.length - line.text.trimStart().length
  let span = 0
  let at = 0
  const take = (target: Target | undefined, skip: number): void => {
    if (target !== undefined) links.push({ at: line.start + at, target: target.text })
    at = target?.end ?? at + skip
  }
  while (at < line.text.length) {
    const code = spans[span]
    const character = line.text.charAt(at)
    if (code !== undefined && at >= code[0]) {
      at = Math.max(at, code[1])
      span += 1
    } else if (character === '\\') at += 2
    else if (character === '[') {
      const wiki = line.text[at + 1] === '[' ? wikiTarget(line.text, at + 2) : undefined
      if (wiki === undefined && open.length < maxOpenBrackets) {
        open.push({ image: line.text[at - 1] === '!', opensLine: at === indent, footnote: line.text[at + 1] === '^' })
      }
      take(wiki, 1)
    } else if (character === ']') take(targetAfter(line.text, at + 1, open.pop()), 1)
    else at += 1
  }
  return links
}

interface Target {
  readonly text: string
  readonly end: number
}

const wikiTarget = (line: string, from: number): Target | undefined => {
  const ahead = line.slice(from, from + maxTargetLength)
  const close = ahead.search(/[[\]]/)
  if (close < 1 || !ahead.startsWith(']]', close)) return undefined
  const [target] = ahead.slice(0, close).split('|')
  return { text: (target ?? '').trim(), end: from + close + 2 }
}

const targetAfter = (line: string, from: number, bracket: Bracket | undefined): Target | undefined => {
  if (bracket === undefined || bracket.image) return undefined
  const inline = line[from] === '('
  const definition = line[from] === ':' && bracket.opensLine && !bracket.footnote
  if (!inline && !definition) return undefined
  const ahead = line.slice(from + 1, from + 1 + maxTargetLength)
  const start = ahead.length - ahead.trimStart().length
  const target = ahead[start] === '<' ? angleTarget(ahead, start + 1) : bareTarget(ahead, start)
  if (target === undefined) return undefined
  const rest = ahead.slice(target.end).trimStart()
  if (inline && !/^[)"'(]/.test(rest)) return undefined
  return { text: target.text.replace(/\\([!-/:-@[-`{-~])/g, '$1'), end: from + 1 + target.end }
}

const angleTarget = (ahead: string, from: number): Target | undefined => {
  const close = ahead.indexOf('>', from)
  return close < 0 ? undefined : { text: ahead.slice(from, close), end: close + 1 }
}

const bareTarget = (ahead: string, from: number): Target => {
  let depth = 0
  let end = from
  for (; end < ahead.length; end++) {
    const character = ahead.charAt(end)
    if (/\s/.test(character) || (character === ')' && depth === 0)) break
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === '\\') end += 1
  }
  return { text: ahead.slice(from, end), end: Math.min(end, ahead.length) }
}

const isRelative = (target: string): boolean => target !== '' && !/^[A-Za-z][A-Za-z0-9+.-]*:/.test(target) && !target.startsWith('//')
