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

const around = { ...said, workspace: '/home/mara/ferry', channel: 'telegram' } as const
const failed = {
  outcome: 'failure',
  tools: [{ name: 'npm', calls: 1, failures: 1 }],
  errors: [{ tool: 'npm', text: 'npm ERR! code ENOENT\n/home/mara/secret/x.json not found' }],
}

describe('the situation', () => {
  test('S3.37 S4.98 is told to a routing model and kept with its turn: what is not done, what failed, which files were changed and opened', async () => {
    const opened = await open()
    const { memory, prompt } = opened
    await passes(opened, failed, 'Is the boat trip booked?')

    const files = ['/home/mara/ferry/src/pier-plan.ts', '/home/mara/ferry/dock.md']
    const { turn } = await memory.recall({ ...around, question: unsure, files, changed: files.slice(1) })

    const digest =
      'project ferry; channel telegram; not done Is the boat trip booked?; failed npm/ENOENT; changed dock.md; files pier-plan.ts'
    expect(prompt()).toContain(`Situation: "${digest}"`)
    expect((await memory.why({ turn: turn ?? '' })).situation).toBe(digest)
    const { events } = await memory.log({ turn: turn ?? '' })
    expect(JSON.stringify(events.map(({ data }) => data))).not.toContain('pier-plan')
    expect((await memory.verify({ rederive: true })).ok).toBe(true)
  })

  test('is not told where nothing is out of the ordinary, and ranks as a look does', async () => {
    const opened = await open()
    const { memory, prompt } = opened
    await passes(opened, { outcome: 'success' }, 'Is the boat trip booked?')

    const look = await memory.recall({ ...around, question: unsure, record: false })
    const { items, turn } = await memory.recall({ ...around, question: unsure })

    expect(prompt()).not.toContain('Situation')
    expect((await memory.why({ turn: turn ?? '' })).situation).toBeUndefined()
    expect(items.map(({ node, score }) => [node, score])).toEqual(look.items.map(({ node, score }) => [node, score]))
  })

  test('S4.45 what was given for an open task is a weak seed of the next question that goes on with it, until it is done', async () => {
    const { memory } = await open({ 'seeding.situation': 0.25, 'seeding.hit': 0 })
    const ask = async (question: string) => {
      const { turn } = await memory.recall({ ...around, question })
      const { items } = await memory.why({ turn: turn ?? '' })
      return { turn: turn ?? '', seeds: items.flatMap(({ node, seed }) => (seed?.from === 'symbolic' ? [node] : [])) }
    }
    const end = (turn: string, outcome: 'success' | 'failure') => memory.complete({ ...said, turn, outcome, durationMs: 1 })
    const first = await ask('Who has the licence, my uncle?')
    await end(first.turn, 'failure')
    const second = await ask('And what about that?')
    await end(second.turn, 'success')
    const third = await ask('And what about that?')

    expect(first.seeds).toEqual([])
    expect(second.seeds.length).toBeGreaterThan(0)
    expect(third.seeds).toEqual([])
  })

  test('has the area of the heartbeat that came with the question, and not of the one before', async () => {
    const { memory } = await open()
    await memory.heartbeat({ ...said, tags: ['garden'] })

    const { turn } = await memory.recall({ ...said, question: unsure, heartbeat: ['harbour'] })

    expect((await memory.why({ turn: turn ?? '' })).situation).toBe('area harbour')
  })

  test.each(['plan.md', 'plan,  north; south.md', `plan${'-of-the-pier'.repeat(8)}.md`])(
    'the name of a file goes with the note that is forgotten: %s',
    async (name) => {
      const { memory } = await open()
      const source = `notes/${name}`
      await memory.ingest({ documents: [{ source, format: 'markdown', text: '# Zinnia\n\nThe zinnia opens in May.' }] })
      const { turn } = await memory.recall({ ...around, question: unsure, files: [source] })
      expect((await memory.why({ turn: turn ?? '' })).situation).toContain('files plan')

      await memory.forget({ source })

      expect((await memory.why({ turn: turn ?? '' })).situation).toBeUndefined()
    },
  )
})

describe('S3.6 S3.13 what was given in a session', () => {
  const notes = ['zinnia', 'lupin', 'aster'].map((name) => ({
    source: `${name}.md`,
    format: 'markdown' as const,
    text: `# The ${name} bed\n\nThe ${name} bed is watered at dawn by the north pump.`,
  }))
  const warmedBy = async (own: object) => {
    const { memory } = await open(own)
    await memory.ingest({ documents: notes })
    for (const name of ['zinnia', 'lupin', 'aster']) await memory.recall({ ...said, question: `When is the ${name} bed watered?` })
    const { turn } = await memory.recall({ ...said, question: 'And why is that?' })
    const { items } = await memory.why({ turn: turn ?? '' })
    return new Map(items.flatMap(({ node, seed }) => (seed?.from === 'warm' ? [[node.split('.')[0], seed.score] as const] : [])))
  }

  test('warms a follow-up less with each turn that has passed', async () => {
    const warm = await warmedBy({ 'seeding.warmTurns': 2, 'seeding.warmFade': 0.4 })

    expect([...warm.keys()]).toEqual(['aster', 'lupin'])
    expect((warm.get('lupin') ?? 0) / (warm.get('aster') ?? 0)).toBeCloseTo(0.6, 8)
  })

  test('warms it from the turn before alone by the settings of balanced', async () => {
    expect([...(await warmedBy({})).keys()]).toEqual(['aster'])
  })
})
