import { describe, expect, test } from 'vitest'
import type { BrainEvent, NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { ContentRef } from '../identity.ts'
import { brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import { one } from '../strength.ts'
import { restoration } from './rollback.ts'

const ref = ContentRef.make('a'.repeat(64))
const node = (number: number): NewEvent => ({
  type: 'NodeAdded',
  data: { node: number, id: ref, text: ref, nodeType: 'fact', state: 'normal' },
})
const edge = (number: number, kind: 'sequential' | 'learned' | 'link', strength: number): NewEvent => ({
  type: 'EdgeLinked',
  data: { edge: number, source: 1, target: 2, kind, strength, reason: 'ingest' },
})
const adjusted = (number: number, to: number): NewEvent => ({
  type: 'StrengthAdjusted',
  data: { edge: number, from: 0, to, asked: 0, tier: 'conscious', rule: 'path', reason: 'used' },
})
const lowered = (number: number, to: number): NewEvent => ({
  type: 'UtilityAdjusted',
  data: { node: number, from: one, to, asked: 0, tier: 'conscious', rule: 'judged', reason: 'not-useful' },
})

const foldOf = (events: ReadonlyArray<NewEvent>) => {
  const fold = emptyFold()
  for (const [i, event] of events.entries()) foldEvent(fold, placed(event, i + 1, { at: 0, actor: 1 }))
  return fold
}

/** Returns the events of a rollback from `then` followed by `since` to `then`, and the resulting graph. */
const rolledBack = (then: ReadonlyArray<NewEvent>, since: ReadonlyArray<NewEvent>) => {
  const now = foldOf([...then, ...since])
  const events = restoration(
    brainState(now),
    { to: then.length, through: 2, graph: brainState(foldOf(then)).graph },
    now.position + 1,
    'owner',
  )
  const log = events.map((event, i): BrainEvent => placed(event, now.position + 1 + i, { at: 0, actor: 1 }))
  for (const event of log) foldEvent(now, event)
  return { events, graph: brainState(now).graph }
}
const begun = [node(1), node(2), edge(1, 'sequential', 500), adjusted(1, 700)]

describe('a rollback', () => {
  test('restores learned strengths and utilities as they were, and says from what', () => {
    const { events, graph } = rolledBack(begun, [adjusted(1, -100), lowered(2, 5)])

    expect(events).toEqual([
      { type: 'RollbackRequested', origin: 'owner', data: { to: 4, through: 2 } },
      {
        type: 'StrengthsRestored',
        cause: 7,
        data: { edges: [1], from: [-100], to: [700], nodes: [2], utilityFrom: [5], utilityTo: [one] },
      },
    ])
    expect([graph.strengthOf(1), graph.utilityOf(2)]).toEqual([700, one])
  })

  test('takes edges born since to their first strength, and keeps them and their nodes', () => {
    const { graph } = rolledBack(begun, [node(3), lowered(3, 5), edge(2, 'learned', 0), adjusted(2, 600)])

    expect(graph.edge(2)).toMatchObject({ strength: 0, linked: true })
    expect([graph.stateOf(3), graph.utilityOf(3)]).toEqual(['normal', one])
  })

  test('brings back learned edges pruned since, and no others', () => {
    const pruned = (number: number): NewEvent => ({ type: 'EdgePruned', data: { edge: number, reason: 'weak' } })
    const then = [...begun, edge(2, 'learned', 1), pruned(2), edge(3, 'link', 1)]

    const { events } = rolledBack(then, [pruned(1), pruned(3)])

    expect(events.filter(({ type }) => type === 'EdgeRestored')).toMatchObject([
      { type: 'EdgeRestored', data: { edge: 1, reason: 'rollback' } },
    ])
  })

  test('leaves withdrawn what its documents no longer say, and gives it the strength of then', () => {
    const withdrawn: NewEvent = { type: 'EdgePruned', data: { edge: 1, reason: 'source' } }

    const { events, graph } = rolledBack(begun, [adjusted(1, -100), withdrawn])

    expect(events.map(({ type }) => type)).toEqual(['RollbackRequested', 'StrengthsRestored'])
    expect(graph.edge(1)).toMatchObject({ strength: 700, linked: false })
  })

  test('does not bring back what its documents withdrew', () => {
    const withdrawn: NewEvent = { type: 'EdgePruned', data: { edge: 1, reason: 'source' } }

    expect(rolledBack(begun, [withdrawn]).graph.edge(1)).toMatchObject({ linked: false, withdrawn: true })
  })

  test('leaves kinds alone that do not learn', () => {
    const { graph } = rolledBack([...begun, edge(2, 'link', 1)], [adjusted(2, 9)])

    expect(graph.strengthOf(2)).toBe(9)
  })

  test('to where it stands changes nothing, and is on record', () => {
    const { events } = rolledBack(begun, [])

    expect(events.at(-1)).toMatchObject({ type: 'StrengthsRestored', data: { edges: [], nodes: [] } })
  })

  test('to before the first event leaves every edge at its first strength', () => {
    const { graph } = rolledBack([], begun)

    expect(graph.strengthOf(1)).toBe(500)
  })

  test('leaves retired nodes retired', () => {
    const { graph } = rolledBack(begun, [{ type: 'NodeRetired', data: { node: 2, reason: 'forgotten' } }, adjusted(1, 1)])

    expect([graph.stateOf(2), graph.strengthOf(1)]).toEqual(['retired', 700])
  })

  describe('gives kinds of question their state of then', () => {
    const cue: NewEvent = { type: 'NodeAdded', data: { node: 3, id: ref, text: ref, nodeType: 'cue', state: 'normal' } }
    const dead: NewEvent = { type: 'NodeRetired', data: { node: 3, reason: 'death' } }
    const asked: NewEvent = { type: 'NodeRestored', data: { node: 3, state: 'normal' } }
    const then = [...begun, cue]
    const states = (now: ReadonlyArray<NewEvent>, since: ReadonlyArray<NewEvent>) =>
      rolledBack(now, since).events.filter(({ type }) => type === 'NodeRestored' || type === 'NodeRetired')

    test.each<readonly [now: string, NewEvent]>([
      ['dead', dead],
      ['merged', { type: 'NodeMerged', data: { node: 3, into: 4 } }],
      ['unlearned', { type: 'NodeRetired', data: { node: 3, reason: 'unlearned' } }],
    ])('one that is %s is alive again', (_, event) => {
      expect(states(then, [event])).toMatchObject([{ type: 'NodeRestored', data: { node: 3, state: 'normal' } }])
    })

    test('one that was dead dies again, but not where the owner protects it by now', () => {
      const protection: NewEvent = { type: 'NodeProtected', data: { node: 3, protection: 'on' } }

      expect(states([...then, dead], [asked])).toMatchObject([{ type: 'NodeRetired', data: { node: 3, reason: 'rollback' } }])
      expect(states([...then, dead], [asked, protection])).toEqual([])
    })

    test('one that passed its probation is on probation again', () => {
      const young: NewEvent = { type: 'NodeAdded', data: { node: 3, id: ref, text: ref, nodeType: 'cue', state: 'probation' } }
      const promoted: NewEvent = { type: 'NodePromoted', data: { node: 3, reason: 'success' } }

      expect(states([...begun, young], [promoted])).toMatchObject([{ type: 'NodeRestored', data: { node: 3, state: 'probation' } }])
      expect(states([...begun, young, promoted], [asked])).toEqual([])
    })

    test('one whose question was erased, and one that was born since, stay as they are', () => {
      const erased: NewEvent = { type: 'ContentErased', data: { contents: [ref], scope: 'node' } }

      expect(states(then, [dead, erased])).toEqual([])
      expect(states(begun, [cue])).toEqual([])
    })
  })
})
