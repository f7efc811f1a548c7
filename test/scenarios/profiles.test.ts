import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { balanced, crabpath } from '../../packages/core/src/domain/profiles/profiles.ts'
import { heldLearner } from '../models/held-learner.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeEach(async () => {
  stage = await openStage('empty')
})
afterEach(() => stage.leave())

const talk = ['Ann: Where did you leave the harbour key?', 'Bo: Behind the blue door.', 'Ann: Thanks.', 'Bo: The door sticks.']
const documents = [
  { source: 'talk.jsonl', format: 'jsonl' as const, text: talk.map((text) => JSON.stringify({ text, session: 's' })).join('\n') },
]
const question = 'Where is the harbour key?'

const begin = async (profile: string) => {
  await stage.memory.init({ profile })
  await stage.memory.ingest({ documents })
  const { items, turn } = await stage.memory.recall({ question })
  return { items, turn: turn ?? '' }
}
const events = async (type: string) => (await stage.memory.log({ type })).events
const drifts = async () => (await events('StrengthAdjusted')).filter(({ data }) => Reflect.get(Object(data), 'rule') === 'drift')
const isSound = async () => expect(await stage.memory.verify({ rederive: true })).toMatchObject({ ok: true })

describe('the end of a turn', () => {
  test('S4.62: drifts under crabpath, in its own commit, by what its walk followed and passed over', async () => {
    const { turn } = await begin('crabpath')
    const followed = await events('EdgeFollowed')
    const skipped = await events('EdgeSkipped')
    await stage.memory.complete({ turn, outcome: 'success', durationMs: 5 })

    const [ended] = await events('TurnCompleted')
    const moved = await drifts()

    expect(followed.length * skipped.length).toBeGreaterThan(0)
    expect(moved.length).toBeGreaterThan(1)
    for (const { cause, data } of moved) {
      const { asked, reason } = Object(data)
      expect(cause).toBe(ended?.position)
      expect([reason, asked]).toEqual(reason === 'followed' ? ['followed', 20_000_000] : ['skipped', -20_000_000])
    }
    expect(new Set(moved.map(({ data }) => Object(data).reason))).toEqual(new Set(['followed', 'skipped']))
    await isSound()
  })

  test('drifts once, and a failure not before it was tried again', async () => {
    const { turn } = await begin('crabpath')
    await stage.memory.complete({ turn, outcome: 'failure', durationMs: 5 })
    expect(await drifts()).toEqual([])

    await stage.memory.complete({ turn, outcome: 'success', durationMs: 5 })
    const once = await drifts()
    await stage.memory.complete({ turn, outcome: 'success', durationMs: 5 })

    expect(once.length).toBeGreaterThan(1)
    expect(await drifts()).toEqual(once)
    await isSound()
  })

  test('drifts after what was said before it, and is followed by what the reply used', async () => {
    const { items, turn } = await begin('crabpath')
    const second = await stage.memory.recall({ question })
    await stage.memory.feedback({ verdict: 'used', nodes: [items[0]?.node ?? ''], turn })
    await stage.memory.complete({ turn: second.turn ?? '', outcome: 'success', durationMs: 5, reply: items[1]?.content ?? '' })
    await stage.memory.learn({})
    const edge = Object((await drifts())[0]?.data).edge

    const { history } = await stage.memory.blame({ edge: `e${edge}` })

    expect(history.find(({ reason }) => reason === 'followed')).toMatchObject({ turn: second.turn, verdict: null, delta: 0.02 })
    await isSound()
  })

  test('moves nothing under any other profile, but for what linkstrength joins (S2.25)', async () => {
    for (const profile of ['balanced', 'linkstrength', 'neurogated']) {
      const brain = profile
      await stage.memory.init({ brain, profile })
      await stage.memory.ingest({ brain, documents })
      const { turn } = await stage.memory.recall({ brain, question })
      await stage.memory.complete({ brain, turn: turn ?? '', outcome: 'success', durationMs: 5 })

      const { events: moved } = await stage.memory.log({ brain, type: 'StrengthAdjusted' })
      const others = moved.filter(({ data }) => Reflect.get(Object(data), 'reason') !== 'cooccurrence')
      expect(profile === 'linkstrength' ? others : moved).toEqual([])
    }
  })

  test('of a heartbeat moves nothing', async () => {
    await stage.memory.init({ profile: 'crabpath' })
    await stage.memory.ingest({ documents })
    const heartbeat = { session: 'pulse', sessionKind: 'heartbeat' } as const
    const { turn } = await stage.memory.recall({ question, ...heartbeat })
    await stage.memory.complete({ turn: turn ?? '', outcome: 'success', durationMs: 5, ...heartbeat })

    expect(await drifts()).toEqual([])
    await isSound()
  })
})

describe('a change of profile', () => {
  test('is a fact, and what comes after it is learned from by the new settings', async () => {
    const { items, turn } = await begin('balanced')
    const nodes = [items[0]?.node ?? '']
    const first = await stage.memory.feedback({ verdict: 'used', nodes, turn })
    const { changed, position } = await stage.memory.profile({ profile: 'crabpath', settings: { 'learning.drift': 0 } })
    const second = await stage.memory.feedback({ verdict: 'used', nodes, turn, actor: 'a friend' })

    expect(first.adjustments[0]).toMatchObject({ from: 0, to: 0.6 })
    expect(second.adjustments[0]).toMatchObject({ from: 0.6, to: 0.7 })
    expect(changed).toContainEqual({ setting: 'strength.max', from: 0.95, to: 10 })
    expect((await events('ProfileChanged')).map(({ data, position: at }) => [Object(data).profile, at])).toEqual([['crabpath', position]])
    expect((await stage.memory.brains({})).brains[0]?.profile).toBe('crabpath')
    await isSound()
  })

  test('counts for no word that was said before it, however late the learner comes to that', async () => {
    const learner = heldLearner()
    const slow = await openStage('empty', { between: learner.between })
    const { memory } = slow
    await memory.init({ profile: 'balanced' })
    await memory.ingest({ documents })
    const { items, turn } = await memory.recall({ question })
    const word = { verdict: 'used', nodes: [items[0]?.node ?? ''], turn: turn ?? '' } as const
    learner.hold(true)
    await expect(memory.feedback(word)).rejects.toMatchObject({ _tag: 'StoreUnavailable' })
    await memory.profile({ profile: 'neurogated' })
    await expect(memory.feedback({ ...word, actor: 'a friend' })).rejects.toMatchObject({ _tag: 'StoreUnavailable' })
    await memory.profile({ profile: 'linkstrength' })
    learner.hold(false)

    const { adjustments, facts } = await memory.learn({})

    expect([facts, adjustments.map(({ from, to }) => [from, to])]).toEqual([
      2,
      [
        [0, 0.6],
        [0.6, 0.7],
      ],
    ])
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
    await slow.leave()
  })

  test('leaves strengths as they are until they are blamed, which takes from the bound; praise does not lower them', async () => {
    await begin('crabpath')
    const [followed] = await events('EdgeFollowed')
    const [shown] = (await stage.memory.show({ what: `e${Object(followed?.data).edge}` })).edges
    const { kind = 'learned', source = '', target = '' } = shown ?? {}
    const { edge } = await stage.memory.strength({ source, target, kind, value: 8 })
    await stage.memory.profile({ profile: 'balanced' })

    expect((await stage.memory.show({ what: edge })).edges[0]).toMatchObject({ strength: 8 })
    const { turn } = await stage.memory.recall({ question })
    const said = { nodes: [target], turn: turn ?? '' }
    const praised = await stage.memory.feedback({ verdict: 'used', ...said })
    const blamed = await stage.memory.feedback({ verdict: 'not-relevant', ...said })

    expect(praised.adjustments.find((one) => one.edge === edge)).toBeUndefined()
    const moved = blamed.adjustments.find((one) => one.edge === edge)
    expect(moved?.from).toBe(8)
    expect(moved?.to).toBeLessThan(0.95)
    expect(moved?.to).toBeGreaterThan(0.9)
    await isSound()
  })

  test('to what is in force already is nothing', async () => {
    await begin('crabpath')
    const { position } = await stage.memory.show({})

    expect(await stage.memory.profile({ profile: 'crabpath' })).toMatchObject({ changed: [], position })
    expect((await stage.memory.show({})).position).toBe(position)
  })

  test.each([
    [{ profile: 'wild' }, 'profile'],
    [{ profile: 'balanced', settings: { 'walk.speed': 1 } }, 'settings'],
    [{ profile: 'balanced', settings: { 'walk.fade': 7 } }, 'settings'],
    [{ profile: 'balanced', origin: 'agent' }, 'origin'],
    [{ profile: 'balanced', origin: 'untrusted' }, 'origin'],
  ] as const)('is refused, and changes nothing: %j', async (request, field) => {
    await begin('crabpath')
    const { position } = await stage.memory.show({})

    await expect(stage.memory.profile(request)).rejects.toMatchObject({ _tag: 'InvalidRequest', field })
    expect((await stage.memory.show({})).position).toBe(position)
  })

  test('with the position that was expected, or not at all', async () => {
    await begin('balanced')
    const { position } = await stage.memory.show({})

    await expect(stage.memory.profile({ profile: 'crabpath', expected: position - 1 })).rejects.toMatchObject({
      _tag: 'WrongExpectedPosition',
    })
    expect(await stage.memory.profile({ profile: 'crabpath', expected: position })).toMatchObject({ profile: 'crabpath' })
  })
})

test('S4.66: what was passed over gains from a failure behind the flag alone, and verify derives it again', async () => {
  for (const [brain, settings] of [
    ['off', {}],
    ['on', { 'learning.rule.skipped': 0.5 }],
  ] as const) {
    await stage.memory.init({ brain, profile: 'crabpath', settings })
    await stage.memory.ingest({ brain, documents })
    await stage.memory.recall({ brain, question })
    const [near, far] = (await stage.memory.log({ brain, type: 'EdgeFollowed' })).events.map(({ data }) => `e${Object(data).edge}`)
    const [kept, weakened] = [near, far].map((what = '') => stage.memory.show({ brain, what }))
    const { kind = 'learned', source = '', target = '' } = (await weakened)?.edges[0] ?? {}
    await stage.memory.strength({ brain, source, target, kind, value: 0.1 })
    const { turn } = await stage.memory.recall({ brain, question })
    const nodes = [(await kept)?.edges[0]?.target ?? '']
    await stage.memory.feedback({ brain, verdict: 'correction', nodes, turn: turn ?? '' })
    const moved = (await stage.memory.log({ brain, type: 'StrengthAdjusted' })).events
      .map(({ data }) => Object(data))
      .filter(({ rule }) => rule !== 'set')
    const raised = moved.filter(({ asked }) => asked > 0)

    expect(raised.map(({ edge, from, rule }) => [`e${edge}`, from, rule])).toEqual(brain === 'on' ? [[far, 100_000_000, 'skipped']] : [])
    expect(await stage.memory.verify({ brain, rederive: true })).toMatchObject({ ok: true })
  }
})

describe('a brain walks as its profile says', () => {
  test.each([
    ['balanced', 'route'],
    ['crabpath', 'route'],
    ['linkstrength', 'route'],
    ['neurogated', 'spread'],
  ])('%s: by %s, unless it is asked otherwise', async (profile, engine) => {
    await begin(profile)
    await stage.memory.recall({ question, engine: engine === 'route' ? 'spread' : 'route' })

    expect((await events('TurnStarted')).map(({ data }) => Object(data).engine)).toEqual([engine, engine === 'route' ? 'spread' : 'route'])
  })

  test('S1.7: neurogated shows three items, S1.27: joins a text to the next by 1, and one good word counts 0.1 (S1.11)', async () => {
    await begin('neurogated')
    const { items, turn } = await stage.memory.recall({ question: 'harbour key door Ann Bo thanks' })
    const linked = (await events('EdgeLinked')).map(({ data }) => Object(data))
    const { adjustments } = await stage.memory.feedback({ verdict: 'used', nodes: [items[0]?.node ?? ''], turn: turn ?? '' })

    expect(items).toHaveLength(3)
    expect((await stage.memory.recall({ question: 'harbour key door Ann Bo thanks', limit: 4, record: false })).items).toHaveLength(4)
    expect(linked.find(({ source, target }) => target === source + 1)).toMatchObject({ strength: 1_000_000_000 })
    expect(adjustments[0]).toMatchObject({ from: 0, to: 0.1 })
    await isSound()
  })
})

test('S2.16: wrong blames the content under linkstrength and the way under the others', async () => {
  for (const [brain, applied] of [
    ['linkstrength', 'not-useful'],
    ['balanced', 'not-relevant'],
    ['crabpath', 'not-relevant'],
    ['neurogated', 'not-relevant'],
  ] as const) {
    await stage.memory.init({ brain, profile: brain })
    await stage.memory.ingest({ brain, documents })
    const { items, turn } = await stage.memory.recall({ brain, question })

    expect(await stage.memory.feedback({ brain, verdict: 'wrong', nodes: [items[0]?.node ?? ''], turn: turn ?? '' })).toMatchObject({
      applied,
    })
  }
})

test('the settings of a profile stand whole in the log', async () => {
  await begin('crabpath')
  await stage.memory.profile({ profile: 'balanced' })

  expect((await events('BrainCreated'))[0]?.data).toMatchObject({ profile: 'crabpath', settings: crabpath })
  expect((await events('ProfileChanged'))[0]?.data).toMatchObject({ profile: 'balanced', settings: balanced })
})
