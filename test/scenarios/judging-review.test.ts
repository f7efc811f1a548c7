/** With the setting `review`, what a model makes of a message waits for the owner's yes. */
import { expect, onTestFinished, test } from 'vitest'
import { readingModel, type Said } from '../eval/judged-week.ts'
import { openStage } from './stage.ts'

const cleaning = 'Danuta cleans on Thursday, 9 to 12.\nShe gets 18 euro an hour.'
const tuesday = 'danuta comes tuesdays from now on'
const saying: Said = { verdict: 'supersedes', candidate: cleaning, old: 'Thursday', new: 'tuesdays', lasting: true, confidence: 0.95 }

const judged = async (change: Partial<Said> = {}, more: Readonly<Record<string, Said>> = {}) => {
  const model = readingModel((text) => (text === tuesday ? { ...saying, ...change } : more[text]))
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
  expect(await memory.review({})).toMatchObject({
    waiting: [{ node: kept, origin: 'owner', text: tuesday, changes: [{ node: 'cleaning.md', was: 'Thursday' }] }],
    count: 1,
  })
  expect(await superseded()).toEqual([])
  expect(await about()).toContain('Thursday')
  expect(await about()).not.toContain('no longer true')
  expect(await about()).not.toContain(tuesday)

  await memory.review({ decision: 'approve', nodes: [kept] })

  expect(await superseded()).toMatchObject([{ by: kept, rule: 'judged', part: 'Thursday' }])
  expect(await about()).toContain(tuesday)
  expect((await memory.verify({ rederive: true })).ok).toBe(true)
})

test('the same message again waits with the first one, and a refused one changes nothing', async () => {
  const { heard, memory, superseded } = await judged()
  const kept = heard.judged?.kept ?? ''

  expect(await memory.hear({ text: tuesday, session: 'later talk' })).toMatchObject({ superseded: [], judged: { review: 'waits' } })
  expect(await memory.review({})).toMatchObject({ waiting: [{ node: kept }], count: 1 })
  await memory.review({ decision: 'refuse', nodes: [kept] })
  expect(await memory.hear({ text: tuesday, session: 'last talk' })).toMatchObject({ superseded: [], judged: { review: 'refused' } })
  expect(await superseded()).toEqual([])
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

test('a change of which the model is not sure marks nothing, and is a change once the owner says yes', async () => {
  const { about, heard, memory, superseded } = await judged({ confidence: 0.7 })
  const kept = heard.judged?.kept ?? ''

  expect(heard).toMatchObject({ doubted: [], superseded: [], judged: { became: 'marked', review: 'waits' } })
  expect(await memory.review({})).toMatchObject({ waiting: [{ node: kept, changes: [{ node: 'cleaning.md', was: 'Thursday' }] }] })
  expect((await memory.show({ what: 'cleaning.md' })).nodes[0]?.doubts).toEqual([])
  expect(await about()).toContain('Thursday')
  expect(await about()).not.toContain('tuesdays')

  await memory.review({ decision: 'approve', nodes: [kept] })

  expect(await superseded()).toMatchObject([{ by: kept, rule: 'judged', part: 'Thursday' }])
  expect(await about()).toContain(tuesday)
  await memory.undo({})
  expect(await superseded()).toEqual([])
  expect((await memory.verify({ rederive: true })).ok).toBe(true)
})

const again = 'danuta comes on Thursday after all'
const same: Said = { verdict: 'same', candidate: cleaning, old: 'Thursday', new: null, lasting: true, confidence: 0.95 }

test('what a message says again holds again once the owner says yes, and what was approved holds until then', async () => {
  const { about, heard, memory, superseded } = await judged({}, { [again]: same })
  const kept = heard.judged?.kept ?? ''
  await memory.review({ decision: 'approve', nodes: [kept] })

  const { judged: anew } = await memory.hear({ text: again, session: 'talk' })

  expect(anew).toMatchObject({ became: 'reasserted', review: 'waits', kept: expect.any(String) })
  expect(await memory.review({})).toMatchObject({ waiting: [{ node: anew?.kept, text: again, changes: [{ node: kept }] }] })
  expect(await superseded()).toMatchObject([{ by: kept }])
  expect(await about()).toContain(tuesday)
  expect(await about()).not.toContain('after all')

  await memory.review({ decision: 'approve', nodes: [anew?.kept ?? ''] })

  expect(await superseded()).toEqual([])
  expect(await about()).toContain('Danuta cleans on Thursday')
  expect(await about()).not.toContain(tuesday)
  expect(await about()).not.toContain('no longer true')
  await memory.undo({})
  expect(await about()).toContain(tuesday)
  expect((await memory.verify({ rederive: true })).ok).toBe(true)
})

test('what was said back and is said anew changes nothing by what a model makes of it while the queue is on, and counts once it is off', async () => {
  const { about, heard, memory, superseded } = await judged({}, { [again]: same })
  const kept = heard.judged?.kept ?? ''
  await memory.review({ decision: 'approve', nodes: [kept] })
  await memory.hear({ text: again, session: 'talk' })
  await memory.review({ decision: 'approve', all: true })

  const { judged: anew } = await memory.hear({ text: tuesday, session: 'talk' })

  expect([anew?.became, anew?.refused, await superseded()]).toEqual(['nothing', 'review', []])
  await memory.profile({ profile: 'balanced', settings: { 'model.routingShare': 0 } })
  const { judged: counted } = await memory.hear({ text: tuesday, session: 'another talk' })
  expect(counted?.became).toBe('superseded')
  expect(await superseded()).toMatchObject([{ by: kept }])
  expect(await about()).toContain(tuesday)
  await memory.undo({ session: 'another talk' })
  expect(await superseded()).toEqual([])
  expect((await memory.verify({ rederive: true })).ok).toBe(true)
})

test('a doubt is lifted by no model: that could not wait, and the owner says it himself', async () => {
  const perhaps = 'perhaps danuta comes on fridays'
  const unsure: Said = { ...saying, new: 'fridays', confidence: 0.7 }
  const { about, memory } = await judged({}, { [again]: same, [perhaps]: unsure })
  await memory.review({ decision: 'refuse', all: true })
  await memory.profile({ profile: 'balanced', settings: { 'model.routingShare': 0 } })
  const doubts = async () => (await memory.show({ what: 'cleaning.md' })).nodes[0]?.doubts.length
  await memory.hear({ text: perhaps, session: 'talk' })
  expect(await doubts()).toBe(1)
  await memory.profile({ profile: 'balanced', settings: { 'model.routingShare': 0, review: 'on' } })

  const { judged: anew } = await memory.hear({ text: again, session: 'talk' })

  expect([anew?.became, anew?.refused, await doubts()]).toEqual(['nothing', 'review', 1])
  expect((await memory.review({})).count).toBe(0)
  expect(await about()).toContain(perhaps)
})

test('a message that is said back waits, too', async () => {
  const back: Said = { ...saying, old: 'Thursday', new: 'Thursday', confidence: 0.95 }
  const { about, heard, memory, superseded } = await judged({}, { [again]: back })
  const kept = heard.judged?.kept ?? ''
  await memory.review({ decision: 'approve', nodes: [kept] })
  const { judged: anew } = await memory.hear({ text: again, session: 'talk' })

  expect(anew).toMatchObject({ became: 'superseded', review: 'waits' })
  expect(await superseded()).toMatchObject([{ by: kept }])
  expect(await about()).toContain(tuesday)
  await memory.review({ decision: 'approve', nodes: [anew?.kept ?? ''] })
  expect(await about()).toContain('Thursday')
  expect(await about()).not.toContain(tuesday)
})

test('words that count already change nothing more by what a model makes of them, because they cannot wait', async () => {
  const { heard, memory } = await judged()
  await memory.review({ decision: 'approve', nodes: [heard.judged?.kept ?? ''] })
  await memory.ingest({ documents: [{ source: 'week.md', format: 'markdown', text: '# Week\n\nThe cleaning by Danuta is on Friday.\n' }] })
  const { log } = memory
  const { position } = await memory.show({})
  const { judged: anew } = await memory.hear({ text: tuesday, session: 'later talk' })

  expect(['review', 'known', undefined]).toContain(anew?.refused)
  const { events } = await log({ from: String(position + 1) })
  expect(events.filter(({ type }) => type === 'NodeSuperseded' || type === 'SupersessionLifted')).toEqual([])
})

test('two notes of the owner that a model finds at odds are both given: a note waits for nothing, and what a model makes of it cannot count', async () => {
  const moved = 'Danuta cleans on Friday from now on.'
  const { about, memory, superseded } = await judged({}, { [moved]: { ...saying, new: 'Friday' } })
  await memory.undo({ session: 'talk' })
  await memory.ingest({ documents: [{ source: '2026-11-20.md', format: 'markdown', text: `# Diary\n\n${moved}\n` }] })
  const { judged: all } = await memory.judge({})

  expect(all).toMatchObject([{ note: '2026-11-20.md', became: 'nothing', refused: 'review' }])
  expect(await superseded()).toEqual([])
  expect(await about()).toContain('Thursday')
})
