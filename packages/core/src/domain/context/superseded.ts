/** Puts the memory that states what is true now in the place of each that it supersedes. */

import { kindsAsked } from '@crabtrail/text/evidence/message-reading'
import { MemoryReading, QuestionReading, stands } from '@crabtrail/text/evidence/readings'
import { overlaps, sentenceAround } from '@crabtrail/text/statements/quoted-words'
import { onOneLine } from '@crabtrail/text/words/context-fence'
import type { ValueKind } from '@crabtrail/text/words/phrases'
import { type GraphView, isRecallable, type Supersession } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import type { RankedNode } from '../walk/ranking.ts'
import { type BundleInput, type BundleItem, readingOf } from './context-bundle.ts'

export type Superseding = Pick<GraphView, 'isTrusted' | 'stateOf' | 'supersededBy' | 'typeOf'>

export interface Holder extends Pick<Supersession, 'part' | 'rule'> {
  /** The memory that states what is true now. It is recallable and may be put before a model. */
  readonly holder: NodeNumber
}

/** True for words that were judged to be over: their memory is given on, with the words that say so, for the rest of it is as true as before. */
const isMarked = ({ part, rule }: Pick<Supersession, 'part' | 'rule'>): boolean => rule === 'judged' && part !== undefined

/** True where a message said so, which is kept for this memory alone and given with it. */
const isSaid = (graph: Pick<GraphView, 'typeOf'>, record: Supersession): boolean =>
  isMarked(record) && graph.typeOf(record.by) === 'correction'

/**
 * Follows what supersedes a memory to its end, the newest first. Empty where nothing does that takes its place, or where nothing that may be given
 * is left.
 */
const holdersOf = (graph: Superseding, node: NodeNumber): ReadonlyArray<Holder> => {
  const all = graph.supersededBy(node).filter((one) => !isSaid(graph, one))
  if (all.length === 0) return none
  return all.toReversed().flatMap(({ by, gone, part, rule }): ReadonlyArray<Holder> => {
    const holder = gone === undefined ? endOf(graph, by, new Set([node])) : undefined
    return holder === undefined ? [] : [{ holder, rule, ...(part === undefined ? {} : { part }) }]
  })
}

const none: ReadonlyArray<Holder> = []

/** The newest of {@link holdersOf}. */
export const holderOf = (graph: Superseding, node: NodeNumber): Holder | undefined => holdersOf(graph, node)[0]

/** True where another memory that may be given states what is true now of all that this one states. */
export const isHeld = (graph: Superseding, node: NodeNumber): boolean => holdersOf(graph, node).some(({ part }) => part === undefined)

/** A message of the owner that says otherwise, with its day; or a newer note that does, with its id, and its day if it has one. */
export interface SaidInstead {
  readonly text: string
  readonly day: string | undefined
  readonly id?: string | undefined
}

/** Returns the messages and notes that stand beside words of these memories, for their texts. */
export const saidInsteadOf = (graph: Superseding, nodes: Iterable<NodeNumber>): ReadonlyArray<NodeNumber> =>
  [...nodes].flatMap((node) => graph.supersededBy(node).flatMap((one) => (isMarked(one) ? [one.by] : [])))

/** Most characters of a message, and of a note, that a memory is given with. */
const [saidMost, notedMost] = [480, 240]

const saidLine = (part: string, said: SaidInstead | undefined): string => {
  const over = `no longer true: "${part}"`
  if (said === undefined) return over
  const [words, most] = [onOneLine(said.text).trim(), said.id === undefined ? saidMost : notedMost]
  const who = said.id === undefined ? 'said by its owner' : `said later in ${said.id}`
  const day = said.day === undefined ? '' : ` on ${said.day}`
  return `${over}; ${who}${day}: "${words.length > most ? `${words.slice(0, most).toWellFormed()}…` : words}"`
}

/** Words that are over, or with no `part` the whole of a memory. */
export type OutdatedPart = Supersession

/** Returns what of a memory is over. Of several records about the same words the newest counts. */
export const outdatedParts = (graph: Superseding, node: NodeNumber): ReadonlyArray<OutdatedPart> => {
  // The record of a kept message has its words: if it goes, the message is as true as before.
  const isRecorded = ({ rule }: Supersession) => rule === 'copy' && graph.typeOf(node) === 'correction'
  const all = graph.supersededBy(node).filter((one) => !isRecorded(one))
  return all.filter(({ part }, i) => part === undefined || !all.slice(i + 1).some((one) => overlaps(one.part, part)))
}

type SaidBy = (by: NodeNumber) => SaidInstead | undefined

/** Returns the line about words that are over, with what holds instead where that may be given. */
export const overLine = (graph: Superseding, words: string, { by, gone, rule, says }: OutdatedPart, said: SaidBy): string => {
  const isHere = rule === 'judged' && gone === undefined && isRecallable(graph, by) && graph.isTrusted(by)
  return saidLine(onOneLine(words).trim(), isHere ? sayingOf(said(by), says) : undefined)
}

/**
 * The lines that a memory is given with where a part of it is no longer true, or all of it and nothing that may be given took its place. `said`
 * has the messages of {@link saidInsteadOf}.
 */
export const outdatedLine = (graph: Superseding, node: NodeNumber, text: string, said: SaidBy): string | undefined => {
  const parts = outdatedParts(graph, node)
  if (parts.length === 0) return undefined
  if (parts.some(({ part }) => part === undefined)) return isHeld(graph, node) ? undefined : 'no longer true; what took its place is gone'
  const lines = parts.map((one) => overLine(graph, text.slice(...(one.part ?? [0, 0])), one, said))
  return [...new Set(lines)].join('\n')
}

/** Returns of a note that says otherwise the sentence that does. */
const sayingOf = (said: SaidInstead | undefined, says: Supersession['says']): SaidInstead | undefined =>
  said === undefined || says === undefined ? said : { ...said, text: sentenceAround(said.text, says) }

/** Follows what supersedes a memory, newest first, to one that nothing supersedes further. A chain may be long: this calls itself nowhere. */
const endOf = (graph: Superseding, first: NodeNumber, seen: Set<NodeNumber>): NodeNumber | undefined => {
  const path: Array<{ readonly node: NodeNumber; readonly untried: Array<Supersession> }> = []
  const enter = (node: NodeNumber) => {
    if (seen.has(node)) return
    seen.add(node)
    path.push({ node, untried: graph.supersededBy(node).filter(({ gone }) => gone === undefined) })
  }
  enter(first)
  for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
    const next = last.untried.pop()
    if (next !== undefined) enter(next.by)
    else if (isRecallable(graph, last.node) && graph.isTrusted(last.node)) return last.node
    else path.pop()
  }
  return undefined
}

/**
 * True for a message that was kept for a change and was changed again since. No search finds it: what superseded it, and what it superseded, have
 * its words. Who states a value anew every day would else have nothing but his old messages found. A value alone has the words of the question that
 * it answers, which no other memory may have.
 */
export const isOutlived = (graph: Superseding & Pick<GraphView, 'node'>, node: NodeNumber): boolean =>
  graph.typeOf(node) === 'correction' &&
  graph.supersededBy(node).some(({ by, gone, part }) => part === undefined && gone === undefined && isRecallable(graph, by)) &&
  graph.node(node)?.title === undefined

/**
 * Puts each holder directly before the first memory that it supersedes as a whole, with at least the score of that memory, and directly behind
 * the first of which it supersedes a part: whether that part is asked for is known later. A ranking without superseded memories stays as it is.
 */
export const withHolders = (graph: Superseding, ranking: ReadonlyArray<RankedNode>): ReadonlyArray<RankedNode> => {
  const held = ranking.flatMap(({ node }) => {
    const holders = holdersOf(graph, node)
    return holders.length === 0 ? [] : [[node, holders] as const]
  })
  if (held.length === 0) return ranking
  const known = new Map(ranking.map((ranked) => [ranked.node, ranked]))
  const [holders, placed, order] = [new Map(held), new Set<NodeNumber>(), [] as RankedNode[]]
  for (const ranked of ranking) {
    if (placed.has(ranked.node)) continue
    const all = holders.get(ranked.node) ?? []
    const whole = all.find(({ part }) => part === undefined)
    const put = ({ holder }: Holder) => {
      const own = known.get(holder)
      if (!placed.has(holder)) order.push(own !== undefined && own.score >= ranked.score ? own : { ...ranked, node: holder })
      placed.add(holder)
    }
    if (whole !== undefined) put(whole)
    order.push(ranked)
    placed.add(ranked.node)
    if (whole === undefined) for (const one of all) put(one)
  }
  return order
}

/** Moves each right memory directly before the wrong one, if it was behind it. */
export const placed = (ranking: ReadonlyArray<RankedNode>, before: ReadonlyMap<NodeNumber, NodeNumber>): ReadonlyArray<RankedNode> => {
  const order = [...ranking]
  for (const [right, wrong] of before) {
    const [from, to] = [order.findIndex(({ node }) => node === right), order.findIndex(({ node }) => node === wrong)]
    if (from > to && to >= 0) order.splice(to, 0, ...order.splice(from, 1))
  }
  return order
}

interface SupersededInput extends Pick<BundleInput, 'item' | 'reading'> {
  readonly graph: Superseding
  readonly question: string
  readonly eased: ReadonlyArray<RankedNode>
  /** The number of first memories that are considered. */
  readonly items: number
}

export interface InPlace {
  /** The memories that give way, each with the memory that stands in its place. */
  readonly superseded: ReadonlyMap<NodeNumber, NodeNumber>
  /** Holders of a part that is asked for, each with the memory that it stands before. */
  readonly before: ReadonlyMap<NodeNumber, NodeNumber>
}

/** Finds the memories that give way to what supersedes them. One of which a part is superseded gives way where that part is asked for. */
export const supersededIn = (input: SupersededInput): InPlace => {
  const { eased, graph, items } = input
  const [superseded, before] = [new Map<NodeNumber, NodeNumber>(), new Map<NodeNumber, NodeNumber>()]
  const question = new QuestionReading(input.question)
  const ranked = eased.slice(0, items).map(({ node }) => node)
  for (const node of ranked) {
    // A message that was kept of another memory is given with that one.
    const memory = ranked.find(
      (one) => one !== node && graph.supersededBy(one).some((record) => isSaid(graph, record) && record.by === node),
    )
    if (memory !== undefined) {
      before.set(memory, node)
      superseded.set(node, memory)
      continue
    }
    const all = holdersOf(graph, node)
    // Both of two memories that a model judged to disagree are given, the newer first.
    const isNewer = (one: Holder) => isMarked(one) && ranked.includes(one.holder)
    const held = all.find(({ part }) => part === undefined) ?? all.find((one) => isNewer(one) || isAsked(input, question, node, one))
    // The first of two that supersede each other gives way.
    if (held === undefined || superseded.get(held.holder) === node) continue
    if (held.part !== undefined) before.set(held.holder, node)
    if (!isMarked(held)) superseded.set(node, held.holder)
  }
  return { superseded, before }
}

const isAsked = (input: SupersededInput, question: QuestionReading, node: NodeNumber, { holder, part }: Holder): boolean => {
  const [older, newer] = [input.item(node), input.item(holder)]
  return part !== undefined && older !== undefined && newer !== undefined && isPartAsked(input, question, { older, newer, part })
}

interface PartiallyHeld {
  readonly older: BundleItem
  readonly newer: BundleItem
  readonly part: readonly [from: number, to: number]
}

/**
 * True where a question asks for the superseded part of a memory: at least as many of its words, beside those of the title, stand in that part
 * or in the newer memory as in any other statement.
 */
const isPartAsked = (input: SupersededInput, { words }: QuestionReading, { newer, older, part }: PartiallyHeld): boolean => {
  const title = new MemoryReading({ ...older, text: '' }).terms
  const meant = new MemoryReading({ ...older, title: '', text: older.text.slice(...part) }).terms
  const telling = words.filter((word) => !stands(word, title))
  const now = readingOf(input, newer).terms
  const asked = telling.filter((word) => stands(word, meant) || stands(word, now)).length
  const others = readingOf(input, older).statements.filter((statement) => ![...statement].every((term) => meant.has(term)))
  const elsewhere = Math.max(0, ...others.map((statement) => telling.filter((word) => stands(word, statement)).length))
  if (asked === 0 && elsewhere === 0 && telling.length > 0) return isOnlyOfKind(input.question, { older, newer, part })
  // Words that only the newer memory has may be words of anything: then they must be more than those of another line.
  const isNamed = telling.some((word) => stands(word, meant))
  return telling.length === 0 || (asked > 0 && (isNamed ? asked >= elsewhere : asked > elsewhere))
}

/** True where that part alone states a value of the kind that a question asks for, as only one line of a list names a person. */
const isOnlyOfKind = (question: string, { older, part }: PartiallyHeld): boolean => {
  const kinds = kindsAsked(question)
  const [from, to] = part
  const parts = [older.text.slice(from, to), older.text.slice(0, from), older.text.slice(to)].map((text) => text.split('\n'))
  const [isMeant = false, ...elsewhere] = parts.map((lines) => lines.some((line) => kinds.some((kind) => hasKind(line, kind))))
  return isMeant && !elsewhere.includes(true)
}

/** Tells the kind of the value of a line: what stands behind its label. */
const hasKind = (line: string, kind: ValueKind): boolean => {
  const value = line.replace(/^[^:：]*[:：]\s*/u, '')
  const isNumber = /\p{N}/u.test(value)
  return kind === 'name' ? !isNumber && /^\p{Lu}|^\p{sc=Han}{2,6}$/u.test(value) : isNumber
}
