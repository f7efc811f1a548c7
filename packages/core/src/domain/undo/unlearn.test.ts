import { test } from 'vitest'
import { given, note, owner } from '../testing/given.ts'
import type { Unlearn } from './unlearn.ts'

const before = given(note(1), note(2)).state
const derived = { state: before, recorded: new Map(), derived: new Map() }
const unlearn: Unlearn & { readonly _tag: 'Unlearn' } = {
  _tag: 'Unlearn',
  selection: { selector: 'feedback', selected: [1] },
  signals: [3],
  nodes: [],
  derived,
  rehearsal: false,
}
const restored = (cause: number) =>
  ({
    type: 'StrengthsRestored',
    cause,
    data: { edges: [], from: [], to: [], nodes: [], utilityFrom: [], utilityTo: [] },
  }) as const

test('an unlearning is a request and what follows from it, in one commit', () => {
  given(note(1), note(2))
    .when(unlearn)
    .gives([{ type: 'UnlearnRequested', origin: 'owner', data: { selector: 'feedback', selected: [1], signals: [3] } }, restored(3)])
})

test('memories of the selection are retired where the request asks for it', () => {
  given(note(1), note(2))
    .when({ ...unlearn, nodes: [2, 9] })
    .gives([
      { type: 'UnlearnRequested', origin: 'owner', data: { selector: 'feedback', selected: [1], signals: [3], nodes: [2] } },
      { type: 'NodeRetired', cause: 3, data: { node: 2, reason: 'unlearned' } },
      restored(3),
    ])
})

test('a withdrawal restores the memories that its request retired', () => {
  const [request, retired] = given(note(1), note(2))
    .when({ ...unlearn, nodes: [2] })
    .events()
  if (request === undefined || retired === undefined) throw new Error('the unlearning has two events')

  given(note(1), note(2), request, retired, restored(3))
    .when({ _tag: 'WithdrawUnlearning', request: 3, derived, rehearsal: false })
    .gives([
      { type: 'UnlearnWithdrawn', origin: 'owner', data: { request: 3 } },
      { type: 'NodeRestored', cause: 6, data: { node: 2, state: 'normal' } },
      restored(6),
    ])
})

test('a speaker who may not teach takes nothing back', () => {
  given(note(1))
    .when(unlearn, { by: { ...owner, origin: 'untrusted' } })
    .refuses({ _tag: 'SpeakerIsMute' })
})
