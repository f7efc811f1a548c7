import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { ContentRef } from '../identity.ts'
import { type Origin, origins } from '../node.ts'
import { brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import { decideProtection, decideTrust, mayMark } from './owner-marks.ts'

const ref = ContentRef.make('a'.repeat(64))
/** One memory and what became of it. */
const stateOf = (state: 'probation' | 'normal' | 'protected', ...more: ReadonlyArray<NewEvent>) => {
  const fold = emptyFold()
  const added: NewEvent = { type: 'NodeAdded', origin: 'owner', data: { node: 1, id: ref, text: ref, nodeType: 'fact', state } }
  for (const [i, event] of [added, ...more].entries()) foldEvent(fold, placed(event, i + 1, { at: 0, actor: 1 }))
  return brainState(fold)
}
const protection = (value: 'on' | 'off'): ReadonlyArray<NewEvent> => [{ type: 'NodeProtected', data: { node: 1, protection: value } }]

describe('protecting a memory', () => {
  test.each([
    ['puts it on', 'normal', true, protection('on')],
    ['puts it on while it is on probation', 'probation', true, protection('on')],
    ['takes it away', 'protected', false, protection('off')],
    ['that is protected does nothing', 'protected', true, []],
    ['does nothing where there is none to take away', 'normal', false, []],
    ['does not end a probation by taking away what is not there', 'probation', false, []],
  ] as const)('%s', (_, state, on, events) => {
    expect(decideProtection(stateOf(state), 1, on)).toEqual(Result.succeed(events))
  })

  test.each<NewEvent>([
    { type: 'NodeRetired', data: { node: 1, reason: 'asked' } },
    { type: 'NodeMerged', data: { node: 1, into: 2 } },
  ])('does not bring back what is gone by $type', (gone) => {
    for (const on of [true, false])
      expect(decideProtection(stateOf('normal', gone), 1, on)).toEqual(Result.fail({ _tag: 'NodeNotLive', node: 1 }))
  })

  test('can be taken from what went with its document, and not be put on it; that does not bring it back', () => {
    const gone: NewEvent = { type: 'NodeRetired', data: { node: 1, reason: 'source' } }
    const [on, off] = [protection('on'), protection('off')]

    expect(decideProtection(stateOf('protected', gone), 1, false)).toEqual(Result.succeed(off))
    expect(decideProtection(stateOf('normal', gone), 1, true)).toEqual(Result.fail({ _tag: 'NodeNotLive', node: 1 }))
    expect(stateOf('normal', ...on, gone, ...off).graph.stateOf(1)).toBe('retired')
    expect(stateOf('normal', ...on, gone, ...off).registers.protections).toEqual(new Set())
  })
})

test('protection and trust are for the owner alone', () => {
  expect(origins.filter(mayMark)).toEqual(['owner'])
})

describe('trusting a memory', () => {
  const stateWith = (of: { origin: Origin; nodeType?: 'fact' | 'cue' }, ...more: ReadonlyArray<NewEvent>) => {
    const fold = emptyFold()
    const { nodeType = 'fact', origin } = of
    const added: NewEvent = { type: 'NodeAdded', origin, data: { node: 1, id: ref, text: ref, nodeType, state: 'normal' } }
    for (const [i, event] of [added, ...more].entries()) foldEvent(fold, placed(event, i + 1, { at: 0, actor: 1 }))
    return brainState(fold)
  }
  const trust = (value: 'on' | 'off'): ReadonlyArray<NewEvent> => [{ type: 'NodeTrusted', data: { node: 1, trust: value } }]

  test.each([
    ['lets others’ text be given', 'untrusted', [], true, trust('on')],
    ['lets the program’s text be given', 'system', [], true, trust('on')],
    ['that is trusted does nothing', 'untrusted', trust('on'), true, []],
    ['is taken back', 'untrusted', trust('on'), false, trust('off')],
    ['that nobody trusts has nothing to take back', 'untrusted', [], false, []],
    ['of the agent’s own does nothing', 'agent', [], true, []],
    ['of the owner’s own does nothing', 'owner', [], true, []],
  ] as const)('%s', (_, origin, before, on, events) => {
    expect(decideTrust(stateWith({ origin }, ...before), 1, on)).toEqual(Result.succeed(events))
  })

  test('is refused for what is gone, was never there, or stands for questions', () => {
    const gone: NewEvent = { type: 'NodeRetired', data: { node: 1, reason: 'source' } }
    const refused = (node: number) => Result.fail({ _tag: 'NodeNotLive', node })

    expect(decideTrust(stateWith({ origin: 'untrusted' }, gone), 1, true)).toEqual(refused(1))
    expect(decideTrust(stateWith({ origin: 'untrusted' }), 2, true)).toEqual(refused(2))
    expect(decideTrust(stateWith({ origin: 'untrusted', nodeType: 'cue' }), 1, true)).toEqual(refused(1))
  })
})
