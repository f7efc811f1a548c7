/** What an unlearning takes back, or would take back, as short text for a chat or a model. */
import type { Answer } from '@crabtrail/core'
import { movesInWords } from './answers.ts'
import { isRefusal, plainLine } from './errors.ts'

/** True for the error of an undo in a conversation where no verdict teaches any more, or nothing was ever said. */
export const nothingSaid = (error: unknown): boolean => isRefusal(error) && error._tag === 'NotFound' && absent.includes(error.what)

const absent: ReadonlyArray<string> = ['signal', 'session', 'brain']

/** Returns two lines: the verdict that was taken back, or would be, and what that changed. */
export const lastTakenBack = (answer: Answer.UndoAnswer): ReadonlyArray<string> => {
  const { edge, feedback, nodes, question, turn, value, verdict } = answer.took
  const named = nodes.map((node) => plainLine(node, 50))
  const parts =
    edge === null
      ? [
          `${feedback}: ${verdict}`,
          ...(turn === null ? [] : [`on ${turn}${question === undefined ? '' : ` "${plainLine(question, 100)}"`}`]),
          ...(named.length === 0 ? [] : [`about ${listed(named)}`]),
        ]
      : [`the strength of ${named.join(' > ')}${value === undefined ? '' : `, which was set to ${value.toFixed(2)}`}`]
  const more = answer.signals.length - 1
  if (more > 0) parts.push(`(said ${more + 1} times)`)
  const isDry = answer.would !== undefined
  const isStill = movesOf(answer) === ''
  return [
    `${isDry ? 'This would be taken back' : 'Taken back'}: ${parts.join(' ')}.`,
    isStill ? `${unmoved(answer)}; if another verdict says the same, another undo takes that back, too.` : changed(answer),
  ]
}

const namedMost = 3
const listed = (names: ReadonlyArray<string>): string =>
  names.length > namedMost ? `${names.slice(0, namedMost).join(', ')} and ${names.length - namedMost} more` : names.join(', ')

const changed = (answer: Answer.UnlearnAnswer): string => {
  const moves = movesOf(answer)
  return moves === '' ? `${unmoved(answer)}.` : `${answer.would === undefined ? 'Changed' : 'Would change'}: ${moves}.`
}

const movesOf = ({ doubts = [], restored, superseded = [], would }: Answer.UnlearnAnswer): string => {
  const { edges, utilities } = would ?? restored ?? nothing
  const moves = movesInWords(edges, utilities)
  const lifted = doubts.map(({ from, node, to }) => `${plainLine(node, 60)} ${to < from ? 'loses a doubt' : 'is doubted again'}`)
  const held = superseded.map(({ holds, node }) => `${plainLine(node, 60)} ${holds ? 'holds again' : 'is superseded again'}`)
  return [...(moves === '' ? [] : [moves]), ...[lifted, held].filter((one) => one.length > 0).map(listed)].join('; ')
}

const unmoved = ({ would }: Answer.UnlearnAnswer): string =>
  would === undefined ? 'No strength had to be changed' : 'No strength would change'

const nothing: NonNullable<Answer.UnlearnAnswer['would']> = { edges: [], utilities: [] }

/** Returns lines about a session that was taken out. */
export const sessionTakenBack = (answer: Answer.UnlearnAnswer, session: string): ReadonlyArray<string> =>
  answer.request === null
    ? [`Nothing had to be done: ${already(session)}`]
    : [`Taken back: ${signals(answer)} of ${session}. What all others taught stays.`, changed(answer)]

const already = (session: string): string => `all that ${session} taught is taken back already.`

/** Returns lines about an unlearning that was withdrawn. */
export const taughtAgain = (answer: Answer.UnlearnAnswer): ReadonlyArray<string> =>
  answer.request === null
    ? ['Nothing had to be done: that was withdrawn already.']
    : [`${signals(answer)} ${answer.signals.length === 1 ? 'teaches' : 'teach'} again.`, changed(answer)]

const signals = ({ signals: { length } }: Answer.UnlearnAnswer): string => `${length} ${length === 1 ? 'signal' : 'signals'}`

const edgesShown = 4
const questionsShown = 3
const memoriesShown = 2

/** Returns lines about a dry run: how many signals, the edges that would move most, and the questions whose rankings would change. */
export const wouldBeTaken = (answer: Answer.UnlearnAnswer, session: string): ReadonlyArray<string> => {
  if (answer.signals.length === 0) return [`Nothing would change: ${already(session)}`]
  const { edges, utilities } = answer.would ?? nothing
  const { rankings = [] } = answer
  const largest = edges.toSorted((a, b) => Math.abs(b.to - b.from) - Math.abs(a.to - a.from))
  return [
    `Nothing is changed yet: ${signals(answer)} of ${session} would be taken out.`,
    edges.length + utilities.length === 0
      ? 'No strength would change.'
      : `${edges.length} ${edges.length === 1 ? 'edge' : 'edges'} would move, most of all:`,
    ...largest
      .slice(0, edgesShown)
      .map(({ from, source, target, to }) => `- ${plainLine(source, 40)} > ${plainLine(target, 40)} ${step(from, to)}`),
    ...(utilities.length === 0
      ? []
      : [`- utility of ${listed(utilities.map(({ from, node, to }) => `${plainLine(node, 40)} ${step(from, to)}`))}`]),
    rankings.length === 0
      ? 'No recorded question would rank otherwise.'
      : `${rankings.length} recorded ${rankings.length === 1 ? 'question' : 'questions'} would rank otherwise:`,
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
