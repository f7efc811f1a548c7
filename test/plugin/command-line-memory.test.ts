import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { openMemoryWorker } from '@crabtrail/store/worker'
import { describe, expect, test } from 'vitest'
import { healthPath, writeHealth } from '../../packages/agent-host/src/state/problems.ts'
import { inFull } from '../src/in-full.ts'
import { access, brain, config, folder, json, path, patient, remember, report, run, setStage } from './command-line-stage.ts'

setStage()

describe('status', () => {
  test('of a plugin that was never used says so', async () => {
    const { exit, out: said } = await run('status')

    expect(exit).toBe(0)
    expect(said).toContain('nothing is remembered yet')
    expect(said).toContain('gateway: none has used this memory yet')
    expect(readdirSync(folder)).toEqual(['workspace'])
  })

  test('says first what keeps the memory from hearing or from being heard', async () => {
    remember()
    config.plugins.entries['crabtrail'] = { hooks: { allowPromptInjection: false } }
    await writeHealth(healthPath(path()), report({ problems: { store: 'the disk is full', 'silent-hooks': 'the hooks never come' } }))

    const lines = (await run('status')).out.split('\n')

    expect(lines[0]).toMatch(/^✗ blind: the host does not let this plugin hear conversations/)
    expect(lines[1]).toBe(`    ${access}`)
    expect(lines[2]).toMatch(/^✗ blind: the host does not let this plugin add to prompts/)
    expect(lines[4]).toBe('✗ blind: the hooks never come')
    expect(lines.join('\n').match(/does not let this plugin hear/g)).toHaveLength(1)
  })

  test('tells how each brain and the gateway stand, and counts what people said', async () => {
    remember()
    const worker = openMemoryWorker({ path: path() })
    const said = { brain, session: 'agent:main:talk', turn: 't1', nodes: ['releases.md'] } as const
    await worker.ask('feedback', { ...said, verdict: 'used', actor: 'agent', actorKind: 'agent', origin: 'agent', tier: 'agent' }, patient)
    await worker.ask('feedback', { ...said, verdict: 'not-useful', actor: 'owner' }, patient)
    await worker.ask('feedback', { ...said, verdict: 'used', actor: 'owner' }, patient)
    await worker.close(10_000)
    await writeHealth(healthPath(path()), report({ problems: { store: 'the disk is full' } }))

    const { out } = await run('status')

    expect(out).toMatch(/local\/main\/default: position \d+, 2 nodes, 1 edge, 3 sessions, 3 turns, 2 verdicts of people$/m)
    expect(out).toMatch(/last turn: 20\d\d-/)
    expect(out).toContain('without memory: deadline 1, not-interactive 1')
    expect(out).toContain('gateway: running')
    expect(out).toContain('✗ the disk is full')
    expect(out).toContain('before_prompt_build 4 (1 failed)')
    expect(out).toContain('signals: 7 recorded, 1 waiting, 0 lost')
    expect(out).toContain('since the thread began: 5 recalls, 70 events in 9 commits, 0 conflicts, 2 waits for a lock (31 ms), 1 in vain')
    expect(out).toContain(`${brain}: proven whole at 2026-11-22 03:04 UTC: 12 events in 3 commits, 41 ms`)
    expect(out).toContain('left out: memory/x.md: it is not UTF-8 text')
    expect(await json('status')).toMatchObject({
      ok: false,
      store: { brains: [{ brain, turns: 3, feedbacks: 3, said: 2 }] },
      gateway: { state: 'running' },
    })
  })

  test.each([
    ['that stopped', { stopped: true }, 'gateway: stopped'],
    ['that wrote nothing for minutes', { at: Date.now() - 600_000 }, 'gateway: gone or hanging'],
    // Above what any system gives a process.
    ['whose process was killed', { pid: 2 ** 30, host: hostname() }, 'gateway: gone or hanging'],
  ])('of a gateway %s says so, and holds nothing against it', async (_, more, said) => {
    mkdirSync(join(folder, 'crabtrail'))
    await writeHealth(healthPath(path()), report({ ...more, problems: { store: 'the disk is full' } }))

    expect((await run('status')).out).toContain(said)
    expect(await json('status')).toMatchObject({ ok: true })
  })

  test('takes a gateway on another machine for running, whatever runs here', async () => {
    mkdirSync(join(folder, 'crabtrail'))
    await writeHealth(healthPath(path()), report({ pid: 2 ** 30, host: 'elsewhere' }))

    expect((await run('status')).out).toContain('gateway: running')
  })

  test('says what is the matter with a store that cannot be opened', async () => {
    mkdirSync(path(), { recursive: true })

    expect((await run('status')).out).toMatch(/✗ store: .*crabtrail\.db/)
  })
})

describe('why and log', () => {
  test('tell of the last turn, and of any other', async () => {
    remember()

    expect((await run('why', undefined, undefined, {})).out).toContain('went on without memory: the memory did not answer in time.')
    expect((await run('why', 't1', undefined, {})).out).toMatch(/^t1: "how are releases deployed"\n1\. releases\.md/)
    expect(await json('why', {}, 't1', 'releases.md')).toMatchObject({ turn: 't1', items: [{ node: 'releases.md' }] })
  })

  test('tell of events, one a line, and of some of them', async () => {
    remember()

    expect((await run('log', { limit: '2' })).out.split('\n')).toHaveLength(4)
    expect((await run('log', { type: 'TurnStarted', turn: 't1' })).out).toMatch(/^ +\d+ {2}20.*TurnStarted.*t1.*\n$/)
  })

  test('log leaves out what a walk did step by step unless it is asked for, and calls memories and edges by their names', async () => {
    remember()
    const worker = openMemoryWorker({ path: path() })
    const text = '# Rollbacks\n\nRollbacks are done by hand.\n'
    await worker.ask('ingest', { brain, documents: [{ source: 'rollbacks.md', format: 'markdown', text }] }, patient)
    const judged = { verdict: 'wrong', turn: 't1', nodes: ['releases.md'], instead: ['rollbacks.md'], session: 'agent:main:talk' } as const
    await worker.ask('feedback', { brain, ...judged }, patient)
    await worker.close(10_000)
    const types = (said: string) => new Set(said.split('\n').map((line) => line.split(/ {2,}/)[3]))
    const walked = ['SeedsSelected', 'NodeFired']

    const quiet = (await run('log', {})).out
    const all = (await run('log', { walks: true })).out

    for (const type of walked) expect(types(quiet)).not.toContain(type)
    for (const type of walked) expect(types(all)).toContain(type)
    for (const type of ['TurnStarted', 'ContextBundled', 'FeedbackGiven', 'StrengthAdjusted']) expect(types(quiet)).toContain(type)
    expect(all).toMatch(/NodeFired.*node=releases\.md/)
    expect(quiet).toMatch(/ContextBundled.*included=releases\.md/)
    expect(quiet).toMatch(/FeedbackGiven.*nodes=releases\.md/)
    expect(quiet).toMatch(/FeedbackGiven.*instead=rollbacks\.md/)
    expect(quiet).toMatch(/StrengthAdjusted.*edge=how are releases deployed → releases\.md/)
    expect((await json('log', { type: 'FeedbackGiven' })).events).toMatchObject([
      { data: { nodes: [1], instead: [2] }, names: { nodes: ['releases.md'], instead: ['rollbacks.md'] } },
    ])
  })

  /** Of those that the memory refuses each starts a thread: in short there is one of either exit code. */
  const refused = [
    ['a turn that is none', ['why', 't99', undefined, {}], 3],
    ['an agent that can be none', ['log', { agent: 'a b' }], 2],
    ['a number that is none', ['log', { limit: 'many' }], 2],
    ['a type that is none', ['log', { type: 'Nothing' }], 2],
  ] as const
  const refusedToo = [
    ['a word that is no turn', ['why', 'yesterday', undefined, {}], 2],
    ['a memory that is none', ['why', 't1', 'nowhere.md', {}], 3],
    ['an agent that remembers nothing', ['log', { agent: 'nobody' }], 3],
  ] as const
  test.each([...refused, ...(inFull ? refusedToo : [])])('refuse %s in one line', async (_, [command, ...given], exit) => {
    remember()

    const refused = await run(command, ...given)

    expect(refused.exit).toBe(exit)
    expect(refused.out).toMatch(/^crabtrail: [^\n]+\n$/)
    for (const [command] of refused.out.matchAll(/(?<=crabtrail )[a-z]+|(?<=; )(?:recall|show|init|ingest)\b/g))
      expect(['setup', 'status', 'why', 'log', 'doctor', 'follow']).toContain(command)
    expect(refused.out).not.toMatch(/\b(?:recall or show|init --brain|--turn|--session)\b/)
  })

  test('say so where there is no store yet', async () => {
    expect(await run('log', {})).toMatchObject({ out: expect.stringContaining('nothing was remembered yet'), exit: 1 })
    expect(await json('why', {}, undefined, undefined)).toMatchObject({ error: { tag: 'StoreUnavailable' } })
  })
})

describe('follow', () => {
  test('reads the notes of a workspace in now, and lets go what is gone when told to', async () => {
    writeFileSync(join(folder, 'workspace', 'MEMORY.md'), '# Releases\n\nFrom main.\n')
    const first = await run('follow', {})
    rmSync(join(folder, 'workspace', 'MEMORY.md'))
    const gone = await run('follow', {})
    const pruned = await json('follow', { prune: true })

    expect(first).toMatchObject({ out: expect.stringContaining('1 note of'), exit: 0 })
    expect(gone).toMatchObject({ out: expect.stringContaining('--prune'), exit: 1 })
    expect(pruned).toMatchObject({ retired: 1 })
  })

  test('says so when there is no such workspace', async () => {
    expect(await run('follow', { agent: 'work' })).toMatchObject({ out: expect.stringContaining('there is no such workspace'), exit: 1 })
  })
})
