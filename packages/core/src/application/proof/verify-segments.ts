/** Proves the index of the log: each segment must be, byte for byte, what the log between its positions gives. */

import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import { noMark } from '../../domain/history/log-mark.ts'
import { type SegmentBuilder, type SegmentPart, segmentBuilder, segmentsVersion } from '../../domain/history/segments.ts'
import type { BrainKey, Position } from '../../domain/identity.ts'
import type { VerifyCheck } from '../answers.ts'
import { Cryptography } from '../ports/cryptography.ts'
import type { CommitRow } from '../ports/event-store.ts'
import { type SegmentRecord, SegmentStore } from '../ports/segment-store.ts'

/** Makes each segment again while the log is read, and keeps the digests. */
export interface SegmentWitness {
  /** Takes the events in order, each with its commit. */
  readonly watch: (event: BrainEvent, row: CommitRow) => void
  readonly records: ReadonlyArray<SegmentRecord>
  /** First position of a segment → digest of what the log gives. */
  readonly digests: ReadonlyMap<Position, string>
}

export const segmentWitness = Effect.fnUntraced(function* (brain: BrainKey) {
  const store = yield* SegmentStore
  const crypto = yield* Cryptography
  // If the segments cannot be read, the second read in `verifySegments` fails and is reported.
  const found = yield* Effect.orElseSucceed(store.find(brain, []), () => undefined)
  const records = (found?.segments ?? []).filter(({ version }) => version === segmentsVersion)
  const digests = new Map<Position, string>()
  let builder: SegmentBuilder | undefined
  let next = 0
  const watch: SegmentWitness['watch'] = (event, { body, first }) => {
    const record = records[next]
    if (record === undefined) return
    if (event.position === record.first) builder = segmentBuilder(record.first, builder?.mark() ?? noMark)
    if (event.position === first) builder?.begin(first, body.length)
    builder?.add(event)
    if (event.position < record.last) return
    if (builder !== undefined) digests.set(record.first, digestOf(crypto, record, builder.mark(), builder.parts()))
    next++
  }
  return { watch, records, digests } satisfies SegmentWitness
})

const digestOf = (
  crypto: Cryptography['Service'],
  { first, last }: SegmentRecord,
  { cause, turn }: Pick<SegmentRecord, 'cause' | 'turn'>,
  parts: ReadonlyArray<SegmentPart>,
): string => {
  const lines = parts.map(({ data, kind, part }) => `${kind} ${part} ${crypto.sha256(data)}`)
  return crypto.sha256([`${first} ${last} ${turn} ${cause}`, ...lines.sort()].join('\n'))
}

/** Verifies the segments. A segment with a damaged part is not read: the log is read instead. */
export const verifySegments = Effect.fnUntraced(function* (brain: BrainKey, { digests, records }: SegmentWitness) {
  const store = yield* SegmentStore
  const crypto = yield* Cryptography
  for (const record of records) {
    const parts = yield* store.read(brain, record.first)
    if (parts !== undefined && digestOf(crypto, record, record, parts) === digests.get(record.first)) continue
    // Another process may have put a longer segment in its place meanwhile.
    const now = (yield* store.find(brain, []))?.segments.find(({ first }) => first === record.first)
    if (now?.last !== record.last) continue
    const problem = parts === undefined ? 'is damaged' : 'is not what the log gives'
    const detail = `the segment of positions ${record.first} to ${record.last} ${problem}: run doctor --rebuild-snapshots, which makes it anew from the log`
    return { name: 'segments', ok: false, detail, position: record.first } satisfies VerifyCheck
  }
  const last = records.at(-1)?.last
  const detail = last === undefined ? 'none yet' : `${records.length} up to position ${last} are what the log gives, byte for byte`
  return { name: 'segments', ok: true, detail } satisfies VerifyCheck
})
