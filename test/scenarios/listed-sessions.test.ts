import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'

const question = 'How do we roll back a bad deploy of the API?'
const shown = 'runbooks/roll-back-a-bad-deploy.md'

let stage: Stage
beforeAll(async () => {
  stage = await openStage('demo notes')
})
afterAll(() => stage.leave())

const taught = async () =>
  (await stage.memory.sessions({})).sessions
    .filter(({ signals }) => signals > 0)
    .map(({ key, last, signals }) => [key, signals, last?.verdict])

test('sessions are listed with what of each still teaches, the last to teach first', async () => {
  const { memory } = stage
  const { turn } = await memory.recall({ question, session: 'quiet' })
  await memory.feedback({ verdict: 'used', turn: turn ?? '', nodes: [shown], session: 'early' })
  await memory.feedback({ verdict: 'wrong', turn: turn ?? '', nodes: [shown], instead: ['team/office.md'], session: 'late' })
  await memory.strength({ source: shown, target: 'team/office.md', value: 0.4, session: 'late' })
  expect(await taught()).toEqual([
    ['late', 2, null],
    ['early', 1, 'used'],
  ])

  const { request } = await memory.unlearn({ ofSession: 'late' })
  expect(await taught()).toEqual([['early', 1, 'used']])
  await memory.unlearn({ undo: String(request) })
  expect((await taught()).map(([key]) => key)).toEqual(['late', 'early'])
})

test('sessions that taught nothing come behind, and the number of those left out is told', async () => {
  const { more, sessions } = await stage.memory.sessions({ limit: 3 })
  const all = await stage.memory.sessions({})

  expect(sessions.map(({ key }) => key)).toEqual(all.sessions.slice(0, 3).map(({ key }) => key))
  expect(more).toBe(all.sessions.length - 3)
  expect(all.sessions.find(({ key }) => key === 'quiet')).toMatchObject({ signals: 0, last: null })
})

test('a session that is called like the number of another one is meant by its name', async () => {
  const { memory } = stage
  const numbered = (await memory.sessions({})).sessions.find(({ key }) => key === 'early')?.session ?? expect.unreachable()
  const { turn } = await memory.recall({ question, session: numbered })
  await memory.feedback({ verdict: 'used', turn: turn ?? '', nodes: [shown], session: numbered })

  await memory.unlearn({ ofSession: numbered })

  expect((await taught()).map(([key]) => key)).toEqual(['late', 'early'])
})

describe('a verdict that was taken back', () => {
  let other: Stage
  beforeEach(async () => {
    other = await openStage('demo notes')
  })
  afterEach(() => other.leave())

  const asked = async (session: string) => (await other.memory.recall({ question, session })).turn ?? expect.unreachable()
  const listed = async (key: string, at?: string) =>
    (await other.memory.sessions(at === undefined ? {} : { at })).sessions.find((one) => one.key === key)
  const ofTurn = async (turn: string, at?: string) => {
    const { turns } = await other.memory.turns(at === undefined ? {} : { at })
    const { takenBack, verdicts } = turns.find((one) => one.turn === turn) ?? expect.unreachable()
    return { takenBack, verdicts }
  }
  const wrong = (turn: string, session: string) => other.memory.feedback({ verdict: 'wrong', turn, nodes: [shown], session })

  test('by a rollback counts nowhere, and is told as taken back; it counts again after the rollback is taken back', async () => {
    const { memory } = other
    const turn = await asked('one')
    await memory.feedback({ verdict: 'used', turn, nodes: [shown], session: 'one' })
    const { position: before } = await memory.show({})
    await wrong(turn, 'two')
    const { position: said } = await memory.show({})
    expect(await listed('two')).toMatchObject({ verdicts: 1, wrong: 1, signals: 1, last: { verdict: 'wrong' } })

    const back = await memory.rollback({ to: String(before) })

    expect(await listed('two')).toMatchObject({ verdicts: 0, wrong: 0, takenBack: 1, signals: 0, last: null })
    expect(await listed('one')).toMatchObject({ verdicts: 1, signals: 1 })
    expect(await ofTurn(turn)).toEqual({ verdicts: { used: 1 }, takenBack: { wrong: 1 } })
    expect((await memory.diff({ a: String(before) })).between).toMatchObject({ feedbacks: 0, takenBack: 1 })
    // As of a position nothing is known of what was taken back later.
    expect(await listed('two', String(said))).toMatchObject({ verdicts: 1, signals: 1 })
    expect(await ofTurn(turn, String(said))).toEqual({ verdicts: { used: 1, wrong: 1 }, takenBack: undefined })

    await memory.rollback({ to: String(back.before) })

    expect(await listed('two')).toMatchObject({ verdicts: 1, signals: 1 })
    expect(await ofTurn(turn)).toEqual({ verdicts: { used: 1, wrong: 1 }, takenBack: undefined })
  })

  test('or stands, is told once also at a position within the commit that it was found in', async () => {
    const turn = await asked('one')
    await other.memory.profile({ profile: 'crabpath' })
    const { items } = await other.memory.recall({ question, record: false })
    const said = { actor: 'claw', actorKind: 'agent', origin: 'agent', session: 'one', sessionKind: 'interactive' } as const
    await other.memory.complete({ ...said, turn, outcome: 'success', durationMs: 1, reply: items[0]?.content ?? '' })
    const { commits, events } = await other.log()
    const found = events.find(({ type }) => type === 'FeedbackGiven')?.position ?? expect.unreachable()
    expect(commits.map(({ count, first }) => first + count - 1)).not.toContain(found)

    expect(await ofTurn(turn, String(found))).toEqual({ verdicts: { used: 1 }, takenBack: undefined })
  })

  test('by an unlearning or an undo counts as little', async () => {
    const { memory } = other
    const turn = await asked('one')
    await wrong(turn, 'two')
    const { position: before } = await memory.show({})
    await memory.undo({ session: 'two' })

    expect(await listed('two')).toMatchObject({ verdicts: 0, takenBack: 1, signals: 0 })
    expect(await ofTurn(turn)).toEqual({ verdicts: {}, takenBack: { wrong: 1 } })
    expect((await memory.diff({ a: String(before) })).between).toMatchObject({ feedbacks: 0, takenBack: 1 })
  })

  test('on a session is one of each turn that shares it, and counted as one', async () => {
    const { memory } = other
    const [first, second] = [await asked('one'), await asked('one')]
    const { position: before } = await memory.show({})
    await memory.feedback({ verdict: 'correction', nodes: [], session: 'one' })

    expect(await listed('one')).toMatchObject({ verdicts: 1, wrong: 1 })
    for (const turn of [first, second]) expect(await ofTurn(turn)).toMatchObject({ verdicts: { correction: 1 } })
    expect((await memory.diff({ a: String(before) })).between).toMatchObject({ feedbacks: 1 })
  })
})
