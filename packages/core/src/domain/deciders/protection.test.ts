import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/event-codec.ts'
import { ContentRef } from '../identity.ts'
import { origins } from '../node.ts'
import { brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import { decideProtection, mayProtect } from './protection.ts'

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

  test('is for the owner alone', () => {
    expect(origins.filter(mayProtect)).toEqual(['owner'])
  })
})
