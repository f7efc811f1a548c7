import { expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { ref } from '../testing/given.ts'
import { foldParticipants, noParticipants } from './participants.ts'

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
  expect(participants.sessions).toEqual(new Map([[3, { kind: 'cron', key: ref('1'), ended: true, said: { agent: 0, conscious: 0 } }]]))
})
