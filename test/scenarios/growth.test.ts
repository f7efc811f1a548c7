/** A question that is new to the memory becomes a cue on probation. The twelve scenarios of the document on growth, and bad input. */
import { Cryptography } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BrainEventOf } from '../../packages/core/src/domain/events/brain-event.ts'
import { nano } from '../../packages/core/src/domain/strength.ts'
import { layerSeededCryptography } from '../contracts/seeded-cryptography.ts'
import { handClock, morning } from '../models/hand-clock.ts'
import { openStage, type Stage } from './stage.ts'

/** Behind the times of the demo's own log. */
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

const ask = (question: string, more: Record<string, unknown> = {}) =>
  memory.recall({ question, session: 'talk', sessionKind: 'interactive', autoNeurogenesis: true, ...more })
const eventsOf = async <T extends BrainEventOf<'NoveltyAssessed'>['type'] | 'NodeAdded' | 'EdgeLinked' | 'NodePromoted'>(type: T) =>
  (await stage.log()).events.filter((event): event is BrainEventOf<T> => event.type === type)
const cues = async () => (await eventsOf('NodeAdded')).filter(({ data }) => data.nodeType === 'cue')
const assessed = async () => (await eventsOf('NoveltyAssessed')).map(({ data }) => data)

/** A question about a thing of the notes that they do not answer. */
const fresh = 'Which deploy window did the harbour crew agree on for winter?'

describe('the scenarios of the document', () => {
  test('S0.84 novel_detection_new_phrase: a new question becomes a cue, whose id is the same in every run', async () => {
    const { novelty, turn } = await ask(fresh)

    expect(novelty).toMatchObject({ verdict: 'novel', created: true, cue: expect.stringMatching(/^auto:[0-9a-f]{12}$/) })
    const [cue] = await cues()
    expect(cue).toMatchObject({ turn: Number(turn?.slice(1)), origin: 'owner', data: { state: 'probation' } })
    const second = await openStage('demo notes')
    const again = await second.memory.recall({ question: `  ${fresh.toUpperCase()} `, autoNeurogenesis: true })
    expect(again.novelty.cue).toBe(novelty.cue)
    await second.leave()
  })

  test('S0.86 novelty_greeting: a greeting makes nothing and is recorded with what it failed', async () => {
    for (const said of ['hello there', 'thanks a lot', 'ok got it now please', '👍👍👍']) {
      expect((await ask(said)).novelty).toMatchObject({ verdict: 'unfit', created: false })
    }

    expect(await cues()).toEqual([])
    const all = await assessed()
    expect(all.map(({ birth }) => birth)).toEqual(Array.from({ length: 4 }, () => 'none'))
    expect(all.slice(0, 3).every(({ failed }) => failed.includes('small-talk'))).toBe(true)
    expect(all[3]?.failed).toContain('letters')
  })

  test('S0.39 it holds the question alone, cleaned, and nothing of its turn', async () => {
    await ask('How do we roll back a bad deploy of the API?')
    const { novelty } = await ask(`\u200b${fresh}\u0000 password=hunter2hunter2`, {
      hits: [{ source: 'runbooks/roll-back-a-bad-deploy.md', text: 'Owner: Yuki Arai.' }],
    })
    const { nodes } = await memory.show({ what: novelty.cue ?? '' })

    expect(nodes.find(({ node }) => node === novelty.cue)?.content).toBe(`${fresh} password=[redacted:password]`)
  })

  test('S0.87 deterministic_id_reuse: the question asked again is counted, and no second cue is made', async () => {
    const { cue } = (await ask(fresh)).novelty
    const again = await ask(`${fresh.toLowerCase()} `)
    const reordered = await ask('For winter, which deploy window did the harbour crew agree on?')

    expect([again, reordered].map(({ novelty }) => [novelty.created, novelty.cue])).toEqual([
      [false, cue],
      [false, cue],
    ])
    expect(await cues()).toHaveLength(1)
    expect((await assessed()).map(({ birth }) => birth)).toEqual(['made', 'seen', 'seen'])
  })

  test('S0.88 auto_node_connects_current_turn: it leads to the best of what was found, weakly', async () => {
    const { items, novelty } = await ask(fresh)
    const [{ node: cue } = { node: 0 }] = (await cues()).map(({ data }) => data)
    const out = (await eventsOf('EdgeLinked')).filter(({ data }) => data.source === cue)

    expect(novelty.created).toBe(true)
    expect(out.length).toBeGreaterThan(0)
    const [seeds] = (await stage.log()).events.flatMap((event) => (event.type === 'SeedsSelected' ? [event.data] : []))
    const scores = new Map(seeds?.nodes.map((node, i) => [node, seeds.scores[i] ?? 0]))
    const best = Math.max(...scores.values())
    for (const { data } of out) {
      expect(data).toMatchObject({ kind: 'grown', reason: 'growth' })
      expect(data.strength / nano(1)).toBeCloseTo(0.12 + ((0.25 - 0.12) * (scores.get(data.target) ?? 0)) / best, 8)
    }
    expect(new Set(out.map(({ data }) => data.strength)).size).toBeGreaterThan(1)
    const shown = await memory.show({ what: novelty.cue ?? '' })
    expect(JSON.stringify(shown)).toContain(items[0]?.node)
  })

  test('S0.89 auto_node_connects_temporal: the turns before lead to it, the newest most', async () => {
    await ask('How do we roll back a bad deploy of the API?')
    await ask(fresh)
    const [{ node: cue } = { node: 0 }] = (await cues()).slice(-1).map(({ data }) => data)
    const into = (await eventsOf('EdgeLinked')).filter(({ data }) => data.target === cue)

    expect(into.length).toBeGreaterThan(0)
    for (const { data } of into) {
      expect(data.strength).toBeGreaterThanOrEqual(nano(0.06))
      expect(data.strength).toBeLessThanOrEqual(nano(0.12))
    }
  })

  test('S0.57 S0.58 what another search found leads to it, by 0.10 to 0.20', async () => {
    const { nodes } = await memory.show({ what: 'runbooks/roll-back-a-bad-deploy.md' })
    const text = nodes[0]?.content ?? ''
    await ask(fresh, { session: 'other', hits: [{ source: 'runbooks/roll-back-a-bad-deploy.md', text }] })
    const [cue] = await cues()
    const into = (await eventsOf('EdgeLinked')).filter(({ data }) => data.target === cue?.data.node)

    expect(into).toHaveLength(1)
    expect(into[0]?.data.strength).toBeGreaterThanOrEqual(nano(0.1))
    expect(into[0]?.data.strength).toBeLessThanOrEqual(nano(0.2))
  })

  test('S0.60 no edge of growth has a reverse one: what a question found does not lead back', async () => {
    for (let times = 0; times < 3; times++) await ask(fresh, { session: `talk-${times}` })
    const [cue] = await cues()
    const grown = (await eventsOf('EdgeLinked')).filter(({ data }) => data.kind === 'grown')

    expect(grown.length).toBeGreaterThan(1)
    expect(new Set(grown.map(({ data }) => data.source))).toEqual(new Set([cue?.data.node]))
  })

  test('S0.90 probationary_prune: a cue that nobody asks again dies', async () => {
    const { cue = '' } = (await ask(fresh)).novelty
    for (let turn = 0; turn < 14; turn++) await ask('hello there')
    expect((await memory.maintain({})).nodes).toEqual([])
    await ask('hello there')

    expect((await memory.maintain({})).nodes).toContainEqual({ node: cue, became: 'dead' })
    expect((await ask(fresh)).novelty).toMatchObject({ created: true, cue })
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })

  test('S0.75 C14: a cue whose question was asked again is kept for 14 turns more', async () => {
    const { cue = '' } = (await ask(fresh)).novelty
    for (let turn = 0; turn < 10; turn++) await ask('hello there')
    await ask(fresh)
    for (let turn = 0; turn < 13; turn++) await ask('hello there')

    expect((await memory.maintain({})).nodes).toEqual([])
    expect(await memory.show({ what: cue })).toMatchObject({
      nodes: expect.arrayContaining([expect.objectContaining({ node: cue, state: 'probation' })]),
    })
  })

  test('S0.19 S0.61 pruning spares the edges of a cue on probation, from 0.06 on, where it takes all others below 0.95', async () => {
    await memory.profile({
      profile: 'balanced',
      settings: { 'forgetting.prune.below': 0.95, 'forgetting.prune.churned': 0.95, 'forgetting.prune.young': 0 },
    })
    await ask('How do we roll back a bad deploy of the API?')
    await ask('hello there')
    await ask('hello there')
    await ask(fresh)
    await ask('hello there')
    const grown = (await eventsOf('EdgeLinked')).filter(({ data }) => data.kind === 'grown')

    await memory.maintain({})
    const pruned = (await stage.log()).events.flatMap((event) => (event.type === 'EdgePruned' ? [event.data.edge] : []))

    expect(grown.length).toBeGreaterThan(5)
    expect(Math.min(...grown.map(({ data }) => data.strength))).toBe(nano(0.06))
    expect(pruned.length).toBeGreaterThan(10)
    expect(pruned.filter((edge) => grown.some(({ data }) => data.edge === edge))).toEqual([])
  })

  test('S0.91 probationary_success: a verdict ends its probation, and it leads where it was taught', async () => {
    const { items, novelty, turn } = await ask(fresh)
    const last = items.at(-1)?.node ?? ''
    await memory.feedback({ verdict: 'used', turn: turn ?? '', nodes: [last], session: 'talk' })

    expect(await cues()).toHaveLength(1)
    expect(await eventsOf('NodePromoted')).toHaveLength(1)
    const again = await memory.recall({ question: fresh, record: false })
    expect(again.items[0]?.node).toBe(last)
    for (let more = 0; more < 20; more++) await ask('hello there')
    expect((await memory.maintain({})).nodes).not.toContainEqual({ node: novelty.cue, became: 'dead' })
  })

  test('S0.92 index_upsert_query_in_same_turn: it is found at once, without a rebuild', async () => {
    const { cue = '' } = (await ask(fresh)).novelty

    expect(await memory.show({ what: cue })).toMatchObject({
      nodes: expect.arrayContaining([expect.objectContaining({ node: cue, state: 'probation' })]),
    })
    expect((await ask(fresh)).novelty.cue).toBe(cue)
    expect(await memory.verify({})).toMatchObject({ ok: true })
  })

  test('S0.54 it is a seed of its own turn, with its whole likeness, and the walk is as without it', async () => {
    const { novelty, turn } = await ask(fresh)
    const [cue] = await cues()
    const { events } = await stage.log()
    const seeds = events.flatMap((event) => (event.type === 'SeedsSelected' ? [event] : []))

    expect(seeds.map(({ data }) => [data.cues?.at(-1), data.alike?.at(-1)])).toEqual([[cue?.data.node, nano(1)]])
    expect(cue?.position).toBeLessThan(seeds[0]?.position ?? 0)
    expect(events.some((event) => event.type === 'NodeFired' && event.data.node === cue?.data.node)).toBe(false)
    expect(JSON.stringify(await memory.why({ turn: turn ?? '' }))).toContain(novelty.cue)
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })

  test('S0.93 cli_auto_flag_off: without the flag nothing is made, and what would have been made is on record', async () => {
    const { novelty } = await ask(fresh, { autoNeurogenesis: false })

    expect(novelty).toMatchObject({ verdict: 'novel', created: false, refused: 'off' })
    expect(await cues()).toEqual([])
  })

  test('S0.94 cli_auto_flag_on: turn, cue, edges and index are one commit', async () => {
    await ask('How do we roll back a bad deploy of the API?', { autoNeurogenesis: false })
    const { novelty } = await ask(fresh)
    const { commits, events } = await stage.log()
    const { first = 0 } = commits.at(-1) ?? {}
    const last = events.filter(({ position }) => position >= first)

    expect(last[0]).toMatchObject({ type: 'TurnStarted', turn: 2 })
    expect(last.filter(({ data, type }) => type === 'NodeAdded' && data.nodeType === 'cue')).toHaveLength(1)
    expect(last.some(({ data, type }) => type === 'EdgeLinked' && data.kind === 'grown')).toBe(true)
    // A question in other words finds the cue in the index.
    expect((await ask('For winter, which deploy window did the harbour crew agree on?')).novelty.cue).toBe(novelty.cue)
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })
})

describe('the limits of growth', () => {
  const settled = (settings: Record<string, number | string>) => memory.profile({ profile: 'balanced', settings })
  const refusals = async () => (await assessed()).map(({ refused }) => refused ?? 'none')
  const lantern = 'How many lanterns does the night watch of the harbour carry?'
  const bakery = 'When does the bakery behind the deploy office open on Sunday?'

  test('S0.66 a question of the same family makes none for eight turns', async () => {
    await ask(fresh)
    const sibling = 'Which deploy window did the harbour crew agree on for summer?'

    expect((await ask(sibling)).novelty).toMatchObject({ verdict: 'novel', created: false, refused: 'cooldown' })
    for (let turn = 0; turn < 7; turn++) await ask('hello there')
    expect((await ask(sibling)).novelty.created).toBe(true)
    expect((await ask(bakery, { autoWindow: 0 })).novelty.created).toBe(true)
  })

  test('S0.64 a session makes so many and no more; another session is another', async () => {
    await settled({ 'growth.perSession': 2 })
    const cat = 'Who feeds the harbour cat while the night watch sleeps?'

    expect((await ask(fresh)).novelty.created).toBe(true)
    expect((await ask(lantern)).novelty.created).toBe(true)
    expect((await ask(bakery)).novelty.refused).toBe('session')
    expect((await ask(bakery, { session: 'elsewhere' })).novelty.created).toBe(true)
    expect((await ask(cat, { autoMaxPerSession: 3 })).novelty.created).toBe(true)
  })

  test('S0.68 an hour makes so many, and a clock that jumps back frees nothing', async () => {
    await settled({ 'growth.perHour': 1 })
    await ask(fresh)
    clock.now -= 48 * 3_600_000

    expect((await ask(lantern)).novelty.refused).toBe('hour')
    clock.now += 48 * 3_600_000 + 3_599_999
    expect((await ask(lantern)).novelty.refused).toBe('hour')
    clock.now += 1
    expect((await ask(lantern)).novelty.created).toBe(true)
  })

  test('S0.65 S0.79 a turn makes one cue with so many edges, and says how many it left out', async () => {
    await settled({ 'growth.edges': 2 })
    await ask('How do we roll back a bad deploy of the API?')
    await ask(fresh)

    const [made] = (await assessed()).slice(-1)
    expect(
      (await eventsOf('EdgeLinked')).filter(({ data }) => data.kind === 'grown' && [data.source, data.target].includes(made?.cue ?? 0)),
    ).toHaveLength(2)
    expect(made?.unlinked).toBeGreaterThan(0)
    await settled({ 'growth.perTurn': 0 })
    expect((await ask(lantern)).novelty.refused).toBe('turn')
  })

  test('S0.69 the settings only record, or assess nothing', async () => {
    await settled({ 'growth.mode': 'record' })
    expect((await ask(fresh)).novelty).toMatchObject({ verdict: 'novel', refused: 'record' })
    await settled({ 'growth.mode': 'off' })
    expect((await ask(fresh)).novelty).toEqual({ verdict: 'off' })
    expect(await refusals()).toEqual(['record'])
  })

  test('others, heartbeats and helpers make none', async () => {
    expect((await ask(fresh, { origin: 'untrusted', actor: 'stranger', actorKind: 'other' })).novelty.refused).toBe('muted')
    expect((await ask(fresh, { session: 'beat', sessionKind: 'heartbeat' })).novelty.refused).toBe('muted')
  })

  test('an edge that would not stay dormant is not made', async () => {
    await settled({ 'tiers.habitual': 0.2 })

    expect((await ask(fresh)).novelty.refused).toBe('bound')
  })

  test('a clock that jumps a year ahead and back ages no cue, and frees nothing', async () => {
    await settled({ 'growth.perHour': 2, 'growth.cooldown': 0 })
    const { cue } = (await ask(fresh)).novelty
    clock.now += 365 * 86_400_000
    expect((await ask(lantern)).novelty.created).toBe(true)
    expect((await memory.maintain({})).nodes).toEqual([])
    expect((await ask(bakery)).novelty.created).toBe(true)
    clock.now -= 365 * 86_400_000

    expect((await ask('Who feeds the harbour cat while the night watch sleeps?')).novelty.refused).toBe('hour')
    expect((await ask(fresh)).novelty).toMatchObject({ created: false, cue })
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })

  test('a flood by the limits of the profile: no more than 60 an hour, each with 12 edges at most', { timeout: 120_000 }, async () => {
    const word = (at: number) => `zor${String.fromCharCode(97 + (at % 26))}${String.fromCharCode(97 + Math.floor(at / 26))}el`
    await settled({ 'growth.cooldown': 0 })
    for (let at = 0; at < 64; at++) await ask(`Which harbour crew of ${word(at)} carries the ${word(at + 100)} lantern for the deploy?`)

    const linked = Map.groupBy(
      (await eventsOf('EdgeLinked')).filter(({ data }) => data.kind === 'grown'),
      ({ turn }) => turn,
    )
    expect(await cues()).toHaveLength(60)
    for (const edges of linked.values()) expect(edges.length).toBeLessThanOrEqual(12)
    expect((await memory.stats({})).growth.refused).toMatchObject({ hour: 4 })
  })

  test('a flood of distinct questions makes no more than the hour allows', async () => {
    await settled({ 'growth.perHour': 5, 'growth.cooldown': 0 })
    for (let flood = 0; flood < 12; flood++) await ask(`Which deploy of the harbour has the number word${flood} number${flood}x?`)

    expect((await cues()).length).toBe(5)
    expect((await memory.stats({})).growth).toMatchObject({ made: 5, refused: { hour: 7 }, onProbation: 5 })
  })
})

describe('what is new', () => {
  test('C12 the first question of an empty brain becomes a cue; a greeting does not', async () => {
    const empty = await openStage('empty')
    const said = (question: string) => empty.memory.recall({ question, autoNeurogenesis: true })

    expect((await said('hello')).novelty).toMatchObject({ verdict: 'unfit', created: false })
    expect((await said('Where did I park the car?')).novelty).toMatchObject({ verdict: 'novel', created: true, top1: 0 })
    await empty.leave()
  })

  test('C11 in the gap between new and known nothing is made, and the record says so', async () => {
    const { novelty } = await ask(fresh, { autoNeurogenesis: false })
    const top1 = novelty.top1 ?? 0
    await memory.profile({ profile: 'balanced', settings: { 'growth.words.novel': top1 - 0.01, 'growth.words.known': top1 + 0.01 } })

    expect((await ask(fresh)).novelty).toMatchObject({ verdict: 'ambiguous', created: false, failed: ['band'] })
    expect((await ask(fresh, { autoKnownThreshold: top1 })).novelty.verdict).toBe('known')
  })

  test('a question in Chinese is counted by its characters', async () => {
    await memory.ingest({ documents: [{ source: 'zh.md', format: 'markdown', text: '仓库的钥匙由船长保管。' }] })

    expect((await ask('谢谢你')).novelty.verdict).toBe('unfit')
    expect((await ask('仓库什么时候关门')).novelty).toMatchObject({ created: true })
  })

  test('a subject named like a tool makes a cue of its own, which leads to no tool', async () => {
    const { turn } = await ask('How do we roll back a bad deploy of the API?')
    const tool = { name: 'harbour_lookup', calls: 1, failures: 0 }
    await memory.complete({ turn: turn ?? '', outcome: 'success', durationMs: 1, tools: [tool] })
    const tools = (await eventsOf('NodeAdded')).filter(({ data }) => data.nodeType === 'tool_call').map(({ data }) => data.node)
    const { novelty } = await ask('What does the harbour_lookup of the night watch tell about lanterns?')
    const grown = (await eventsOf('EdgeLinked')).filter(({ data }) => data.kind === 'grown')

    expect(tools).toHaveLength(1)
    expect(novelty).toMatchObject({ created: true, cue: expect.stringMatching(/^auto:/) })
    expect(grown.length).toBeGreaterThan(0)
    expect(grown.flatMap(({ data }) => [data.source, data.target]).filter((node) => tools.includes(node))).toEqual([])
  })

  test('two questions with one id are two cues', async () => {
    const colliding = Layer.effect(
      Cryptography,
      Effect.map(Cryptography, (real) => ({ ...real, sha1: () => 'c'.repeat(40) })),
    ).pipe(Layer.provide(layerSeededCryptography(1)))
    const narrow = await openStage('demo notes', { cryptography: colliding })
    const said = (question: string) => narrow.memory.recall({ question, autoNeurogenesis: true, autoWindow: 0 })

    expect((await said(fresh)).novelty.cue).toBe('auto:cccccccccccc')
    expect((await said('How many lanterns does the night watch of the harbour carry?')).novelty.cue).toBe('auto:cccccccccccc-2')
    expect((await said(fresh)).novelty.cue).toBe('auto:cccccccccccc')
    await narrow.leave()
  })

  test('a turn that is given up just before its commit leaves neither an assessment nor a cue', async () => {
    await expect(memory.recall({ question: fresh, autoNeurogenesis: true }, { enterCommit: () => false })).rejects.toThrow()

    expect([await cues(), await assessed()]).toEqual([[], []])
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })
})

describe('a cue that grew', () => {
  test('takes nothing from blame: what was called wrong falls as far as without growth', async () => {
    const plain = await openStage('demo notes')
    const judged = async (one: Stage['memory'], grows: boolean) => {
      const { items, turn } = await one.recall({ question: fresh, autoNeurogenesis: grows })
      await one.feedback({ verdict: 'wrong', turn: turn ?? '', nodes: [items[0]?.node ?? ''] })
      return (await one.recall({ question: fresh, record: false })).items.map(({ node, score }) => [node, score])
    }

    expect(await judged(memory, true)).toEqual(await judged(plain.memory, false))
    await plain.leave()
  })

  test('loses the weaker half of its edges after six turns without an answer, once', async () => {
    await ask(fresh)
    for (let turn = 0; turn < 7; turn++) await ask('hello there')
    const first = await memory.maintain({})
    const second = await memory.maintain({})

    expect(first.pruned).toBeGreaterThan(0)
    expect(second.pruned).toBe(0)
  })

  test('is taken back with what was learned by it, and the log still proves itself', async () => {
    const { items, turn } = await ask(fresh)
    const before = (await memory.recall({ question: fresh, record: false })).items.map(({ node, score }) => [node, score])
    await memory.feedback({ verdict: 'used', turn: turn ?? '', nodes: [items.at(-1)?.node ?? ''], session: 'talk' })
    await memory.unlearn({ ofTurn: turn ?? '' })

    expect((await memory.recall({ question: fresh, record: false })).items.map(({ node, score }) => [node, score])).toEqual(before)
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })

  test('comes back once with a rollback, also where it had died before', async () => {
    const left = async () => {
      for (let turn = 0; turn < 15; turn++) await ask('hello there')
      return (await memory.maintain({})).nodes.filter(({ became }) => became === 'dead')
    }
    await ask(fresh)
    expect(await left()).toHaveLength(1)
    await ask(fresh)
    const { position } = await memory.recall({ question: fresh, record: false })
    expect(await left()).toHaveLength(1)
    await memory.rollback({ to: `${position}` })
    const { events } = await stage.log()
    const [cue] = await cues()

    expect(events.filter(({ data, type }) => type === 'NodeRestored' && data.node === cue?.data.node)).toHaveLength(2)
    expect((await memory.stats({})).growth).toMatchObject({ cues: 1, onProbation: 1, died: 2 })
  })

  test('is erased with the conversation that made it, and stays where another one asked its question, too', async () => {
    const other = 'Which lantern colour does the night ferry to the skerries show?'
    await ask(fresh)
    await ask(other)
    await ask(other, { session: 'elsewhere' })
    await memory.forget({ session: 'talk' })
    const lines = (await memory.export({})).lines.join('\n')

    expect(lines).not.toContain('harbour crew agree')
    expect(lines).toContain('night ferry to the skerries')
    expect(await memory.verify({})).toMatchObject({ ok: true })
  })

  test('S4.104 loses its edges of growth in a replay without growth, and keeps them in one with it', async () => {
    await ask(fresh)
    const { digest } = await memory.show({})

    expect(await memory.replay({})).toMatchObject({ digest })
    const without = await memory.replay({ exclude: ['growth'] })
    expect(without).toMatchObject({ births: 1, diff: { edges: 0 } })
    expect(without.digest).not.toBe(digest)
  })

  test('tells its life', async () => {
    const { novelty, turn } = await ask(fresh)
    await ask(fresh)
    const shown = await memory.show({ what: novelty.cue ?? '' })

    expect(shown.nodes[0]).toMatchObject({ state: 'probation', life: { seen: 2, grown: turn, first: turn, last: 't2' } })
  })
})
