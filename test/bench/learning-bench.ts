/**
 * What the learner takes, and what a recall takes while it works: verdicts one after the other at the worker thread that a host has, beside
 * questions asked of the same thread.
 */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MemoryWorker, openMemoryWorker } from '@crabtrail/store/worker'
import { percentile } from './measure.ts'
import { heading, number, percentiles, say, table } from './print.ts'
import { random } from './random.ts'

const feedbacks = 10_000
/** As many as a verdict may be late by. */
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
    const idle = await latencies(worker, questions, () => false)
    let done = 0
    const began = performance.now()
    const taught = teach(worker, judged, () => done++)
    const during = await latencies(worker, questions, () => done < feedbacks)
    await taught
    const seconds = (performance.now() - began) / 1_000
    const after = await latencies(worker, questions, () => false)
    heading(`${number(feedbacks)} verdicts on ${number(turns)} recalls, learned from one by one, beside questions`)
    table([
      ['a recall at the worker (ms)', 'p50', 'p95', 'p99', 'min', 'max'],
      ['before', ...percentiles(idle)],
      [`meanwhile (${number(during.length)} asked)`, ...percentiles(during)],
      ['behind', ...percentiles(after)],
    ])
    const ratios = [0.5, 0.95].map((share) => number(percentile(during, share) / percentile([...idle, ...after], share)))
    say(
      `${number(feedbacks / seconds)} verdicts a second, each with its effects on the disk; meanwhile ÷ idle: p50 ${ratios[0]}, p95 ${ratios[1]}`,
    )
  } finally {
    await worker.close(10_000)
  }
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

const teach = async (worker: MemoryWorker, judged: ReadonlyArray<Judged>, done: () => void): Promise<void> => {
  for (let i = 0; i < feedbacks; i++) {
    const { nodes, turn } = judged[i % judged.length] ?? { turn: '', nodes: [] }
    const node = nodes[Math.floor(i / judged.length) % nodes.length] ?? ''
    await worker.ask('feedback', { verdict: i % 3 === 0 ? 'used' : 'not-relevant', turn, nodes: [node] }, { deadlineMs })
    done()
  }
}

/** One question after the other: each once, or as long as `goesOn`. */
const latencies = async (worker: MemoryWorker, questions: ReadonlyArray<string>, goesOn: () => boolean): Promise<ReadonlyArray<number>> => {
  const taken: Array<number> = []
  const { between } = random(59)
  for (let i = 0; i < questions.length || goesOn(); i++) {
    await new Promise((resolve) => setTimeout(resolve, between(1, 2 * pauseMs)))
    const from = performance.now()
    await worker.ask('recall', { question: questions[i % questions.length] ?? '', record: false }, { deadlineMs })
    taken.push(performance.now() - from)
  }
  return taken
}
