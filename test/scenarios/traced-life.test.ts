/** `show` tells the life of a memory as the log has it: its texts, its newest recall, what was beside it, and what disuse makes of it. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { handClock, morning } from '../models/hand-clock.ts'
import { openStage, type Stage } from './stage.ts'

const today = morning + 365 * 86_400_000
const clock = handClock(today)
let stage: Stage
let memory: Stage['memory']
beforeEach(async () => {
  clock.now = today
  stage = await openStage('demo notes', { clock })
  memory = stage.memory
})
afterEach(() => stage.leave())

const question = 'How do we roll back a bad deploy of the API?'
const said = { session: 'talk', sessionKind: 'interactive' } as const
const tracedOf = async (what: string) => (await memory.show({ what })).traced
const shell = (calls: number, failures: number) => [{ name: 'shell', calls, failures }]

test('S0.42 S1.20 S3.81 S4.21 S4.22 S4.23 a memory tells its newest recall with its time and session, its texts, and the tools beside it', async () => {
  const first = await memory.recall({ ...said, question })
  const [node = ''] = first.context.items
  await memory.complete({ ...said, turn: first.turn ?? '', outcome: 'success', durationMs: 1, tools: shell(3, 1) })
  clock.now = today + 60_000
  const errors = [{ tool: 'shell', text: 'npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree' }]
  const second = await memory.recall({ question, session: 'later', sessionKind: 'interactive' })
  await memory.complete({ session: 'later', turn: second.turn ?? '', outcome: 'failure', durationMs: 1, tools: shell(1, 0), errors })

  const traced = await tracedOf(node)
  expect(traced).toMatchObject({
    texts: 1,
    last: { turn: second.turn, at: new Date(today + 60_000).toISOString(), sessionKey: 'later' },
    tools: [{ tool: 'shell', calls: 4, failures: 1 }],
    outlook: null,
    errors: [{ error: expect.stringContaining('ERESOLVE'), turns: 1 }],
  })
  expect(Date.parse(traced?.added ?? '')).toBeLessThanOrEqual(today)
  const before = await memory.show({ what: node, at: String(first.position) })
  expect(before.traced).toMatchObject({ last: { turn: first.turn, sessionKey: 'talk' }, tools: [] })
})

test('S4.22 a tool tells its own calls, and a memory that changed counts its texts', async () => {
  const { turn } = await memory.recall({ ...said, question })
  await memory.complete({ ...said, turn: turn ?? '', outcome: 'success', durationMs: 1, tools: shell(2, 0) })
  const read = (text: string) => memory.ingest({ documents: [{ source: 'crane.md', format: 'markdown', text }] })
  await read('# Crane\n\nThe harbour crane lifts nine tons.\n')
  await read('# Crane\n\nThe harbour crane lifts ten tons.\n')

  expect((await tracedOf('tool:shell'))?.tools).toEqual([{ tool: 'shell', calls: 2, failures: 0 }])
  expect((await tracedOf('crane.md'))?.texts).toBe(2)
})

test('S4.24 S4.25 a cue on probation counts down, is retiring when a run would take it, and is gone after the run', async () => {
  const { novelty } = await memory.recall({
    ...said,
    question: 'Which deploy window did the harbour crew agree on for winter?',
    autoNeurogenesis: true,
  })
  const cue = novelty.cue ?? ''
  expect((await tracedOf(cue))?.outlook).toMatchObject({ idle: 0, grace: 14, isRetiring: false })

  for (let turn = 0; turn < 15; turn++) await memory.recall({ ...said, question: 'hello there' })
  expect((await tracedOf(cue))?.outlook).toMatchObject({ idle: 15, isRetiring: true, score: expect.any(Number) })

  await memory.maintain({})
  const gone = await memory.show({ what: cue })
  expect([gone.nodes[0]?.state, gone.traced?.outlook]).toEqual(['retired', null])
})
