import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import type { Participants } from '../recording/turn.ts'
import { given, owner, ref } from '../testing/given.ts'

const contents = { id: ref('1'), text: ref('2') }
const agent = (kind: 'interactive' | 'cron' = 'interactive'): Participants => ({
  origin: 'agent',
  actor: { known: 1, name: ref('a'), kind: 'agent' },
  session: { known: undefined, key: ref('b'), kind },
})
const added = (origin: 'owner' | 'agent' | 'untrusted'): NewEvent => ({
  type: 'NodeAdded',
  origin,
  data: { node: 1, ...contents, day: 20_785, nodeType: 'fact', state: origin === 'owner' ? 'normal' : 'probation' },
})
const note = (known?: number, isOthers = false) => ({ _tag: 'Note' as const, contents, known, isOthers, turn: undefined, day: 20_785 })
/** The events of the note itself, without the introduction of a session. */
const told = (events: ReadonlyArray<NewEvent>) => events.filter(({ type }) => type.startsWith('Node'))

describe('a note', () => {
  test('of the owner is a memory, of an agent one on probation, of what others wrote an untrusted one', () => {
    given()
      .when(note())
      .gives([added('owner')])
      .answers({ node: 1, became: 'added', stay: [] })
    expect(told(given().when(note(), { by: agent() }).events())).toEqual([added('agent')])
    expect(told(given().when(note(undefined, true), { by: agent() }).events())).toEqual([added('untrusted')])
  })

  test('takes the place of what is named with it: of anything for the owner, of agents’ notes for an agent, of nothing for others', () => {
    const older = (origin: 'owner' | 'agent'): NewEvent => ({
      type: 'NodeAdded',
      origin,
      data: { node: 1, id: ref('8'), text: ref('9'), day: 1, nodeType: 'fact', state: 'normal' },
    })
    const next = (by: Participants | undefined, of: 'owner' | 'agent', isOthers = false) =>
      told(
        given(older(of))
          .when({ ...note(undefined, isOthers), supersedes: [1, 2] }, by === undefined ? {} : { by })
          .events(),
      ).filter(({ type }) => type === 'NodeSuperseded')
    const gone = [{ type: 'NodeSuperseded', data: { node: 1, by: 2, rule: 'named', reason: 'later' } }]

    expect(next(undefined, 'owner')).toMatchObject(gone)
    expect(next(undefined, 'agent')).toMatchObject(gone)
    expect(next(agent(), 'agent')).toMatchObject(gone)
    expect(next(agent(), 'owner')).toEqual([])
    expect(next(agent(), 'agent', true)).toEqual([])
  })

  test('of anybody else, and of an agent that nobody talks with, is none', () => {
    given()
      .when(note(), { by: agent('cron') })
      .refuses({ _tag: 'SpeakerIsMute' })
    given()
      .when(note(), { by: { ...owner, origin: 'untrusted' } })
      .refuses({ _tag: 'SpeakerIsMute' })
  })

  test('said again takes the more trusted origin, and passes probation only by the owner', () => {
    const again: NewEvent = { type: 'NodeRevised', data: { node: 1 } }
    given(added('owner')).when(note(1)).gives([again])
    given(added('agent'))
      .when(note(1))
      .gives([
        { ...again, origin: 'owner' },
        { type: 'NodePromoted', data: { node: 1, reason: 'noted' } },
      ])
    expect(told(given(added('untrusted')).when(note(1), { by: agent() }).events())).toEqual([{ ...again, origin: 'agent' }])
    expect(told(given(added('owner')).when(note(1, true), { by: agent() }).events())).toEqual([again])
  })

  test('that was retired comes back, protected where it was, and as trusted as who says it now', () => {
    const gone: NewEvent = { type: 'NodeRetired', data: { node: 1, reason: 'unlearned' } }
    const protects: NewEvent = { type: 'NodeProtected', data: { node: 1, protection: 'on' } }
    given(added('owner'), gone)
      .when(note(1))
      .gives([{ type: 'NodeRestored', data: { node: 1, state: 'normal' } }])
      .answers({ node: 1, became: 'restored', stay: [] })
    expect(told(given(added('owner'), protects, gone).when(note(1), { by: agent() }).events())).toEqual([
      { type: 'NodeRestored', data: { node: 1, state: 'protected' } },
      { type: 'NodeRevised', origin: 'agent', data: { node: 1 } },
    ])
  })

  test('that the owner says again ends the doubts about it', () => {
    const doubt: NewEvent = { type: 'NodeDoubted', data: { node: 1, feedback: 1, said: ref('3'), saidAt: 1 } }
    given(added('owner'), doubt)
      .when(note(1))
      .gives([{ type: 'NodeRevised', data: { node: 1, text: contents.text } }])
  })
})
