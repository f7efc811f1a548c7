/**
 * Tells which words of memories are over, which memory states what is true now, and whether a question asks for the words that are over.
 *
 * A line of talk that repeats words that are over, word for word, gets the same mark: "As far as I know, the piano lessons are on Mondays", said by the
 * agent before or after its owner put the note right. That is read off each context anew and recorded nowhere, so it ends with the judgement.
 */

import { kindsAsked } from '@crabtrail/text/evidence/message-reading'
import { type LookUp, MemoryReading, type QuestionReading, stands, type Terms } from '@crabtrail/text/evidence/readings'
import { overlaps, quotedIn, type Stretch, sentenceAround } from '@crabtrail/text/statements/quoted-words'
import { onOneLine } from '@crabtrail/text/words/context-fence'
import { placedWords } from '@crabtrail/text/words/names'
import { speakerOf, type ValueKind } from '@crabtrail/text/words/phrases'
import { noteSentences } from '@crabtrail/text/words/sentences'
import { type GraphView, isRecallable, type Supersession } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import { type BundleInput, type BundleItem, readingOf } from './context-bundle.ts'

export type Superseding = Pick<GraphView, 'isTrusted' | 'stateOf' | 'supersededBy' | 'typeOf'>

export interface Holder extends Pick<Supersession, 'part' | 'rule'> {
  /** The memory that states what is true now. It is recallable and may be put before a model. */
  readonly holder: NodeNumber
}

/** True for words that were judged to be over: their memory is given on, with the words that say so, for the rest of it is as true as before. */
export const isMarked = ({ part, rule }: Pick<Supersession, 'part' | 'rule'>): boolean => rule === 'judged' && part !== undefined

/** True where a message said so, which is kept for this memory alone and given with it. */
export const isSaid = (graph: Pick<GraphView, 'typeOf'>, record: Supersession): boolean =>
  isMarked(record) && graph.typeOf(record.by) === 'correction'

/** Follows what supersedes a memory to its end, the newest first. Empty where nothing that may be given takes its place. */
export const holdersOf = (graph: Superseding, node: NodeNumber): ReadonlyArray<Holder> => {
  const all = graph.supersededBy(node).filter((one) => !isSaid(graph, one))
  return all.toReversed().flatMap(({ by, gone, part, rule }): ReadonlyArray<Holder> => {
    const holder = gone === undefined ? endOf(graph, by, new Set([node])) : undefined
    return holder === undefined ? [] : [{ holder, rule, ...(part === undefined ? {} : { part }) }]
  })
}

/** The newest of {@link holdersOf}. */
export const holderOf = (graph: Superseding, node: NodeNumber): Holder | undefined => holdersOf(graph, node)[0]

/** True where another memory that may be given states what is true now of all that this one states. */
export const isHeld = (graph: Superseding, node: NodeNumber): boolean => holdersOf(graph, node).some(({ part }) => part === undefined)

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

/* The line that a memory is given with where words of it are over. */

/** A message of the owner that says otherwise, with its day; or a newer note that does, with its id, and its day if it has one. */
export interface SaidInstead {
  readonly text: string
  readonly day: string | undefined
  readonly id?: string | undefined
}

type SaidBy = (by: NodeNumber) => SaidInstead | undefined

/** Returns the messages and notes that stand beside words of these memories, for their texts. */
export const saidInsteadOf = (graph: Superseding, nodes: Iterable<NodeNumber>): ReadonlyArray<NodeNumber> =>
  [...nodes].flatMap((node) => graph.supersededBy(node).flatMap((one) => (isMarked(one) ? [one.by] : [])))

/** Returns what of a memory is over; without a part, the whole of it. Of several records about the same words the newest counts. */
const outdatedParts = (graph: Superseding, node: NodeNumber): ReadonlyArray<Supersession> => {
  // The record of a kept message has its words: if it goes, the message is as true as before.
  const isRecorded = ({ rule }: Supersession) => rule === 'copy' && graph.typeOf(node) === 'correction'
  const all = graph.supersededBy(node).filter((one) => !isRecorded(one))
  return all.filter(({ part }, i) => part === undefined || !all.slice(i + 1).some((one) => overlaps(one.part, part)))
}

/** Most characters of a message, and of a note, that a memory is given with. */
const [saidMost, notedMost] = [480, 240]

/** Returns the line about words that are over, with what holds instead where that may be given: of a note the sentence that says so. */
export const overLine = (graph: Superseding, words: string, { by, gone, rule, says }: Supersession, saidBy: SaidBy): string => {
  const over = `no longer true: "${onOneLine(words).trim()}"`
  const isHere = rule === 'judged' && gone === undefined && isRecallable(graph, by) && graph.isTrusted(by)
  const said = isHere ? saidBy(by) : undefined
  if (said === undefined) return over
  const [text, most] = [
    onOneLine(says === undefined ? said.text : sentenceAround(said.text, says)).trim(),
    said.id === undefined ? saidMost : notedMost,
  ]
  const who = said.id === undefined ? 'said by its owner' : `said later in ${said.id}`
  const day = said.day === undefined ? '' : ` on ${said.day}`
  return `${over}; ${who}${day}: "${text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text}"`
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

/* Lines of talk that repeat what is over. */

/** The least words of the repeated sentence beside those that are over: fewer may be said of anything. */
const besideLeast = 5

export interface TalkMemory {
  readonly node: NodeNumber
  readonly text: string
}

/** A sentence with words that are over. */
export interface OverSentence extends Supersession {
  readonly node: NodeNumber
  readonly sentence: string
  /** Its words that are over. */
  readonly words: string
}

/** Most memories that gave way to those of a ranking and are looked through, the newest. */
const gaveWayMost = 32

/** Returns memories that gave way to one of the others, which is why no ranking has them. */
export const gaveWayTo = (
  graph: Pick<GraphView, 'superseded' | 'supersededBy'>,
  nodes: ReadonlyArray<NodeNumber>,
): ReadonlyArray<NodeNumber> => {
  const among = new Set(nodes)
  const gave = graph.superseded().filter((node) => graph.supersededBy(node).some(({ by }) => among.has(by)))
  return gave.slice(-gaveWayMost)
}

/**
 * Returns the sentences of memories in which words are over by a judgement or by a verdict, long enough to be known by their words. A verdict is
 * about a whole memory: it counts where that is one sentence.
 */
export const sentencesOver = (graph: Superseding, memories: Iterable<TalkMemory>): ReadonlyArray<OverSentence> =>
  Array.from(memories).flatMap(({ node, text }) =>
    outdatedParts(graph, node).flatMap((one): ReadonlyArray<OverSentence> => {
      const { part, rule } = one
      if (rule !== (part === undefined ? 'named' : 'judged')) return []
      if (part === undefined && noteSentences(text).length !== 1) return []
      const sentence = withoutSpeaker(part === undefined ? text : sentenceAround(text, part))
      const words = part === undefined ? sentence : text.slice(...part)
      const beside = placedWords(sentence).length - (part === undefined ? 1 : placedWords(words).length)
      return beside < besideLeast ? [] : [{ ...one, node, sentence, words }]
    }),
  )

const withoutSpeaker = (text: string): string => (speakerOf(text) === undefined ? text : text.slice(text.indexOf(':') + 1).trim())

/**
 * Returns the first sentence that a line of talk repeats, and where its words that are over stand in the line. What a person said after they were
 * put right is not such a repetition: then he says that they hold again.
 */
export const repeatedIn = (
  graph: Superseding & Pick<GraphView, 'originOf' | 'readAt'>,
  { node, text }: TalkMemory,
  over: ReadonlyArray<OverSentence>,
): (OverSentence & { readonly at: Stretch }) | undefined => {
  const speaker = speakerOf(text)
  if (speaker === undefined || graph.supersededBy(node).length > 0) return undefined
  const isAgents = speaker === 'assistant' || graph.originOf(node) === 'agent'
  for (const one of over) {
    if (one.node === node || one.by === node || (!isAgents && graph.readAt(node) > graph.readAt(one.by))) continue
    const whole = quotedIn(one.sentence, text)
    const part = whole === undefined ? undefined : quotedIn(one.words, text.slice(...whole))
    if (whole !== undefined && part !== undefined) return { ...one, at: [whole[0] + part[0], whole[0] + part[1]] }
  }
  return undefined
}

/* The part of a memory that a question asks for, where another memory states that part otherwise. */

interface PartiallyHeld {
  readonly older: BundleItem
  readonly newer: BundleItem
  readonly part: Stretch
}

/**
 * True where a question asks for the superseded part of a memory: at least as many of its words, beside those of the title, stand in that part
 * or in the newer memory as in any other statement.
 */
export const isPartAsked = (
  input: Pick<BundleInput, 'reading'> & { readonly question: string },
  { words }: QuestionReading,
  { newer, older, part }: PartiallyHeld,
): boolean => {
  const title = new MemoryReading({ ...older, text: '' }).terms
  const meant = new MemoryReading({ ...older, title: '', text: older.text.slice(...part) }).terms
  const telling = words.filter((word) => !stands(word, title))
  const now = readingOf(input, newer).terms
  const asked = telling.filter((word) => stands(word, meant) || stands(word, now)).length
  const others = readingOf(input, older).statements.filter((statement) => ![...statement].every((term) => meant.has(term)))
  const elsewhere = Math.max(0, ...others.map((statement) => telling.filter((word) => stands(word, statement)).length))
  if (asked === 0 && elsewhere === 0 && telling.length > 0) return isOnlyOfKind(input.question, older.text, part)
  // Words that only the newer memory has may be words of anything: then they must be more than those of another line.
  const isNamed = telling.some((word) => stands(word, meant))
  return telling.length === 0 || (asked > 0 && (isNamed ? asked >= elsewhere : asked > elsewhere))
}

/** True where that part alone states a value of the kind that a question asks for, as only one line of a list names a person. */
const isOnlyOfKind = (question: string, text: string, [from, to]: Stretch): boolean => {
  const kinds = kindsAsked(question)
  const [isMeant = false, ...elsewhere] = [text.slice(from, to), text.slice(0, from), text.slice(to)].map((some) =>
    some.split('\n').some((line) => kinds.some((kind) => hasKind(line, kind))),
  )
  return isMeant && !elsewhere.includes(true)
}

/** Tells the kind of the value of a line: what stands behind its label. */
const hasKind = (line: string, kind: ValueKind): boolean => {
  const value = line.replace(/^[^:：]*[:：]\s*/u, '')
  const isNumber = /\p{N}/u.test(value)
  return kind === 'name' ? !isNumber && /^\p{Lu}|^\p{sc=Han}{2,6}$/u.test(value) : isNumber
}

/**
 * The part of a corrected memory that a question asks for: a note of several lines or sentences answers several questions, and a correction of one of
 * them does not apply to the others. `corrected`: the question is the corrected one in other words, or nothing tells the two apart. `another`: the
 * words by which the question differs stand in other statements of the wrong memory than the corrected ones. `unclear`: these words stand in no
 * statement of the wrong memory and not in the right one, while the corrected question's own words name one of many statements.
 */
export type AskedPart = 'corrected' | 'another' | 'unclear'

/** From this many statements on, a question in words that no memory has is more likely about another statement than about the corrected one. */
const manyStatements = 3

/**
 * Returns the function that says which part of `wrong` one question asks for. `right` was named instead of it after the question `corrected`,
 * which is undefined where it was erased. The corrected statements of `wrong` are those that hold most of the words by which the corrected question
 * differs; where `wrong` holds none of these words, those that have most words in common with `right`. The question is compared with each corrected
 * one once, however many memories were corrected after it.
 */
export const partAskerOf = (question: QuestionReading) => {
  const differences = new Map<QuestionReading, Difference>()
  return (
    wrong: Pick<MemoryReading, 'statements'>,
    right: Pick<MemoryReading, 'terms'>,
    corrected: QuestionReading | undefined,
  ): AskedPart => {
    if (corrected === undefined || wrong.statements.length < 2) return 'corrected'
    const difference = differences.get(corrected) ?? differenceOf(question.words, corrected.words)
    differences.set(corrected, difference)
    return partIn(wrong.statements, right.terms, difference)
  }
}

/** The words by which a question and a corrected one differ. */
interface Difference {
  /** Words of the question that the corrected one lacks. */
  readonly own: ReadonlyArray<LookUp>
  /** Words of the corrected question that the question lacks. */
  readonly corrected: ReadonlyArray<LookUp>
  /** The terms of both. */
  readonly asked: Terms
}

const differenceOf = (now: ReadonlyArray<LookUp>, then: ReadonlyArray<LookUp>): Difference => {
  const [ofNow, ofThen] = [new Set(now.flat()), new Set(then.flat())]
  return {
    own: now.filter((word) => !stands(word, ofThen)),
    corrected: then.filter((word) => !stands(word, ofNow)),
    asked: new Set([...ofNow, ...ofThen]),
  }
}

const partIn = (statements: ReadonlyArray<Terms>, right: Terms, { asked, corrected, own }: Difference): AskedPart => {
  const holdingMost = (words: ReadonlyArray<LookUp>) => largest(statements, (terms) => words.filter((word) => stands(word, terms)).length)
  const unsaid = own.filter((word) => !stands(word, right))
  const [sought, named] = [holdingMost(unsaid), holdingMost(corrected)]
  if (sought.size === 0) {
    const isUnclear = statements.length >= manyStatements && named.size > 0 && own.length > 0 && unsaid.length === own.length
    return isUnclear ? 'unclear' : 'corrected'
  }
  const shared = (terms: Terms) => [...terms].filter((term) => right.has(term) && !asked.has(term)).length
  const meant = named.size > 0 ? named : largest(statements, shared)
  return meant.size > 0 && [...sought].every((statement) => !meant.has(statement)) ? 'another' : 'corrected'
}

/** Returns the statements with the greatest count; none where that is 0. */
const largest = (statements: ReadonlyArray<Terms>, count: (terms: Terms) => number): ReadonlySet<Terms> => {
  const counts = statements.map(count)
  const top = Math.max(...counts)
  return new Set(top === 0 ? [] : statements.filter((_, at) => counts[at] === top))
}
