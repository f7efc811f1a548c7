/** One session teaches a memory a bad route. It is found by three commands and unlearned, and nothing of it is left, to the last bit. */
import type { Answer } from '@crabtrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
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
} from '../../packages/cli/src/demo/bad-lesson-script.ts'
import { derivedFromScratch, learnedOf, learnedValue, outOf } from '../models/learned-value.ts'
import type { AskedMemory } from '../models/open-store.ts'
import { openStage, ranking, type Stage } from './stage.ts'

/** The reply of the agent in a session: it repeats a note, which counts as a use; or it repeats none. */
type Replies = 'repeats the note' | 'repeats nothing'

/** Plays a session as it is told, and ends each of its turns with a reply. */
const play = async (memory: AskedMemory, session: Session, replies: Replies) => {
  for (const call of callsOf(session)) {
    if (call.method === 'feedback') expect((await memory.feedback(call.request)).refused).toBeUndefined()
    else if (call.method === 'strength') await memory.strength(call.request)
    else {
      const { context, items, turn } = await memory.recall(call.request)
      const given = items.filter(({ node }) => context.items.includes(node)).map(({ content }) => content)
      const reply = replies === 'repeats the note' ? given.join('\n\n') : 'I do not know.'
      await memory.complete({ turn: turn ?? '', outcome: 'success', durationMs: 1, reply, session: session.name })
    }
  }
}

const tell = async (visit: { readonly session: Session; readonly replies: Replies } | undefined) => {
  const stage = await openStage('demo notes')
  for (const session of ordinary) await play(stage.memory, session, 'repeats the note')
  if (visit !== undefined) await play(stage.memory, visit.session, visit.replies)
  await play(stage.memory, later, 'repeats the note')
  await stage.memory.learn({})
  return stage
}

/** The whole ranking of each question, with scores. Nothing is recorded. */
const rankings = async (memory: AskedMemory) => {
  const all = await Promise.all(questions.map((question) => memory.recall({ question, record: false, limit: 1_000 })))
  return all.map(ranking)
}
type Rankings = Awaited<ReturnType<typeof rankings>>
const firstFive = (all: Rankings) => all.map((one) => one.slice(0, 5))
const nodesOf = (all: Rankings) => all.map((one) => one.map(([node]) => node))
const firstOf = (all: Rankings, question: (typeof questions)[number]) => all[questions.indexOf(question)]?.[0]?.[0]

/** The edge that carries the first memory of a question. */
const carriedBy = async (memory: AskedMemory, question: string) => {
  const [first] = (await memory.recall({ question, record: false })).items
  const last = first?.path.at(-1)
  return `${last?.source}>${last?.kind}>${last?.target}`
}

const ofSession = hostile.name
const exclude = [`session:${ofSession}`]

/** What is asked while the bad lesson stands. */
const noticed = async ({ log, memory }: Stage) => {
  const { context, items, turn } = await memory.recall({ question: deploy, session: 'friday' })
  const why = await memory.why({ turn: turn ?? '', node: wrongNote })
  const blame = await memory.blame({ edge: await carriedBy(memory, deploy) })
  const bisect = await memory.bisect({ question: deploy, node: wrongNote, rank: 1 })
  const rankedBad = await rankings(memory)
  const would = await memory.unlearn({ ofSession, dryRun: true })
  const replayed = await memory.replay({ exclude, questions: true, limit: 100 })
  return { given: context.items, items, why, blame, bisect, bad: rankedBad, would, replayed, log: await log() }
}

/** The memory after the unlearning of the session. */
const unlearned = async ({ log, memory }: Stage) => {
  const { request } = await memory.unlearn({ ofSession })
  const { digest } = await memory.show({})
  const replayed = await memory.replay({ exclude, questions: true })
  const lesson = await memory.blame({ edge: await carriedBy(memory, laterQuestion) })
  return { request: String(request), digest, replayed, lesson, good: await rankings(memory), log: await log() }
}

/** The unlearning is withdrawn, and then asked for again. */
const withdrawn = async ({ memory }: Stage, request: string, edge: string) => {
  await memory.unlearn({ undo: request })
  const back = await rankings(memory)
  const replayed = await memory.replay({})
  await memory.unlearn({ ofSession })
  const { history } = await memory.blame({ edge })
  return { back, replayed, history, again: await rankings(memory), proof: await memory.verify({ rederive: true }) }
}

const compared = async ({ memory }: Stage) => ({
  ranked: await rankings(memory),
  lesson: await memory.blame({ edge: await carriedBy(memory, laterQuestion) }),
})

describe('a bad lesson', () => {
  let stages: ReadonlyArray<Stage> = []
  let before: Awaited<ReturnType<typeof noticed>>
  let after: Awaited<ReturnType<typeof unlearned>>
  let undone: Awaited<ReturnType<typeof withdrawn>>
  let asked: Awaited<ReturnType<typeof compared>>
  let without: Awaited<ReturnType<typeof compared>>
  beforeAll(async () => {
    const stage = await tell({ session: hostile, replies: 'repeats the note' })
    const twins = [await tell({ session: onlyAsking(hostile), replies: 'repeats nothing' }), await tell(undefined)] as const
    stages = [stage, ...twins]
    before = await noticed(stage)
    after = await unlearned(stage)
    undone = await withdrawn(stage, after.request, before.blame.edge)
    asked = await compared(twins[0])
    without = await compared(twins[1])
  })
  afterAll(() => Promise.all(stages.map(({ leave }) => leave())))

  test('brings the wrong note first, which is given to the model', () => {
    expect([before.items[0]?.node, before.given[0]]).toEqual([wrongNote, wrongNote])
    expect(firstOf(without.ranked, deploy)).toBe(rightNote)
  })

  test('is taught by verdicts, by a strength set by hand and by uses', () => {
    const said = before.would.signals.flatMap((position) => {
      const event = before.log.events[position - 1]
      return event?.type === 'FeedbackGiven' ? [`${event.data.tier} ${event.data.verdict}`] : [event?.type]
    })

    expect(new Set(said)).toEqual(new Set(['conscious wrong', 'conscious used', 'conscious not-useful', 'StrengthSet', 'agent used']))
  })

  test('is named with its session by why, blame and bisect', () => {
    const { bisect, blame, why } = before
    const raisedIn = (history: ReadonlyArray<Answer.BlameStep> = []) =>
      new Set(history.flatMap((one) => (one.delta > 0 ? [one.sessionKey] : [])))

    expect(raisedIn(why.items[0]?.path.at(-1)?.history)).toEqual(new Set([ofSession]))
    expect(raisedIn(blame.history)).toEqual(new Set([ofSession]))
    expect(bisect).toMatchObject({ cause: { sessionKey: ofSession, session: blame.history[0]?.session } })
    expect(bisect.next.commands).toContainEqual(['unlearn', '--session', bisect.cause?.session, '--dry-run'])
  })

  test('unlearned leaves what replay and the derivation know without its session', () => {
    expect(after.digest).toBe(before.replayed.digest)
    expect(after.replayed).toMatchObject({ effects: { equal: true }, diff: { edges: 0, utilities: 0 }, ranking: { changed: 0 } })
    expect(learnedOf(after.log)).toEqual(learnedValue(derivedFromScratch(before.log, outOf(after.log)).state))
  })

  test('unlearned leaves the rankings that replay and the dry run announced, scores and all, and no other moves', () => {
    const replayed = new Map(before.replayed.ranking?.rankings.map((one) => [one.question, ranking({ items: one.after })]))
    const announced = new Map(before.would.rankings?.map((one) => [one.question, ranking({ items: one.after })]))

    const bad = firstFive(before.bad)
    const expected = questions.map((question, at) => announced.get(question) ?? bad[at])
    expect(firstFive(after.good)).toEqual(expected)
    expect(replayed.size).toBeGreaterThan(1)
    for (const [question, list] of replayed) expect(announced.get(question)).toEqual(list)
  })

  test('unlearned leaves the rankings of a memory that was asked the same in that session and taught nothing, to the bit', () => {
    expect(after.good).toEqual(asked.ranked)
    expect(before.bad).not.toEqual(asked.ranked)
  })

  test('unlearned leaves the first five memories of a memory without that session', () => {
    expect(nodesOf(firstFive(after.good))).toEqual(nodesOf(firstFive(without.ranked)))
  })

  test('takes no later lesson with it', () => {
    expect(firstOf(after.good, laterQuestion)).toBe(laterNote)
    expect(after.lesson.strength).toBe(asked.lesson.strength)
    expect(after.lesson.strength).toBeGreaterThan(0.5)
    expect(after.lesson.history.at(-1)?.sessionKey).toBe(later.name)
  })

  test('is back exactly once the unlearning is withdrawn, and the log proves all of it', () => {
    expect(undone.back).toEqual(before.bad)
    expect(undone.replayed.effects.equal).toBe(true)
    expect(undone.again).toEqual(after.good)
    expect(undone.history.slice(-3).map(({ reason }) => reason)).toEqual(['unlearned', 'withdrawn', 'unlearned'])
    expect(undone.proof.checks.filter(({ ok }) => !ok)).toEqual([])
    expect(undone.proof.checks.map(({ name }) => name)).toContain('effects')
  })
})
