import * as Result from 'effect/Result'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { encodeCommit, placed } from '../../packages/core/src/domain/events/codec/event-codec.ts'
import { ContentRef, NodeNumber } from '../../packages/core/src/domain/identity.ts'
import { balanced } from '../../packages/core/src/domain/profiles/profiles.ts'
import { cloneFold, emptyFold, foldEvent } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { foldCommit } from '../../packages/core/src/domain/projections/commit-fold.ts'
import { graphView } from '../../packages/core/src/domain/projections/graph/graph-columns.ts'
import { eventOf } from '../arbitraries/event.ts'
import { inPlaces, nonsenseCommits, nonsenseLog } from '../arbitraries/log.ts'
import { plausibleLog } from '../arbitraries/plausible-log.ts'
import { profile } from '../arbitraries/profile.ts'
import { decayComplaints } from './decayed-kinds.ts'
import { folded, foldSnapshot, foldValue } from './fold-snapshot.ts'
import { grow, plainGraph, plainValue } from './plain-graph.ts'
import { runs } from './runs.ts'

const refOf = (number: number) => ContentRef.make(number.toString(16).padStart(64, '0'))

describe('the memory graph', () => {
  test('INV-09 says after every appended batch what the plain graph says, and what a fold from scratch says', () => {
    fc.assert(
      fc.property(nonsenseCommits, (commits) => {
        const log = inPlaces(commits)
        const fold = emptyFold()
        const plain = plainGraph()
        let position = 0
        for (const { events } of commits) {
          for (const event of log.slice(position, position + events.length)) {
            foldEvent(fold, event)
            grow(plain, event)
          }
          position += events.length

          expect(foldValue(fold).graph).toEqual(plainValue(plain))
          expect(foldSnapshot(fold)).toBe(foldSnapshot(folded(log.slice(0, position))))
        }
      }),
      runs,
    )
  })

  test('INV-09 says the same of a node that more supersedes than is kept', () => {
    const fold = emptyFold()
    const plain = plainGraph()
    const nodes = Array.from({ length: 27 }, (_, i) => i + 1)
    const events = [
      ...nodes.map((node): NewEvent => {
        const data = { node, id: refOf(node), text: refOf(node), nodeType: 'fact', state: 'normal' } as const
        return { type: 'NodeAdded', origin: 'owner', data }
      }),
      ...nodes.slice(1).map((by): NewEvent => ({ type: 'NodeSuperseded', data: { node: 1, by, rule: 'same-label', reason: 'later' } })),
    ]
    for (const [i, event] of events.entries()) {
      foldEvent(fold, placed(event, i + 1, { at: 0, actor: 1 }))
      grow(plain, placed(event, i + 1, { at: 0, actor: 1 }))
    }

    expect(
      graphView(fold.columns)
        .supersededBy(NodeNumber.make(1))
        .map(({ by }) => by),
    ).toEqual(nodes.slice(-24))
    expect(foldValue(fold).graph).toEqual(plainValue(plain))
  })

  test('INV-09 is the same when commits are folded whole, from the columns they are stored in', () => {
    fc.assert(
      fc.property(nonsenseCommits, (commits) => {
        const fold = emptyFold()
        for (const { events, ...commit } of commits) {
          Result.getOrThrow(foldCommit(fold, encodeCommit(events), fold.position + 1, events.length, commit))
        }

        expect(foldSnapshot(fold)).toBe(foldSnapshot(folded(inPlaces(commits))))
      }),
      runs,
    )
  })

  test('INV-09 says of the logs of the application what the plain graph says', () => {
    fc.assert(
      fc.property(plausibleLog, ({ log }) => {
        const plain = plainGraph()
        for (const event of log) grow(plain, event)

        expect(foldValue(folded(log)).graph).toEqual(plainValue(plain))
      }),
      runs,
    )
  })

  test('INV-07 does not depend on the settings in the log', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          nonsenseLog,
          plausibleLog.map(({ log }) => log),
        ),
        fc.oneof(profile, fc.constant(balanced)),
        (log, settings) => {
          const other = log.map((event) =>
            event.type === 'BrainCreated' || event.type === 'ProfileChanged'
              ? { ...event, data: { ...event.data, profile: settings.name, settings: { ...settings } } }
              : event,
          )
          const { settings: was, ...before } = foldValue(folded(log))
          const { settings: is, ...after } = foldValue(folded(other))

          expect(after).toEqual(before)
          expect({ ...Object(is), inForce: 0 }).toEqual({ ...Object(was), inForce: 0 })
        },
      ),
      runs,
    )
  })

  test('INV-23 a decay moves linked edges of the kinds it names and no others', () => {
    fc.assert(
      fc.property(nonsenseLog, eventOf('StrengthsDecayed'), (log, asked) => {
        const before = folded(log)
        const after = cloneFold(before)
        const event = placed(asked, log.length + 1, { at: 0, actor: 0 })
        foldEvent(after, event)

        expect(event.type === 'StrengthsDecayed' ? decayComplaints(before, event, after) : ['no decay']).toEqual([])
      }),
      runs,
    )
  })
})
