/** Run as a program: folds the logs of a file, given as rows of commits, and prints a digest of each graph and of all that its fold knows. */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as Result from 'effect/Result'
import type { BrainEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { decodeCommit } from '../../packages/core/src/domain/events/codec/event-codec.ts'
import {
  type BrainFold,
  brainState,
  cloneFold,
  emptyFold,
  evolve,
  foldEvent,
} from '../../packages/core/src/domain/projections/brain-fold.ts'
import { digestLines } from '../../packages/core/src/domain/projections/graph/memory-graph.ts'
import { foldSnapshot } from './fold-snapshot.ts'

export interface StoredCommit {
  readonly body: string
  readonly first: number
  readonly count: number
  readonly at: number
  readonly actor: number
}

/** Ways in which a fold comes about: in place, by the pure reducer, or in a process that has folded everything else before. */
export const histories = ['in place', 'pure', 'late'] as const
type History = (typeof histories)[number]

export const digestsOf = (logs: ReadonlyArray<ReadonlyArray<StoredCommit>>, history: History): ReadonlyArray<string> => {
  const order = logs.map((_, i) => i)
  if (history === 'late') order.reverse()
  const digests: Array<string> = []
  for (const i of order) {
    const fold = foldAll((logs[i] ?? []).flatMap(decoded), history)
    digests[i] = `${hash('sha256', [...digestLines(brainState(fold).graph)].join(''))} ${hash('sha256', foldSnapshot(fold))}`
  }
  return digests
}

const decoded = ({ actor, at, body, count, first }: StoredCommit): ReadonlyArray<BrainEvent> =>
  Result.getOrThrow(decodeCommit(body, first, count, { at, actor }))

const foldAll = (log: ReadonlyArray<BrainEvent>, history: History): BrainFold => {
  if (history === 'pure') return log.reduce(evolve, emptyFold())
  let fold = emptyFold()
  log.forEach((event, i) => {
    if (history === 'late' && i % 3 === 0) fold = cloneFold(fold)
    foldEvent(fold, event)
  })
  return fold
}

const [, , file, history] = process.argv
if (file?.endsWith('.logs.json')) {
  const logs: ReadonlyArray<ReadonlyArray<StoredCommit>> = JSON.parse(readFileSync(file, 'utf8'))
  process.stdout.write(JSON.stringify(digestsOf(logs, histories.find((one) => one === history) ?? 'in place')))
}
