/** Outcomes that are told later and name no recall: S3.66 to S3.73, and the limits on outcomes that are told too often. */
import type { Request } from '@crabtrail/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { balanced } from '../../packages/core/src/domain/profiles/profiles.ts'
import { changeSettings } from '../models/append-facts.ts'
import { type HandClock, handClock } from '../models/hand-clock.ts'
import { type AskedMemory, type OpenStore, openStore } from '../models/open-store.ts'
import { withNotes } from '../models/player.ts'
import { eventsOf, readLog } from '../models/recorded-log.ts'
import { inShort } from '../src/in-full.ts'

const [deploy, queue, kitchen] = [
  'How do we roll back a bad deploy of the API?',
  'The queue is stuck, which workers do we restart?',
  'When is the fridge of the kitchen emptied?',
]

let clock: HandClock
let store: OpenStore
let memory: AskedMemory
beforeEach(async () => {
  clock = handClock()
  store = openStore({ clock })
  memory = await withNotes(await store.memory())
})
afterEach(() => store.close())

const ask = async (question: string | undefined, more: Partial<Request.RecallRequest> = {}): Promise<string> => {
  const { context, turn } = await memory.recall({ question: question ?? '', ...more })
  expect(context.items.length).toBeGreaterThan(0)
  return turn ?? expect.unreachable()
}
const say = (request: Partial<Request.FeedbackRequest> = {}) => memory.feedback({ verdict: 'success', nodes: [], ...request })
const cueEdges = async () => {
  const { events } = readLog((await memory.export({})).lines)
  return events.flatMap((event) => (event.type === 'StrengthAdjusted' && event.data.rule === 'cue' ? [event.data.to] : []))
}

describe('INV-65 an outcome that names neither a recall nor a memory', () => {
  test('is shared among the last recalls of its session, and the newest gets most', async () => {
    const turns = [await ask(deploy), await ask(queue), await ask(kitchen)]

    const answer = await say()

    expect(answer).toMatchObject({ turn: null, verdict: 'success', applied: 'success' })
    expect(answer.shares?.map(({ turn }) => turn)).toEqual(turns.toReversed())
    const shares = answer.shares?.map(({ share }) => share) ?? []
    expect(shares).toEqual(shares.toSorted((a, b) => b - a))
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 8)
    expect(answer.adjustments.length).toBeGreaterThan(2)
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })

  test('of the only recall it could be about shows in the next ranking', async () => {
    await ask(kitchen)
    const [before] = (await memory.recall({ question: kitchen ?? '', record: false })).items
    await say()

    const [after] = (await memory.recall({ question: kitchen ?? '', record: false })).items
    expect(after?.score).toBeGreaterThan(before?.score ?? 0)
  })

  test('gives most to the recall that its words are about', async () => {
    const [first, , last] = [await ask(deploy), await ask(queue), await ask(kitchen)]

    const { shares = [] } = await say({ verdict: 'correction', text: 'No: that was no way to roll back the bad deploy.' })

    const shareOf = (turn: string | undefined) => shares.find((one) => one.turn === turn)?.share ?? 0
    expect(shareOf(first)).toBeGreaterThan(shareOf(last))
  })

  test('goes by the words of the question and by those of what was shown', async () => {
    const said = async (text: string) => {
      const [first, , last] = [await ask(`${deploy} The ferryman asks.`), await ask(queue), await ask(kitchen)]
      const { shares = [] } = await say({ text })
      const shareOf = (turn: string | undefined) => shares.find((one) => one.turn === turn)?.share ?? 0
      return shareOf(first) - shareOf(last)
    }

    expect(await said('The ferryman sleeps.')).toBeGreaterThan(0)
    expect(await said('The channel was told.')).toBeGreaterThan(0)
    const { contents } = readLog((await memory.export({})).lines)
    expect([...contents.values()]).toContain('The channel was told.')
  })

  test('of recalls on one question has one kind of question, however often it is asked', async () => {
    await ask(deploy)
    await ask(deploy)
    await say()
    await ask(deploy)
    await say()

    const added = eventsOf(readLog((await memory.export({})).lines), 'NodeAdded')
    expect(added.filter(({ data }) => data.nodeType === 'cue')).toHaveLength(1)
  })

  test('is none where it names a memory, another one instead, or a recall: then it is on that recall alone', async () => {
    await ask(deploy)
    const turn = await ask(queue)
    const [shown] = (await memory.recall({ question: queue ?? '', record: false })).context.items

    for (const said of [{ nodes: [shown ?? ''] }, { turn }, { verdict: 'correction', instead: ['rota.md#kitchen'] }] as const) {
      const answer = await say(said)
      expect(answer).toMatchObject({ turn })
      expect(answer).not.toHaveProperty('shares')
    }
  })

  test('moves less, the less it was worth: a severity of a quarter a quarter of it', async () => {
    await ask(deploy)
    const whole = await say({ verdict: 'correction', outcome: -1, tier: 'agent' })
    const other = await withNotes(await openOther())
    await other.recall({ question: deploy ?? '' })
    const quarter = await other.feedback({ verdict: 'correction', outcome: -0.25, tier: 'agent', nodes: [] })

    const movements = ({ adjustments }: typeof whole) => adjustments.map(({ from, to }) => to - from)
    expect(movements(whole).length).toBeGreaterThan(2)
    expect(movements(quarter).map((by) => by * 4)).toEqual(movements(whole).map((by) => expect.closeTo(by, 7)))
  })

  test('is not about recalls of another session, nor about more than ten, nor about any that is a quarter of an hour old', async () => {
    await ask(queue, { session: 'talk', sessionKind: 'interactive' })
    const turns: Array<string> = []
    for (let asked = 0; asked < 12; asked++) turns.push(await ask(deploy))
    const { shares = [] } = await say()
    expect(shares.map(({ turn }) => turn)).toEqual(turns.slice(-10).reverse())

    await ask(kitchen)
    clock.now += 901_000
    expect(await say()).toMatchObject({ refused: 'window', adjustments: [], shares: [] })
  })

  test('is about the recalls of its session alone, however many of others lie between', async () => {
    const talk = { session: 'talk', sessionKind: 'interactive' } as const
    const turns = [await ask(deploy, talk)]
    await ask(kitchen)
    turns.push(await ask(queue, talk))
    await ask(kitchen)

    expect((await say(talk)).shares?.map(({ turn }) => turn)).toEqual(turns.toReversed())
  })

  test('counts once for a recall: said again it goes to those that have not paid, then to none', async () => {
    const first = await ask(deploy)
    expect((await say()).shares).toEqual([{ turn: first, share: 1 }])
    const second = await ask(queue)

    expect((await say({ verdict: 'correction' })).shares).toEqual([{ turn: second, share: 1 }])
    expect(await say()).toMatchObject({ refused: 'consumed', adjustments: [] })
    // A program's word never uses up a recall for a person's, nor the other way round.
    expect((await say({ tier: 'agent' })).shares?.length).toBe(2)
  })

  test('is the same once more with its key, and counts once', async () => {
    await ask(deploy)
    const answer = await say({ key: 'once' })
    const { position } = await memory.show({})

    expect(await say({ key: 'once' })).toEqual(answer)
    expect((await memory.show({})).position).toBe(position)
  })

  test('needs a recall to be about', async () => {
    await expect(say()).rejects.toMatchObject({
      _tag: 'NotFound',
      message: expect.stringContaining('nothing was recalled in this session'),
    })
    await ask(deploy, { session: 'talk', sessionKind: 'interactive' })
    await expect(say()).rejects.toMatchObject({ _tag: 'NotFound' })
    await ask(deploy, { session: 'pulse', sessionKind: 'heartbeat' })
    expect(await say({ session: 'pulse', sessionKind: 'heartbeat' })).toMatchObject({ refused: 'session', adjustments: [] })
    await ask(deploy)
    expect(await say({ origin: 'untrusted' })).toMatchObject({ refused: 'origin', adjustments: [] })
  })

  test('moves what it moved back when it is rolled back, and stays spent', async () => {
    await ask(deploy)
    const { position } = await memory.show({})
    await say()
    await memory.rollback({ to: String(position) })

    expect((await cueEdges()).length).toBeGreaterThan(0)
    expect(await say()).toMatchObject({ refused: 'consumed' })
  })
})

const openOther = () => openStore({ clock: handClock() }).memory()

describe('INV-66 more than counts', () => {
  const most = (change: Partial<(typeof balanced.learning.conscious)['most']>) =>
    changeSettings(store, {
      learning: {
        ...balanced.learning,
        conscious: { ...balanced.learning.conscious, most: { ...balanced.learning.conscious.most, ...change } },
      },
    })
  const wrong = (turn: string, node: string) => memory.feedback({ verdict: 'not-relevant', turn, nodes: [node] })
  const refusedLast = async () => eventsOf(readLog((await memory.export({})).lines), 'FeedbackAttributed').at(-1)?.data.reason

  test('on one recall is kept, and teaches nothing', async () => {
    await most({ turn: 2 })
    const turn = await ask(deploy)
    const { items } = await memory.recall({ question: deploy ?? '', record: false })
    const [a, b, c] = items.map(({ node }) => node)

    expect((await wrong(turn, a ?? '')).refused).toBeUndefined()
    expect((await wrong(turn, b ?? '')).refused).toBeUndefined()
    expect(await wrong(turn, c ?? '')).toMatchObject({ refused: 'cap', adjustments: [] })
    expect(await refusedLast()).toBe('cap')
    // Another recall has room of its own.
    const { turn: another } = await memory.recall({ question: deploy ?? '' })
    expect((await wrong(another ?? '', c ?? '')).refused).toBeUndefined()
  })

  test('in one session, until the next one', async () => {
    await most({ session: 1 })
    const [one, two] = [await ask(deploy), await ask(queue)]
    // A program’s words do not count against a person’s.
    await say({ turn: one, tier: 'agent' })
    expect((await say({ turn: one })).refused).toBeUndefined()

    expect(await say({ turn: two })).toMatchObject({ refused: 'cap' })
    const elsewhere = await ask(queue, { session: 'talk', sessionKind: 'interactive' })
    expect((await say({ turn: elsewhere, session: 'talk', sessionKind: 'interactive' })).refused).toBeUndefined()
  })

  test('on one day of UTC, until midnight; a program’s words do not count against a person’s', async () => {
    await most({ day: 1 })
    const turn = await ask(deploy)
    await say({ turn, tier: 'agent' })
    expect((await say({ turn })).refused).toBeUndefined()
    expect(await say({ turn: await ask(queue) })).toMatchObject({ refused: 'cap' })

    clock.now += 86_400_000
    expect((await say({ turn: await ask(kitchen) })).refused).toBeUndefined()
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })

  test('a flood is kept word for word, moves no strength past the cap, and recall goes on', async () => {
    const flood = inShort(200, 1_000)
    await most({ session: 20 })
    const turn = await ask(deploy)
    for (let said = 0; said < flood; said++)
      await memory.feedback({ verdict: said % 2 === 0 ? 'used' : 'wrong', turn, nodes: [], actor: `a${said % 40}` })

    const log = readLog((await memory.export({})).lines)
    expect(eventsOf(log, 'FeedbackGiven').length).toBe(flood)
    const reasons = Map.groupBy(eventsOf(log, 'FeedbackAttributed'), ({ data }) => data.reason ?? 'whole')
    expect(reasons.get('whole')?.length).toBe(20)
    expect((await memory.recall({ question: deploy ?? '' })).items.length).toBeGreaterThan(0)
  })
})
