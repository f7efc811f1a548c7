/**
 * The story of a bad lesson, for both doors of the demo: its scenes, its claims, and the lines that both doors print.
 *
 * A memory is used and corrected for some days. Then a session teaches it a wrong answer, and a later session teaches it something right.
 * Somebody notices the wrong answer. `why`, `blame` and `bisect` name the session that taught it. Unlearning that session leaves what the
 * memory would know without it, the later lesson stays, and the unlearning can be withdrawn.
 */
import type { Answer, AnswerOf, OperationName, RequestOf } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { bisected } from '../commands/past/bisect.ts'
import { blamed } from '../commands/past/history.ts'
import { unlearned } from '../commands/past/unlearning.ts'
import { explained } from '../commands/past/why.ts'
import { clipped, counted, indented, type Page, score } from '../render/page.ts'
import { edgeName } from '../render/parts.ts'
import { deploy, laterNote, rightNote, wrongNote } from './bad-lesson-script.ts'
import { claimLine, type Door, type DoorName, type Headlines, isWhole, proofLines, wordsOf } from './story.ts'

const both = (headline: string) => ({ alone: headline, host: headline })

/** The headline of each scene, in order. A door without a headline does not tell the scene. */
export const scenes = {
  filled: {
    alone: 'A memory is filled from the notes of a small operations team.',
    host: 'The notes of a small operations team lie in the agent’s workspace, and the plugin reads them in.',
  },
  ordinary: {
    alone: 'Three days of ordinary use: it is asked, praised and corrected.',
    host: 'Ordinary use: the agent is asked, and corrected once.',
  },
  poisoned: {
    alone: 'Then one session teaches it a wrong answer: by verdicts, by a use, and by a strength set by hand.',
    host: 'Then one conversation teaches it a wrong answer: by a verdict, and by a strength set by hand.',
  },
  later: {
    alone: 'A day later somebody teaches it something right, about another question.',
    host: 'A later conversation teaches it something right, about another question.',
  },
  noticed: {
    alone: 'Somebody asks, and the wrong note comes first: how to promote a database, for a bad deploy.',
    host: 'The agent is asked, and is given the wrong note: how to promote a database, for a bad deploy.',
  },
  why: { alone: 'Why? The first command that names the session.', host: 'Why? The first command that names the conversation.' },
  blame: both('Where does that strength come from? The second command that names it.'),
  bisect: both('Since when does the wrong note come first? The third command that names it.'),
  rehearsed: {
    alone: 'What would be taken back with that session? Nothing is changed yet.',
    host: 'What would be taken back with that conversation? Nothing is changed yet.',
  },
  unlearned: {
    alone: 'It is taken back. Every question of the story, before and after.',
    host: 'It is taken back while the gateway runs.',
  },
  compared: { alone: 'Compared with what the memory would be without it, to the last bit.' },
  'asked-after': { host: 'The agent is asked again in another conversation.' },
  withdrawn: {
    alone: 'Was that a mistake? The unlearning is withdrawn, and the wrong answer is back, exactly.',
    host: 'Was that a mistake? The unlearning is withdrawn, and the wrong answer is back.',
  },
  again: both('It was none. It is taken back once more.'),
  proven: {
    alone: 'The log proves itself: every hash, every content, every effect from its cause.',
    host: 'The log of all this proves itself: every hash, every content, every effect from its cause.',
  },
} as const satisfies Headlines

/** A claim of a step, and whether it came out. */
export interface Claim {
  readonly claim: string
  readonly holds: boolean
}

export const claimed = (claim: string, holds: boolean): Claim => ({ claim, holds })

/** The first memory of a question, before and after something happened. */
export interface Placed {
  readonly question: string
  readonly before: First | undefined
  readonly after: First | undefined
}

interface First {
  readonly node: string
  readonly score: number
}

export type CommonStep = { readonly typed: ReadonlyArray<string>; readonly claims: ReadonlyArray<Claim> } & (
  | { readonly step: 'why'; readonly answer: Answer.WhyAnswer }
  | { readonly step: 'blame'; readonly answer: Answer.BlameAnswer }
  | { readonly step: 'bisect'; readonly answer: Answer.BisectAnswer }
  | { readonly step: 'rehearsed' | 'withdrawn' | 'again'; readonly answer: Answer.UnlearnAnswer }
  | { readonly step: 'proven'; readonly answer: Answer.VerifyAnswer }
)

/** True when the door told all of its scenes, in order, and every claim held. */
export const badLessonHeldUp = (
  door: DoorName,
  steps: ReadonlyArray<{ readonly step: string; readonly claims: ReadonlyArray<Claim> }>,
): boolean => isWhole(scenes, door, steps) && steps.every(({ claims }) => claims.every(({ holds }) => holds))

/** What a scene has to show: its claims, and what is printed beside its answer. */
interface Shown {
  readonly claims: ReadonlyArray<Claim>
}

type Showing<A, E, R> = (answer: A) => Effect.Effect<Shown, E, R>

/** The parts of the story that each door plays in its own way. It tells the scenes that it plays by itself. */
export interface LessonDoor<Step, E, R> extends Door<Step | CommonStep, E, R> {
  /** Key of the session that teaches the bad lesson. */
  readonly session: string
  readonly idOf: (note: string) => string
  /** From the first scene to the one in which the wrong note is noticed. Returns the turn of that. */
  readonly use: Effect.Effect<string, E, R>
  readonly rehearsed: Showing<Answer.UnlearnAnswer, E, R>
  /** `digest`: that of the memory which a replay without the session leaves. */
  readonly unlearned: (digest: string) => Showing<Answer.UnlearnAnswer, E, R>
  /** The scene in which the memory is used again. */
  readonly after: (digest: string) => Effect.Effect<void, E, R>
  readonly withdrawn: Showing<Answer.UnlearnAnswer, E, R>
  readonly again: Showing<Answer.UnlearnAnswer, E, R>
}

/** Tells the story: the way to the session by three commands, and the way back from what it taught. */
export const tell = <Step, E, R>(door: LessonDoor<Step, E, R>) =>
  Effect.gen(function* () {
    const { session } = door
    const node = door.idOf(wrongNote)
    const scene = <Name extends OperationName>(
      step: CommonStep['step'] | 'unlearned',
      name: Name,
      request: RequestOf<Name>,
      showing: Showing<AnswerOf<Name>, E, R>,
    ) =>
      Effect.gen(function* () {
        const answer = yield* door.ask(name, request, step)
        const { claims, ...more } = yield* showing(answer)
        yield* door.told({ step, typed: [door.typed(wordsOf(name, request))], claims, answer, ...more } as CommonStep)
        return answer
      })
    const names = (holds: boolean) => shown(claimed(`it names ${session}`, holds))
    const turn = yield* door.use
    const why = yield* scene('why', 'why', { turn, node }, ({ items: [item] }) =>
      names(item?.path.some(({ history }) => isTaughtIn(history, session)) === true),
    )
    const last = why.items[0]?.path.at(-1)
    const edge = last === undefined ? '' : edgeName(last)
    yield* scene('blame', 'blame', { edge }, ({ history }) => names(isTaughtIn(history, session)))
    yield* scene('bisect', 'bisect', { question: deploy, node, rank: 1 }, ({ cause }) => names(cause?.sessionKey === session))

    const ofSession = session
    yield* scene('rehearsed', 'unlearn', { ofSession, dryRun: true }, door.rehearsed)
    const { digest } = yield* door.ask('replay', { exclude: [`session:${session}`] })
    const { request } = yield* scene('unlearned', 'unlearn', { ofSession }, door.unlearned(digest))
    yield* door.after(digest)
    yield* scene('withdrawn', 'unlearn', { undo: String(request) }, door.withdrawn)
    yield* scene('again', 'unlearn', { ofSession }, door.again)
    yield* scene('proven', 'verify', { rederive: true }, ({ ok }) => shown(claimed('it is whole', ok)))
  })

export const shown = (...claims: ReadonlyArray<Claim>) => Effect.succeed({ claims })

export const asReplayed = 'the memory is the one that replay showed before, strength by strength'

export const namesQuestion = ({ rankings = [] }: Answer.UnlearnAnswer): Claim =>
  claimed(
    'the question is among those whose ranking changes',
    rankings.some(({ question }) => question === deploy),
  )

const isTaughtIn = (history: ReadonlyArray<Answer.BlameStep>, session: string): boolean =>
  history.some(({ delta, sessionKey }) => sessionKey === session && delta > 0)

/* Lines. */

export const claimLines = (claims: ReadonlyArray<Claim>, page: Page): ReadonlyArray<string> =>
  claims.map(({ claim, holds }) => claimLine(holds, claim, page))

export const commonLines = (step: CommonStep, page: Page): ReadonlyArray<string> => {
  switch (step.step) {
    case 'why':
      return explained({ ...step.answer, skipped: [], dropped: [] }, page)
    case 'blame':
      return blamed(step.answer, page)
    case 'bisect':
      return bisected(step.answer, page)
    case 'rehearsed':
      return unlearned(false)(step.answer, page)
    case 'again':
      return inBrief(unlearned(false)(step.answer, page), page)
    case 'withdrawn':
      return inBrief(unlearned(true)(step.answer, page), page)
    case 'proven':
      return proofLines(step.answer, page)
    default:
      return step satisfies never
  }
}

/** Lines of an answer that was shown whole before. */
const briefLines = 4

const inBrief = (lines: ReadonlyArray<string>, page: Page): ReadonlyArray<string> =>
  lines.length <= briefLines
    ? lines
    : [...lines.slice(0, briefLines), page.faint(`… and ${counted(lines.length - briefLines, 'more line')}`)]

/** Prints the first memory of each question, and below it the one after the change where that differs. */
export const placedLines = (placed: ReadonlyArray<Placed>, page: Page): ReadonlyArray<string> =>
  placed.flatMap(({ after, before, question }) => [
    clipped(JSON.stringify(question), page.width - 6),
    ...indented([
      `${isEqual(before, after) ? 'stays ' : 'before'}  ${firstOf(before, page)}`,
      ...(isEqual(before, after) ? [] : [`after   ${firstOf(after, page)}`]),
    ]),
  ])

const isEqual = (one: First | undefined, other: First | undefined): boolean => one?.node === other?.node && one?.score === other?.score

const firstOf = (first: First | undefined, page: Page): string =>
  first === undefined
    ? 'nothing'
    : [`${score(first.score)}  ${first.node}`, markIn(first.node, page)].filter((part) => part !== '').join('  ')

/** Returns the mark of a note in this story. In a host the id begins with the folder of the notes. */
export const markIn = (node: string, page: Page): string => {
  if (node.endsWith(wrongNote)) return page.bad('the wrong one')
  return node.endsWith(rightNote) || node.endsWith(laterNote) ? page.good('the right one') : ''
}
