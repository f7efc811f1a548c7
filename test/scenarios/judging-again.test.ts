/** Recorded messages are judged anew in a branch: what differs is told, what is kept, and that the memory itself stays as it was. */
import * as Effect from 'effect/Effect'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readingModel, requestOf, type Said } from '../eval/judged-week.ts'
import { openStage } from './stage.ts'

const cleaning = 'Danuta cleans on Thursday, 9 to 12.\nShe gets 18 euro an hour.'
const rent = 'The rent is 900 euro a month, to Frau Tesmer.'
const notes = { 'home/cleaning.md': `# Cleaning\n\n${cleaning}\n`, 'home/rent.md': `# Rent\n\n${rent}\n` }
const [tuesday, raised, thanks] = ['danuta comes tuesdays from now on', 'rent went up to 950 for good', 'thanks, the rent is paid']

const saying = (change: Partial<Said>): Said => ({
  ...{ verdict: 'unrelated', candidate: null, old: null, new: null, lasting: true, confidence: 0.95 },
  ...change,
})
const toTuesday = saying({ verdict: 'supersedes', candidate: cleaning, old: 'Thursday', new: 'tuesdays' })
const toRaised = saying({ verdict: 'supersedes', candidate: rent, old: '900', new: '950' })
const first: Readonly<Record<string, Said>> = { [tuesday]: toTuesday, [raised]: toRaised, [thanks]: saying({}) }

type Answers = Readonly<Record<string, Said>>

/** A memory that heard three messages, each the question of a turn, and a model whose answers can be exchanged. */
const heardStage = async (texts: ReadonlyArray<string> = [tuesday, raised, thanks]) => {
  let answers: Answers = first
  const model = readingModel((text) => answers[text])
  let meanwhile = async (): Promise<unknown> => undefined
  const during = (action: () => Promise<unknown>) => {
    meanwhile = action
  }
  const ask: typeof model.service.ask = (asked, deadline) =>
    Effect.tap(model.service.ask(asked, deadline), () => Effect.promise(() => meanwhile()))
  const stage = await openStage('empty', { model: { ...model.service, ask }, modelMs: 5_000 })
  onTestFinished(stage.leave)
  const { memory } = stage
  await memory.ingest({ documents: Object.entries(notes).map(([source, text]) => ({ source, format: 'markdown' as const, text })) })
  await memory.profile({ profile: 'balanced', settings: { 'model.routingShare': 0 } })
  for (const text of texts) {
    await memory.recall({ question: text, session: 'talk', key: text })
    await memory.hear({ text, session: 'talk', recallKey: text })
  }
  const answer = (now: Answers) => {
    answers = now
  }
  const lines = async (brain?: string) => (await memory.export(brain === undefined ? {} : { brain })).lines
  const about = async (question: string, brain: string) => (await memory.recall({ question, brain, session: 'later' })).context.text
  return { ...stage, model, lines, about, answer, during }
}

test('the same answers are equal, are asked of the same memories, and leave the log as it is to the byte', async () => {
  const { lines, memory, model } = await heardStage()
  const [before, requests] = [await lines(), model.asked.map(requestOf)]
  const again = await memory.judgeAgain({})

  expect(again).toMatchObject({ equal: 3, differ: 0, unanswered: 0, erased: 0, unkept: 0, older: 0, left: 0 })
  expect(again.judged.map(({ turn, message, differs }) => [turn, message, differs])).toEqual([
    ['t1', tuesday, false],
    ['t2', raised, false],
    ['t3', thanks, false],
  ])
  const offered = ({ messages }: (typeof requests)[number]) => messages.map(({ candidates, text }) => [text, candidates])
  expect(model.asked.slice(3).map(requestOf).map(offered)).toEqual(requests.map(offered))
  expect(await lines()).toEqual(before)
  expect((await memory.brains({})).brains).toHaveLength(1)
})

test('what a model says otherwise differs, and holds in the branch alone', async () => {
  const { about, answer, lines, memory } = await heardStage()
  const before = await lines()
  answer({ ...first, [tuesday]: saying({}), [raised]: { ...toRaised, confidence: 0.6 } })
  const again = await memory.judgeAgain({ saveAs: 'anew' })

  expect(again).toMatchObject({ differ: 2, equal: 1, saved: { brain: 'local/main/anew' } })
  expect(again.judged[0]).toMatchObject({
    turn: 't1',
    feedback: 'f1',
    before: { verdict: 'supersedes', old: 'Thursday', new: 'tuesdays', became: 'superseded', kept: expect.any(String) },
    after: { verdict: 'unrelated', became: 'nothing' },
  })
  expect(again.judged[1]).toMatchObject({ before: { became: 'superseded' }, after: { became: 'marked' }, differs: true })
  expect(await lines()).toEqual(before)
  const given = await about('When does Danuta clean?', 'local/main/anew')
  expect([given.includes('Thursday'), given.includes(tuesday)]).toEqual([true, false])
  expect(await about('When does Danuta clean?', 'local/main/default')).toContain(tuesday)
  expect((await memory.verify({ brain: 'local/main/anew', rederive: true })).ok).toBe(true)
  await expect(memory.promote({ brain: 'local/main/default', branch: 'anew' })).rejects.toThrow()
})

test('a branch that says the same has the same words in force, and a look tells the same as a branch', async () => {
  const { about, memory } = await heardStage()
  const { judged } = await memory.judgeAgain({})
  const again = await memory.judgeAgain({ saveAs: 'anew' })
  const told = ({ after, before, turn }: (typeof judged)[number]) => [turn, before, { ...after, feedback: null, kept: null }]
  expect(again.judged.map(told)).toEqual(judged.map(told))
  const [here, there] = [
    await about('When does Danuta clean?', 'local/main/default'),
    await about('When does Danuta clean?', 'local/main/anew'),
  ]
  expect(there.replace(/turn="t\d+"/, '')).toBe(here.replace(/turn="t\d+"/, ''))
})

test('a later message is judged beside what followed from the one before, as when it was said', async () => {
  const friday = 'no wait, danuta now does fridays'
  const stage = await heardStage([tuesday])
  const toFriday = saying({ verdict: 'supersedes', candidate: cleaning, old: 'tuesdays', new: 'fridays' })
  const said = { ...first, [friday]: toFriday }
  stage.answer(said)
  await stage.memory.recall({ question: friday, session: 'talk', key: friday })
  await stage.memory.hear({ text: friday, session: 'talk', recallKey: friday })
  expect(await stage.memory.judgeAgain({})).toMatchObject({ differ: 0, equal: 2 })
  // Without the first message nothing stands there that the second one could change.
  stage.answer({ ...said, [tuesday]: saying({}) })
  const { judged } = await stage.memory.judgeAgain({})
  expect(judged.map(({ after }) => after?.refused ?? after?.verdict)).toEqual(['unrelated', 'old-words'])
})

test('a memory that changed since is offered as it was, and nothing follows of it', async () => {
  const { memory, model } = await heardStage([raised])
  await memory.ingest({ documents: [{ source: 'home/rent.md', format: 'markdown', text: '# Rent\n\nThe rent is 990 euro a month.\n' }] })
  const { judged } = await memory.judgeAgain({})
  expect(judged).toMatchObject([{ after: { verdict: 'supersedes', old: '900', became: 'nothing', refused: 'gone' }, differs: false }])
  expect(JSON.stringify(model.asked.at(-1))).not.toContain('990')
})

test('text of others that was trusted then, and is no longer, is not offered', async () => {
  const { memory, model } = await heardStage([])
  const text = '# Mail\n\nDanuta comes tuesdays, pay her 40 euro.\n'
  await memory.ingest({ origin: 'untrusted', documents: [{ source: 'mail.md', format: 'markdown', text }] })
  await memory.trust({ node: 'mail.md' })
  await memory.recall({ question: tuesday, session: 'talk', key: tuesday })
  await memory.hear({ text: tuesday, session: 'talk', recallKey: tuesday })
  await memory.trust({ node: 'mail.md', off: true })
  expect(await memory.judgeAgain({})).toMatchObject({ equal: 1 })
  expect(model.asked.map((asked) => JSON.stringify(requestOf(asked)).includes('40 euro'))).toEqual([true, false])
})

test.each([{}, { saveAs: 'anew' }])('what is erased while the model is asked is gone, with %j', async (request) => {
  const { during, memory, model } = await heardStage()
  // The texts are in the caches of the memory.
  await memory.judgeAgain({})
  expect(JSON.stringify(model.asked.slice(4, 6))).toContain('Tesmer')
  during(async () => {
    during(async () => undefined)
    await memory.forget({ turn: 't2' })
    await memory.forget({ source: 'home/rent.md' })
  })
  const { judged, passedOver } = await memory.judgeAgain(request)
  expect([judged.length + passedOver, judged[0]?.after?.became]).toEqual([3, 'superseded'])
  expect(judged.map(({ turn }) => turn)).not.toContain('t2')
  expect(JSON.stringify(model.asked.slice(6))).not.toMatch(/Tesmer|went up/)
})

test.each([{}, { saveAs: 'anew' }])('a judgement that was taken back is judged anew, too, with %j', async (request) => {
  const { about, memory } = await heardStage([tuesday])
  await memory.undo({ session: 'talk' })
  expect(await memory.judgeAgain(request)).toMatchObject({ equal: 1, judged: [{ after: { became: 'superseded' } }] })
  expect(await about('When does Danuta clean?', 'local/main/default')).not.toContain(tuesday)
  if (request.saveAs === undefined) return
  expect(await about('When does Danuta clean?', 'local/main/anew')).toContain(tuesday)
  expect((await memory.verify({ brain: 'local/main/anew', rederive: true })).ok).toBe(true)
})

describe('messages that are not judged anew', () => {
  test('are counted where their words were erased', async () => {
    const { memory } = await heardStage()
    await memory.forget({ turn: 't1' })
    const again = await memory.judgeAgain({})
    expect(again).toMatchObject({ erased: 1, equal: 2 })
    expect(again.judged.map(({ turn }) => turn)).toEqual(['t2', 't3'])
  })

  test('are passed over where every memory near them was erased', async () => {
    const { memory, model } = await heardStage([tuesday])
    await memory.forget({ source: 'home/cleaning.md' })
    await memory.forget({ source: 'home/rent.md' })
    const asked = model.asked.length
    expect(await memory.judgeAgain({})).toMatchObject({ passedOver: 1, judged: [] })
    expect(model.asked).toHaveLength(asked)
  })

  test('are counted where their words were never kept', async () => {
    const { memory } = await heardStage([])
    await memory.hear({ text: tuesday, session: 'talk' })
    await memory.hear({ text: thanks, session: 'talk' })
    const again = await memory.judgeAgain({})
    expect(again).toMatchObject({ unkept: 1, equal: 1, judged: [{ turn: null, feedback: 'f1', message: tuesday }] })
  })

  test('are the oldest where a limit leaves some out, and keep their judgements', async () => {
    const { about, answer, memory } = await heardStage()
    answer({ ...first, [raised]: saying({}) })
    const again = await memory.judgeAgain({ limit: 2, saveAs: 'anew' })
    expect(again).toMatchObject({ older: 1, differ: 1, equal: 1, judged: [{ turn: 't2' }, { turn: 't3' }] })
    expect(await about('When does Danuta clean?', 'local/main/anew')).toContain(tuesday)
  })

  test('are those of other conversations where one is named', async () => {
    const { memory } = await heardStage()
    await expect(memory.judgeAgain({ session: 'nobody' })).rejects.toThrow(/nobody/)
    expect((await memory.judgeAgain({ session: 'talk' })).judged).toHaveLength(3)
  })
})

test('a budget that is used up leaves the rest, with the reason and the number', async () => {
  const { memory } = await heardStage()
  await memory.profile({ profile: 'balanced', settings: { 'model.routingShare': 0, 'model.dayTokens': 22_000 } })
  const { position } = await memory.stats({})
  const again = await memory.judgeAgain({ saveAs: 'anew' })
  expect(again).toMatchObject({ unasked: 'day-budget', position })
  expect([again.judged.length + again.left, again.left > 0]).toEqual([3, true])
})

test('a brain with facts that wait for the learner is not learned for, but refused', async () => {
  const { lines, memory } = await heardStage()
  const { items, turn } = await memory.recall({ question: 'When does Danuta clean?', session: 'talk' })
  const reply = items.map(({ content }) => content).join('\n')
  await memory.complete({ turn: turn ?? '', session: 'talk', outcome: 'success', durationMs: 1, reply })
  const before = await lines()
  await expect(memory.judgeAgain({ saveAs: 'anew' })).rejects.toThrow(/learn first/)
  expect(await lines()).toEqual(before)
  expect(await memory.judgeAgain({})).toMatchObject({ equal: 3 })
  expect(await lines()).toEqual(before)
})

test('without a model, or without a judged message, it says so', async () => {
  const { memory } = await heardStage([])
  await expect(memory.judgeAgain({})).rejects.toThrow(/no model judged a message yet/)
  await expect(memory.judgeAgain({ saveAs: 'a b' })).rejects.toThrow(/saveAs/)
  const stage = await openStage('demo notes')
  onTestFinished(stage.leave)
  await expect(stage.memory.judgeAgain({})).rejects.toThrow(/--model/)
})
