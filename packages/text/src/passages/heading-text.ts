/**
 * Reads the text of a Markdown heading without its marks: links, images, emphasis by asterisks, code, escapes and a custom id.
 *
 * An asterisk or a bracket that is no mark by CommonMark stays, so `1.2.*` and `values[0]` are kept. Underscores always stay, because names
 * in code have them.
 */

import { codeSpansOf, fenceReader, type Line } from '../words/lines.ts'

/** Tells for a normalised label whether the document defines a link by this name. */
export type IsDefined = (label: string) => boolean

/** Returns the text of a heading. */
export const plainHeading = (source: string, isDefined: IsDefined): string => {
  const heading = source.replace(/[ \t]*\{#[^{}]*\}$/, '')
  if (/^[`*\s]*$/.test(heading)) return ''
  const shown = /[[*`\\]/.test(heading) ? withoutMarks(heading, isDefined) : heading
  return shown.replace(/\s+/g, ' ').trim()
}

const withoutMarks = (heading: string, isDefined: IsDefined): string => {
  const marks = new Marks(heading)
  hideLinks(marks, isDefined)
  hideEmphasis(marks)
  return marks.shown()
}

/** The characters of a heading, each with what it is: a mark that is hidden, literal text, or syntax that is still to be read. */
class Marks {
  readonly source: string
  readonly #hidden = new Set<number>()
  readonly #literal = new Set<number>()

  /** Reads escapes and code first, because all other syntax is text inside them. */
  constructor(source: string) {
    this.source = source
    for (const [start, end] of codeSpansOf(source)) for (let at = start; at < end; at++) this.#literal.add(at)
    for (let at = 0; at < source.length; at++) {
      if (this.#literal.has(at) || !/^\\[!-/:-@[-`{-~]/.test(source.slice(at, at + 2))) continue
      this.#hidden.add(at)
      this.#literal.add(++at)
    }
    this.#hideBackticks()
  }

  /** Hides the backticks around code, and those that open no code. A backtick inside of code stays. */
  #hideBackticks(): void {
    for (const [start, end] of codeSpansOf(this.source)) {
      const length = /^`+/.exec(this.source.slice(start, end))?.[0].length ?? 0
      this.hide(start, start + length)
      this.hide(end - length, end)
    }
    for (let at = 0; at < this.source.length; at++) if (this.source[at] === '`' && !this.#literal.has(at)) this.#hidden.add(at)
  }

  hide(from: number, to: number): void {
    for (let at = from; at < to; at++) this.#hidden.add(at)
  }

  /** True where `mark` stands as syntax: not inside code, escaped, or hidden. */
  has(mark: string, at: number): boolean {
    return this.source[at] === mark && !this.#literal.has(at) && !this.#hidden.has(at)
  }

  shown(): string {
    return Array.from({ length: this.source.length }, (_, at) => (this.#hidden.has(at) ? '' : this.source[at])).join('')
  }
}

interface OpenBracket {
  readonly at: number
  readonly image: boolean
  /** A link holds no other link: after the inner one is read, the brackets around it are text. */
  dead: boolean
}

const wikiLink = /\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/y

const hideLinks = (marks: Marks, isDefined: IsDefined): void => {
  const open: Array<OpenBracket> = []
  for (let at = 0; at < marks.source.length; at++) {
    if (marks.has('[', at)) {
      const image = marks.has('!', at - 1)
      const wiki = stickyMatch(wikiLink, marks.source, at)
      if (wiki === undefined) open.push({ at, image, dead: false })
      else {
        const end = at + wiki[0].length
        marks.hide(image ? at - 1 : at, end - 2 - (wiki[1] ?? '').length)
        marks.hide(end - 2, end)
        at = end - 1
      }
    } else if (marks.has(']', at)) {
      const bracket = open.pop()
      const end = bracket === undefined || bracket.dead ? undefined : linkEnd(marks.source, bracket.at, at, isDefined)
      if (bracket === undefined || end === undefined) continue
      marks.hide(bracket.image ? bracket.at - 1 : bracket.at, bracket.at + 1)
      marks.hide(at, end)
      if (!bracket.image) for (const outer of open) outer.dead ||= !outer.image
      at = end - 1
    }
  }
}

/** A target with its title in parentheses, which may hold one level of parentheses. */
const inlineTarget = /\((?:[^()\\]|\\.|\([^()]*\))*\)/y

const label = /\[((?:[^[\]\\]|\\.)*)\]/y

/** Returns the end of the link whose text is between two brackets; undefined if they are text. */
const linkEnd = (source: string, open: number, close: number, isDefined: IsDefined): number | undefined => {
  const target = stickyMatch(inlineTarget, source, close + 1)
  if (target !== undefined) return close + 1 + target[0].length
  // A line over an underline may be a definition itself: it stays whole.
  if (open === 0 && source[close + 1] === ':') return undefined
  const reference = stickyMatch(label, source, close + 1)
  const own = normalised(source.slice(open + 1, close))
  const name = normalised(reference?.[1] ?? '')
  return isDefined(name === '' ? own : name) ? close + 1 + (reference?.[0].length ?? 0) : undefined
}

const stickyMatch = (pattern: RegExp, text: string, at: number): RegExpExecArray | undefined => {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

/** A run of asterisks that may open or close emphasis; `from` to `to` are those not used yet. */
interface Run {
  from: number
  to: number
  readonly length: number
  readonly opens: boolean
  readonly closes: boolean
}

/** Hides the asterisks of emphasis, by the rules of CommonMark for delimiter runs. */
const hideEmphasis = (marks: Marks): void => {
  const openers: Array<Run> = []
  for (const run of runsOf(marks)) {
    for (let opener = run.closes ? openerOf(openers, run) : -1; opener >= 0; opener = openerOf(openers, run)) {
      const partner = openers[opener]
      if (partner === undefined) break
      const used = leftOf(partner) >= 2 && leftOf(run) >= 2 ? 2 : 1
      partner.to -= used
      marks.hide(partner.to, partner.to + used)
      marks.hide(run.from, run.from + used)
      run.from += used
      openers.length = leftOf(partner) > 0 ? opener + 1 : opener
      if (leftOf(run) === 0) break
    }
    if (run.opens && leftOf(run) > 0) openers.push(run)
  }
}

const leftOf = ({ from, to }: Run): number => to - from

/** Returns the index of the nearest run that `closer` can close, or -1. */
const openerOf = (openers: ReadonlyArray<Run>, closer: Run): number =>
  openers.findLastIndex(
    (opener) =>
      !(opener.closes || closer.opens) || (opener.length + closer.length) % 3 !== 0 || (opener.length % 3 === 0 && closer.length % 3 === 0),
  )

const runsOf = (marks: Marks): ReadonlyArray<Run> => {
  const runs: Array<Run> = []
  for (let from = 0; from < marks.source.length; from++) {
    if (!marks.has('*', from)) continue
    let to = from + 1
    while (marks.has('*', to)) to++
    runs.push({ from, to, length: to - from, ...flanks(marks.source, from, to) })
    from = to
  }
  return runs
}

/** Tells by the characters beside a run of asterisks whether it may open or close emphasis. Both ends of the heading count as space. */
const flanks = (source: string, from: number, to: number): Pick<Run, 'opens' | 'closes'> => {
  const before = Array.from(source.slice(Math.max(0, from - 2), from)).at(-1) ?? ' '
  const after = Array.from(source.slice(to, to + 2)).at(0) ?? ' '
  const opens = !isSpace(after) && (!isPunctuation(after) || isSpace(before) || isPunctuation(before))
  const closes = !isSpace(before) && (!isPunctuation(before) || isSpace(after) || isPunctuation(after))
  return { opens, closes }
}

const isSpace = (character: string): boolean => /^\s/.test(character)

const isPunctuation = (character: string): boolean => /^[\p{P}\p{S}]/u.test(character)

/** Behind the colon: a target and perhaps a title, or nothing where the target is on the next line. */
const definition = /^[ \t>]*\[(?!\^)((?:[^[\]\\]|\\.){1,999})\]:[ \t]*(?:(?:<[^<>]*>|\S+)(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*)?$/

/** Returns the normalised labels of the link definitions among the lines of a document. Lines in fenced code define nothing. */
export const definedLabels = (lines: ReadonlyArray<Line>): ReadonlySet<string> => {
  const labels = new Set<string>()
  const isCode = fenceReader()
  for (const { text } of lines) {
    const name = isCode(text) ? undefined : definition.exec(text)?.[1]
    if (name !== undefined) labels.add(normalised(name))
  }
  return labels
}

/** Labels are compared without regard to case and to the number of spaces. */
const normalised = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase()
