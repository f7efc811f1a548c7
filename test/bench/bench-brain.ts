/** A brain of the size to be measured: documents read in and judged through the memory, the rest of its edges appended as events. */
import { hash } from 'node:crypto'
import { BrainKey, Cryptography } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import * as Effect from 'effect/Effect'
import { commitRow } from '../../packages/core/src/application/brain/commit-row.ts'
import type { NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import type { Corpus } from './corpus.ts'
import { type OpenMemory, openMemory } from './memory.ts'
import { type Random, random } from './random.ts'

export const brainKey = BrainKey.make('local/main/default')

const edgesPerCommit = 500

/** Reads the corpus in, gives a verdict on each of `judged` questions and fills up with learned edges to exactly `edges`. */
export const buildBrain = async (
  path: string,
  { documents }: Corpus,
  judged: ReadonlyArray<string>,
  edges: number,
): Promise<OpenMemory> => {
  const open = await openMemory(path)
  await Effect.runPromise(open.memory.ingest({ documents }))
  for (const [i, question] of judged.entries()) await judge(open, question, i)
  await fill(open, edges)
  await Effect.runPromise(open.ports.events.checkpoint)
  return open
}

/** A verdict makes a cue and teaches it: mostly what came first, sometimes what came later, sometimes that it was beside the point. */
const judge = async ({ memory }: OpenMemory, question: string, i: number): Promise<void> => {
  const { items, turn } = await Effect.runPromise(memory.recall({ question }))
  const node = items[i % 3]?.node
  if (node === undefined || turn === null) return
  await Effect.runPromise(memory.feedback({ verdict: i % 4 === 3 ? 'not-relevant' : 'used', turn, nodes: [node] }))
}

const fill = async ({ memory, ports }: OpenMemory, edges: number): Promise<void> => {
  const draw = random(43)
  const { counts } = await Effect.runPromise(memory.stats({}))
  const { edges: linked = 0, indexed = 0 } = counts
  if (linked > edges) throw new RangeError(`there are ${linked} edges already`)
  const events = Array.from({ length: edges - linked }, (_, i) => learnedEdge(draw, linked + 1 + i, indexed))
  const crypto = await Effect.runPromise(Effect.provide(Cryptography, layerCryptography))
  for (let at = 0; at < events.length; at += edgesPerCommit) {
    const head = await Effect.runPromise(ports.events.brain(brainKey))
    if (head === undefined) throw new Error('there is no brain')
    const place = { prev: head.hash, first: head.position + 1, at: head.at, actor: 0, session: undefined }
    const row = commitRow(crypto, events.slice(at, at + edgesPerCommit), place)
    const key = { key: keyDigest(`fill ${at}`), signal: keyDigest('fill') }
    await Effect.runPromise(ports.events.append({ brain: brainKey, row, contents: [], index: [], key, durability: 'process' }))
  }
}

/**
 * Makes an edge as use leaves it: most dormant, some habitual, few reflexes, one in thirty inhibits; both ends in the same topic by the
 * order of numbers.
 */
export const learnedEdge = (draw: Random, edge: number, nodes: number): NewEvent => {
  const source = draw.between(1, nodes)
  const near = Math.min(nodes, Math.max(1, source + draw.between(-200, 200)))
  const share = draw.next()
  const units = share < 0.03 ? -draw.next() * 0.6 : share < 0.6 ? draw.next() * 0.3 : share < 0.92 ? 0.3 + draw.next() * 0.5 : 0.85
  return {
    type: 'EdgeLinked',
    data: {
      edge,
      source,
      target: near === source ? (near % nodes) + 1 : near,
      kind: units < 0 ? 'inhibit' : 'learned',
      strength: Math.round(units * 1_000_000_000),
      reason: 'growth',
    },
  }
}

/** 128 bits of a digest, in hex: what a command's key and signal are stored as. */
export const keyDigest = (text: string): string => hash('sha256', text).slice(0, 32)
