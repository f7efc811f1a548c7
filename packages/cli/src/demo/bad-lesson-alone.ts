/** The story of a bad lesson on the command line alone: the requests of each scene, what each has to show, and how it is printed. */
import type { Answer, MemoryError, MemoryMethods } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { counted, indented, type Page, score } from '../render/page.ts'
import { changes, edgeName } from '../render/parts.ts'
import {
  asReplayed,
  badLessonHeldUp,
  type Claim,
  type CommonStep,
  claimed,
  claimLines,
  commonLines,
  markIn,
  namesQuestion,
  type Placed,
  placedLines,
  scenes,
  tell as tellLesson,
} from './bad-lesson.ts'
import {
  type Call,
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
  wrongNote,
} from './bad-lesson-script.ts'
import { demoNotes, doorTo, filledLine, sceneLines, typedAs, wordsOf } from './story.ts'

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
): Effect.Effect<void, E | MemoryError, R> => {
  let [bad, good]: [Rankings, Rankings] = [[], []]
  const ranksAs = (claim: string, expected: () => Rankings) => () =>
    Effect.map(rankings(memory), (now) => ({ claims: [claimed(claim, isSame(now, expected()))] }))
  const step = (name: 'ordinary' | 'poisoned' | 'later', sessions: ReadonlyArray<Session>) =>
    Effect.flatMap(playAll(memory, sessions), (played) => told({ step: name, typed: [], claims: [], played }))
  return tellLesson<Step, E | MemoryError, R>({
    ...doorTo(memory, told),
    session: hostile.name,
    idOf: (note) => note,
    use: Effect.gen(function* () {
      const filled = yield* memory.ingest({ documents: demoNotes() })
      yield* told({ step: 'filled', typed: ['crabtrail ingest notes/'], claims: [], answer: filled })
      yield* step('ordinary', ordinary)
      yield* step('poisoned', [hostile])
      yield* step('later', [later])
      const asked = { question: deploy, session: 'friday' }
      const answer = yield* memory.recall(asked)
      const isWrong = answer.items[0]?.node === wrongNote && answer.context.items[0] === wrongNote
      const claims = [claimed('the wrong note comes first, and is given to the model', isWrong)]
      yield* told({ step: 'noticed', typed: [typedAs(wordsOf('recall', asked))], claims, answer })
      bad = yield* rankings(memory)
      return answer.turn ?? ''
    }),
    rehearsed: (answer) =>
      Effect.map(ranksAs('nothing is changed yet', () => bad)(), ({ claims }) => ({ claims: [namesQuestion(answer), ...claims] })),
    unlearned: () => () =>
      Effect.map(rankings(memory), (after) => {
        good = after
        return {
          claims: [
            claimed('the right note comes first again', firstOf(after, deploy) === rightNote),
            claimed('the lesson that came later stays', firstOf(after, laterQuestion) === laterNote),
          ],
          placed: questions.map((question, at) => ({ question, before: bad[at]?.[0], after: after[at]?.[0] })),
        }
      }),
    after: Effect.fnUntraced(function* (digest) {
      yield* untaught.ingest({ documents: demoNotes() })
      yield* playAll(untaught, [...ordinary, onlyAsking(hostile), later])
      yield* without.ingest({ documents: demoNotes() })
      yield* playAll(without, [...ordinary, later])
      const isReplayed = (yield* memory.show({})).digest === digest
      const claims = [claimed(asReplayed, isReplayed), ...(yield* compared(good, memory, untaught, without))]
      yield* told({ step: 'compared', typed: [], claims })
    }),
    withdrawn: ranksAs('every ranking is the bad one again, ids and scores', () => bad),
    again: ranksAs('every ranking is the good one again, ids and scores', () => good),
  })
}

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

const playAll = (memory: MemoryMethods, sessions: ReadonlyArray<Session>): Effect.Effect<ReadonlyArray<Played>, MemoryError> =>
  Effect.forEach(sessions.flatMap(callsOf), (call) =>
    Effect.map(play(memory, call), (moved) => ({
      typed: typedAs(wordsOf(call.method, call.request)),
      first: undefined,
      edges: [],
      utilities: [],
      ...moved,
    })),
  )

const play = Effect.fnUntraced(function* (memory: MemoryMethods, call: Call): Effect.fn.Return<Partial<Played>, MemoryError> {
  switch (call.method) {
    case 'recall': {
      const [first] = (yield* memory.recall(call.request)).items
      return { first: first && { node: first.node, score: first.score } }
    }
    case 'feedback': {
      const { adjustments, utility } = yield* memory.feedback(call.request)
      return { edges: adjustments, utilities: utility }
    }
    case 'strength': {
      const { brain: _, position: __, ...edge } = yield* memory.strength(call.request)
      return { edges: [edge] }
    }
    default:
      return call satisfies never
  }
})

/* Printing. */

export const heldUp = (steps: ReadonlyArray<Step>): boolean => badLessonHeldUp('alone', steps)

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
