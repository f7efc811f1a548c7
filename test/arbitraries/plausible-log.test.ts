import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inShort } from '../src/in-full.ts'
import { play } from './plausible-log.ts'
import { signalKinds, signals } from './signal.ts'

describe('the logs of the application', () => {
  test('reach what the properties are about: a number of each, not a hope', () => {
    const counts: Record<string, number> = {}
    const count = (name: string) => {
      counts[name] = (counts[name] ?? 0) + 1
    }

    fc.assert(
      fc.property(signals(), (asked) => {
        const { memory, played } = play(asked)
        const log = memory.log()
        for (const { kind, refused } of played) count(refused === undefined ? kind : `${kind} refused: ${refused._tag}`)
        for (const event of log) {
          count(event.type)
          if (event.type === 'FeedbackAttributed' && event.data.reason !== undefined) count(`no credit: ${event.data.reason}`)
          if (event.type === 'StrengthsRestored' && event.data.edges.length > 0) count('a rollback that restores')
          if (event.type === 'StrengthAdjusted') count(`moved by ${event.data.rule}`)
          if (event.type === 'StrengthAdjusted' && event.data.to < 0) count('a negative strength')
          if (event.type === 'EdgeSkipped') count(`skipped: ${event.data.reason}`)
        }
        if (signalKinds.some((kind) => !asked.some((signal) => signal.kind === kind))) count('a run without some kind')
      }),
      { numRuns: inShort(120, 300), seed: 1 },
    )

    process.stdout.write(`${JSON.stringify(counts)}\n`)
    for (const wanted of [
      'a rollback that restores',
      'NodeInhibited',
      'feedback refused: NotFound',
      'feedback refused: InvalidRequest',
      'strength refused: InvalidRequest',
      'no credit: consumed',
      'no credit: origin',
      'no credit: session',
      'NodeRetired',
      'NodeRevised',
      'EdgePruned',
      'UtilityAdjusted',
      'ProfileChanged',
      'moved by drift',
      'a run without some kind',
    ]) {
      expect(counts[wanted], wanted).toBeGreaterThan(0)
    }
  })
})
