/**
 * Times the learner, and recalls while it works: a backlog of verdicts is worked off at the worker thread that a host has, a few at a time
 * as the plugin does it, beside questions asked of the same thread. Then verdicts given one after the other without a pause.
 */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { EventStore } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import { layerSqlite } from '@crabtrail/store/sqlite'
import { type MemoryWorker, openMemoryWorker } from '@crabtrail/store/worker'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import { workOff } from '../../packages/agent-host/src/state/runs.ts'
import { catchUp, openBrain, transact } from '../../packages/core/src/application/brain/brain.ts'
import { forEachEvent } from '../../packages/core/src/application/brain/commit-row.ts'
import { contentDrafts } from '../../packages/core/src/application/brain/contents.ts'
import type { BrainEventOf, NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { brainKey } from './bench-brain.ts'
import { percentile } from './measure.ts'
import { heading, number, percentiles, say, table } from './print.ts'
import { random } from './random.ts'

const feedbacks = 10_000
/** Number of turns by which a verdict may be late at most. */
const turns = 1_000
const deadlineMs = 60_000
/** A person asks now and then: between two questions so many milliseconds. */
const pauseMs = 5

export const learningBench = async (folder: string, path: string, questions: ReadonlyArray<string>): Promise<void> => {
  const copy = join(folder, 'learning.db')
  copyFileSync(path, copy)
  const worker = openMemoryWorker({ path: copy })
  try {
    await worker.open({ deadlineMs })
    const judged = await asked(worker, questions)
    const given = await firstVerdicts(worker, judged)
    await appendVerdicts(copy, given)
    const before = await latencies(worker, questions, () => false)
    const backlog = await beside(worker, questions, () => workOff(worker, brainKey))
    const after = await latencies(worker, questions, () => false)
    const flood = await beside(worker, questions, () => teach(worker, judged))
    const forgetting = await timed(() => worker.ask('maintain', {}, { deadlineMs }))
    heading(`${number(feedbacks)} verdicts on ${number(turns)} recalls, learned from beside questions`)
    table([
      ['a recall at the worker (ms)', 'p50', 'p95', 'p99', 'min', 'max'],
      ['before', ...percentiles(before)],
      [`beside the learner (${number(backlog.taken.length)} asked)`, ...percentiles(backlog.taken)],
      ['behind it', ...percentiles(after)],
      [`beside verdicts without a pause (${number(flood.taken.length)} asked)`, ...percentiles(flood.taken)],
    ])
    const idle = [...before, ...after]
    tell('the learner', backlog, feedbacks, idle)
    tell('verdicts, each with its effects', flood, turns, idle)
    say(`one run of forgetting over all its edges: ${number(forgetting)} ms`)
  } finally {
    await worker.close(10_000)
  }
}

interface Beside {
  readonly taken: ReadonlyArray<number>
  readonly seconds: number
}

const tell = (what: string, { seconds, taken }: Beside, facts: number, idle: ReadonlyArray<number>): void => {
  const ratios = [0.5, 0.95].map((share) => number(percentile(taken, share) / percentile(idle, share)))
  say(`${what}: ${number(facts / seconds)} a second; a recall meanwhile ÷ idle: p50 ${ratios[0]}, p95 ${ratios[1]}`)
}

const timed = async (act: () => Promise<unknown>): Promise<number> => {
  const from = performance.now()
  await act()
  return performance.now() - from
}

/** Questions for as long as `act` takes. */
const beside = async (worker: MemoryWorker, questions: ReadonlyArray<string>, act: () => Promise<void>): Promise<Beside> => {
  let isDone = false
  const acting = timed(act).finally(() => {
    isDone = true
  })
  const taken = await latencies(worker, questions, () => !isDone)
  return { taken, seconds: (await acting) / 1_000 }
}

interface Judged {
  readonly turn: string
  readonly nodes: ReadonlyArray<string>
}

const asked = async (worker: MemoryWorker, questions: ReadonlyArray<string>): Promise<ReadonlyArray<Judged>> => {
  const judged: Array<Judged> = []
  for (let i = 0; i < turns; i++) {
    const { items, turn } = await worker.ask('recall', { question: questions[i % questions.length] ?? '' }, { deadlineMs })
    judged.push({ turn: turn ?? '', nodes: items.map(({ node }) => node) })
  }
  return judged
}

/** A verdict on each recall makes its cue and the edges that later ones move. Answers with where they begin. */
const firstVerdicts = async (worker: MemoryWorker, judged: ReadonlyArray<Judged>): Promise<number> => {
  const { position } = await worker.ask('show', {}, { deadlineMs })
  for (const { nodes, turn } of judged) await worker.ask('feedback', { verdict: 'used', turn, nodes: nodes.slice(0, 3) }, { deadlineMs })
  return position + 1
}

/** The same verdicts by ten others, as facts that nobody has learned from yet. */
const appendVerdicts = async (path: string, from: number): Promise<void> => {
  const append = Effect.gen(function* () {
    const store = yield* EventStore
    const record = yield* store.brain(brainKey)
    const brain = openBrain(brainKey, record?.fingerprintKey ?? '', () => '')
    yield* catchUp(brain)
    const given: Array<BrainEventOf<'FeedbackGiven'>> = []
    yield* forEachEvent(brain, from, brain.state.position, (event) => {
      if (event.type === 'FeedbackGiven') given.push(event)
    })
    let feedback = brain.state.participants.feedbacks
    const drafts = yield* contentDrafts
    for (let actor = 2; actor <= 1 + feedbacks / turns; actor++) {
      for (const { data, turn = 0 } of given) {
        const fact: NewEvent = { type: 'FeedbackGiven', turn, origin: 'owner', data: { ...data, feedback: ++feedback } }
        const decide = () => Effect.succeed({ events: [fact], actor, session: undefined, answer: undefined })
        yield* transact({ brain, drafts, durability: 'process', decide })
      }
    }
  })
  await Effect.runPromise(Effect.provide(append, Layer.mergeAll(layerSqlite({ path }), layerCryptography)))
}

/** One more word on each, at once and without a pause. */
const teach = async (worker: MemoryWorker, judged: ReadonlyArray<Judged>): Promise<void> => {
  for (const { nodes, turn } of judged)
    await worker.ask('feedback', { verdict: 'not-relevant', turn, nodes: nodes.slice(3, 4) }, { deadlineMs })
}

/** One question after the other: each once, or as long as `goesOn`. */
const latencies = async (worker: MemoryWorker, questions: ReadonlyArray<string>, goesOn: () => boolean): Promise<ReadonlyArray<number>> => {
  const taken: Array<number> = []
  const { between } = random(59)
  for (let i = 0; i < questions.length || goesOn(); i++) {
    await new Promise((resolve) => setTimeout(resolve, between(1, 2 * pauseMs)))
    const question = questions[i % questions.length] ?? ''
    taken.push(await timed(() => worker.ask('recall', { question, record: false }, { deadlineMs })))
  }
  return taken
}
