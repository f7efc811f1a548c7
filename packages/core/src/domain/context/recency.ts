/**
 * Recency order: the newer of memories that answer a question equally stands first.
 *
 * It decides nothing: all stay, and only the first of a ranking is passed. Dated memories are compared by their days ({@link newestFirst}), turns of a
 * talk by their order ({@link saidLater}); passages of notes without a day have no order among themselves. Remarks on a turn stand behind it
 * ({@link remarksOn}). What is no longer true is decided where it is learned (see `superseding`).
 */

import type { Day } from '@crabtrail/text/days/calendar'
import { kindsAsked } from '@crabtrail/text/evidence/message-reading'
import { type LookUp, MemoryReading, QuestionReading, stands, statementsOf } from '@crabtrail/text/evidence/readings'
import { languageOf } from '@crabtrail/text/languages/languages'
import { fold, lower } from '@crabtrail/text/languages/unicode'
import { casedWords } from '@crabtrail/text/words/names'
import { countsIn, speakerOf, type ValueKind, valuesIn, wordsOf } from '@crabtrail/text/words/phrases'
import { type Shape, type ShapedValue, shapedValues } from '@crabtrail/text/words/shaped-values'
import { indexTerms, token } from '@crabtrail/text/words/tokenise'
import type { GraphView } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import type { Nano } from '../strength.ts'
import type { RankedNode } from '../walk/ranking.ts'
import type { Before } from './replacements.ts'

/** The number of first memories that are compared. */
const comparedMost = 6

interface FirstMemories {
  /** Best first. */
  readonly ranking: ReadonlyArray<RankedNode>
  /** Undefined where the text was erased, or must not pass the first memory. */
  readonly text: (node: NodeNumber) => string | undefined
}

/* By days. */

/** The least share of the score of the first memory. */
const equalShare = 0.85

interface DatedInput extends FirstMemories {
  readonly dayOf: (node: NodeNumber) => Day | undefined
  /** Each word's part of a memory's score: above 0 where the memory has the word. */
  readonly parts: (node: NodeNumber) => ReadonlyArray<Nano>
  /** The day on which the question is asked. Undefined: no day is still to come. */
  readonly today: Day | undefined
}

/**
 * Returns the order in which each dated memory passes the first one that has the same words of the question and about the same score. "What did we
 * decide in the last weekly?" finds every weekly, and the newest is meant. A day that is still to come is a plan, and passes nothing.
 */
export const newestFirst = ({ dayOf, parts, ranking, text, today }: DatedInput): Before => {
  const passing = new Map<NodeNumber, NodeNumber>()
  const dated = ranking.slice(0, comparedMost).flatMap(({ node, score }) => {
    const day = dayOf(node)
    const own = text(node)
    return day === undefined || own === undefined || speakerOf(own) !== undefined ? [] : [{ node, score, day }]
  })
  const [best] = dated
  if (best === undefined || best.node !== ranking[0]?.node) return passing
  const words = wordsIn(parts(best.node))
  if (words === '') return passing
  const equals = dated.filter(
    ({ day, node, score }) => score >= equalShare * best.score && (today === undefined || day <= today) && wordsIn(parts(node)) === words,
  )
  let first = best
  for (const one of equals.toSorted((a, b) => a.day - b.day)) {
    const isPlan = today !== undefined && first.day > today
    if (one.node === first.node || (one.day <= first.day && !isPlan)) continue
    passing.set(one.node, first.node)
    first = one
  }
  return passing
}

/** The places of the words that a memory has. */
const wordsIn = (parts: ReadonlyArray<Nano>): string => parts.flatMap((part, place) => (part > 0 ? [place] : [])).join(' ')

/* By what a speaker said later. */

/** The least number of words of the question in a statement, and the least share of those in the statement that it passes. */
const [wordsLeast, shareLeast] = [3, 0.5]

/** Nouns that ask for a value without an interrogative ("What is the deadline?"), folded, with the kind of it. */
const nouns: ReadonlyArray<readonly [asks: RegExp, kind: ValueKind]> = [
  [/\b(?:deadline|due date|date|frist|termin|datum|echeance|fecha|plazo|scadenza|data|prazo)\b|截止|日期|期限|締め切り|日付/u, 'day'],
  [
    /\b(?:percentage|percent|rate|count|number|amount|price|cost|fee|quota|budget|target|goal|score|total|prozent\w*|anteil|anzahl|nummer|betrag|preis|kosten|ziel|summe|pourcentage|taux|nombre|montant|prix|objectif|porcentaje|tasa|numero|cantidad|precio|objetivo|percentuale|prezzo|importo|obiettivo|percentagem|preco|meta|aantal|bedrag|prijs|doel)\b|百分|比例|数量|人数|价格|價格|预算|預算|目标|目標|割合|金額|予算/u,
    'number',
  ],
]

const valuesAsked = (question: string): ReadonlyArray<ValueKind> => {
  const kinds = kindsAsked(question)
  const words = lower(fold(question))
  return kinds.length > 0 ? kinds : nouns.flatMap(([asks, kind]) => (asks.test(words) ? [kind] : []))
}

interface SaidInput extends FirstMemories {
  readonly question: string
}

/**
 * Returns the order in which turns pass the first one, where the question asks for a value and the same speaker states another one later. Empty where
 * nothing was said anew.
 */
export const saidLater = ({ question, ranking, text }: SaidInput): Before => {
  const kinds = valuesAsked(question)
  const passing = new Map<NodeNumber, NodeNumber>()
  if (kinds.length === 0) return passing
  const { words } = new QuestionReading(question)
  const asked = new Set(wordsOf(question))
  const statedBy = (node: NodeNumber) => statedIn(text(node) ?? '', words, kinds)
  const [best, ...others] = ranking.slice(0, comparedMost)
  let first = best === undefined ? undefined : { node: best.node, ...statedBy(best.node) }
  for (const { node } of first?.speaker === undefined ? [] : others) {
    if (first === undefined || node < first.node) continue
    const later = { node, ...statedBy(node) }
    if (later.speaker !== first.speaker || !statesAnew(first.values, later.values, asked)) continue
    passing.set(node, first.node)
    first = later
  }
  return passing
}

/** Most words of a remark, without its function words; and of one that states another value of what is asked for. */
const [remarkMost, valueMost] = [6, 20]
/** The number of next turns of a speaker among which corrections of one turn are looked for. */
const turnsOn = 3
/** The number of turns of a ranking whose next turns are looked at, and the most next turns that are read for one of them. */
const [turnsLooked, nextRead] = [4, 16]
type TalkGraph = Pick<GraphView, 'isLinked' | 'kindOf' | 'out' | 'targetOf'>
interface RemarksInput extends SaidInput {
  readonly graph: TalkGraph
}

/**
 * Returns the remarks of speakers on what they said before: remark → turn. A remark of the next turn states another value of what is asked for, or is
 * so short that it is understood with that turn alone ("Just kidding"). Most short turns correct nothing, so there is one for the first memory that
 * answers, and none for others. A remark of a turn after the next takes up the words of the turn: "By the way, it starts at eleven, not at ten".
 * Where a talk is one passage, the two are given together anyway.
 */
export const remarksOn = ({ graph, question, ranking, text }: RemarksInput): ReadonlyMap<NodeNumber, NodeNumber> => {
  const kinds = valuesAsked(question)
  const remarks = new Map<NodeNumber, NodeNumber>()
  const answer = ranking.find(({ node }) => answers(text(node)))?.node
  for (const { node } of ranking) {
    const turn = text(node) ?? ''
    if (speakerOf(turn) === undefined) continue
    let next = nextOfSpeaker(graph, node, text)
    const most = isOfTalk(graph, node) ? turnsOn : 1
    for (let step = 1; step <= most && next !== undefined; step++) {
      const said = text(next) ?? ''
      const isOne = step === 1 ? isRemark(turn, said, kinds, node === answer) : takesUp(turn, said, kinds)
      if (isOne && !remarks.has(next)) remarks.set(next, node)
      next = nextOfSpeaker(graph, next, text)
    }
  }
  return remarks
}

/** Returns the passages that may be remarks on the first turns of talks in a ranking: their texts are needed for {@link remarksOn}. */
export const turnsAfter = ({ graph, ranking, text }: Omit<RemarksInput, 'question'>): ReadonlySet<NodeNumber> => {
  const turns = ranking.filter(({ node }) => speakerOf(text(node) ?? '') !== undefined && isOfTalk(graph, node)).slice(0, turnsLooked)
  return new Set(turns.flatMap(({ node }) => nextTurns(graph, node)))
}

const nextTurns = (graph: TalkGraph, turn: NodeNumber): ReadonlyArray<NodeNumber> => {
  const found = new Set<NodeNumber>()
  let last: ReadonlyArray<NodeNumber> = [turn]
  for (let step = 0; step < turnsOn; step++) {
    last = last.flatMap((node) => ledTo(graph, node)).filter((node) => !found.has(node))
    for (const node of last) found.add(node)
  }
  return [...found].sort((a, b) => a - b).slice(0, nextRead)
}

const answers = (text: string | undefined): boolean => text !== undefined && !new MemoryReading({ id: '', title: '', text }).onlyAsks

/** Passages of a talk lead to the next one and to the next of their speaker, which have higher numbers. */
const nextOfSpeaker = (graph: TalkGraph, turn: NodeNumber, text: SaidInput['text']): NodeNumber | undefined => {
  const speaker = speakerOf(text(turn) ?? '')
  const later = ledTo(graph, turn).filter((node) => speakerOf(text(node) ?? '') === speaker)
  return later.length === 0 ? undefined : Math.min(...later)
}

/** A turn of a talk leads to two later ones. A line of notes with a label leads to the next line alone: "Owner: Mia" is nobody's words. */
const isOfTalk = (graph: TalkGraph, turn: NodeNumber): boolean => ledTo(graph, turn).length > 1

const ledTo = (graph: TalkGraph, turn: NodeNumber): ReadonlyArray<NodeNumber> =>
  graph.out(turn).flatMap((edge) => {
    const target = graph.targetOf(edge)
    return target > turn && graph.isLinked(edge) && graph.kindOf(edge) === 'sequential' ? [target] : []
  })

const isRemark = (turn: string, next: string, kinds: ReadonlyArray<ValueKind>, mayBeShort: boolean): boolean => {
  const words = wordsOf(withoutSpeaker(next)).length
  if (mayBeShort && words <= remarkMost) return true
  return words <= valueMost && statesAnother(turn, next, kinds)
}

/** True where the later of two turns states another value of what is asked for, and none that the earlier one states. */
const statesAnother = (turn: string, next: string, kinds: ReadonlyArray<ValueKind>): boolean => {
  if (kinds.length === 0) return false
  const [then, now] = [turn, next].map((said) => shapedValues(said).filter(({ shape }) => isAsked(shape, kinds)))
  const isSame = (one: ShapedValue) => then?.some(({ text }) => text === one.text) === true
  return now?.some(({ shape }) => then?.some((one) => one.shape === shape)) === true && !now.some(isSame)
}

/**
 * True where a later turn states another value of a thing that an earlier one speaks of: it names the value that the earlier one has beside another
 * one of its kind ("eleven, not ten"), or shares a word with it and states another value of what is asked for.
 */
const takesUp = (turn: string, later: string, kinds: ReadonlyArray<ValueKind>): boolean => {
  const [then, now] = [withoutSpeaker(turn), withoutSpeaker(later)]
  const words = wordsOf(now)
  if (words.length > valueMost || answers(later) === false) return false
  const [before, after] = [statedValues(then), statedValues(now)]
  const isOther = (kind: ValueKind) => [...after].some(([value, own]) => own === kind && !before.has(value))
  if ([...before].some(([value, kind]) => after.has(value) && isOther(kind))) return true
  const said = new Set(wordsOf(then))
  return words.some((word) => said.has(word)) && statesAnother(then, now, kinds)
}

const statedValues = (said: string): ReadonlyMap<string, ValueKind> =>
  new Map([...valuesIn(said), ...[...countsIn(said)].map((count) => [count, 'number'] as const)])

const withoutSpeaker = (said: string): string => said.slice(said.indexOf(':') + 1)

interface StatedValue {
  readonly statement: string
  /** The number of words of the question in the statement that has most of them. */
  readonly words: number
  readonly values: ReadonlySet<string>
}

/** Returns the speaker of a text and, for each shape that is asked for, the values of the statement that is nearest to the question. */
const statedIn = (text: string, words: ReadonlyArray<LookUp>, kinds: ReadonlyArray<ValueKind>) => {
  const speaker = speakerOf(text)
  const values = new Map<Shape, StatedValue>()
  const language = languageOf(text)
  for (const statement of speaker === undefined ? [] : statementsOf(text)) {
    const asked = shapedValues(statement).filter(({ shape }) => isAsked(shape, kinds))
    if (asked.length === 0) continue
    const terms = new Set(indexTerms({ text: statement }, language).counts.keys())
    const held = words.filter((word) => stands(word, terms)).length
    for (const [shape, ofShape] of Map.groupBy(asked, (value) => value.shape)) {
      if (held > (values.get(shape)?.words ?? -1))
        values.set(shape, { statement, words: held, values: new Set(ofShape.map((value) => value.text)) })
    }
  }
  return { speaker, values }
}

const isAsked = (shape: Shape, kinds: ReadonlyArray<ValueKind>): boolean =>
  shape === 'date' ? kinds.includes('day') : shape === 'time' || kinds.includes('number')

/** True where the later text states other values of one shape, in a statement that is about as near to the question and about the same thing. */
const statesAnew = (
  earlier: ReadonlyMap<Shape, StatedValue>,
  later: ReadonlyMap<Shape, StatedValue>,
  asked: ReadonlySet<string>,
): boolean =>
  [...later].some(([shape, now]) => {
    const then = earlier.get(shape)
    if (then === undefined || then.words < wordsLeast || now.words < Math.max(wordsLeast, shareLeast * then.words)) return false
    const isNew = [...now.values].every((value) => !then.values.has(value))
    return isNew && !reports(now.statement) && !isAboutAnother(then.statement, now.statement, asked)
  })

/** True for what somebody else has said or written: "Marta still has on a slide that …". */
const reports = (statement: string): boolean => {
  const [, head] = /^(.*?)\b(?:that|dass|daß|que|che|dat)\b/iu.exec(statement) ?? []
  return head !== undefined && !firstPerson.test(lower(fold(head)))
}
const firstPerson =
  /\b(?:i|we|i'm|i've|we've|my|our|ich|wir|mein\w*|unser\w*|je|j'ai|nous|mon|ma|notre|yo|hemos|nosotros|mi|nuestr\w*|ho|abbiamo|noi|mio|mia|nostr\w*|eu|nos|meu|minha|ik|wij|we|mijn|onze|ons)\b/u

/** The least share of the words of a statement that an earlier one must have, for the two to differ by the thing alone that they are about. */
const sameLeast = 0.6

/**
 * True where the later statement has another word in the place of one that the question asks about, and mostly the words of the earlier one: "in
 * staging" where that has "in production".
 */
const isAboutAnother = (then: string, now: string, asked: ReadonlySet<string>): boolean => {
  const [before, after] = [writtenIn(then), writtenIn(now)]
  const [said, saidNow] = [new Set(before), new Set(after)]
  const named = after.filter((word) => /^\p{L}/u.test(word))
  if (named.filter((word) => said.has(word)).length < sameLeast * named.length) return false
  return before.some((word, place) => {
    if (!asked.has(word) || saidNow.has(word) || place === 0) return false
    return after.some((one, at) => {
      const other = after[at + 1] ?? ''
      return one === before[place - 1] && /^\p{L}/u.test(other) && !said.has(other)
    })
  })
}

/** Returns the words of a statement in order. A name may be a function word of another language: "la sede Sur". */
const writtenIn = (statement: string): ReadonlyArray<string> => {
  const names = new Set(casedWords(statement).flatMap(({ begins, capital, word }) => (capital && !begins ? [word] : [])))
  return (statement.match(token) ?? []).flatMap((written) => {
    const found = wordsOf(written)
    const plain = lower(fold(written))
    return found.length === 0 && names.has(plain) ? [plain] : found
  })
}
