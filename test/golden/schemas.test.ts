import { describe, expect, test } from 'vitest'
import { changesOf, extended, recordedSchemas, type Schemas, todaysSchemas } from './schemas.ts'

const today = todaysSchemas()

test('INV-37 what every event may hold is what was recorded, and everything there is was recorded', () => {
  const before = recordedSchemas()

  expect(before && changesOf(before, today)).toEqual([])
  expect(before && extended(before, today)).toEqual(before)
})

describe('a change of a recorded schema is told', () => {
  const altered = (name: string, change: (one: NonNullable<Schemas['events'][string]>) => object): Schemas => {
    const one = today.events[name] ?? expect.unreachable(name)
    return { ...today, events: { ...today.events, [name]: { ...one, ...change(one) } } }
  }
  const raised: Schemas = {
    ...today,
    events: Object.fromEntries(Object.entries(today.events).map(([name, one]) => [name === 'NodeRetired 1' ? 'NodeRetired 2' : name, one])),
  }

  test.each([
    [
      'a word more',
      altered('NodeRetired 1', ({ fields }) => ({ fields: { ...fields, reason: `${fields['reason']} | "bored"` } })),
      'NodeRetired 1',
    ],
    [
      'a field more, even one that may be absent',
      altered('NodeMerged 1', ({ fields }) => ({ fields: { ...fields, 'why?': 'number' } })),
      'NodeMerged 1',
    ],
    ['another kind of content', altered('TagCreated 1', () => ({ references: { tag: 'node-id of brain' } })), 'TagCreated 1'],
    ['another nature', altered('StrengthSet 1', () => ({ nature: 'effect' })), 'StrengthSet 1'],
    ['another code', { ...today, contentKinds: { ...today.contentKinds, tag: '99' } }, 'content kind: tag'],
    ['an origin more', { ...today, origins: `${today.origins} | oracle` }, 'envelope: origins'],
    ['an event that is gone', { ...today, events: { 'TagCreated 1': today.events['TagCreated 1'] ?? expect.unreachable() } }, 'is gone'],
  ])('%s', (_, changed, problem) => {
    expect(changesOf(today, changed).join()).toContain(problem)
  })

  test('but not a raised version, a new event or a new kind, which are added', () => {
    const more: Schemas = {
      ...raised,
      contentKinds: { ...today.contentKinds, mood: '40' },
      events: { ...raised.events, 'Rained 1': Object.values(today.events)[0] ?? expect.unreachable() },
    }

    expect(changesOf(today, more)).toEqual([])
    expect(Object.keys(extended(today, more).events).length).toBe(Object.keys(today.events).length + 2)
    expect(extended(today, more).contentKinds).toMatchObject({ mood: '40' })
  })
})

test('the schemas say what a field may be', () => {
  expect(today.events['NodeRetired 1']).toMatchObject({ nature: 'fact', fields: { node: expect.stringContaining('between 1 and max') } })
  expect(today.events['FeedbackGiven 2']?.fields).toMatchObject({ 'about?': expect.stringContaining('"turn"') })
  expect(today.events['NodeAdded 1']).toMatchObject({ references: { text: 'node-text of node' } })
})
