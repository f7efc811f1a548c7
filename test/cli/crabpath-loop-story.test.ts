/**
 * The story of CrabPath in the loop of an agent (S3), as far as commands show it. What needs the host is in test/host/stories/lifecycle.ts (its hooks, what
 * the model gets, the reset of a session) and routing.ts (the habit tier on the model of the host). Of its words only the tags of a heartbeat and the hits of
 * `memory_search` are said here, between two commands, as the plugin says them: no command has them.
 */
import { layerSqlite } from '@crabtrail/store/sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AskedMemory, openStore } from '../models/open-store.ts'
import { ended, type Json, makePlace, onlyDocument, type Place } from './place.ts'

const asked = 'When does the harbour alarm ring?'
const session = ['--session', 'talk']

let place: Place
beforeEach(async () => {
  place = makePlace()
  place.write('notes/alarm.md', 'The harbour alarm rings at low water.\n')
  place.write('notes/pumps.md', 'Pumps start by the green lever.\n')
  place.write('notes/key.md', 'Morwenna keeps the spare key.\n')
  place.write('notes/crates.md', 'Lobster crates come on Wednesday.\n')
  await place.ask('init', '--profile', 'crabpath')
  await place.ask('ingest', 'notes')
  await place.ask('strength', 'alarm.md', 'pumps.md', '0.85')
})
afterEach(() => place.remove())

/** What the plugin does in its own process, between two commands on the same store. */
const host = async <T>(told: (memory: AskedMemory) => Promise<T>): Promise<T> => {
  const store = openStore({ layer: layerSqlite({ path: place.store }) })
  try {
    return await told(await store.memory())
  } finally {
    await store.close()
  }
}

const typesOf = async (turn: string): Promise<ReadonlyArray<string>> =>
  (await place.ask('log', '--turn', turn)).events.map(({ type }: Json) => type)
const scoreOf = ({ items }: Json, node: string): number => items.find((item: Json) => item.node === node)?.score ?? 0

describe('crabpath (S3): before a reply', () => {
  test('the whole turn is in the log before its context is out: what fired, which edges, what was given, with its session', async () => {
    const { context, turn } = await place.ask('recall', asked, ...session)

    expect(await typesOf(turn)).toEqual(
      expect.arrayContaining(['TurnStarted', 'SeedsSelected', 'NodeFired', 'EdgeFollowed', 'ContextBundled']),
    )
    const { events } = await place.ask('log', '--session', 'talk', '--type', 'TurnStarted')
    expect(events[0].data).toMatchObject({ seeds: 20, hops: 3, fired: 24, follows: 6, candidates: 8, items: 24 })
    expect(context.items).toEqual(['alarm.md', 'pumps.md'])
    expect((await place.ask('recall', asked, '--budget', '30', ...session)).context.tokens).toBeLessThanOrEqual(30)
    expect((await place.ask('sessions')).sessions).toContainEqual(expect.objectContaining({ key: 'talk' }))
  })

  test('what was corrected is a guardrail apart from the memories, which says so', async () => {
    await place.ask('recall', asked, ...session)
    await place.ask('wrong', 'alarm.md', '--instead', 'crates.md', ...session)

    const { context, guardrails, turn } = await place.ask('recall', asked, ...session)
    expect(guardrails).toContainEqual(expect.objectContaining({ node: 'alarm.md', text: expect.stringContaining('harbour alarm') }))
    expect(context.text.indexOf('harbour alarm')).toBeLessThan(context.text.indexOf('[crates.md]'))
    expect(context.items).not.toContain('alarm.md')
    expect((await place.run('recall', asked, ...session)).stdout).toMatch(/^! Not “The harbour alarm rings at low water\.”/m)
    expect((await place.ask('why', turn)).guardrails).toHaveLength(1)
  })

  test('a hit of the host’s own search is a seed of 0.25, once; tags of a heartbeat bring their area forward', async () => {
    const about = 'And the zeppelins?'
    const plain = await place.ask('recall', asked, '--no-record')
    const hits = [{ source: 'crates.md', text: 'Lobster crates come on Wednesday.', from: 1, to: 1 }]
    const hinted = await host((memory) => memory.recall({ question: about, session: 'talk', hits }))

    expect(hinted.items[0]).toMatchObject({ node: 'crates.md', why: expect.stringContaining('another search of the session found it') })
    const seeds = (await place.ask('log', '--turn', String(hinted.turn), '--type', 'SeedsSelected')).events[0]
    expect(seeds.data).toMatchObject({ scores: [250_000_000], sources: ['hit'] })
    expect((await place.run('why', String(hinted.turn))).stdout).toContain('crates.md')
    expect((await place.ask('recall', about, ...session)).items).toEqual([
      expect.objectContaining({ node: 'crates.md', why: 'it was given in a turn before' }),
    ])
    expect((await place.ask('recall', about, '--session', 'other')).items).toEqual([])

    await host((memory) => memory.heartbeat({ session: 'pulse', sessionKind: 'heartbeat', tags: ['alarm'] }))
    expect((await place.ask('log', '--type', 'HeartbeatObserved')).events).toHaveLength(1)
    expect(scoreOf(await place.ask('recall', asked, ...session), 'alarm.md')).toBeGreaterThan(scoreOf(plain, 'alarm.md'))
  })
})

describe('crabpath (S3): the outcome, later', () => {
  test('a correction in the same session is about what the reply drew on; another session is not touched; it counts once', async () => {
    await place.ask('recall', asked, ...session)
    await place.ask('complete', '--outcome', 'success', '--reply', 'The harbour alarm rings at low water.', ...session)
    await place.ask('recall', 'Who keeps the spare key?', '--session', 'other')

    const heard = await place.ask('hear', 'No, that is completely wrong!!', ...session)
    await place.ask('learn')
    expect(heard).toMatchObject({ turn: 't1', doubted: ['alarm.md'] })
    const { events } = await place.ask('log', '--type', 'FeedbackGiven')
    expect(events.at(-1).data).toMatchObject({ verdict: 'correction', outcome: -1_000_000_000, tier: 'conscious', given: 'heard' })
    expect((await place.ask('hear', 'Thank you!', ...session)).feedback).toBeNull()
  })

  test('success is shared among the turns of the session by exp(−Δ/5), and by nobody twice', async () => {
    for (let turn = 0; turn < 2; turn++) await place.ask('recall', asked, ...session)

    await place.ask('feedback', 'success', ...session)
    const [{ data }] = (await place.ask('log', '--type', 'FeedbackAttributed')).events
    const older = Math.exp(-1 / 5)
    expect(data.turns).toEqual([2, 1])
    expect(data.shares.map((share: number) => share / 1e9)).toEqual([
      expect.closeTo(1 / (1 + older), 8),
      expect.closeTo(older / (1 + older), 8),
    ])
    expect(await place.ask('feedback', 'success', ...session)).toMatchObject({ refused: 'consumed' })
  })

  test('a good turn joins neighbours of its context by 0.2, and its context with its tools by 0.3', async () => {
    await place.ask('recall', asked, ...session)
    await place.ask('complete', '--outcome', 'success', '--tool', 'exec:2', ...session)

    const { edges } = await place.ask('show', 'alarm.md')
    expect(edges).toContainEqual(expect.objectContaining({ kind: 'cooccurrence', target: 'pumps.md', strength: 0.2 }))
    expect(edges).toContainEqual(expect.objectContaining({ kind: 'tool_link', target: 'tool:exec', strength: 0.3 }))
  })
})

describe('crabpath (S3): a restart between two commands', () => {
  const inProcess = async (...args: ReadonlyArray<string>): Promise<Json> => {
    const { code, stdout, stderr } = await ended(place.start(...args, '--json'))
    expect([code, stderr]).toEqual([0, ''])
    return onlyDocument(stdout)
  }

  test('changes nothing: processes that each know only the store go on with the session, its last turn and what it taught', async () => {
    const first = await inProcess('recall', asked, ...session)
    await inProcess('complete', '--outcome', 'unknown', ...session)
    const { digest, position } = await inProcess('show')
    expect(await place.ask('show')).toMatchObject({ digest, position })

    const again = await inProcess('recall', asked, ...session)
    expect([first.turn, again.turn]).toEqual(['t1', 't2'])
    const started = (await place.ask('log', '--session', 'talk', '--type', 'SessionStarted')).events
    expect(started).toHaveLength(1)
    expect((await place.ask('blame', 'alarm.md>learned>pumps.md')).strength).toBe(0.87)
    await inProcess('used', 'pumps.md', '--turn', first.turn, ...session)
    expect(await place.ask('verify', '--rederive')).toMatchObject({ ok: true })
  })
})
