/** With the setting `review`, what a model makes of a message waits for the owner's yes. */
import { expect, onTestFinished, test } from 'vitest'
import { readingModel, type Said } from '../eval/judged-week.ts'
import { openStage } from './stage.ts'

const cleaning = 'Danuta cleans on Thursday, 9 to 12.\nShe gets 18 euro an hour.'
const tuesday = 'danuta comes tuesdays from now on'
const saying: Said = { verdict: 'supersedes', candidate: cleaning, old: 'Thursday', new: 'tuesdays', lasting: true, confidence: 0.95 }

const judged = async () => {
  const model = readingModel((text) => (text === tuesday ? saying : undefined))
  const stage = await openStage('empty', { model: model.service, modelMs: 5_000 })
  onTestFinished(stage.leave)
  const { memory } = stage
  await memory.ingest({ documents: [{ source: 'cleaning.md', format: 'markdown', text: `# Cleaning\n\n${cleaning}\n` }] })
  await memory.profile({ profile: 'balanced', settings: { 'model.routingShare': 0, review: 'on' } })
  const about = async () => (await memory.recall({ question: 'When does Danuta clean?', session: 'later', record: false })).context.text
  const heard = await memory.hear({ text: tuesday, session: 'talk' })
  return { memory, about, heard, superseded: async () => (await memory.show({ what: 'cleaning.md' })).nodes[0]?.supersededBy ?? [] }
}

test('the message that a model kept waits, and the words that it changes hold until it is approved', async () => {
  const { about, heard, memory, superseded } = await judged()
  const kept = heard.judged?.kept ?? ''

  expect(heard).toMatchObject({ superseded: [], judged: { became: 'superseded', review: 'waits' } })
  expect(await memory.review({})).toMatchObject({ waiting: [{ node: kept, origin: 'owner', text: tuesday }], count: 1 })
  expect(await superseded()).toEqual([])
  expect(await about()).toContain('Thursday')
  expect(await about()).not.toContain('no longer true')
  expect(await about()).not.toContain(tuesday)

  await memory.review({ decision: 'approve', nodes: [kept] })

  expect(await superseded()).toMatchObject([{ by: kept, rule: 'judged', part: 'Thursday' }])
  expect(await about()).toContain(tuesday)
  expect((await memory.verify({ rederive: true })).ok).toBe(true)
})

test('a message that is refused changes nothing, and is undone as it was', async () => {
  const { about, heard, memory, superseded } = await judged()
  const kept = heard.judged?.kept ?? ''
  await memory.review({ decision: 'refuse', nodes: [kept] })

  expect([await superseded(), (await memory.review({})).count]).toEqual([[], 0])
  expect(await about()).not.toContain(tuesday)

  await memory.undo({})

  expect((await memory.review({})).count).toBe(1)
})
