/** `feedback` and its short forms, `strength` and `learn`: say how good a recall was, set an edge by hand, and run the learner. */
import { type Answer, type MemoryHere, NotFound, type Request, refusalInWords, ungainedInWords, type Verdict } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { exits, type Failure } from '../../failures.ts'
import { openMemory } from '../../memory.ts'
import { Output, report } from '../../render/output.ts'
import { amount, counted, indented, type Page, pasteable, plainLine, wrapped } from '../../render/page.ts'
import { behind, changes, ending, supersessionLine } from '../../render/parts.ts'
import { answering, asking } from '../command.ts'

const taught = ['turn', 'context', 'instead', 'outcome', 'tier', 'session', 'key', 'expected'] as const

export const feedback = asking('feedback', ['verdict', 'nodes', ...taught], {
  summary: 'judge a recall, or some of its memories',
  details: ['A question of --context that the session did not ask yet is asked first, and that recall is a turn like any other.'],
  example: 'crabtrail feedback correction --turn t17 --node deploy.md#rollback --instead deploy.md#hotfix',
  access: 'write',
})(({ request }) => say(request))

const shortForm = (verdict: Verdict, summary: string, example: string) =>
  asking('feedback', taught, {
    summary,
    positionals: [{ name: 'NODE', many: true, help: 'memories of the recall' }],
    example,
    access: 'write',
  })(({ request, words }) => say({ ...request, verdict, nodes: words.node }))

export const used = shortForm('used', 'these memories helped', 'crabtrail used deploy.md#rollback')
export const notRelevant = shortForm(
  'not-relevant',
  'these had nothing to do with the question',
  'crabtrail not-relevant deploy.md#history',
)
export const notUseful = shortForm('not-useful', 'these were on the subject, but did not help', 'crabtrail not-useful deploy.md#todo')
export const wrong = shortForm(
  'wrong',
  'these were wrong; the profile says whether that counts as not-relevant or as not-useful',
  'crabtrail wrong deploy.md#old-host',
)

const say = Effect.fn('feedback')(function* (request: Request.FeedbackRequest) {
  const { instead, nodes, session, verdict } = request
  const memory = yield* openMemory
  const output = yield* Output
  const answer = yield* judged(memory, request).pipe(Effect.mapError(withTeaching([...output.calledAs, ...optionOf('session', session)])))
  yield* report(answer, learned)
  if (!output.watched || !corrects(verdict) || instead !== undefined || nodes.length === 0) return exits.done
  const shown = answer.turn === null ? [] : (yield* memory.why({ ...inBrain(request), turn: answer.turn })).items
  const said = [...output.calledAs, verdict, ...nodes, ...optionOf('turn', answer.turn), ...optionOf('session', session)]
  for (const line of rightOnes(said, others(shown, nodes))) yield* output.note(line)
  return exits.done
})

/** Gives the verdict. A question that it is about, and that the session did not ask yet, is asked first. */
const judged = (memory: MemoryHere, request: Request.FeedbackRequest) => {
  const { context, session } = request
  const given = memory.feedback(request)
  if (context === undefined) return given
  const asks = memory.recall({ ...inBrain(request), question: context, ...(session === undefined ? {} : { session }) })
  const isUnasked = (failure: Failure) => failure._tag === 'NotFound' && failure.what === 'turn'
  const unshown = (turn: string | null) => (failure: Failure) =>
    isUnasked(failure)
      ? new NotFound({ what: 'turn', name: 'to judge', hint: `${turn} has just asked it and did not show that node` })
      : failure
  return given.pipe(Effect.catchIf(isUnasked, () => Effect.flatMap(asks, ({ turn }) => Effect.mapError(given, unshown(turn)))))
}

const inBrain = ({ brain }: Pick<Request.FeedbackRequest, 'brain'>) => (brain === undefined ? {} : { brain })

/** Adds to the error how to teach a memory that the turn did not show. */
const withTeaching =
  (called: ReadonlyArray<string>) =>
  (failure: Failure): Failure => {
    if (failure._tag !== 'NotFound' || failure.turn === undefined) return failure
    const { hint: _, ...missing } = failure
    const teaching = pasteable([...called, 'feedback', 'correction', '--turn', failure.turn, '--instead', failure.name])
    return new NotFound({ ...missing, hint: `${failure.turn} did not show it; if it answers that question: ${teaching}` })
  }

/** True for a verdict after which another memory may be the right one. */
const corrects = (verdict: Verdict): boolean => verdict === 'wrong' || verdict === 'not-useful'

const optionOf = (name: string, value: string | null | undefined): ReadonlyArray<string> => (value ? [`--${name}`, value] : [])

const proposed = 3

/** Returns the best memories of a turn that were not judged. A memory may be named by the beginning of its id. */
const others = (shown: ReadonlyArray<Answer.WhyItem>, judged: ReadonlyArray<string>): ReadonlyArray<Answer.WhyItem> => {
  const isShown = new Set(shown.map(({ node }) => node))
  const isJudged = (node: string) => judged.some((named) => (isShown.has(named) ? node === named : node.startsWith(named)))
  return shown.filter(({ node }) => !isJudged(node)).slice(0, proposed)
}

/** Returns a line to paste for each memory that may be right; if none is known, how to find one. */
const rightOnes = (said: ReadonlyArray<string>, candidates: ReadonlyArray<Answer.WhyItem>): ReadonlyArray<string> =>
  candidates.length === 0
    ? [`if another memory is right, shown or not: ${pasteable(said)} --instead NODE   (ask in other words to see its id)`]
    : [
        'if one of these is right, say so (any other memory can be named as well):',
        ...candidates.map(({ node }) => `  ${pasteable([...said, '--instead', node])}`),
      ]

export const learned = (answer: Answer.FeedbackAnswer, page: Page): ReadonlyArray<string> => {
  const verdict = answer.applied === answer.verdict ? answer.verdict : `${answer.verdict}, taken as ${answer.applied}`
  const moved = changes(answer.adjustments, answer.utility, page)
  const superseded = (answer.superseded ?? []).map(supersessionLine)
  const nothing = superseded.length === 0 ? 'it taught nothing' : 'no strength moved'
  const about = answer.turn === null ? sharedAmong(answer.shares ?? []) : `on ${answer.turn}`
  return [
    `${page.strong(answer.feedback)} ${about}: ${verdict}${ending(answer, page)}`,
    ...indented(earlierLines(answer, page)),
    ...(answer.refused === undefined ? [] : indented([`${nothing}: ${answer.refused} (${refusalInWords(answer.refused)})`])),
    ...(answer.refused === undefined && moved.length + superseded.length === 0 ? indented(['nothing moved']) : []),
    ...indented([...moved, ...superseded]),
    ...indented((answer.ungained ?? []).map((one) => `no gain   ${one.node}  ${ungainedInWords(one)}`)),
  ]
}

/** Says plainly that a verdict without a turn counts for an earlier question. */
const earlierLines = ({ earlier, turn }: Answer.FeedbackAnswer, page: Page): ReadonlyArray<string> => {
  if (earlier === undefined || turn === null) return []
  const asked = earlier.question === null ? 'whose question was erased' : JSON.stringify(plainLine(earlier.question))
  return wrapped(
    `${earlier.newest}, the newest turn, did not give it: counted for ${turn}, ${asked}; --turn names another one`,
    page.width - 2,
    4,
  )
}

const sharedAmong = (shares: NonNullable<Answer.FeedbackAnswer['shares']>): string =>
  shares.length === 0
    ? 'without a turn'
    : `shared among ${shares.map(({ share, turn }) => `${turn} (${Math.round(100 * share)} %)`).join(', ')}`

export const strength = answering('strength', ['source', 'target', 'value', 'kind', 'session', 'key', 'expected'], {
  summary: 'set by hand what a walk reads from one memory to another; a missing edge is made',
  example: 'crabtrail strength deploy.md#incident deploy.md#rollback 0.8',
  access: 'write',
})(() => setByHand)

export const learn = answering('learn', [], {
  summary: 'learn from the feedback that was not learned from yet',
  example: 'crabtrail learn',
  access: 'write',
})(() => workedOff)

export const setByHand = (answer: Answer.StrengthAnswer, page: Page): ReadonlyArray<string> => {
  const { read, source, target, to } = answer
  // What is read is what was asked for, so another value of the edge itself means that others lie beside it.
  const isAlone = read.to === to
  return [
    `set by hand${ending(answer, page)}`,
    ...indented(changes([answer], [], page)),
    ...indented(
      isAlone
        ? []
        : [`with the edges beside it, a walk from ${source} to ${target} read ${amount(read.from)} and reads ${amount(read.to)}`],
    ),
  ]
}

export const workedOff = (answer: Answer.LearnAnswer, page: Page): ReadonlyArray<string> => [
  answer.facts === 0 ? `nothing to learn${ending(answer, page)}` : `learned from ${counted(answer.facts, 'fact')}${ending(answer, page)}`,
  ...indented(changes(answer.adjustments, answer.utility, page)),
  ...behind(answer.backlog, page),
]
