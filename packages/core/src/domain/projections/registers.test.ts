import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { ContentRef } from '../identity.ts'
import { cloneRegisters, emptyRegisters, foldRegisters, type Registers } from './registers.ts'

const ref = (digit: string) => ContentRef.make(digit.repeat(64))

const registersOf = (...events: ReadonlyArray<NewEvent>): Registers => {
  const registers = emptyRegisters()
  events.forEach((event, i) => {
    foldRegisters(registers, placed(event, i + 1, { at: 0, actor: 1 }), 0)
  })
  return registers
}

describe('the registers', () => {
  test('know a source, its nodes and what became of it', () => {
    const { sources } = registersOf(
      { type: 'SourceAdded', data: { source: 1, key: ref('1'), digest: ref('2'), format: 'markdown' } },
      { type: 'NodeAdded', data: { node: 4, id: ref('3'), text: ref('3'), nodeType: 'fact', state: 'normal', source: 1 } },
      { type: 'NodeAdded', data: { node: 5, id: ref('3'), text: ref('3'), nodeType: 'fact', state: 'normal', source: 2 } },
      { type: 'SourceRetired', data: { source: 1, reason: 'gone' } },
      { type: 'SourceRenamed', data: { source: 1, key: ref('4') } },
    )

    expect(sources).toEqual(new Map([[1, { key: ref('4'), digest: ref('2'), retired: true, nodes: [4] }]]))
  })

  test('know that a source came back', () => {
    const { sources } = registersOf(
      { type: 'SourceAdded', data: { source: 1, key: ref('1'), digest: ref('2'), format: 'markdown' } },
      { type: 'SourceRetired', data: { source: 1, reason: 'gone' } },
      { type: 'SourceRevised', data: { source: 1, digest: ref('5') } },
    )

    expect(sources.get(1)).toMatchObject({ digest: ref('5'), retired: false })
  })

  test('know whether a run came to its last batch', () => {
    const stored = (batch: number): NewEvent => ({ type: 'BatchStored', data: { batch, batches: 2 } })

    expect([registersOf(), registersOf(stored(1)), registersOf(stored(1), stored(2))].map(({ unjoined }) => unjoined)).toEqual([
      false,
      true,
      false,
    ])
  })

  test('know sessions, actors, feedbacks and tags by number', () => {
    const registers = registersOf(
      { type: 'ActorNamed', data: { actor: 2, name: ref('1'), kind: 'owner' } },
      { type: 'ActorNamed', data: { actor: 1, name: ref('1'), kind: 'owner' } },
      { type: 'SessionStarted', data: { session: 3, key: ref('1'), kind: 'cron' } },
      { type: 'SessionEnded', data: { session: 3, reason: 'idle' } },
      { type: 'SessionEnded', data: { session: 4, reason: 'idle' } },
      { type: 'TagCreated', data: { tag: ref('6'), at: 2 } },
      { type: 'FeedbackGiven', data: { feedback: 7, verdict: 'used', applied: 'used', outcome: 1, tier: 'agent', nodes: [] } },
    )

    expect([registers.actors, registers.feedbacks]).toEqual([2, 7])
    expect(registers.sessions).toEqual(new Map([[3, { kind: 'cron', key: ref('1'), ended: true, said: { agent: 0, conscious: 0 } }]]))
    expect(registers.tags).toEqual(new Map([[ref('6'), 2]]))
  })

  test('know every content that was erased, and a copy of theirs keeps to itself', () => {
    const registers = registersOf(
      { type: 'ContentErased', data: { contents: [ref('1'), ref('2')], scope: 'node', nodes: [1] } },
      { type: 'ContentErased', data: { contents: [ref('2'), ref('3')], scope: 'source', nodes: [] } },
    )

    const copy = cloneRegisters(registers)
    copy.erased.add(ref('4'))
    expect(registers.erased).toEqual(new Set([ref('1'), ref('2'), ref('3')]))
  })

  test('know what is protected, also where it went with its document, until it is let go; a copy keeps to itself', () => {
    const protection = (node: number, is: 'on' | 'off'): NewEvent => ({ type: 'NodeProtected', data: { node, protection: is } })
    const registers = registersOf(protection(1, 'on'), protection(2, 'on'), protection(2, 'off'))

    const copy = cloneRegisters(registers)
    copy.protections.add(4)
    expect(registers.protections).toEqual(new Set([1]))
  })

  test.each<readonly [keeps: boolean, event: NewEvent]>([
    [true, { type: 'NodeRetired', data: { node: 1, reason: 'source' } }],
    [false, { type: 'NodeRetired', data: { node: 1, reason: 'death' } }],
    [false, { type: 'NodeRetired', data: { node: 1, reason: 'asked' } }],
    [false, { type: 'NodeRetired', data: { node: 1, reason: 'unlearned' } }],
    [false, { type: 'NodeRetired', data: { node: 1, reason: 'forgotten' } }],
    [false, { type: 'NodeMerged', data: { node: 1, into: 2 } }],
    [false, { type: 'NodePromoted', data: { node: 1, reason: 'asked' } }],
    [true, { type: 'NodeRestored', data: { node: 1, state: 'protected' } }],
    [false, { type: 'NodeRestored', data: { node: 1, state: 'normal' } }],
  ])('keep a protection: %s, after %j', (keeps, event) => {
    const on: NewEvent = { type: 'NodeProtected', data: { node: 1, protection: 'on' } }

    expect(registersOf(on, event).protections.has(1)).toBe(keeps)
  })

  test('hold the newest settings, and since when', () => {
    const digest = '0'.repeat(16)
    const { settings } = registersOf(
      { type: 'BrainCreated', data: { profile: 'balanced', settings: { a: 1 }, digest } },
      { type: 'ProfileChanged', data: { profile: 'crabpath', settings: { a: 2 }, digest } },
    )

    expect(settings).toEqual({ profile: 'crabpath', settings: { a: 2 }, digest, since: 2 })
  })
})
