/** A verdict that names another memory as right: what the answer says of it, what takes it back, and why the other memory is given. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'

const question = 'When does the night ferry leave?'
let stage: Stage

beforeEach(async () => {
  stage = await openStage('empty')
  const read = (source: string, text: string) => ({ source, format: 'markdown' as const, text })
  const documents = [read('ferry.md', '# Boat\n\nThe night ferry leaves at nine.\n'), read('bus.md', '# Bus\n\nBuses go hourly.\n')]
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
    ['bus.md', profile === 'balanced' ? `taught for “${question}” (strength 0.6); in the place of “Boat”` : 'in the place of “Boat”'],
    ['ferry.md', expect.stringMatching(profile === 'balanced' ? /held back by what was said of “When/ : /its utility is 0.99/)],
  ])
})
