/** The story of the document behind `linkstrength` (S2), as commands: three tiers move strengths, each move is logged, and all is taken back. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Json, makePlace, type Place } from './place.ts'

const asked = 'When does the harbour alarm ring?'
const [near, far, beside] = ['alarm.md>learned>pumps.md', 'pumps.md>learned>key.md', 'alarm.md>learned>crates.md']

let place: Place
let learned: number
beforeEach(async () => {
  place = makePlace()
  place.write('notes/alarm.md', 'The harbour alarm rings at low water.\n')
  place.write('notes/pumps.md', 'Pumps start by the green lever.\n')
  place.write('notes/key.md', 'Morwenna keeps the spare key.\n')
  place.write('notes/crates.md', 'Lobster crates come on Wednesday.\n')
  await place.ask('init', '--profile', 'linkstrength')
  await place.ask('ingest', 'notes')
  // Tier 3: set by hand, to begin with.
  expect((await place.run('strength', 'alarm.md', 'pumps.md', '0.9')).stdout).toMatch(
    /^set by hand {2}local\/main\/default at 14\n {2}strength {2}alarm\.md>learned>pumps\.md {2}0 → 0\.9 ▲\n$/,
  )
  await place.ask('strength', 'pumps.md', 'key.md', '0.85')
  learned = (await place.ask('strength', 'alarm.md', 'crates.md', '0.945')).position
})
afterEach(() => place.remove())

/** What a verdict moved, in the order that it is printed. */
const moves = ({ adjustments }: Json) => adjustments.map(({ from, source, target, to }: Json) => [`${source}>${target}`, from, to])
const strengthOf = async (edge: string): Promise<number> => (await place.ask('blame', edge)).strength

describe('linkstrength (S2): the path to a result is recorded, and verdicts are about it', () => {
  test('used: each edge of the path gains 0.01; by the agent 0.00001; not relevant takes 0.01 from the same edges', async () => {
    const { items, turn } = await place.ask('recall', asked)
    const found = items.find(({ node }: Json) => node === 'key.md')
    expect(found.path.map(({ source, strength, target }: Json) => [source, strength, target])).toEqual([
      ['alarm.md', 0.9, 'pumps.md'],
      ['pumps.md', 0.85, 'key.md'],
    ])
    expect((await place.run('why', turn, '--all')).stdout).toContain('alarm.md learned 0.9 → pumps.md (reflex)')

    expect((await place.run('used', 'key.md')).stdout.replaceAll(/ +/g, ' ').split('\n')).toEqual([
      expect.stringMatching(/^f1 on t1: used local\/main\/default at \d+$/),
      expect.stringMatching(/^ strength auto:[0-9a-f]{12}>learned>key\.md 0 → 0\.05 ▲$/),
      ' strength pumps.md>learned>key.md 0.85 → 0.86 ▲',
      ' strength alarm.md>learned>pumps.md 0.9 → 0.91 ▲',
      '',
    ])

    await place.ask('recall', asked)
    expect(moves(await place.ask('used', 'key.md', '--tier', 'agent'))).toEqual([
      [expect.stringMatching(/^auto:.*>key\.md$/), 0.05, 0.05001],
      ['pumps.md>key.md', 0.86, 0.86001],
      ['alarm.md>pumps.md', 0.91, 0.91001],
    ])

    await place.ask('recall', asked)
    expect(moves(await place.ask('not-relevant', 'key.md')).slice(1)).toEqual([
      ['pumps.md>key.md', 0.86001, 0.85001],
      ['alarm.md>pumps.md', 0.91001, 0.90001],
    ])
    expect(await strengthOf(beside)).toBe(0.945)
  })

  test('not useful and wrong lower the memory, and no edge: the way was right', async () => {
    await place.ask('recall', asked)
    const before = await Promise.all([near, far, beside].map(strengthOf))

    expect(await place.ask('not-useful', 'crates.md')).toMatchObject({
      adjustments: [],
      utility: [{ node: 'crates.md', from: 1, to: 0.99 }],
    })
    await place.ask('recall', asked)
    const wrong = await place.run('wrong', 'crates.md')
    expect(wrong.stdout).toMatch(/^f2 on t2: wrong, taken as not-useful {2}.*\n +utility +crates\.md +0\.99 → 0\.98 ▼\n$/)
    await place.ask('recall', asked)
    expect((await place.ask('wrong', 'crates.md', '--context', asked)).utility).toEqual([
      expect.objectContaining({ node: 'crates.md', from: 0.98, to: 0.97 }),
    ])

    expect(await Promise.all([near, far, beside].map(strengthOf))).toEqual(before)
    const { items } = await place.ask('recall', asked)
    expect(items.find(({ node }: Json) => node === 'crates.md').parts.utility).toBe(0.97)
  })

  test('no word brings an edge above 0.95 or below 0.05, and one at 0.05 is revived', async () => {
    await place.ask('recall', asked)
    expect(moves(await place.ask('used', 'crates.md'))).toContainEqual(['alarm.md>crates.md', 0.945, 0.95])
    await place.ask('recall', asked)
    expect(moves(await place.ask('used', 'crates.md'))).toContainEqual(['alarm.md>crates.md', 0.95, 0.95])

    for (const outside of ['0.96', '0.04', '0', '-0.5', '2'])
      expect(await place.fail('strength', 'alarm.md', 'crates.md', outside)).toEqual([
        2,
        expect.objectContaining({ tag: 'InvalidRequest', problem: expect.stringContaining('from 0.05 to 0.95') }),
      ])
    expect(await place.ask('strength', 'alarm.md', 'crates.md', '0.05')).toMatchObject({ from: 0.95, to: 0.05 })
    expect((await place.ask('recall', asked)).items.map(({ node }: Json) => node)).not.toContain('crates.md')
    await place.ask('strength', 'alarm.md', 'crates.md', '0.8')
    expect((await place.ask('recall', asked)).items.map(({ node }: Json) => node)).toContain('crates.md')

    await place.ask('strength', 'alarm.md', 'crates.md', '0.301')
    await place.ask('strength', 'pumps.md', 'key.md', '0.8')
    await place.ask('strength', 'alarm.md', 'pumps.md', '0.8')
    await place.ask('recall', asked)
    await place.ask('not-relevant', 'key.md')
    expect([await strengthOf(near), await strengthOf(far)]).toEqual([0.79, 0.79])
  })
})

describe('linkstrength (S2): the log of adjustments', () => {
  const teach = async () => {
    await place.ask('recall', asked)
    await place.ask('used', 'key.md')
    await place.ask('recall', asked)
    await place.ask('used', 'key.md', '--tier', 'agent')
    await place.ask('recall', asked)
    await place.ask('not-relevant', 'key.md')
  }

  test('says of each in JSON its time, tier, edge, old and new strength, delta and reason, and sums up', async () => {
    await teach()

    const { events } = await place.ask('log', '--type', 'StrengthAdjusted', '--edge', far)
    expect(events.map(({ data }: Json) => [data.tier, data.reason, data.from, data.asked, data.to])).toEqual([
      ['manual', 'by-hand', 0, 850_000_000, 850_000_000],
      ['conscious', 'used', 850_000_000, 10_000_000, 860_000_000],
      ['agent', 'used', 860_000_000, 10_000, 860_010_000],
      ['conscious', 'not-relevant', 860_010_000, -10_000_000, 850_010_000],
    ])
    for (const { at } of events) expect(new Date(at).toISOString()).toBe(at)

    const { edge, history, source, strength, target } = await place.ask('blame', far)
    expect([source, target, strength]).toEqual(['pumps.md', 'key.md', 0.85001])
    expect(
      history.map(({ actor, delta, feedback, from, reason, to, turn }: Json) => [actor, reason, feedback, turn, from, delta, to]),
    ).toEqual([
      ['cli', 'manual', null, null, 0, 0, 0],
      ['cli', 'by-hand', null, null, 0, 0.85, 0.85],
      ['cli', 'used', 'f1', 't1', 0.85, 0.01, 0.86],
      ['cli', 'used', 'f2', 't2', 0.86, 0.000_01, 0.860_01],
      ['cli', 'not-relevant', 'f3', 't3', 0.860_01, -0.01, 0.850_01],
    ])
    expect(await place.ask('show', edge)).toMatchObject({ edges: [expect.objectContaining({ strength: 0.850_01 })] })
  })

  test('shows the distribution as it shifts, names what is pulled both ways, and takes all back', async () => {
    for (let times = 0; times < 3; times++) await teach()

    const { learning, series } = await place.ask('stats', '--series', '2')
    expect(series.map(({ deciles }: Json) => deciles.length)).toEqual([11, 11])
    expect(series[0].deciles).not.toEqual(series[1].deciles)
    const pulled = learning.oscillating.some.map(async (edge: string) => {
      const { source, target } = await place.ask('blame', edge)
      return `${source}>${target}`
    })
    expect(await Promise.all(pulled)).toEqual(expect.arrayContaining(['alarm.md>pumps.md', 'pumps.md>key.md']))

    await place.ask('rollback', '--to', String(learned))
    expect([await strengthOf(near), await strengthOf(far), await strengthOf(beside)]).toEqual([0.9, 0.85, 0.945])
    expect(await place.ask('verify', '--rederive')).toMatchObject({ ok: true })
  })
})

describe('linkstrength (S2): what the agent does, without a word', () => {
  test('a memory that the reply used gains by the agent’s tier, what it had together is joined, and no cue is made', async () => {
    await place.ask('recall', asked)
    const { turn, used } = await place.ask(
      'complete',
      '--outcome',
      'success',
      '--reply',
      'Pull the green lever: Pumps start by the green lever.',
    )
    await place.ask('learn')

    expect([turn, used]).toEqual(['t1', ['pumps.md']])
    expect(await strengthOf(near)).toBe(0.900_01)
    expect(await strengthOf(far)).toBe(0.85)
    const { events } = await place.ask('log', '--turn', turn, '--type', 'StrengthAdjusted')
    expect(new Set(events.map(({ data }: Json) => data.tier))).toEqual(new Set(['agent']))
    for (const { data } of events) expect(data.asked).toBe(10_000)
  })
})
