import { layerCryptography } from '@crabtrail/store'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Cryptography } from '../../packages/core/src/application/ports/cryptography.ts'
import { brainState } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { digestLines } from '../../packages/core/src/domain/projections/graph/memory-graph.ts'
import type { Log } from '../arbitraries/log.ts'
import { play } from '../arbitraries/plausible-log.ts'
import type { RunningMemory } from '../arbitraries/running-memory.ts'
import { evenShare } from '../arbitraries/share.ts'
import { signals } from '../arbitraries/signal.ts'
import { folded } from './fold-snapshot.ts'
import { runs } from './runs.ts'

const crypto = Effect.runSync(Effect.provide(Cryptography, layerCryptography))

/** digest(F(L)). */
const digestOf = (log: Log): string => crypto.sha256Lines(digestLines(brainState(folded(log)).graph))

interface Seen {
  readonly position: number
  readonly digest: string
  readonly recalled: unknown
}

/** Returns what the memory shows of itself, now or as of a position. */
const look = (memory: RunningMemory, at?: string): Seen => {
  const when = at === undefined ? {} : { at }
  const shown = Result.getOrThrow(memory.ask((methods) => methods.show(when)))
  const recalled = memory.ask((methods) => methods.recall({ question: 'deploy rollback token', record: false, ...when }))
  const { context, items } = Result.getOrThrow(recalled)
  return { position: shown.position, digest: shown.digest ?? '', recalled: { context, items } }
}

/** Returns what the memory lists, now or as of a position. */
const listed = (memory: RunningMemory, at?: string) => {
  const when = at === undefined ? {} : { at }
  const list = Result.getOrThrow(memory.ask((methods) => methods.list({ limit: 100, ...when })))
  const sessions = Result.getOrThrow(memory.ask((methods) => methods.sessions({ limit: 100, ...when })))
  const tags = Result.getOrThrow(memory.ask((methods) => methods.tags(when)))
  return { position: tags.position, answers: [list, sessions, tags] }
}

describe('the past', () => {
  test('INV-10 what was seen at a position is seen as of it, whatever came later', () => {
    fc.assert(
      fc.property(signals(8), (asked) => {
        const seen: Array<Seen> = []

        const { memory } = play(asked, (now) => seen.push(look(now)))

        for (const then of seen) expect(look(memory, String(then.position))).toEqual(then)
      }),
      { ...runs, numRuns: Math.max(1, Math.floor(runs.numRuns / 2)) },
    )
  })

  test('INV-269 documents, notes, sessions and tags are listed as of a position as they were listed there', () => {
    let later = 0
    fc.assert(
      fc.property(signals(8), (asked) => {
        const seen: Array<ReturnType<typeof listed>> = []

        const { memory } = play(asked, (now) => seen.push(listed(now)))

        const last = JSON.stringify(seen.at(-1)?.answers)
        for (const then of seen) {
          expect(listed(memory, String(then.position))).toEqual(then)
          if (JSON.stringify(then.answers) !== last) later++
        }
      }),
      { ...runs, numRuns: Math.max(1, Math.floor(runs.numRuns / 2)) },
    )
    if (runs.numRuns >= 25) expect(later).toBeGreaterThan(0)
  })

  test('INV-10 as of any position, also inside a commit, is the fold of the log up to there', () => {
    fc.assert(
      fc.property(signals(6), fc.array(evenShare, { minLength: 1, maxLength: 6 }), (asked, cuts) => {
        const { memory } = play(asked)
        const log = memory.log()

        for (const position of cuts.map((cut) => Math.round(cut * log.length))) {
          const shown = Result.getOrThrow(memory.ask((methods) => methods.show({ at: String(position) })))

          expect(shown).toMatchObject({ position, digest: digestOf(log.slice(0, position)) })
        }
      }),
      { ...runs, numRuns: Math.max(1, Math.floor(runs.numRuns / 2)) },
    )
  })
})
