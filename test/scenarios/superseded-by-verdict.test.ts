/** A verdict that names another memory as right: what the answer says of it, what takes it back, and why the other memory is given. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { profiles } from '../../packages/core/src/domain/profiles/profiles.ts'
import { openStage, type Stage } from './stage.ts'

const question = 'When does the night ferry leave?'
let stage: Stage

beforeEach(async () => {
  stage = await openStage('empty')
  const read = (source: string, text: string) => ({ source, format: 'markdown' as const, text })
  const documents = [
    read('ferry.md', '# Boat\n\nThe night ferry leaves at nine.\n'),
    read('bus.md', '# Bus\n\nAfter the last bus the night ferry leaves, at ten.\n'),
  ]
  await stage.memory.ingest({ documents })
})
afterEach(() => stage.leave())

const ask = () => stage.memory.recall({ question })
const correct = () => stage.memory.feedback({ verdict: 'wrong', turn: 't1', nodes: ['ferry.md'], instead: ['bus.md'] })
const superseded = async () => (await stage.memory.show({ what: 'ferry.md' })).nodes[0]?.supersededBy ?? []

test('a verdict on a turn that is too long ago still supersedes, says so, and undo takes it back', async () => {
  await stage.memory.profile({ profile: 'balanced', settings: { 'learning.windowTurns': 1 } })
  await ask()
  for (const other of ['How often do buses go?', 'Is there a tram?']) await stage.memory.recall({ question: other })

  const answer = await correct()
  const before = await superseded()
  const { took } = await stage.memory.undo({})

  expect(answer).toMatchObject({ refused: 'window', superseded: [{ node: 'ferry.md', by: 'bus.md', holds: false }] })
  expect(before).toMatchObject([{ by: 'bus.md', reason: 'verdict' }])
  expect(took).toMatchObject({ feedback: 'f1' })
  expect(await superseded()).toEqual([])
})

test.each([
  ['balanced', 'Does the night ferry to the islands leave from the old harbour or from the new one?'],
  ['linkstrength', question],
])('under %s a memory in the place of another one is not given for the words and verdicts of the other', async (profile, next) => {
  await stage.memory.profile({ profile })
  await ask()
  await correct()

  const { items } = await stage.memory.recall({ question: next })

  expect(items.map(({ node, why }) => [node, why])).toEqual([
    [
      'bus.md',
      `${profile === 'balanced' ? `taught for “${question}” (strength 0.6); ` : ''}its text has night, ferry, leave; in the place of “Boat”`,
    ],
    ['ferry.md', expect.stringMatching(profile === 'balanced' ? /its text has night, ferry, leave/ : /its utility is 0.99/)],
  ])
})

test.each([
  ['What is Anna allergic to?', 'Ben is allergic to milk and likes coffee.', 'Anna is allergic to nuts and likes tea.'],
  ['Where was the party in 2023?', 'The party in 2022 was in the barn.', 'The party in 2023 was on the lake.'],
  ['Who is the painter in Mill Lane?', 'The plumber is Mr Okafor, Mill Lane 3.', 'The painter is Mrs Lindt, Mill Lane 9.'],
  ['Which pill is for the morning?', 'Anna takes 20 mg of Lipitor every morning.', 'Ben takes 5 mg of Ramipril every morning.'],
  ['Who is severely allergic?', 'Anna is severely allergic to peanuts.', 'Ben is severely allergic to cats.'],
  ['When are the cellar keys due back?', 'The cellar keys are due back on Friday.', 'The dentist is Dr Haas.'],
])('%s: a memory that only does not answer it is as true as before', async (asked, wrong, right) => {
  const read = (source: string, text: string) => ({ source, format: 'markdown' as const, text })
  await stage.memory.ingest({ documents: [read('wrong.md', wrong), read('right.md', right)] })
  const { turn } = await stage.memory.recall({ question: asked })

  const answer = await stage.memory.feedback({ verdict: 'wrong', turn: turn ?? '', nodes: ['wrong.md'], instead: ['right.md'] })

  expect(answer).not.toHaveProperty('superseded')
  expect((await stage.memory.show({ what: 'wrong.md' })).nodes[0]?.supersededBy).toEqual([])
})

test.each([...profiles.keys()])(
  'INV-275 under %s what the owner named instead takes the place for that very question, and for no other one',
  async (profile) => {
    await stage.memory.profile({ profile })
    const read = (source: string, text: string) => ({ source, format: 'markdown' as const, text })
    const documents = [
      read('crabs.md', 'The crab pots are by the north pier.'),
      read('eels.md', 'Eel traps stand in the mill stream.'),
      read('hens.md', 'Eleven hens live in the yard.'),
    ]
    await stage.memory.ingest({ documents })
    const asked = 'Where are the crab pots?'
    const { turn } = await stage.memory.recall({ question: asked })
    await stage.memory.feedback({ verdict: 'wrong', turn: turn ?? '', nodes: ['crabs.md'], instead: ['eels.md'] })

    const again = await stage.memory.recall({ question: asked })
    const other = await stage.memory.recall({ question: 'What is by the north pier?' })
    await stage.memory.feedback({ verdict: 'used', turn: again.turn ?? '', nodes: ['crabs.md'] })
    const reasserted = await stage.memory.recall({ question: asked })

    expect(again.context.items).toContain('eels.md')
    expect(again.context.items).not.toContain('crabs.md')
    const { dropped } = await stage.memory.why({ turn: again.turn ?? '' })
    // Where a verdict takes all of its energy, it is not found at all.
    expect(dropped).toEqual(profile === 'balanced' ? [] : [expect.objectContaining({ node: 'crabs.md', reason: 'inhibited' })])
    expect(other.context.items).toContain('crabs.md')
    expect(reasserted.context.items).toContain('crabs.md')
  },
)

test('its life tells what took its place, when, and who said so in which words, also once an undo was taken back', async () => {
  await stage.memory.recall({ question, session: 'harbour' })
  const given = { session: 'harbour', actor: 'lin', actorKind: 'owner' as const }
  await stage.memory.feedback({
    ...given,
    verdict: 'wrong',
    turn: 't1',
    nodes: ['ferry.md'],
    instead: ['bus.md'],
    text: 'It leaves later.',
  })
  const ended = async () => (await stage.memory.show({ what: 'ferry.md' })).traced?.ended
  const told = {
    by: 'bus.md',
    reason: 'verdict',
    feedback: 'f1',
    at: expect.stringMatching(/^\d{4}-/),
    given: { actor: 'lin', origin: 'owner', session: 's2', turn: 't1', verdict: 'wrong', said: 'It leaves later.' },
  }

  expect(await ended()).toEqual([told])
  const { request } = await stage.memory.undo({ session: 'harbour' })
  expect(await ended()).toBeUndefined()
  await stage.memory.unlearn({ undo: String(request) })
  expect(await ended()).toEqual([told])
})

test('a strength tells whether the verdict behind it was about its memory or another one, and a turn which verdict kept one away', async () => {
  await ask()
  await correct()
  const { edges } = await stage.memory.show({ what: 'bus.md' })
  const { edges: away } = await stage.memory.show({ what: 'ferry.md' })
  const taught = async (all: typeof edges, target: string) => {
    const edge = all.find(({ kind, strength, target: to }) => kind === 'learned' && to === target && strength !== 0)?.edge ?? ''
    return (await stage.memory.blame({ edge })).history.flatMap(({ aboutOther, verdict }) =>
      verdict === null ? [] : [{ aboutOther, verdict }],
    )
  }

  expect(await taught(edges, 'bus.md')).toEqual([{ aboutOther: true, verdict: 'wrong' }])
  expect(await taught(away, 'ferry.md')).toEqual([{ aboutOther: undefined, verdict: 'wrong' }])

  const { turn } = await ask()
  const { skipped } = await stage.memory.why({ turn: turn ?? '' })
  expect(skipped.filter(({ reason }) => reason === 'inhibited')).toEqual([
    expect.objectContaining({ target: 'ferry.md', against: { at: expect.stringMatching(/^\d{4}-/), verdict: 'wrong' } }),
  ])
  expect(skipped.filter(({ against, reason }) => reason !== 'inhibited' && against !== undefined)).toEqual([])
})
