import { canonicalJson, EventStore, type MemoryError } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commitHash } from '../../packages/core/src/application/brain/commit-row.ts'
import { Cryptography } from '../../packages/core/src/application/ports/cryptography.ts'
import type { NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { packBody, type StoredEvent } from '../../packages/core/src/domain/events/codec/commit-body.ts'
import {
  decodeAndValidate,
  decodeCommit,
  encodeCommit,
  placed,
  toStored,
  upcasterChain,
} from '../../packages/core/src/domain/events/codec/event-codec.ts'
import { eventOf } from '../arbitraries/event.ts'
import { nonsenseLog } from '../arbitraries/log.ts'
import { play } from '../arbitraries/plausible-log.ts'
import { brain, type RunningMemory } from '../arbitraries/running-memory.ts'
import { signals } from '../arbitraries/signal.ts'
import { storedEvent } from '../arbitraries/stored-event.ts'
import { folded, foldSnapshot } from './fold-snapshot.ts'
import { upcastComplaints } from './lossless-upcasting.ts'
import { olderAdjustments } from './older-adjustments.ts'
import { runs } from './runs.ts'

const newest = 3
/** Differences stay exact among numbers of this size: what a nano-unit strength can be. */
const adjustment = eventOf('StrengthAdjusted').filter(
  ({ data }) => 'from' in data && 'to' in data && Number.isSafeInteger(Number(data.to) - Number(data.from)),
)
const current: ReadonlyMap<string, number> = new Map([['StrengthAdjusted', newest]])
const unknown: fc.Arbitrary<StoredEvent> = storedEvent.filter(({ type, version }) => !(type === 'NodeAdded' && version === 1))

describe('versions of events', () => {
  test('INV-38 an event in an older spelling is read as the event it is', () => {
    fc.assert(
      fc.property(adjustment, (event) => {
        expect(upcastComplaints(olderAdjustments, { ...toStored(event), version: newest })).toEqual([])
      }),
      runs,
    )
  })

  test('INV-38 a log in older spellings folds to what the same log folds to today', () => {
    const chain = upcasterChain(current, olderAdjustments)
    const older = (event: NewEvent, version: number): StoredEvent => {
      const steps = olderAdjustments.filter(({ from }) => from >= version).reverse()
      return { ...toStored(event), version, data: steps.reduce((data, step) => step.down(data), toStored(event).data) }
    }
    const read = (stored: StoredEvent): NewEvent => {
      const upcast = Result.getOrThrow(chain(stored))
      return Result.getOrThrow(decodeAndValidate({ ...upcast, version: 1 }))
    }

    fc.assert(
      fc.property(nonsenseLog, fc.infiniteStream(fc.integer({ min: 1, max: newest })), (log, versions) => {
        const again = log.map((event) => {
          if (event.type !== 'StrengthAdjusted' || !Number.isSafeInteger(event.data.to - event.data.from)) return event
          const { commit, position, ...written } = event
          return placed(read(older(written, versions.next().value ?? 1)), position, commit)
        })

        expect(foldSnapshot(folded(again))).toBe(foldSnapshot(folded(log)))
      }),
      runs,
    )
  })

  test.each([
    ['a gap', olderAdjustments.slice(1), 'no upcaster leaves StrengthAdjusted version 1'],
    ['a fork', [...olderAdjustments, ...olderAdjustments.slice(0, 1)], 'two upcasters leave StrengthAdjusted version 1'],
    ['a step beyond the newest', [...olderAdjustments, { ...olderAdjustments[0], from: 3 } as never], 'leads nowhere'],
    ['a step of an unknown type', [...olderAdjustments, { ...olderAdjustments[0], type: 'MoonRisen' } as never], 'leads nowhere'],
  ])('INV-38 a chain with %s is refused when it is built', (_, steps, problem) => {
    expect(() => upcasterChain(current, steps)).toThrow(problem)
  })

  test('INV-39 an unknown type or a newer version is named, never skipped', () => {
    fc.assert(
      fc.property(fc.array(eventOf('NodeRetired'), { maxLength: 3 }), unknown, (known, stranger) => {
        const body = packBody([...known.map(toStored), stranger])
        const { type, version } = stranger

        expect(decodeCommit(body, 1, known.length + 1, { at: 0, actor: 1 })).toMatchObject({
          failure: { _tag: 'UnknownEvent', type, version },
        })
        expect(decodeAndValidate(stranger)).toMatchObject({ failure: { _tag: 'UnknownEvent', type, version } })
        expect(() => encodeCommit([{ ...stranger } as never])).toThrow()
      }),
      runs,
    )
  })

  test('INV-39 a memory that meets a newer log refuses everything, and leaves the log to the newer program', () => {
    fc.assert(
      fc.property(signals(3), unknown, (asked, stranger) => {
        const { memory } = play(asked)
        appendNewer(memory, stranger)
        const before = canonicalJson(memory.rows().map(plain))

        const answers: ReadonlyArray<Result.Result<unknown, MemoryError>> = [
          memory.ask((methods) => methods.recall({ question: 'deploy' })),
          memory.ask((methods) => methods.ingest({ documents: [{ source: 'a.md', format: 'markdown', text: 'new' }] })),
          memory.ask((methods) => methods.rollback({ to: '1' })),
        ]

        for (const answer of answers) expect(answer).toMatchObject({ failure: { _tag: 'NewerLog' } })
        expect(canonicalJson(memory.rows().map(plain))).toBe(before)
      }),
      { ...runs, numRuns: Math.max(1, Math.floor(runs.numRuns / 4)) },
    )
  })
})

const plain = ({ session, ...row }: { readonly session: number | undefined }) => ({ ...row, session: session ?? 0 })

/** Appends a commit as a newer program would: well chained, and not to be read here. */
const appendNewer = (memory: RunningMemory, stranger: StoredEvent): void =>
  memory.run(
    Effect.gen(function* () {
      const store = yield* EventStore
      const crypto = yield* Cryptography
      const head = yield* store.brain(brain)
      const { at = 0, hash = '', position = 0 } = head ?? {}
      const row = { first: position + 1, count: 1, at, actor: 1, session: undefined, prev: hash, body: packBody([stranger]) }
      yield* store.append({ brain, row: { ...row, hash: commitHash(crypto, row) }, contents: [], index: [], durability: 'process' })
    }),
  )
