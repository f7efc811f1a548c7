/** Aliases that a model names in the background, in a plugin of the fake host: after the notes are read, within the budget, beside turns, and not where it is off. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { currentUserText } from '../src/chat-request.ts'
import { offering } from './offered-model.ts'
import { patient, type Stage, stagesOfEachTest } from './stage.ts'

const [brain, session] = ['local/main/default', 'agent:main:chat'] as const
const [opens, question] = ['What opens the records room?', 'what opens the records room']

interface Asked {
  readonly task?: string
  readonly passages?: ReadonlyArray<{ readonly id: string; readonly text: string }>
}
let asked: Array<Asked>
let underWay: number
let most: number
let slow: Promise<void>
let fails: boolean
beforeEach(() => {
  asked = []
  ;[underWay, most, fails, slow] = [0, 0, false, Promise.resolve()]
})

const llm = {
  complete: async ({ messages }: { readonly messages: ReadonlyArray<{ readonly content: string }> }) => {
    const request: Asked = JSON.parse(messages.at(-1)?.content ?? '{}')
    if (request.task !== 'aliases') return { text: '{"judgements":[]}', usage: { inputTokens: 500, outputTokens: 20 } }
    asked.push(request)
    most = Math.max(most, ++underWay)
    await slow
    underWay--
    if (fails) throw new Error('the model is away')
    const aliases = (request.passages ?? []).map(({ id, text }) => ({
      id,
      questions: text.includes('tin') ? [opens] : [`What of ${text.length}?`],
    }))
    return { text: JSON.stringify({ aliases }), usage: { inputTokens: 500, outputTokens: 200 } }
  },
}

const stages = stagesOfEachTest()
const noteOf = (passages: number): string =>
  [
    '# House',
    'Nora keeps the key of the archive in a tin.',
    ...Array.from({ length: passages - 1 }, (_, i) => `## Room ${i}\n\nRoom ${i} faces the ${'yard lane field'.split(' ')[i % 3]} ${i}.`),
  ].join('\n\n')
/** A workspace with a note of so many passages, the first of them about the key. */
const open = async (config: object = {}, passages = 3): Promise<Stage> => {
  const one = await stages({ wrap: offering(llm), config: { model: 'host', modelMs: 5_000, follow: true, capture: 'off', ...config } })
  write(one, 'memory/house.md', noteOf(passages))
  return one
}
const write = (one: Stage, path: string, text: string): void => {
  const file = join(one.host.workspaceOf('main'), path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
const isNamed = (one: Stage, calls: number) =>
  vi.waitUntil(async () => (await named(one)).calls >= calls, { timeout: 60_000, interval: 20 })
const isAsked = (count: number) => vi.waitUntil(() => asked.length >= count, { timeout: 60_000, interval: 20 })
const isRead = ({ state }: Stage) =>
  vi.waitUntil(() => [...state.following.workspaces.values()].some(({ looking, notes }) => notes === 1 && !looking), {
    timeout: 60_000,
    interval: 20,
  })
/** When no call is made any more. */
const ended = (one: Stage) =>
  vi.waitUntil(() => [...one.state.aliasing.values()].every(({ isAsking }) => !isAsking), { timeout: 60_000, interval: 20 })
const named = async (one: Stage) => {
  const { aliases, model } = await one.memory().ask('stats', { brain }, patient)
  return { calls: model.byTask.aliases.answered, ...aliases }
}
const given = async (one: Stage, text: string, chat: string = session): Promise<string> => {
  await one.host.turn(chat, text)
  return currentUserText(one.host.requests.at(-1) ?? expect.unreachable())
}

describe('after the notes are read', () => {
  test('a model names by which other words they are asked for, and a later turn in these words gets the note', async () => {
    const one = await open()
    await one.host.heartbeat('Look around')
    await isNamed(one, 1)

    expect(await given(one, question, 'agent:main:another')).toContain('Nora keeps the key of the archive in a tin.')
    expect(JSON.stringify(one.host.requests)).not.toContain(opens)
  })

  test('INV-244 it is asked a call at a time, a turn is answered while it is slow, and a changed passage is asked about anew', async () => {
    const gate = Promise.withResolvers<void>()
    slow = gate.promise
    const one = await open({}, 24)
    await one.host.heartbeat('Look around')
    await isAsked(1)

    expect(await given(one, 'Which side does room 7 face, yard or lane?')).toContain('Room 7 faces the lane 7.')
    expect([asked.length, underWay]).toEqual([1, 1])
    gate.resolve()
    await isNamed(one, 3)
    await ended(one)
    expect([asked.map(({ passages }) => passages?.length), most]).toEqual([[10, 10, 4], 1])

    write(one, 'memory/house.md', noteOf(24).replace('Room 3 faces the yard 3.', 'Room 3 was walled up.'))
    await one.host.heartbeat('Look around')
    await isNamed(one, 4)
    expect(asked[3]?.passages?.map(({ text }) => text)).toEqual([expect.stringContaining('Room 3 was walled up.')])
  })

  test('a call that fails ends the run, and the next reading goes on with the rest', async () => {
    fails = true
    const one = await open({}, 14)
    await one.host.heartbeat('Look around')
    await isAsked(1)
    await ended(one)
    expect(asked).toHaveLength(1)

    fails = false
    write(one, 'memory/garden.md', '# Garden\n\nThe plum tree is pruned in August.')
    await one.host.heartbeat('Look around')
    await isNamed(one, 1)
    await ended(one)
    expect(asked[1]?.passages?.map(({ text }) => text)).toContainEqual(expect.stringContaining('plum tree'))
  })

  test('a restart asks for nothing that has a record, and for what is left', async () => {
    const one = await open({ modelDayUsd: 0.016 }, 24)
    await one.host.heartbeat('Look around')
    await isAsked(1)
    await ended(one)
    expect([asked.length, (await named(one)).waiting]).toEqual([1, 14])

    await one.host.reconfigure({ plugins: { entries: { crabtrail: { config: { modelDayUsd: 0.5 } } } } })
    await isNamed(one, 3)
    const texts = asked.flatMap(({ passages = [] }) => passages.map(({ text }) => text))
    expect([texts.length, new Set(texts).size]).toEqual([24, 24])
  })
})

describe('nothing is asked', () => {
  test.each<[string, object]>([
    ['where aliases are switched off', { aliases: false }],
    ['where no model may be asked', { model: 'off' }],
    ['where a call gets no time', { modelMs: 0 }],
    ['where no notes are followed', { follow: false }],
  ])('%s', async (_, config) => {
    const one = await open(config)
    await one.host.heartbeat('Look around')
    if (!('follow' in config)) await isRead(one)
    await one.quiet()

    expect([asked, one.state.aliasing.size]).toEqual([[], 0])
  })

  test('of text of others and of a passage with a secret', async () => {
    const one = await open()
    write(one, 'memory/token.md', '# Token\n\nThe token is ghp_16C7e42F292c6912E7710c838347Ae178B4a.')
    await one.memory().ask('init', { brain }, patient)
    await one.memory().ask(
      'ingest',
      {
        brain,
        origin: 'untrusted',
        documents: [{ source: 'page.md', format: 'markdown', text: 'The page says that the lift is free.' }],
      },
      patient,
    )
    await one.host.heartbeat('Look around')
    await isNamed(one, 1)
    await ended(one)

    expect(JSON.stringify(asked)).not.toMatch(/ghp_|lift is free/)
  })

  test('after the host stopped: a call under way ends, and no other begins', async () => {
    const gate = Promise.withResolvers<void>()
    slow = gate.promise
    const one = await open({}, 24)
    await one.host.heartbeat('Look around')
    await isAsked(1)
    await one.host.stop()
    gate.resolve()
    await ended(one)

    expect(asked).toHaveLength(1)
    await one.host.start()
  })
})
