/** A question about a memory of which a judgement is under way waits for it, within its own time; any other question does not. */
import * as Effect from 'effect/Effect'
import { expect, onTestFinished, test } from 'vitest'
import { type ReadingModel, readingModel } from '../eval/judged-week.ts'
import { openStage } from './stage.ts'

const cleaning = 'Danuta cleans on Thursday, 9 to 12.'
const said = 'danuta comes tuesdays from now on'
const question = 'When does Danuta clean?'

/** Begins a judgement whose model answers when it is let go. `judgedMs`: how long a question waits for it. */
const begun = async (judgedMs: number) => {
  const reads = { verdict: 'supersedes', candidate: cleaning, old: 'Thursday', new: 'tuesdays', lasting: true, confidence: 0.95 }
  const model = readingModel(() => reads)
  const gate = Promise.withResolvers<void>()
  const service: ReadingModel['service'] = {
    ...model.service,
    ask: (...asked) => Effect.tap(model.service.ask(...asked), () => Effect.promise(() => gate.promise)),
  }
  const stage = await openStage('empty', { model: service, modelMs: 60_000, judgedMs })
  onTestFinished(stage.leave)
  const { memory } = stage
  const notes = { 'cleaning.md': `# Cleaning\n\n${cleaning}\n`, 'jonas.md': '# Jonas\n\nJonas plays the cello in Bremen.\n' }
  await memory.ingest({ documents: Object.entries(notes).map(([source, text]) => ({ source, format: 'markdown' as const, text })) })
  await memory.profile({ profile: 'balanced', settings: { 'model.routingShare': 0 } })
  const hearing = memory.hear({ text: said, session: 'talk' })
  while (model.asked.length === 0) await new Promise(setImmediate)
  return { ...stage, memory, hearing, letGo: () => gate.resolve() }
}

test('a question about the memory has what was said, though the model answers after it was asked', async () => {
  const { hearing, letGo, log, memory } = await begun(60_000)
  const asked = memory.recall({ question, session: 'later' })
  // Requests are begun in their order: when this one is answered, the one before it has looked, and waits.
  expect((await memory.recall({ question: 'Which instrument does Jonas play?', session: 'other' })).context.text).toContain('cello')
  letGo()

  expect((await asked).context.text).toContain(said)
  expect((await hearing).superseded).toHaveLength(1)
  const types = (await log()).events.map(({ type }) => type)
  expect(types.filter((type) => type === 'TurnStarted')).toHaveLength(2)
  expect(types.indexOf('MessageJudged')).toBeLessThan(types.lastIndexOf('TurnStarted'))
})

test('a question waits no longer than it may, and is answered from what is known', async () => {
  const { hearing, letGo, memory } = await begun(1)

  const { context } = await memory.recall({ question, session: 'later' })

  expect(context.text).toContain(cleaning)
  expect(context.text).not.toContain(said)
  letGo()
  await hearing
  expect((await memory.recall({ question, session: 'later' })).context.text).toContain(said)
})

test('who names the position that he expects is answered at once, since a judgement would move it', async () => {
  const { hearing, letGo, memory } = await begun(60_000)
  const { position } = await memory.show({})

  expect((await memory.recall({ question, session: 'later', expected: position })).context.text).toContain(cleaning)
  letGo()
  await hearing
})
