/** The situation of a question: what worked before, and what the session is busy with, are told to a routing model and by `why`. */
import { afterEach, describe, expect, test } from 'vitest'
import { scriptedModel, settings, talkDocument, unsure } from './routing-model.ts'
import { openStage, type Stage } from './stage.ts'

const stages: Array<Stage> = []
afterEach(async () => {
  for (const stage of stages.splice(0)) await stage.leave()
})

const open = async (own: object = {}) => {
  const model = scriptedModel()
  const stage = await openStage('empty', { model: model.service })
  stages.push(stage)
  await stage.memory.init({ settings: { ...settings, ...own } })
  await stage.memory.ingest({ documents: [talkDocument] })
  const prompt = () => model.asked.at(-1)?.messages.at(-1)?.content ?? ''
  return { memory: stage.memory, prompt }
}

const said = { session: 'talk', sessionKind: 'interactive', actor: 'owner' } as const
type Opened = Awaited<ReturnType<typeof open>>
const passes = async ({ memory }: Opened, ended: object, question = unsure) => {
  const { turn } = await memory.recall({ ...said, question })
  await memory.complete({ ...said, turn: turn ?? '', outcome: 'success', durationMs: 1, ...ended })
  await memory.learn({})
  return turn ?? ''
}

describe('what worked before', () => {
  test('S4.29 tools that were called with success beside a memory are told when it is recalled again', async () => {
    const opened = await open({ 'learning.growth.tool': 0.3 })
    const { memory, prompt } = opened
    const first = await passes(opened, {
      tools: [
        { name: 'timetable', calls: 1, failures: 0 },
        { name: 'browser', calls: 1, failures: 1 },
      ],
    })
    expect(prompt()).not.toContain('Worked before')

    const { turn } = await memory.recall({ ...said, question: unsure })

    expect(prompt()).toContain('Worked before: "timetable"\n')
    const told = (await memory.why({ turn: turn ?? '' })).worked
    expect(told?.tools.map(({ strength, tool }) => [tool, strength])).toEqual([['tool:timetable', 0.3]])
    expect((await memory.why({ turn: first })).worked).toBeUndefined()
  })

  test('the procedure of its kind of question is told, and that of another kind is not', async () => {
    const opened = await open()
    const { memory, prompt } = opened
    await passes(opened, { steps: ['read', 'exec ferry'] })

    const { turn } = await memory.recall({ ...said, question: unsure })

    expect(prompt()).toContain('Worked before: "Last time, for a question like this: read → exec ferry"')
    expect((await memory.why({ turn: turn ?? '' })).worked).toMatchObject({
      tools: [],
      procedures: [{ steps: expect.stringContaining('exec ferry') }],
    })
    const other = await memory.recall({ ...said, question: 'Who has the licence to steer?' })
    expect((await memory.why({ turn: other.turn ?? '' })).worked).toBeUndefined()
  })
})
