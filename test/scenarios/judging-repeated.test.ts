/** Lines of talk that repeat what was put right are marked with it, for as long as that holds. */
import { expect, onTestFinished, test } from 'vitest'
import { readingModel, type Said } from '../eval/judged-week.ts'
import { openStage } from './stage.ts'

const older = 'The parcel tracker in staging is pinned to release v3.54.'
const newer = 'Decided today: from now on release v3.15 is what the parcel tracker in staging is pinned to.'
const echo = `As far as I know, the parcel tracker in staging is pinned to release v3.54.`
const question = 'Which release is the parcel tracker in staging pinned to?'
const mark = 'no longer true: "v3.54"; said later in changes.md'
const toNewer: Said = { verdict: 'supersedes', candidate: older, old: 'v3.54', new: 'v3.15', lasting: true, confidence: 0.95 }

const begun = async () => {
  const stage = await openStage('empty', { model: readingModel((text) => (text === newer ? toNewer : undefined)).service, modelMs: 5_000 })
  onTestFinished(stage.leave)
  const { memory } = stage
  const read = (source: string, format: 'markdown' | 'jsonl', text: string) => memory.ingest({ documents: [{ source, format, text }] })
  await memory.init({ settings: { 'model.routingShare': 0 } })
  await read('services.md', 'markdown', `# Services\n\n${older}\n`)
  await read('changes.md', 'markdown', `# Changes\n\n${newer}\n`)
  const { judged } = await memory.judge({})
  await read('talk.jsonl', 'jsonl', JSON.stringify({ id: 'a1', session: 's', role: 'assistant', content: echo }))
  const blockOf = async (key?: string, asked = question) => {
    const { context } = await memory.recall({ question: asked, session: 'later', ...(key === undefined ? {} : { key }) })
    return context.text.split(/\n(?=\[)/).find((block) => block.includes(echo)) ?? ''
  }
  return { ...stage, memory, blockOf, feedback: judged[0]?.feedback ?? '' }
}

test('what the agent repeats of it is given with the words that hold, again for the same key, and as it was for a position before', async () => {
  const { blockOf, memory } = await begun()
  const first = await blockOf('k')

  expect(first).toContain(mark)
  expect(await blockOf('k')).toBe(first)
  const { context } = await memory.recall({ question, record: false, at: String((await memory.show({})).position) })
  expect(context.text).toContain(mark)
})

test('taken back, the line stands as it was said', async () => {
  const { blockOf, feedback, memory } = await begun()
  await memory.unlearn({ ofFeedback: feedback })

  expect(await blockOf()).not.toContain('no longer true')
  expect(await blockOf()).toContain(echo)
})

test('a verdict on the note marks it, too', async () => {
  const { blockOf, memory } = await begun()
  const { turn } = await memory.recall({ question, session: 'later' })
  await memory.feedback({ turn: turn ?? '', session: 'later', verdict: 'wrong', nodes: ['services.md'], instead: ['changes.md'] })

  // The words of the talk: the corrected note is so sure of the question itself that it is given alone.
  expect(await blockOf(undefined, `${echo} Is that so, as far as I know?`)).toContain('no longer true')
})
