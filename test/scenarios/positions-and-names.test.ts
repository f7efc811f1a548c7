import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HandClock, handClock, morning } from '../models/hand-clock.ts'
import { type AskedMemory, type OpenStore, openStore } from '../models/open-store.ts'
import { withNotes } from '../models/player.ts'
import { commitEnds, readLog } from '../models/recorded-log.ts'

const minute = 60_000
const question = 'How do we roll back a bad deploy of the API?'

let clock: HandClock
let store: OpenStore
let memory: AskedMemory
/** Ends of the commits: brain, notes, a stranger's notes, then three turns at ten, eleven and twelve past. */
let ends: ReadonlyArray<number>
beforeAll(async () => {
  clock = handClock()
  store = openStore({ clock })
  memory = await withNotes(await store.memory())
  for (const past of [10, 11, 12]) {
    clock.now = morning + past * minute
    await memory.recall({ question })
  }
  ends = commitEnds(readLog((await memory.export({})).lines))
})
afterAll(() => store.close())

/** From the newest: 0 is the last commit's end. */
const end = (back: number): number => ends.at(-1 - back) ?? 0
const positionAt = async (at: string): Promise<number> => (await memory.show({ at })).position

test('turns are listed from before any turn on, also from before the one that comes next', async () => {
  const before = async (turn: string) => (await memory.turns({ before: turn, limit: 1 })).turns.map((one) => one.turn)

  expect(await before('t3')).toEqual(['t2'])
  expect(await before('t4')).toEqual(['t3'])
  await expect(before('t5')).rejects.toMatchObject({ _tag: 'NotFound', what: 'turn' })
})

describe('a position', () => {
  test('is a number, also inside a commit', async () => {
    expect(await positionAt('1')).toBe(1)
    expect(await positionAt(String(end(1) - 1))).toBe(end(1) - 1)
    expect(await positionAt(String(end(0)))).toBe(end(0))
  })

  test('is 0 before the first event: then there was nothing', async () => {
    expect(await memory.show({ at: '0' })).toMatchObject({ position: 0, counts: { nodes: 0, edges: 0, turns: 0 } })
  })

  test.each(['0', '1999-12-31'])('%s is before the first event: nothing comes to mind, and nothing is in the log', async (at) => {
    const { backlog, context, items, position, turn } = await memory.recall({ question, at })

    expect({ backlog, items, position, text: context.text, turn }).toEqual({ backlog: 0, items: [], position: 0, text: '', turn: null })
    expect((await memory.log({ to: at })).events).toEqual([])
    await expect(memory.why({ turn: 't1', at })).rejects.toMatchObject({ _tag: 'NotFound', what: 'turn' })
    await expect(memory.show({ what: 'deploy.md', at })).rejects.toMatchObject({ _tag: 'NotFound', what: 'node' })
  })

  test('is so many events back', async () => {
    expect(await positionAt('-1')).toBe(end(0) - 1)
    expect(await positionAt(`-${end(0)}`)).toBe(0)
  })

  test.each([
    ['at the very moment of a commit that commit', '2026-11-20T00:11:00Z', 1],
    ['between two the earlier', '2026-11-20T00:11:59.999Z', 1],
    ['in another zone', '2026-11-20T02:11:00+02:00', 1],
    ['without a zone in UTC', '2026-11-20T00:11:00', 1],
    ['without seconds', '2026-11-20T00:11', 1],
    ['a day from its beginning', '2026-11-20', 3],
    ['after the last the head', '2030-01-01', 0],
  ])('is the last one not after a time: %s', async (_, at, back) => {
    expect(await positionAt(at)).toBe(end(back))
  })

  test.each([
    ['today is the beginning of the day', 'today', 3],
    ['yesterday is the beginning of the day before', 'yesterday', 'none'],
  ] as const)('%s, in UTC', async (_, at, back) => {
    expect(await positionAt(at)).toBe(back === 'none' ? 0 : end(back))
    clock.now += 24 * 60 * minute
    expect(await positionAt('yesterday')).toBe(end(3))
    clock.now -= 24 * 60 * minute
  })

  test('is the first event of a turn or of a session; of sessions with one key, that of the newest', async () => {
    const { events } = await memory.log({ limit: 10_000 })
    const firstOf = (type: string, turn: string | null) => events.find((event) => event.type === type && event.turn === turn)?.position

    expect(await positionAt('t2')).toBe(firstOf('TurnStarted', 't2'))

    await memory.recall({ question, session: 'talk' })
    const begun = (await memory.log({ type: 'SessionStarted', session: 'talk' })).events
    expect(begun).toHaveLength(1)
    expect(await positionAt('session:talk')).toBe(begun[0]?.position)
    expect(await positionAt(`session:${begun[0]?.session}`)).toBe(begun[0]?.position)

    await memory.session({ event: 'ended', session: 'talk' })
    await memory.recall({ question, session: 'talk' })
    const again = (await memory.log({ type: 'SessionStarted', session: 'talk' })).events
    expect(again).toHaveLength(2)
    expect(await positionAt('session:talk')).toBe(again[1]?.position)
  })

  test('before all time is 0', async () => {
    expect(await positionAt('1999-12-31')).toBe(0)
  })
})

describe('a node is named', () => {
  test.each([
    ['by its id as printed', 'deploy.md#rolling-back'],
    ['by a beginning of at least six characters that only it has', 'deploy.md#rol'],
    ['by its number', 'erased:2'],
  ])('%s', async (_, name) => {
    expect((await memory.show({ what: name })).nodes[0]?.node).toBe('deploy.md#rolling-back')
  })

  test('by its whole id, even where others begin so', async () => {
    expect((await memory.show({ what: 'deploy.md' })).nodes[0]?.node).toBe('deploy.md')
  })
})

describe('an edge is named', () => {
  test('by its id, or by its ends and kind', async () => {
    const { edges } = await memory.show({ what: 'deploy.md' })
    const [edge] = edges

    const { source, target, kind } = edge ?? { source: '', target: '', kind: '' }
    expect((await memory.blame({ edge: edge?.edge ?? '' })).edge).toBe(edge?.edge)
    expect((await memory.blame({ edge: `${source}>${kind}>${target}` })).edge).toBe(edge?.edge)
  })
})

describe('a brain that is named', () => {
  test('is examined alone', async () => {
    await memory.init({ brain: 'another' })

    const about = async (brain?: string) => {
      const { findings } = await memory.doctor(brain === undefined ? {} : { brain })
      return new Set(findings.map(({ name }) => name.split(' ')[0]))
    }

    expect(await about('another')).toEqual(new Set(['store', 'local/main/another']))
    expect(await about()).toEqual(new Set(['store', 'local/main/default', 'local/main/another']))
  })
})

describe('a clock that is put back', () => {
  test('does not turn the times of the log', async () => {
    const later = handClock(morning + 60 * minute)
    const other = openStore({ clock: later })
    const odd = await withNotes(await other.memory())
    later.now = morning

    const { position } = await odd.recall({ question })

    expect((await odd.log({ from: String(position) })).events[0]?.at).toBe('2026-11-20T01:00:00.000Z')
    const { findings, ok } = await odd.doctor({})
    expect(ok).toBe(false)
    expect(findings.find((finding) => !finding.ok)?.name).toContain('clock')
    await other.close()
  })
})
