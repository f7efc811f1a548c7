/** The story of the document behind `crabpath` (S4), as commands: tiers, a model that chooses among habitual edges, delayed feedback, and lives. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ModelServer, modelWords, saying, startModelServer, unauthorised } from '../src/model-server.ts'
import { type Json, makePlace, type Place } from './place.ts'

const asked = 'Which berth lies at the harbour wall?'
const plain = 'Who keeps the spare key?'

let place: Place
let server: ModelServer
beforeEach(async () => {
  server = await startModelServer()
  place = makePlace({ CRABTRAIL_MODEL: server.named })
  for (let berth = 1; berth <= 13; berth++) place.write(`notes/berth-${berth}.md`, `Berth ${berth} lies at the harbour wall.\n`)
  place.write('notes/crates.md', 'Lobster crates come on Wednesday.\n')
  place.write('notes/key.md', 'Morwenna keeps the spare key.\n')
  place.write('notes/pumps.md', 'Pumps start by the green lever.\n')
  await place.ask('init', '--profile', 'crabpath')
  await place.ask('ingest', 'notes')
  await place.ask('strength', 'berth-1.md', 'pumps.md', '0.8')
  await place.ask('strength', 'berth-1.md', 'key.md', '0.79')
  await place.ask('strength', 'berth-1.md', 'crates.md', '0.29')
})
afterEach(async () => {
  place.remove()
  await server.close()
})

/** A model that follows the note with these words, and gives it this attention. */
const following = (words: string, value: number) =>
  saying(({ notes }) => {
    const id = notes.find(({ text }) => text.includes(words))?.number
    return JSON.stringify({
      explanation: modelWords,
      follow: [id],
      drop: [],
      attention: [{ id, value }],
      kernel: { SEQ: 1, SIM: 1, CAUSE: 1 },
    })
  })

const strengthOf = async (target: string): Promise<number> => (await place.ask('blame', `berth-1.md>learned>${target}`)).strength
const moves = ({ adjustments }: Json): Json =>
  Object.fromEntries(adjustments.map(({ from, source, target, to }: Json) => [`${source}>${target}`, [from, to]]))
const sigmoid = (x: number) => 1 / (1 + Math.exp(-x))

describe('crabpath (S4): three tiers', () => {
  test('0.80 is followed without a model, 0.79 only if the model says so, 0.29 is skipped; and one call a turn', async () => {
    server.behave(following('Morwenna', 0.9))
    const { context, routing, turn } = await place.ask('recall', asked)

    expect(server.asked).toHaveLength(1)
    expect(routing).toMatchObject({ calls: 1, outcome: 'answered', reason: 'many', refused: 0 })
    const why = await place.run('why', turn, '--all')
    expect(why.stdout).toContain('berth-1.md learned 0.8 → pumps.md (reflex)')
    expect(why.stdout).toContain('berth-1.md learned 0.79 → key.md (routed)')
    expect(why.stdout).toMatch(/passed over\n {2}0\.29 {2}berth-1\.md>learned>crates\.md {2}dormant\n/)
    expect(context.items).toEqual(expect.arrayContaining(['pumps.md', 'key.md']))
    expect(context.items).not.toContain('crates.md')
    expect(context.items.length).toBeLessThanOrEqual(24)

    expect((await place.ask('recall', plain)).routing).toMatchObject({ calls: 0, costUsd: 0 })
    expect(server.asked).toHaveLength(1)
  })

  test('the model sees question, notes and pointers, and no more than 900 tokens of them', async () => {
    await place.ask('recall', asked)

    const [{ notes, system, user } = { notes: [], system: '', user: '' }] = server.asked
    expect(user).toContain(`Question: "${asked}"`)
    expect(user).toContain('<1 learned .79 "key: Morwenna keeps the spare key."')
    expect(user).not.toContain('Lobster')
    expect(notes).toHaveLength(15)
    expect(system).toContain('JSON')
    expect((system.length + user.length) / 4).toBeLessThan(900)
  })

  test('a model that fails costs a choice and no answer: the rule decides', async () => {
    server.behave(unauthorised)
    const { context, routing } = await place.ask('recall', asked)

    expect(routing).toMatchObject({ calls: 1, outcome: 'fell-back', fallback: 'refused', costUsd: 0 })
    expect(context.items).toContain('pumps.md')
    expect(context.items).not.toContain('crates.md')
  })
})

describe('crabpath (S4): what it costs, by the prices of the document (C29)', () => {
  test('a routed turn is 0.000243, its embedding of 180 tokens 0.0000036; 7 of 10 by reflex make 0.0000765 a turn', async () => {
    const costs: number[] = []
    for (const question of [asked, plain, plain, plain, asked, plain, plain, plain, plain, asked])
      costs.push((await place.ask('recall', question)).routing.costUsd)

    expect(costs).toEqual([0.000_243, 0, 0, 0, 0.000_243, 0, 0, 0, 0, 0.000_243])
    const { embedding, prices, routing, total } = await place.ask('eval', 'cost', '--embedding')
    expect(prices).toMatchObject({ priceIn: 0.15, priceOut: 0.6, priceEmbedding: 0.02, tokensOut: 180 })
    expect(routing).toMatchObject({ calls: 3, callsPer1000Turns: 300, tokensIn: 2700, tokensOut: 540, costUsd: 0.000_729 })
    expect(routing.usdPerTurn).toBeCloseTo(0.3 * 0.000_243, 12)
    expect(embedding.costUsd).toBeCloseTo((embedding.tokens * 0.02) / 1e6, 15)
    expect(total.costUsd).toBeCloseTo(routing.costUsd + embedding.costUsd, 15)
    // With the 180 tokens that the document gives to each question:
    expect(0.000_243 + (180 * prices.priceEmbedding) / 1e6).toBeCloseTo(0.000_246_6, 12)
    expect(routing.usdPerTurn + (180 * prices.priceEmbedding) / 1e6).toBeCloseTo(0.000_076_5, 12)
    expect((await place.run('eval', 'cost')).stdout).toMatch(/routing +\$0\.000729 +\$0\.0000729 +\$0\.0729/)
    expect((await place.ask('stats')).model).toMatchObject({ calls: 3, answered: 3, costUsd: 0.000_729 })
  })
})

describe('crabpath (S4): learning', () => {
  test('at the end of the turn what was followed gains 0.02 and what was skipped loses 0.02, with nobody saying a word', async () => {
    server.behave(following('Morwenna', 0.9))
    await place.ask('recall', asked)
    expect([await strengthOf('pumps.md'), await strengthOf('key.md'), await strengthOf('crates.md')]).toEqual([0.8, 0.79, 0.29])
    await place.ask('complete', '--outcome', 'unknown')

    expect([await strengthOf('pumps.md'), await strengthOf('key.md'), await strengthOf('crates.md')]).toEqual([0.82, 0.81, 0.27])
    const { history } = await place.ask('blame', 'berth-1.md>learned>crates.md')
    expect(history.at(-1)).toMatchObject({ from: 0.29, to: 0.27, delta: -0.02, turn: 't1' })
  })

  test('a verdict moves what was followed by 0.1 · outcome · attention · gate · timing: 0.5 by rule, what the model said where it chose', async () => {
    server.behave(following('Morwenna', 0.9))
    const { position: read } = await place.ask('recall', asked)
    const step = (attention: number) => 0.1 * attention * sigmoid(0.5) * 0.5

    const praised = moves(await place.ask('used', 'pumps.md', 'key.md'))
    expect(praised['berth-1.md>pumps.md'][1]).toBeCloseTo(0.8 + step(0.5), 8)
    expect(praised['berth-1.md>key.md'][1]).toBeCloseTo(0.79 + step(0.9), 8)
    expect(Object.keys(praised)).not.toContain('berth-1.md>crates.md')

    await place.ask('rollback', '--to', String(read))
    const blamed = moves(await place.ask('feedback', 'correction', '--turn', (await place.ask('recall', asked)).turn))
    const again = (attention: number) => 0.1 * attention * sigmoid(1) * 0.5
    expect(blamed['berth-1.md>pumps.md'][1]).toBeCloseTo(0.8 - again(0.5), 8)
    expect(blamed['berth-1.md>key.md'][1]).toBeCloseTo(0.79 - again(0.9), 8)
    expect(await strengthOf('crates.md')).toBe(0.29)
  })

  test('a correction five messages later is shared among the turns before it by exp(−Δ/5), once', async () => {
    await place.ask('recall', asked)
    for (let later = 0; later < 4; later++) await place.ask('recall', plain)

    const whole = [0, 1, 2, 3, 4].map((delta) => Math.exp(-delta / 5)).reduce((sum, one) => sum + one)
    const share = (delta: number) => Math.exp(-delta / 5) / whole
    const { adjustments, turns = [] } = await place.ask('feedback', 'correction')
    const cue = adjustments.find(({ target }: Json) => target === 'berth-2.md')
    expect(cue).toMatchObject({ from: 0 })
    expect(cue.to).toBeCloseTo(-0.1 * share(4), 8)
    expect(turns).toEqual(expect.any(Array))
    const { events } = await place.ask('log', '--type', 'FeedbackAttributed')
    expect(events[0].data.turns).toEqual([5, 4, 3, 2, 1])
    for (const [delta, given] of events[0].data.shares.entries()) expect(given / 1e9).toBeCloseTo(share(delta), 8)

    expect(await place.ask('feedback', 'correction')).toMatchObject({ refused: 'consumed', adjustments: [] })
    expect(await place.ask('verify', '--rederive')).toMatchObject({ ok: true })
  })
})

describe('crabpath (S4): ablations on its own log', () => {
  test('C1, no tiers: replayed without a dormant and a reflex tier, what was skipped is followed and gains; no model is called, nothing is written', async () => {
    await place.ask('recall', asked)
    await place.ask('complete', '--outcome', 'success')
    const { position } = await place.ask('show')
    const requests = server.asked.length

    const replayed = await place.ask('replay', '--set', 'tiers.reflex=1', 'tiers.habitual=0', '--rewalk', '--questions')
    expect(replayed.settings).toEqual([
      { setting: 'tiers.habitual', from: 0.3, to: 0 },
      { setting: 'tiers.reflex', from: 0.8, to: 1 },
    ])
    expect(replayed.diff.largest.edges).toEqual([
      expect.objectContaining({ source: 'berth-1.md', target: 'crates.md', from: 0.27, to: 0.31 }),
    ])
    expect([replayed.walks.changed, replayed.ranking.changed]).toEqual([1, 1])
    expect(server.asked).toHaveLength(requests)
    expect(await place.ask('show')).toMatchObject({ position })
    expect(await strengthOf('crates.md')).toBe(0.27)
  })
  test('C2, no feedback: replayed without a verdict, what it moved is where it was', async () => {
    await place.ask('recall', asked)
    await place.ask('used', 'pumps.md')
    const praised = await strengthOf('pumps.md')
    expect(praised).toBeGreaterThan(0.8)

    const { diff, excluded } = await place.ask('replay', '--exclude', 'feedback:f1')
    expect(excluded).toBe(1)
    expect(diff.largest.edges).toContainEqual(expect.objectContaining({ source: 'berth-1.md', target: 'pumps.md', from: praised, to: 0.8 }))
    expect(await strengthOf('pumps.md')).toBe(praised)
  })
  test('C3, no growth: replayed without it, what grew answers no question and leads nowhere; nothing is written', async () => {
    const stated = 'The Zander crew moves to pier nine on Thursday.'
    const about = 'Where does the Zander crew move?'
    const { novelty } = await place.ask('recall', stated, '--auto-neurogenesis')
    expect(novelty).toMatchObject({ created: true })
    const { items, turn } = await place.ask('recall', about)
    expect(items[0].content).toContain('pier nine')
    await place.ask('used', items[0].node, '--turn', turn)
    const { position } = await place.ask('show')

    const whole = await place.ask('replay', '--rewalk', '--questions')
    expect([whole.births, whole.ranking.changed, whole.walks.changed]).toEqual([undefined, 0, 0])
    const without = await place.ask('replay', '--exclude', 'growth', '--rewalk', '--questions')
    expect(without).toMatchObject({ births: 1, excluded: 0, walks: { changed: 1 } })
    const ranked = without.ranking.rankings.find(({ question }: Json) => question === about)
    expect(ranked.before.map(({ node }: Json) => node)).toContain(items[0].node)
    expect(ranked.after.map(({ node }: Json) => node)).not.toContain(items[0].node)
    expect(without.estimate).toMatchObject({ verdicts: 1 })
    expect(await place.ask('show')).toMatchObject({ position })
    expect((await place.ask('recall', about)).items[0].node).toBe(items[0].node)

    expect((await place.run('replay', '--exclude', 'growth', '--save-as', 'bare')).stderr).toContain('not of a brain that is saved')
    expect((await place.run('replay', '--exclude', 'growth')).stdout).toContain('without 1 memory that had grown')
  })
})

describe('crabpath (S4): nodes and edges live and die', () => {
  const turns = async (times: number) => {
    for (let turn = 0; turn < times; turn++) await place.ask('recall', 'hello there')
  }

  test('a cue is on probation and dies after 14 turns without use; what is unused for 8 turns fades by 0.97 a turn', async () => {
    const { novelty, turn } = await place.ask('recall', 'What do the lobster crates weigh in December?', '--auto-neurogenesis')
    expect([turn, novelty.verdict, novelty.created]).toEqual(['t1', 'novel', true])
    expect(novelty.cue).toMatch(/^auto:[0-9a-f]{12}$/)
    const born = await place.ask('show', novelty.cue)
    expect(born.nodes).toContainEqual(expect.objectContaining({ node: novelty.cue, state: 'probation' }))
    for (const { strength } of born.edges) {
      expect(strength).toBeGreaterThanOrEqual(0.12)
      expect(strength).toBeLessThanOrEqual(0.25)
    }
    await place.ask('protect', 'key.md')

    await turns(13)
    expect((await place.ask('maintain', '--dry-run')).nodes).toEqual([])
    await turns(2)
    expect((await place.ask('maintain')).nodes).toEqual([{ node: novelty.cue, became: 'dead' }])
    expect(await strengthOf('crates.md')).toBeCloseTo(0.29 * 0.97 ** 8, 8)
    expect(await place.ask('show', 'key.md')).toMatchObject({
      nodes: expect.arrayContaining([expect.objectContaining({ state: 'protected' })]),
    })
    expect(await place.ask('verify', '--rederive')).toMatchObject({ ok: true })
  })
  test.each([
    ['support', 0.8, 'reflex', 0.82],
    ['follow_up', 0.8, 'reflex', 0.82],
    ['tool_link', 0.8, 'reflex', 0.82],
    ['inhibit', -0.8, 'inhibited', -0.8],
    ['anti_goal', -0.8, 'inhibited', -0.8],
  ])(
    'S4.29 an edge of the kind %s is made by hand; it is walked and drifts, or is held against its target',
    async (kind, value, fate, left) => {
      const edge = `berth-1.md>${kind}>valves.md`
      place.write('notes/valves.md', 'Valves are oiled on Friday.\n')
      await place.ask('ingest', 'notes')
      await place.ask('strength', 'berth-1.md', 'valves.md', String(value), '--kind', kind)
      const { turn } = await place.ask('recall', asked)

      const why = await place.run('why', turn, '--all')
      const line = why.stdout.split('\n').find((one) => one.includes(kind)) ?? why.stdout
      expect(line).toContain(fate)
      await place.ask('complete', '--outcome', 'unknown')
      expect((await place.ask('blame', edge)).strength).toBe(left)
    },
  )
  test('8 turns out of use cost nothing, each further one 0.03', async () => {
    await turns(7)
    await place.ask('maintain')
    expect(await strengthOf('crates.md')).toBe(0.29)
    await turns(8)
    await place.ask('maintain')
    expect(await strengthOf('crates.md')).toBeCloseTo(0.29 * 0.97 ** (15 - 8), 8)
  })
})
