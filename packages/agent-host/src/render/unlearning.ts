/** Prints what an unlearning takes back, or would take back, as short text for a chat or a model. */

import type { Answer } from '@crabtrail/core'
import { counted } from '@crabtrail/text/counted'
import { movesInWords } from './answers.ts'
import { isRefusal, plainLine } from './errors.ts'

/** True for the error of an undo in a conversation where no verdict teaches any more, or nothing was ever said. */
export const nothingSaid = (error: unknown): boolean => isRefusal(error) && error._tag === 'NotFound' && absent.includes(error.what)

const absent: ReadonlyArray<string> = ['signal', 'session', 'brain']

/** Returns lines: the verdict that was taken back, or would be, with those that said some of the same, and what that changed. */
export const lastTakenBack = (answer: Answer.UndoAnswer): ReadonlyArray<string> => {
  const { also = [], still = [], took } = answer
  const isDry = answer.would !== undefined
  const again = also.filter((one) => saysTheSame(one, took)).length
  const others = also.filter((one) => !saysTheSame(one, took)).map((one) => `${one.feedback} ${aboutIn(one)}`)
  const parts = [signalInWords(took), ...(again > 0 ? [`(said ${again + 1} times)`] : [])]
  const joined = others.length === 0 ? '' : `; with it ${listed(others)}, which said some of the same`
  return [
    `${isDry ? 'This would be taken back' : 'Taken back'}: ${parts.join(' ')}${joined}.`,
    still.length === 0 && answer.idle === true ? `${unmoved(answer)}: all are as they would be without it.` : changed(answer),
    ...(still.length === 0 ? [] : [stillTeaching(still, isDry)]),
  ]
}

type TakenSignal = Answer.UndoAnswer['took']

const signalInWords = (signal: TakenSignal): string => {
  const { edge, feedback, nodes, question, review, turn, value, verdict } = signal
  if (review !== undefined) return `${review} ${aboutIn(signal)}`
  if (edge !== null) {
    const ends = nodes.map((node) => plainLine(node, 50)).join(' > ')
    return `the strength of ${ends}${value === undefined ? '' : `, which was set to ${value.toFixed(2)}`}`
  }
  const on = turn === null ? [] : [`on ${turn}${question === undefined ? '' : ` "${plainLine(question, 100)}"`}`]
  return [`${feedback}: ${verdict}`, ...on, ...(nodes.length === 0 ? [] : [aboutIn(signal)])].join(' ')
}

const aboutIn = ({ nodes }: TakenSignal): string => `about ${listed(nodes.map((node) => plainLine(node, 50)))}`

const saysTheSame = (one: TakenSignal, other: TakenSignal): boolean =>
  one.verdict === other.verdict && one.nodes.length === other.nodes.length && one.nodes.every((node) => other.nodes.includes(node))

/** Says which verdicts teach some of the same: those of other people, of other conversations, or found in a reply. */
const stillTeaching = (still: ReadonlyArray<string>, isDry: boolean): string => {
  const [says, teaches] = still.length === 1 ? ['says', 'teaches'] : ['say', 'teach']
  const how = 'another undo in the conversation where that was said takes it back'
  return `${listed(still)} ${says} some of the same and ${isDry ? 'would teach' : teaches} it; ${how}.`
}

const namedMost = 3
const listed = (names: ReadonlyArray<string>): string =>
  names.length > namedMost ? `${names.slice(0, namedMost).join(', ')} and ${names.length - namedMost} more` : names.join(', ')

const changed = (answer: Answer.UnlearnAnswer): string => {
  const moves = movesOf(answer)
  return moves === '' ? `${unmoved(answer)}.` : `${answer.would === undefined ? 'Changed' : 'Would change'}: ${moves}.`
}

const movesOf = ({ doubts = [], restored, reviews = [], superseded = [], trust = [], would }: Answer.UnlearnAnswer): string => {
  const { edges, utilities } = would ?? restored ?? nothing
  const moves = movesInWords(edges, utilities)
  const lifted = doubts.map(({ from, node, to }) => `${plainLine(node, 60)} ${to < from ? 'loses a doubt' : 'is doubted again'}`)
  const held = superseded.map(supersessionInWords)
  const trusted = trust.map(trustInWords)
  const reviewed = reviews.map(reviewInWords)
  return [...(moves === '' ? [] : [moves]), ...[lifted, held, trusted, reviewed].filter((one) => one.length > 0).map(listed)].join('; ')
}

const supersessionInWords = ({ by, holds, node, review, still = [] }: NonNullable<Answer.UnlearnAnswer['superseded']>[number]): string => {
  if (review !== undefined) return `${plainLine(node, 60)} holds until you approve ${plainLine(by, 60)}`
  if (still.length > 0) return `${plainLine(node, 60)} is still superseded by ${plainLine(still.at(-1) ?? '', 60)}`
  return `${plainLine(node, 60)} ${holds ? 'holds again' : 'is superseded again'}`
}

const trustInWords = ({ node, to }: NonNullable<Answer.UnlearnAnswer['trust']>[number]): string =>
  `${plainLine(node, 60)} ${to ? 'is trusted again' : 'is no longer trusted'}`

const reviewInWords = ({ node, to }: NonNullable<Answer.UnlearnAnswer['reviews']>[number]): string =>
  `${plainLine(node, 60)} ${to === null ? 'is to wait for no yes' : to === 'waits' ? 'waits for your yes again' : `is ${to} again`}`

const unmoved = ({ would }: Answer.UnlearnAnswer): string =>
  would === undefined ? 'No strength had to be changed' : 'No strength would change'

const nothing: NonNullable<Answer.UnlearnAnswer['would']> = { edges: [], utilities: [] }

export const sessionTakenBack = (answer: Answer.UnlearnAnswer, session: string): ReadonlyArray<string> =>
  answer.request === null
    ? [`Nothing had to be done: ${already(session)}`]
    : [`Taken back: ${signals(answer)} of ${session}. What all others taught stays.`, ...memories(answer, 'retired'), changed(answer)]

const already = (session: string): string => `all that ${session} taught is taken back already.`

export const taughtAgain = (answer: Answer.UnlearnAnswer): ReadonlyArray<string> =>
  answer.request === null
    ? ['Nothing had to be done: that unlearning stands no longer.']
    : [...teachAgain(answer), ...memories(answer, 'back'), changed(answer)]

/** An unlearning at the terminal may have retired memories alone. */
const teachAgain = (answer: Answer.UnlearnAnswer): ReadonlyArray<string> =>
  answer.signals.length === 0 && answer.nodes.length > 0
    ? []
    : [`${signals(answer)} ${answer.signals.length === 1 ? 'teaches' : 'teach'} again.`]

const memories = ({ nodes }: Answer.UnlearnAnswer, are: 'retired' | 'back'): ReadonlyArray<string> => {
  if (nodes.length === 0) return []
  return [`${counted(nodes.length, 'memory is', 'memories are')} ${are}: ${listed(nodes.map((node) => plainLine(node, 60)))}.`]
}

const signals = ({ signals: { length } }: Answer.UnlearnAnswer): string => counted(length, 'signal')

const edgesShown = 4
const questionsShown = 3
const memoriesShown = 2

/** Returns lines about a dry run: how many signals, the edges that would move most, and the questions whose rankings would change. */
export const wouldBeTaken = (answer: Answer.UnlearnAnswer, session: string): ReadonlyArray<string> => {
  if (answer.signals.length === 0) return [`Nothing would change: ${already(session)}`]
  const { edges, utilities } = answer.would ?? nothing
  const { rankings = [], reviews = [], trust = [] } = answer
  const largest = edges.toSorted((a, b) => Math.abs(b.to - b.from) - Math.abs(a.to - a.from))
  return [
    `Nothing is changed yet: ${signals(answer)} of ${session} would be taken out.`,
    edges.length + utilities.length === 0 ? 'No strength would change.' : `${counted(edges.length, 'edge')} would move, most of all:`,
    ...largest
      .slice(0, edgesShown)
      .map(({ from, source, target, to }) => `- ${plainLine(source, 40)} > ${plainLine(target, 40)} ${step(from, to)}`),
    ...(utilities.length === 0
      ? []
      : [`- utility of ${listed(utilities.map(({ from, node, to }) => `${plainLine(node, 40)} ${step(from, to)}`))}`]),
    ...(trust.length === 0 ? [] : [`- ${listed(trust.map(trustInWords))}`]),
    ...(reviews.length === 0 ? [] : [`- ${listed(reviews.map(reviewInWords))}`]),
    rankings.length === 0
      ? 'No recorded question would rank otherwise.'
      : `${counted(rankings.length, 'recorded question')} would rank otherwise:`,
    ...[...rankings].sort(reorderedFirst).slice(0, questionsShown).map(rankingInWords),
  ]
}

const step = (from: number, to: number): string => `${from.toFixed(2)} → ${to.toFixed(2)}`

type Changed = Answer.ChangedRanking

/** A question that gets other memories tells more than one whose scores move. */
const reorderedFirst = (one: Changed, other: Changed): number => Number(isReordered(other)) - Number(isReordered(one))

const isReordered = ({ after, before }: Changed): boolean =>
  before.length !== after.length || before.some(({ node }, at) => node !== after[at]?.node)

const rankingInWords = ({ after, before, question }: Changed): string =>
  `- "${plainLine(question, 60)}": ${first(before)} → ${first(after)}`

const first = (ranking: Changed['before']): string =>
  ranking.length === 0
    ? 'nothing'
    : ranking
        .slice(0, memoriesShown)
        .map(({ node, score }) => `${plainLine(node, 30)} ${score.toFixed(2)}`)
        .join(', ')
