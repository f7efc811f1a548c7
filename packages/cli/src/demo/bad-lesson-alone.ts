/** The story of a bad lesson on the command line alone: the requests of each scene, what each has to show, and how it is printed. */
import type { Answer, MemoryError, MemoryMethods } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { counted, indented, type Page, score } from '../render/page.ts'
import { changes, edgeName } from '../render/parts.ts'
import {
  badLessonHeldUp,
  bisectClaims,
  blameClaims,
  type Claim,
  type CommonStep,
  carryingEdge,
  claimed,
  claimLines,
  commonLines,
  markIn,
  type Placed,
  placedLines,
  scenes,
  whyClaims,
} from './bad-lesson.ts'
import {
  type Act,
  callsOf,
  deploy,
  hostile,
  later,
  laterNote,
  laterQuestion,
  onlyAsking,
  ordinary,
  questions,
  rightNote,
  type Session,
  typedAs,
  wrongNote,
} from './bad-lesson-script.ts'
import { demoNotes, filledLine, sceneLines } from './story.ts'

/** An act of a session with what came of it: the first memory of a question, or the strengths and utilities that moved. */
interface Played {
  readonly typed: string
  readonly first?: { readonly node: string; readonly score: number } | undefined
  readonly edges: ReadonlyArray<Answer.EdgeChange>
  readonly utilities: ReadonlyArray<Answer.UtilityChange>
}

export type Step =
  | CommonStep
  | ({ readonly typed: ReadonlyArray<string>; readonly claims: ReadonlyArray<Claim> } & (
      | { readonly step: 'filled'; readonly answer: Answer.IngestAnswer }
      | { readonly step: 'ordinary' | 'poisoned' | 'later'; readonly played: ReadonlyArray<Played> }
      | { readonly step: 'noticed'; readonly answer: Answer.RecallAnswer }
      | { readonly step: 'unlearned'; readonly answer: Answer.UnlearnAnswer; readonly placed: ReadonlyArray<Placed> }
      | { readonly step: 'compared' }
    ))

/** The memories of the story: the one it is about, one that is asked the same and taught nothing bad, and one without that session. */
export interface Memories {
  readonly memory: MemoryMethods
  readonly untaught: MemoryMethods
  readonly without: MemoryMethods
}

/** Calls `told` with each step as soon as it is done. */
export const tell = <E, R>(
  { memory, untaught, without }: Memories,
  told: (step: Step) => Effect.Effect<void, E, R>,
): Effect.Effect<void, E | MemoryError, R> =>
  Effect.gen(function* () {
    const filled = yield* memory.ingest({ documents: demoNotes() })
    yield* told({ step: 'filled', typed: ['crabtrail ingest notes/'], claims: [], answer: filled })
    yield* told({ step: 'ordinary', typed: [], claims: [], played: yield* playAll(memory, ordinary) })
    yield* told({ step: 'poisoned', typed: [], claims: [], played: yield* playAll(memory, [hostile]) })
    yield* told({ step: 'later', typed: [], claims: [], played: yield* playAll(memory, [later]) })

    yield* findIt(memory, told)
    const bad = yield* rankings(memory)
    const { derived, request } = yield* takeItBack(memory, told)
    const good = yield* rankings(memory)

    yield* untaught.ingest({ documents: demoNotes() })
    yield* playAll(untaught, [...ordinary, onlyAsking(hostile), later])
    yield* without.ingest({ documents: demoNotes() })
    yield* playAll(without, [...ordinary, later])
    const claims = [
      claimed('the memory is the one that replay showed before, strength by strength', derived === (yield* memory.show({})).digest),
      ...(yield* compared(good, memory, untaught, without)),
    ]
    yield* told({ step: 'compared', typed: [], claims })

    const undo = String(request)
    const back = yield* memory.unlearn({ undo })
    const isBack = isSame(yield* rankings(memory), bad)
    const backClaims = [claimed('every ranking is the bad one again, ids and scores', isBack)]
    yield* told({ step: 'withdrawn', typed: [`crabtrail unlearn --undo ${undo}`], claims: backClaims, answer: back })
    const again = yield* memory.unlearn({ ofSession: hostile.name })
    const againClaims = [claimed('every ranking is the good one again, ids and scores', isSame(yield* rankings(memory), good))]
    yield* told({ step: 'again', typed: [`crabtrail unlearn --session ${hostile.name}`], claims: againClaims, answer: again })
    const proof = yield* memory.verify({ rederive: true })
    yield* told({ step: 'proven', typed: ['crabtrail verify --rederive'], claims: [claimed('it is whole', proof.ok)], answer: proof })
  })

/** Asks, sees the wrong note, and finds the session by three commands. */
const findIt = <E, R>(memory: MemoryMethods, told: (step: Step) => Effect.Effect<void, E, R>) =>
  Effect.gen(function* () {
    const answer = yield* memory.recall({ question: deploy, session: 'friday' })
    const isWrong = answer.items[0]?.node === wrongNote && answer.context.items[0] === wrongNote
    yield* told({
      step: 'noticed',
      typed: [typedAs({ ask: deploy }, 'friday')],
      claims: [claimed('the wrong note comes first, and is given to the model', isWrong)],
      answer,
    })
    const turn = answer.turn ?? ''
    const because = yield* memory.why({ turn, node: wrongNote })
    yield* told({ step: 'why', typed: [`crabtrail why ${turn} ${wrongNote}`], claims: whyClaims(because, hostile.name), answer: because })
    const edge = carryingEdge(because)
    const blame = yield* memory.blame({ edge })
    yield* told({ step: 'blame', typed: [`crabtrail blame '${edge}'`], claims: blameClaims(blame, hostile.name), answer: blame })
    const since = yield* memory.bisect({ question: deploy, node: wrongNote, rank: 1 })
    const typed = [`crabtrail bisect "${deploy}" --node ${wrongNote} --rank 1`]
    yield* told({ step: 'bisect', typed, claims: bisectClaims(since, hostile.name), answer: since })
  })

/** Rehearses the unlearning, replays without the session, and unlearns. Returns the digest of the replay and the position of the request. */
const takeItBack = <E, R>(memory: MemoryMethods, told: (step: Step) => Effect.Effect<void, E, R>) =>
  Effect.gen(function* () {
    const before = yield* rankings(memory)
    const ofSession = hostile.name
    const would = yield* memory.unlearn({ ofSession, dryRun: true })
    const isNamed = would.rankings?.some(({ question }) => question === deploy) === true
    const isUnchanged = isSame(yield* rankings(memory), before)
    yield* told({
      step: 'rehearsed',
      typed: [`crabtrail unlearn --session ${ofSession} --dry-run`],
      claims: [claimed('the question is among those whose ranking changes', isNamed), claimed('nothing is changed yet', isUnchanged)],
      answer: would,
    })
    const { digest } = yield* memory.replay({ exclude: [`session:${ofSession}`] })
    const answer = yield* memory.unlearn({ ofSession })
    const after = yield* rankings(memory)
    const placed = questions.map((question, at) => ({ question, before: before[at]?.[0], after: after[at]?.[0] }))
    yield* told({
      step: 'unlearned',
      typed: [`crabtrail unlearn --session ${ofSession}`],
      claims: [
        claimed('the right note comes first again', firstOf(after, deploy) === rightNote),
        claimed('the lesson that came later stays', firstOf(after, laterQuestion) === laterNote),
      ],
      answer,
      placed,
    })
    return { derived: digest, request: answer.request }
  })

const compared = (good: Rankings, memory: MemoryMethods, untaught: MemoryMethods, without: MemoryMethods) =>
  Effect.gen(function* () {
    const [asked, never] = [yield* rankings(untaught), yield* rankings(without)]
    const edge = (yield* memory.recall({ question: laterQuestion, record: false })).items[0]?.path.at(-1)
    const name = edge === undefined ? '' : edgeName(edge)
    const [kept, taught] = [yield* memory.blame({ edge: name }), yield* untaught.blame({ edge: name })]
    const firstFive = (all: Rankings) => all.map((ranking) => ranking.slice(0, 5).map(({ node }) => node))
    return [
      claimed('every ranking is that of a memory that this session asked the same and taught nothing, ids and scores', isSame(good, asked)),
      claimed(`the later lesson has the same strength there: ${kept.strength}`, kept.strength === taught.strength && kept.strength > 0),
      claimed('every question has the first five memories of a memory without this session', isSame(firstFive(good), firstFive(never))),
    ]
  })

type Rankings = ReadonlyArray<ReadonlyArray<{ readonly node: string; readonly score: number }>>

/** More than any ranking of the story has. */
const all = 1_000

/** Returns the whole ranking of each question. Nothing is recorded. */
const rankings = (memory: MemoryMethods): Effect.Effect<Rankings, MemoryError> =>
  Effect.forEach(questions, (question) =>
    Effect.map(memory.recall({ question, record: false, limit: all }), ({ items }) =>
      items.map(({ node, score: value }) => ({ node, score: value })),
    ),
  )

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const firstOf = (ranked: Rankings, question: (typeof questions)[number]): string | undefined =>
  ranked[questions.indexOf(question)]?.[0]?.node

/** Plays sessions one after the other. */
const playAll = (memory: MemoryMethods, sessions: ReadonlyArray<Session>): Effect.Effect<ReadonlyArray<Played>, MemoryError> =>
  Effect.map(
    Effect.forEach(sessions, (session) => Effect.forEach(callsOf(session), (call, at) => play(memory, call, session, session.acts[at]))),
    (played) => played.flat(),
  )

const play = Effect.fnUntraced(function* (
  memory: MemoryMethods,
  call: ReturnType<typeof callsOf>[number],
  { name }: Session,
  act: Act | undefined,
) {
  const typed = act === undefined ? '' : typedAs(act, name)
  switch (call.method) {
    case 'recall': {
      const [first] = (yield* memory.recall(call.request)).items
      return { typed, first: first && { node: first.node, score: first.score }, edges: [], utilities: [] } satisfies Played as Played
    }
    case 'feedback': {
      const { adjustments, utility } = yield* memory.feedback(call.request)
      return { typed, edges: adjustments, utilities: utility } satisfies Played as Played
    }
    case 'strength': {
      const { brain: _, position: __, ...edge } = yield* memory.strength(call.request)
      return { typed, edges: [edge], utilities: [] } satisfies Played as Played
    }
    default:
      return call satisfies never
  }
})

/* Printing. */

export const heldUp = (steps: ReadonlyArray<Step>): boolean => badLessonHeldUp('alone', steps)

/** Prints a step. `number`: its place in the story, from 1. */
export const printed = (step: Step, number: number, page: Page): ReadonlyArray<string> => {
  const typed = step.typed.map((one) => `$ ${one}`).join('\n')
  const lines = [...body(step, page), ...claimLines(step.claims, page)]
  return sceneLines({ door: 'alone', story: scenes, scene: step.step, number, typed }, lines, page)
}

const body = (step: Step, page: Page): ReadonlyArray<string> => {
  switch (step.step) {
    case 'filled': {
      const { documents, edges, nodes } = step.answer
      return [filledLine({ notes: documents, memories: nodes.added, edges: edges.linked })]
    }
    case 'ordinary':
    case 'poisoned':
    case 'later':
      return step.played.flatMap((played) => playedLines(played, page))
    case 'noticed':
      return step.answer.items
        .slice(0, 3)
        .map(({ node, score: value }, at) =>
          [`${at + 1}  ${score(value)}  ${node}`, markIn(node, page)].filter((part) => part !== '').join('  '),
        )
    case 'unlearned':
      return [`${counted(step.answer.signals.length, 'signal')} taken out`, ...placedLines(step.placed, page)]
    case 'compared':
      return []
    default:
      return commonLines(step, page)
  }
}

/** A change of a strength that is smaller than this is not shown: edges beside the ones that the words are about. */
const shownFrom = 0.1

/** Prints what was typed, and below it the first memory or what moved most. */
const playedLines = ({ edges, first, typed, utilities }: Played, page: Page): ReadonlyArray<string> => [
  page.faint(`$ ${typed}`),
  ...indented([
    ...(first === undefined ? [] : [`1  ${score(first.score)}  ${first.node}  ${markIn(first.node, page)}`.trimEnd()]),
    ...changes(
      edges.filter(({ from, to }) => Math.abs(to - from) >= shownFrom),
      utilities,
      page,
    ),
  ]),
]
