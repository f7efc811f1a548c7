/** What an agent notes otherwise takes the place of its own older notes, as far as their order is known, and never of the owner's. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'

const question = 'When does the night ferry leave for Ostmole?'
const [old, now] = ['Night ferry to Ostmole: 21:40', 'Night ferry to Ostmole: 22:15']
const painted = 'The night ferry is painted green.'

let stage: Stage
const read = (origin: 'agent' | 'owner', source: string, text: string) =>
  stage.memory.ingest({ documents: [{ source, format: 'markdown', text }], origin })
const given = async () => (await stage.memory.recall({ question, record: false })).context.text
const givenBoth = async () => [(await given()).includes('21:40'), (await given()).includes('22:15')]
const supersededBy = async (what: string) => (await stage.memory.show({ what })).nodes[0]?.supersededBy
const verified = async () => (await stage.memory.verify({ rederive: true })).checks.filter(({ ok }) => !ok)

beforeEach(async () => {
  stage = await openStage('empty')
  await read('agent', 'memory/kitchen.md', '# Kitchen\n\nThe fridge is emptied on Fridays.\n')
})
afterEach(() => stage.leave())

test('a note that was read before and is changed takes the place of another one, also when that is written to again', async () => {
  const log = `# Times\n\nMet Priya at the quay.\n\n${old}\n`
  await read('agent', 'memory/quay.md', log)
  await read('agent', 'memory/times.md', `# Times\n\n${painted}\n`)
  await read('agent', 'memory/times.md', `# Times\n\n${now}\n`)
  expect(await supersededBy('memory/quay.md')).toMatchObject([{ rule: 'same-label', reason: 'later', part: old }])
  await read('agent', 'memory/quay.md', `${log}\n## Evening\n\nThe crane was loud.\n`)

  expect(await givenBoth()).toEqual([false, true])
  expect(await verified()).toEqual([])
})

test('notes that are read for the first time take no place: which of them is newer is not known', async () => {
  await read('agent', 'MEMORY.md', `# Times\n\n${now}\n`)
  await read('agent', 'memory/quay.md', `# Times\n\n${old}\n`)

  expect(await supersededBy('MEMORY.md')).toEqual([])
})

test('a note of the owner keeps its place', async () => {
  await read('owner', 'ferry.md', `# Times\n\n${old}\n`)
  await read('agent', 'MEMORY.md', `# Times\n\n${painted}\n`)

  await read('agent', 'MEMORY.md', `# Times\n\n${now}\n`)

  expect(await supersededBy('ferry.md')).toEqual([])
  expect(await given()).toContain('21:40')
})
