/** Snapshots of nothing: blocks of random bytes, large enough to be on their way for a while. */
import { EventStore, type SnapshotBlock, SnapshotStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import type { Random } from '../bench/random.ts'
import { sha256 } from '../contracts/sample-log.ts'
import { bare } from './bare-commits.ts'

const keptMax = 3

/** Random enough not to be compressed, and the same for the same number. */
const blockData = (number: number, bytes: number): Uint8Array => {
  const data = new Uint8Array(bytes)
  for (let i = 0, state = number + 1; i < bytes; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    data[i] = state >>> 24
  }
  return data
}

/** Not of all of it, which takes long: blocks that differ, differ at their beginning or in their length. */
export const blockDigest = (data: SnapshotBlock['data']): string => sha256(`${[...data.slice(0, 8)]} ${data.length}`)

export const bareSnapshot = Effect.fnUntraced(function* (chance: Random) {
  const events = yield* EventStore
  const snapshots = yield* SnapshotStore
  const head = yield* events.brain(bare)
  if (head === undefined) return
  const data = Array.from({ length: chance.between(1, 6) }, () => blockData(chance.below(50), chance.pick([100, 20_000, 400_000])))
  const blocks = data.map((bytes, i) => ({ name: `block ${i}`, digest: blockDigest(bytes) }))
  yield* snapshots.write(bare, { position: head.position, hash: head.hash, version: 1, blocks }, data)
  const kept = (yield* snapshots.list(bare)).map(({ position }) => position).slice(-keptMax)
  yield* snapshots.keep(bare, kept)
})
