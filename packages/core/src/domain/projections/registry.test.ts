import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { ref } from '../testing/given.ts'
import { emptyFold, foldEvent } from './brain-fold.ts'
import {
  foldParticipants,
  foldSettings,
  foldSources,
  noParticipants,
  noSettings,
  noSources,
  type SettingsRecords,
  type SourceRecords,
} from './registry.ts'

test('participants are sessions, actors with their newest names and feedbacks by number', () => {
  const events: ReadonlyArray<NewEvent> = [
    { type: 'ActorNamed', data: { actor: 2, name: ref('1'), kind: 'owner' } },
    { type: 'ActorNamed', data: { actor: 1, name: ref('1'), kind: 'owner' } },
    { type: 'ActorNamed', data: { actor: 2, name: ref('2'), kind: 'owner' } },
    { type: 'SessionStarted', data: { session: 3, key: ref('1'), kind: 'cron' } },
    { type: 'SessionEnded', data: { session: 3, reason: 'idle' } },
    { type: 'SessionEnded', data: { session: 4, reason: 'idle' } },
    { type: 'FeedbackGiven', data: { feedback: 7, verdict: 'used', applied: 'used', outcome: 1, tier: 'agent', nodes: [] } },
  ]
  const participants = noParticipants()
  for (const [i, event] of events.entries()) foldParticipants(participants, placed(event, i + 1, { at: 0, actor: 1 }))

  expect([participants.actors, participants.feedbacks]).toEqual([2, 7])
  expect([...participants.names]).toEqual([
    [2, ref('2')],
    [1, ref('1')],
  ])
  expect(participants.sessions).toEqual(
    new Map([[3, { kind: 'cron', key: ref('1'), ended: true, turns: 0, said: { agent: 0, conscious: 0 } }]]),
  )
})

test('a turn counts once for its session, also where its recall came too late', () => {
  const skipped = { reason: 'deadline', skippedAt: 0, waitedMs: 0 } as const
  const session: NewEvent = { type: 'SessionStarted', data: { session: 3, key: ref('1'), kind: 'cron' } }
  const events: ReadonlyArray<NewEvent> = [
    session,
    { type: 'RecallSkipped', turn: 1, data: skipped },
    { type: 'RecallSkipped', turn: 1, data: skipped },
  ]
  const fold = emptyFold()
  for (const [i, event] of events.entries()) foldEvent(fold, placed(event, i + 1, { at: 0, actor: 1, session: 3 }))
  const late = placed({ type: 'RecallSkipped', turn: 2, data: skipped }, 4, { at: 0, actor: 1 })
  foldEvent(fold, late)

  expect(fold.participants.sessions.get(3)?.turns).toBe(1)
})

test('a turn counts for its session, also where a model was asked for it before it began', () => {
  const data = {
    task: 'routing',
    call: 1,
    offered: [],
    pointers: [],
    model: ref('1'),
    template: 'route.1',
    digest: '0'.repeat(16),
  } as const
  const events: ReadonlyArray<NewEvent> = [
    { type: 'SessionStarted', data: { session: 3, key: ref('1'), kind: 'cron' } },
    { type: 'ModelAsked', turn: 1, data: { ...data, prompt: ref('2'), tokens: 1, tokensOut: 1, costNanoUsd: 0 } },
    { type: 'RecallSkipped', turn: 1, data: { reason: 'deadline', skippedAt: 0, waitedMs: 0 } },
  ]
  const fold = emptyFold()
  for (const [i, event] of events.entries()) foldEvent(fold, placed(event, i + 1, { at: 0, actor: 1, session: 3 }))

  expect(fold.participants.sessions.get(3)?.turns).toBe(1)
})

const sourcesOf = (...events: ReadonlyArray<NewEvent>): SourceRecords => {
  const sources = noSources()
  for (const [i, event] of events.entries()) foldSources(sources, placed(event, i + 1, { at: 0, actor: 1 }))
  return sources
}

describe('the sources', () => {
  test('know a source, its nodes and what became of it', () => {
    const { byNumber } = sourcesOf(
      { type: 'SourceAdded', data: { source: 1, key: ref('1'), digest: ref('2'), format: 'markdown' } },
      { type: 'NodeAdded', data: { node: 4, id: ref('3'), text: ref('3'), nodeType: 'fact', state: 'normal', source: 1 } },
      { type: 'NodeAdded', data: { node: 5, id: ref('3'), text: ref('3'), nodeType: 'fact', state: 'normal', source: 2 } },
      { type: 'SourceRetired', data: { source: 1, reason: 'gone' } },
      { type: 'SourceRenamed', data: { source: 1, key: ref('4') } },
    )

    expect(byNumber).toEqual(new Map([[1, { key: ref('4'), digest: ref('2'), retired: true, nodes: new Set([4]) }]]))
  })

  test('know that a source came back', () => {
    const { byNumber } = sourcesOf(
      { type: 'SourceAdded', data: { source: 1, key: ref('1'), digest: ref('2'), format: 'markdown' } },
      { type: 'SourceRetired', data: { source: 1, reason: 'gone' } },
      { type: 'SourceRevised', data: { source: 1, digest: ref('5') } },
    )

    expect(byNumber.get(1)).toMatchObject({ digest: ref('5'), retired: false })
  })

  test('know whether a run came to its last batch', () => {
    const stored = (batch: number): NewEvent => ({ type: 'BatchStored', data: { batch, batches: 2 } })

    expect([sourcesOf(), sourcesOf(stored(1)), sourcesOf(stored(1), stored(2))].map(({ unjoined }) => unjoined)).toEqual([
      false,
      true,
      false,
    ])
  })
})

const settingsOf = (...events: ReadonlyArray<NewEvent>): SettingsRecords => {
  const settings = noSettings()
  for (const [i, event] of events.entries()) foldSettings(settings, placed(event, i + 1, { at: 0, actor: 1 }))
  return settings
}

test('the newest settings are in force, with the position since when', () => {
  const digest = '0'.repeat(16)
  const { inForce } = settingsOf(
    { type: 'BrainCreated', data: { profile: 'balanced', settings: { a: 1 }, digest } },
    { type: 'ProfileChanged', data: { profile: 'crabpath', settings: { a: 2 }, digest } },
  )

  expect(inForce).toEqual({ profile: 'crabpath', settings: { a: 2 }, digest, since: 2 })
})

test('a tag names a position', () => {
  expect(settingsOf({ type: 'TagCreated', data: { tag: ref('6'), at: 2 } }).tags).toEqual(new Map([[ref('6'), 2]]))
})
