/**
 * Cuts long lists, tables, lists of definitions and written talks into entries: one bullet, row, term or turn each.
 *
 * An entry is a memory of its own, because one line of a list answers a question, and its neighbours do not. A short list is one thought and
 * stays whole, as do the steps of a procedure. A list that was cut stays cut when lines of it are deleted: what was learned on the others stays
 * with them.
 */

import { codeSearch, codeSpansOf, type Line, linesOf, outsideFences } from '../words/lines.ts'
import { isSpoken } from '../words/sentences.ts'
import { type Body, bodiesInQuote, withoutQuoteMarks } from './blocks.ts'
import { type ChunkLimits, clippedTitle, maxHeadingLength } from './document.ts'
import { introduces, itemStarts, type Span } from './grouping.ts'
import { plainHeading } from './heading-text.ts'
import { cellsOf, rowLabel, rowText } from './rows.ts'

export interface Entry extends Span {
  /** The words that its id is made of. */
  readonly label: string
  /** The lines above the entry inside its section, outermost first: the one that introduces the list, and the items that it is nested in. */
  readonly above: ReadonlyArray<string>
  /** The name of its subject, where it has one: the first cell of a row, a term, a bullet's words before a colon. */
  readonly subject?: string
  /** The text, where it is not the text at the span: a row is printed under its header. */
  readonly text?: string
  /** True for a turn of a talk. */
  readonly isTurn?: boolean
}

/** What a section is cut into: bodies that stay whole, and entries. */
export type Piece =
  | { readonly kind: 'bodies'; readonly bodies: ReadonlyArray<Body> }
  | { readonly kind: 'entries'; readonly entries: ReadonlyArray<Entry> }

/** A list of at most this many items stays whole. */
const fewItems = 3
/** In UTF-16 units. A list of at most this length stays whole: it costs no more to give than a line with its title. */
const shortList = 200
/** In UTF-16 units. A longer item is cut into the items nested in it. */
const longItem = 600
/** In UTF-16 units. The words before a colon are the subject of a line up to this length. */
const subjectMost = 40
/** Most levels of nested lists that are cut. A deeper list belongs to its item. */
const levelsMost = 6

/** Cuts the bodies of a section, and those within a quote that has a list to cut. */
export const piecesOf = (text: string, bodies: ReadonlyArray<Body>, limits: ChunkLimits): ReadonlyArray<Piece> => {
  const opened: Array<Body> = []
  let unquoted = ''
  for (const body of bodies) {
    const inner = body.kind === 'quote' ? (bodiesInQuote(text, body) ?? []) : []
    const said = inner.length === 0 ? '' : withoutQuoteMarks(text.slice(body.start, body.end))
    const within = inner.map((one) => ({ ...one, start: one.start - body.start, end: one.end - body.start }))
    if (!within.some((one) => one.kind === 'list' && entriesOf(said, one, [], limits) !== undefined)) opened.push(body)
    else {
      unquoted += text.slice(unquoted.length, body.start) + said
      opened.push(...inner)
    }
  }
  return piecesIn(unquoted + text.slice(unquoted.length), opened, limits)
}

/** Cuts the bodies of a section. Each line is in exactly one piece, but for lines that introduce a list: they become a part of its titles. */
const piecesIn = (text: string, bodies: ReadonlyArray<Body>, limits: ChunkLimits): ReadonlyArray<Piece> => {
  const talk = talkIn(text, bodies, limits)
  if (talk !== undefined) {
    const [before, behind] = [bodies.slice(0, talk.first), bodies.slice(talk.last + 1)]
    return [...piecesIn(text, before, limits), { kind: 'entries', entries: talk.turns }, ...piecesIn(text, behind, limits)]
  }
  const pieces: Array<Piece> = []
  let whole: Array<Body> = []
  const close = () => {
    if (whole.length > 0) pieces.push({ kind: 'bodies', bodies: whole })
    whole = []
  }
  for (let at = 0; at < bodies.length; at++) {
    const body = bodies[at]
    if (body === undefined) continue
    const run = body.kind === 'paragraph' ? definitionsFrom(text, bodies, at, limits) : undefined
    const before = whole.at(-1)
    const intro = before === undefined ? undefined : introductionOf(text, before, body)
    const above = intro === undefined ? [] : [intro]
    const entries = run === undefined ? entriesOf(text, body, above, limits) : run.entries
    if (entries === undefined) {
      whole.push(body)
      continue
    }
    if (intro !== undefined) whole.pop()
    close()
    pieces.push({ kind: 'entries', entries })
    if (run !== undefined) at = run.last
  }
  close()
  return pieces
}

/** Returns the line that introduces the body, without its colon; undefined for a paragraph that says more. */
const introductionOf = (text: string, before: Body, body: Body): string | undefined => {
  const said = text.slice(before.start, before.end).trim()
  if (before.kind !== 'paragraph' || said.length > maxHeadingLength || /[\r\n]/.test(said)) return undefined
  return /[:：][*_]{0,3}$/u.test(said) && introduces(text, before, body) ? plain(said) : undefined
}

const entriesOf = (text: string, body: Body, above: ReadonlyArray<string>, limits: ChunkLimits): ReadonlyArray<Entry> | undefined => {
  const isShort = body.end - body.start <= shortList
  if (isShort && hasNoLines(limits)) return undefined
  if (body.kind === 'table') return rowsOf(text, body, above, isShort, limits)
  if (body.kind !== 'list') return undefined
  const items = recordsIn(text, itemsOf(text, body))
  const cut = () => items.flatMap((item) => itemEntries(text, item, above, 1, limits))
  if (staysCut(items.map(linesOfItem(text)), limits)) return cut()
  const isOrdered = /^\s*\d/.test(text.slice(body.start, body.start + 20))
  if (isShort || (isOrdered && body.end - body.start <= limits.targetLength)) return undefined
  return items.length > fewItems || items.some((item) => isCut(text, item, limits)) ? cut() : undefined
}

const hasNoLines = ({ knownLines }: ChunkLimits): boolean => knownLines === undefined || knownLines.size === 0

/**
 * True where two of the lines, or half of them, are memories already. `lines`: the texts that each may have as a memory, one after the other.
 */
const staysCut = (lines: ReadonlyArray<() => ReadonlyArray<string>>, limits: ChunkLimits): boolean => {
  const { knownLines } = limits
  if (knownLines === undefined || knownLines.size === 0) return false
  let known = 0
  for (const texts of lines) {
    if (texts().some((one) => knownLines.has(one.trim()))) known++
    if (known > 0 && known >= Math.min(2, lines.length / 2)) return true
  }
  return false
}

/** Returns the texts of an item: the whole, and its own line where it was cut. */
const linesOfItem = (text: string) => (item: Span) => () => [
  text.slice(item.start, item.end),
  text.slice(item.start, nestedIn(text, item)[0]?.start ?? item.end),
]

/** True for an item that is cut into its own line and what is nested in it: a long one, or one that was cut. */
const isCut = (text: string, item: Span, limits: ChunkLimits): boolean => {
  const isLong = item.end - item.start > longItem
  if (!isLong && hasNoLines(limits)) return false
  const nested = nestedIn(text, item)
  return nested.length > 0 && (isLong || staysCut(nested.map(linesOfItem(text)), limits))
}

const itemsOf = (text: string, span: Span): ReadonlyArray<Span> => {
  const starts = [span.start, ...itemStarts(text, span)]
  return starts.map((start, at) => ({ start, end: starts[at + 1] ?? span.end }))
}

/** Joins the items of each record where a list is a form: the same labels follow each other again and again. */
const recordsIn = (text: string, items: ReadonlyArray<Span>): ReadonlyArray<Span> => {
  const labels = items.map((item) => subjectOf(lineWords(text, item)))
  const length = labels.indexOf(labels[0], 1)
  const isForm =
    length > 1 && labels.length >= 2 * length && labels.every((label, at) => label !== undefined && label === labels[at % length])
  if (!isForm) return items
  return items.flatMap(({ end, start }, at) =>
    at % length === 0 ? [{ start, end: items[at + length - 1]?.end ?? items.at(-1)?.end ?? end }] : [],
  )
}

/** Returns the item as one entry, or its own line and the items nested in it where it is cut. */
const itemEntries = (text: string, item: Span, above: ReadonlyArray<string>, level: number, limits: ChunkLimits): ReadonlyArray<Entry> => {
  const nested = level < levelsMost && isCut(text, item, limits) ? nestedIn(text, item) : []
  const [first] = nested
  if (first === undefined) return [lineEntry(text, item, above)]
  const own = { start: item.start, end: first.start }
  const below = [...above, clipped(lineWords(text, own))]
  return [lineEntry(text, own, above), ...nested.flatMap((one) => itemEntries(text, one, below, level + 1, limits))]
}

/** The items nested in an item. Text above the first of them is no part of them; text below an item belongs to it. */
const nestedIn = (text: string, item: Span): ReadonlyArray<Span> => {
  const [, ...below] = outsideFences(linesOf(text.slice(item.start, item.end)))
  const first = below.find(({ text: line }) => /^[ \t]+(?:[-*+•·–]|\d{1,9}[.)])[ \t]/.test(line))
  return first === undefined ? [] : itemsOf(text, { start: item.start + first.start, end: item.end })
}

const lineEntry = (text: string, span: Span, above: ReadonlyArray<string>): Entry => {
  const words = lineWords(text, span)
  const subject = subjectOf(words)
  return { ...span, label: words, above, ...(subject === undefined ? {} : { subject }) }
}

/** Returns the words before a colon, as in "Boiler: serviced in May"; undefined where they are too many to name a subject. */
const subjectOf = (words: string): string | undefined => {
  const colon = words.search(/[:：](?=\s|$)/u)
  return colon > 0 && colon <= subjectMost && /\p{L}/u.test(words.slice(0, colon)) ? words.slice(0, colon).trim() : undefined
}

/** Returns the first line of an item without its marks. */
const lineWords = (text: string, { start, end }: Span): string => {
  const [line = ''] = text.slice(start, Math.min(end, start + 1_000)).split(/[\r\n]/, 1)
  return plain(line.replace(/^[ \t]*(?:[-*+•·–]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/u, ''))
}

const plain = (line: string): string =>
  plainHeading(line.trim(), () => false)
    .replace(/[:：]$/u, '')
    .trim()

/** In UTF-16 units: the words of an outer item that stand in the titles of the items below it. */
const outerMost = 80
const clipped = (words: string): string =>
  clippedTitle(words.length <= outerMost ? words : `${words.slice(0, outerMost).replace(/\s+\S*$/u, '')} …`)

const rowsOf = (
  text: string,
  body: Body,
  above: ReadonlyArray<string>,
  isShort: boolean,
  limits: ChunkLimits,
): ReadonlyArray<Entry> | undefined => {
  const lines = linesOf(text.slice(body.start, body.end))
  const [head, , ...rows] = lines
  if (head === undefined) return undefined
  const isFew = isShort || rows.length <= fewItems
  if (isFew && hasNoLines(limits)) return undefined
  const header = cells(head).map(plain)
  const entries = rows.map((line) => {
    const own = cells(line)
    const subject = plain(rowLabel(own))
    const span = { start: body.start + line.start, end: body.start + line.end }
    return { ...span, label: subject, above, text: rowText(header, own), ...(subject === '' ? {} : { subject: clippedTitle(subject) }) }
  })
  return isFew && !staysCut(entries.map(textOf), limits) ? undefined : entries
}

const textOf =
  ({ text }: { readonly text: string }) =>
  () => [text]

const cells = ({ text }: Line): ReadonlyArray<string> => cellsOf(text, codeSearch(codeSpansOf(text)))

/* Lists of definitions: a term on a line, and its meaning below behind a colon. */

interface Definitions {
  readonly entries: ReadonlyArray<Entry>
  /** The place of the last body that belongs to the list. */
  readonly last: number
}

const definition = /^[^\S\r\n]*(\S[^\r\n]*)(?:\r\n|\n|\r)[ \t]{0,3}:[ \t]+\S/u

const definitionsFrom = (text: string, bodies: ReadonlyArray<Body>, from: number, limits: ChunkLimits): Definitions | undefined => {
  const entries: Array<Entry> = []
  let last = from
  for (; last < bodies.length; last++) {
    const body = bodies[last]
    if (body === undefined || body.kind !== 'paragraph') break
    const said = text.slice(body.start, body.end)
    if (!definition.test(said)) break
    entries.push(...definitionsIn(text, body))
  }
  const [first] = entries
  const end = entries.at(-1)?.end ?? 0
  if (first === undefined) return undefined
  const isFew = entries.length <= fewItems || end - first.start <= shortList
  const said = entries.map((entry) => () => [text.slice(entry.start, entry.end)])
  return isFew && !staysCut(said, limits) ? undefined : { entries, last: last - 1 }
}

const definitionsIn = (text: string, body: Body): ReadonlyArray<Entry> => {
  const lines = linesOf(text.slice(body.start, body.end))
  const isMeaning = (line: Line | undefined) => line !== undefined && /^[ \t]{0,3}:[ \t]+\S/.test(line.text)
  const starts = lines.flatMap((line, at) => (!isMeaning(line) && isMeaning(lines[at + 1]) ? [line] : []))
  return starts.map((line, at) => {
    const term = plain(line.text)
    const start = body.start + (at === 0 ? 0 : line.start)
    const end = at + 1 < starts.length ? body.start + (starts[at + 1]?.start ?? 0) : body.end
    return { start, end, label: term, above: [], subject: clippedTitle(term) }
  })
}

/* A written talk: lines that begin with the name of a speaker. */

const speaker =
  /^[ \t]*(?:[-*+•·–][ \t]+)?(?:[[(]?\d{1,2}[:.]\d{2}(?::\d{2})?[\])]?[ \t]+)?(?:\*\*|__)?(\p{L}[\p{L}\p{M} .'\u2019-]{0,30}?)(?:\*\*|__)?(?:[ \t]*[[(][^\])\r\n]{1,30}[\])])?[ \t]*[:：](?:\*\*|__)?[ \t]+(?=\S)/u

/** Fewer turns make no talk. */
const turnsLeast = 4
/** Each speaker of a talk speaks this often in the mean; a label of a form stands once. */
const turnsEach = 2
/** The most speakers of a talk. */
const speakersMost = 12

interface Talk {
  readonly turns: ReadonlyArray<Entry>
  /** The places of its first and its last body. */
  readonly first: number
  readonly last: number
}

/** Finds the talk in a section. A turn goes on until the next one begins; the last one ends with its paragraph. */
const talkIn = (text: string, bodies: ReadonlyArray<Body>, limits: ChunkLimits): Talk | undefined => {
  const found = bodies.flatMap((body, place) =>
    body.kind === 'table' || body.kind === 'code'
      ? []
      : outsideFences(linesOf(text.slice(body.start, body.end))).flatMap((line) => {
          const [mark = '', name] = speaker.exec(line.text) ?? []
          return name === undefined ? [] : [{ start: body.start + line.start, place, mark, name: name.trim() }]
        }),
  )
  const [first, last] = [found[0], found.at(-1)]
  if (first === undefined || last === undefined || first.start !== bodies[first.place]?.start) return undefined
  if ((last.place - first.place + 1) * mostlyTurns > found.length) return undefined
  const speakers = new Set(found.map(({ name }) => name)).size
  const isShort = (bodies[last.place]?.end ?? 0) - first.start <= shortList
  const isTalk = !isShort && found.length >= Math.max(turnsLeast, turnsEach * speakers) && speakers >= 2 && speakers <= speakersMost
  if (!isTalk && hasNoLines(limits)) return undefined
  const turns = found.map((turn, at): Turn => {
    const end = found[at + 1]?.start ?? bodies[last.place]?.end ?? turn.start
    return { ...turn, end, said: text.slice(turn.start + turn.mark.length, end).trim() }
  })
  const entries = turns.map(({ end, mark, name, said, start }) => ({
    start,
    end,
    label: `${name} ${plain(said.slice(0, 200))}`,
    above: [],
    text: `${mark.replace(turnMarkup, '').trim()} ${said}`,
    isTurn: true,
  }))
  if ((!isTalk || isForm(turns)) && !staysCut(entries.map(textOf), limits)) return undefined
  return { turns: entries, first: first.place, last: last.place }
}

interface Turn extends Span {
  /** The place of its body. */
  readonly place: number
  /** All that stands before the words: the speaker with a time stamp and a remark. */
  readonly mark: string
  readonly name: string
  readonly said: string
}

/** The mark of a list, and those of bold text. */
const turnMarkup = /^[ \t]*[-*+•·–][ \t]+|\*\*|__/g

/**
 * True where the labels are those of a form and not of speakers. They stand once in each paragraph, in an order; or nobody says a sentence. Where
 * they take turns strictly, with a line each, every one has to say a sentence: a decision may be one, and its owner is none.
 */
const isForm = (turns: ReadonlyArray<Turn>): boolean => {
  if (turns.filter(({ mark }) => stamped.test(mark)).length * 2 >= turns.length) return false
  const names = turns.map(({ name }) => name)
  const labels = new Set(names)
  const blocks = [...Map.groupBy(turns, ({ place }) => place).values()].map((block) => block.map(({ name }) => name))
  const isBlock = (block: ReadonlyArray<string>) => block[0] === names[0] && new Set(block).size === block.length
  if (blocks.length > 1 && blocks.length < turns.length && blocks.every(isBlock)) return true
  const isCycle = names.every((name, at) => name === names[at % labels.size]) && turns.every(({ said }) => !/[\r\n]/.test(said))
  const speakers = new Set(turns.flatMap(({ name, said }) => (isSpoken(said.slice(-200)) ? [name] : [])))
  return speakers.size < (isCycle ? labels.size : 1)
}

const stamped = /^[ \t]*(?:[-*+•·–][ \t]+)?[[(]?\d/
/** The least turns for each paragraph of a talk. */
const mostlyTurns = 0.5
