/** An agent at work teaches its memory without a verdict: calls that go well or fail, what is taken back, the same question again. */
import type { Request } from '@crabtrail/core'
import { afterEach, describe, expect, test } from 'vitest'
import { handClock } from '../models/hand-clock.ts'
import { type AskedMemory, type OpenStore, openStore } from '../models/open-store.ts'

const weights = {
  ...{ succeeded: 0.5, failed: -0.5, undone: -0.5, restored: -0.5, askedAgain: -0.2, unopposed: 0.1, unused: -0.1 },
  ...{ edited: 0.1, usedLater: 0.2, rate: 'conscious' },
}
const settings = Object.fromEntries(Object.entries(weights).map(([name, value]) => [`learning.implicit.${name}`, value]))
const right = 'billing-a.md'
const wrong = 'billing-b.md'
const commands = { [right]: 'opsctl restart billing-471x0 --slot-17', [wrong]: 'fleet restart billing-982x1 --slot-44' }
const documents = [
  { source: wrong, text: `To restart the billing service, run \`${commands[wrong]}\` and wait until the lamp is green.` },
  { source: right, text: `The billing service: whoever has to restart it calls \`${commands[right]}\`, then tells the shift.` },
  ...['crane', 'harbour', 'payroll'].map((name) => ({
    source: `${name}.md`,
    text: `The ${name} service is drained by ${name}ctl-9${name.length}1.`,
  })),
].map((one) => ({ ...one, format: 'markdown' as const }))
const question = 'How do I restart the billing service?'

let store: OpenStore
const clock = handClock()
const open = async (given: Readonly<Record<string, number | string>> = settings): Promise<AskedMemory> => {
  store = openStore({ clock })
  const memory = await store.memory()
  await memory.init({ settings: given })
  await memory.ingest({ documents })
  return memory
}
afterEach(() => store.close())

type Turn = Partial<Omit<Request.CompleteRequest, 'calls'>> & {
  readonly question?: string
  readonly calls?: ReadonlyArray<Request.ToolCall>
}
const talk = { actor: 'owner', session: 'talk', sessionKind: 'interactive' } as const

/** A turn from its question to its end; answers with its number and the sources that it was given. */
const pass = async (memory: AskedMemory, { calls, question: asked = question, reply = 'Done.', ...more }: Turn) => {
  const said = {
    ...talk,
    ...(more.session === undefined ? {} : { session: more.session }),
    sessionKind: more.sessionKind ?? talk.sessionKind,
  }
  const { context, items, turn } = await memory.recall({ ...said, question: asked })
  clock.now += 30_000
  const ended = { ...said, turn: turn ?? '', outcome: 'success' as const, durationMs: 1, reply, ...more }
  await memory.complete({ ...ended, ...(calls === undefined ? {} : { calls: [...calls] }) })
  await memory.learn({})
  return { turn: turn ?? '', given: context.items.flatMap((id) => items.find(({ node }) => node === id)?.source ?? []), ended }
}
const exec = (command: string, failed = false): Request.ToolCall => ({
  tool: 'exec',
  command,
  text: command,
  ...(failed ? { failed } : {}),
})
const observed = async (memory: AskedMemory) =>
  (await memory.log({ type: 'FeedbackGiven' })).events.flatMap(({ data, turn }) =>
    data['about'] === 'observed' ? [{ turn, parts: data['parts'] as ReadonlyArray<string>, outcome: data['outcome'] as number, data }] : [],
  )
const signals = async (memory: AskedMemory) => (await observed(memory)).map(({ parts, turn }) => [turn, ...parts])
const first = async (memory: AskedMemory) => (await memory.recall({ question, record: false })).items[0]?.source

describe('a call with the words of a memory', () => {
  test('that fails sinks the memory for the question, and one that goes well lifts the other', async () => {
    const memory = await open()
    const before = await first(memory)
    const after = before === right ? wrong : right

    const { given } = await pass(memory, { calls: [exec(commands[before as typeof right], true), exec(commands[after])] })

    expect(given).toContain(before)
    expect(given).toContain(after)
    expect(await first(memory)).toBe(after)
    expect((await observed(memory)).map(({ outcome, parts }) => [parts, outcome])).toEqual([
      [['failed'], -500_000_000],
      [['succeeded'], 500_000_000],
    ])
  })

  test('teaches nothing where the words are those of the question, where the host reports no calls, and without weights', async () => {
    const memory = await open()
    await pass(memory, { calls: [exec('restart the billing service', true)] })
    await pass(memory, { session: 'another', toolTexts: [commands[right]] })
    expect(await signals(memory)).toEqual([])
    await store.close()

    const unweighed = await open({})
    await pass(unweighed, { calls: [exec(commands[right], true)] })
    expect(await signals(unweighed)).toEqual([])
  })

  test.each(['cron', 'heartbeat', 'subagent'] as const)('teaches nothing in a session of kind %s', async (sessionKind) => {
    const memory = await open()

    await pass(memory, { session: sessionKind, sessionKind, calls: [exec(commands[right])] })

    expect(await signals(memory)).toEqual([])
  })
})

describe('what a later turn shows', () => {
  const path = 'conf/billing.yaml'
  const write: Request.ToolCall = { tool: 'write', path, added: 'd1', text: `${path}\n${commands[right]}` }
  const other = 'Which crane is drained?'

  test('is a write that was taken back, and no other', async () => {
    const memory = await open()
    const { turn } = await pass(memory, { calls: [write] })
    await pass(memory, { question: other, calls: [exec('git checkout -- conf/other.yaml')] })
    await pass(memory, { question: other, calls: [exec(`git checkout -- ${path}`)] })

    expect((await signals(memory)).filter(([, signal]) => signal === 'undone')).toEqual([[turn, 'undone']])
  })

  test('is a file that has its former text again, and one that somebody changed', async () => {
    const memory = await open()
    const read: Request.ToolCall = { tool: 'read', path, read: 'd0', text: path }
    const { turn } = await pass(memory, { calls: [read, write] })
    await pass(memory, { question: other, calls: [{ ...read, read: 'd2' }] })
    await pass(memory, { question: other, calls: [{ ...write, added: 'd0', text: path }] })

    const told = await signals(memory)
    expect(told).toContainEqual([turn, 'edited', 'unopposed'])
    expect(told).toContainEqual([turn, 'restored'])
  })

  test('is the same question again, which speaks against what was answered from', async () => {
    const memory = await open()
    const { turn } = await pass(memory, { calls: [], reply: documents[0]?.text ?? '' })
    await pass(memory, { calls: [] })

    expect(await signals(memory)).toEqual([[turn, 'asked-again']])
  })

  test('is silence: another subject without a complaint, and a memory that was given and not used', async () => {
    const memory = await open()
    const { turn } = await pass(memory, { calls: [], reply: documents[0]?.text ?? '' })
    await pass(memory, { question: other, calls: [] })

    const told = await signals(memory)
    expect(told).toContainEqual([turn, 'unopposed'])
    expect(told).toContainEqual([turn, 'unused'])
  })

  test('is no silence after a complaint', async () => {
    const memory = await open()
    const { turn } = await pass(memory, { calls: [], reply: documents[0]?.text ?? '' })
    await memory.feedback({ ...talk, turn, verdict: 'wrong', nodes: [wrong] })
    await memory.learn({})
    await pass(memory, { question: other, calls: [] })

    expect(await signals(memory)).toEqual([])
  })

  test('is the use of a memory that an earlier turn was given', async () => {
    const memory = await open()
    const { turn } = await pass(memory, { calls: [] })
    await pass(memory, { question: other, calls: [exec(commands[right])] })

    expect(await signals(memory)).toContainEqual([turn, 'used-later'])
  })
})

describe('an outcome that nobody said', () => {
  test('is told with its parts by blame, and its log proves and derives again', async () => {
    const memory = await open()
    const { turn } = await pass(memory, { calls: [exec(commands[right])] })
    const moved = (await memory.log({ type: 'StrengthAdjusted' })).events.find(({ data }) => data['rule'] === 'cue')

    const { history } = await memory.blame({ edge: `e${moved?.data['edge']}` })

    expect(history.at(-1)).toMatchObject({
      verdict: 'success',
      turn,
      said: 'exec opsctl',
      parts: [{ signal: 'succeeded', weight: 0.5, value: 1, turn }],
    })
    const { checks } = await memory.verify({ rederive: true })
    expect(checks.filter(({ ok }) => !ok)).toEqual([])
  })

  test('counts once, however often its end is delivered', async () => {
    const memory = await open()
    const { ended } = await pass(memory, { key: 'end', calls: [exec(commands[right])] })
    const before = await memory.log({})

    await memory.complete({ ...ended, calls: [exec(commands[right])] })
    await memory.complete({ ...ended, key: 'again', calls: [exec(commands[right])] })
    await memory.learn({})

    expect(await memory.log({})).toEqual(before)
  })

  test('never moves what the owner said outright the other way', async () => {
    const memory = await open()
    const { turn } = await pass(memory, { calls: [] })
    await memory.feedback({ ...talk, turn, verdict: 'not-relevant', nodes: [wrong] })
    await memory.learn({})
    const held = (await memory.log({ type: 'StrengthAdjusted' })).events.length

    await pass(memory, { session: 'another', calls: [exec(commands[wrong])] })

    const { events } = await memory.log({ type: 'FeedbackAttributed' })
    const facts = await observed(memory)
    expect(facts.every(({ outcome }) => outcome > 0)).toBe(true)
    expect(events.slice(1).every(({ data }) => data['reason'] === 'standing')).toBe(true)
    expect((await memory.log({ type: 'StrengthAdjusted' })).events).toHaveLength(held)
  })

  test('is unlearned to the bit, left out by a replay, and its evidence is erased with its turn', async () => {
    const memory = await open()
    const before = (await memory.recall({ question, record: false })).items
    const { turn } = await pass(memory, { calls: [exec(commands[right], true)] })
    const taught = (await memory.recall({ question, record: false })).items
    const fact = (await observed(memory))[0]?.data['feedback']

    const replayed = await memory.replay({ exclude: [`feedback:f${fact}`] })
    await memory.unlearn({ ofTurn: turn })
    const after = (await memory.recall({ question, record: false })).items

    expect(taught).not.toEqual(before)
    expect(after).toEqual(before)
    expect(JSON.stringify(replayed)).toContain(right)
    const erased = await memory.forget({ turn })
    const contents = JSON.stringify(await memory.export({}))
    expect(erased).toBeDefined()
    expect(contents).not.toContain('exec opsctl')
  })
})
