import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillNotes, type Json, makePlace } from './place.ts'

/** One story through every command, each answer held against the keys that the contract promises. */
describe('what every command answers with --json', () => {
  const place = makePlace()
  const { ask } = place
  let recalled: Json
  beforeAll(async () => {
    fillNotes(place)
    await ask('ingest', 'notes')
    recalled = await ask('recall', 'how do we roll back the harbour service?')
  })
  afterAll(() => place.remove())

  test('ingest, first and again', async () => {
    const keys = ['documents', 'nodes', 'edges', 'skipped', 'repaired', 'position']
    const again = await ask('ingest', 'notes')
    place.write('notes/deploy.md', `${readFileSync(join(place.home, 'notes/deploy.md'), 'utf8')}\nNow a robot does it.\n`)
    const dry = await ask('ingest', 'notes', '--dry-run')
    const changed = await ask('ingest', 'notes')

    expect(Object.keys(again)).toEqual(expect.arrayContaining(keys))
    expect(again).toMatchObject({ documents: 3, nodes: { added: 0, revised: 0, retired: 0 }, skipped: [] })
    expect(again.nodes.unchanged).toBeGreaterThan(3)
    expect(dry).toMatchObject({ nodes: changed.nodes, position: again.position })
    expect(changed.nodes).toEqual({ added: 0, revised: 1, unchanged: again.nodes.unchanged - 1, retired: 0 })
  })

  test('note', async () => {
    const noted = await ask('note', 'the harbour is closed on Sundays')

    expect(noted).toMatchObject({ node: expect.stringMatching(/^note:/), became: 'added', origin: 'owner', state: 'normal', redacted: {} })
    expect(await ask('note', 'The harbour is closed on Sundays.')).toMatchObject({ node: noted.node, became: 'refreshed' })
  })

  test('recall', async () => {
    expect(recalled).toMatchObject({
      turn: 't1',
      position: expect.any(Number),
      context: { text: expect.any(String), items: expect.any(Array), tokens: expect.any(Number), dropped: expect.any(Array) },
      guardrails: [],
      novelty: { verdict: expect.any(String) },
      routing: { calls: 0, outcome: expect.any(String), costUsd: 0 },
      latencyMs: expect.any(Number),
      backlog: 0,
    })
    expect(recalled.items[0]).toMatchObject({
      node: 'deploy.md',
      content: 'How we ship the harbour service.',
      score: expect.any(Number),
      source: 'deploy.md',
      why: expect.any(String),
      path: expect.any(Array),
      parts: { seed: expect.any(Number), path: expect.any(Number), inhibition: expect.any(Number), utility: expect.any(Number) },
    })
  })

  test('recall without a trace, and of the past', async () => {
    const before = await ask('show')
    const look = await ask('recall', 'harbour', '--no-record', '--limit', '1')
    const past = await ask('recall', 'harbour', '--at', '-1')

    expect([look.turn, past.turn]).toEqual([null, null])
    expect(look.items).toHaveLength(1)
    expect((await ask('show')).position).toBe(before.position)
  })

  test('feedback and its short forms', async () => {
    const said = await ask('feedback', 'not-relevant', '--node', 'deploy.md', '--turn', 't1')
    const short = [
      await ask('used', 'deploy.md#rollback', '--turn', 't1'),
      await ask('not-useful', 'incident.md'),
      await ask('wrong', 'incident.md'),
    ]
    const corrected = await ask('feedback', 'correction', '--turn', 't1', '--node', 'incident.md', '--instead', 'sub/team.txt')

    expect(said).toMatchObject({ feedback: 'f1', turn: 't1', position: expect.any(Number), utility: [] })
    expect(said.adjustments[0]).toMatchObject({ edge: expect.any(String), from: 0, to: expect.any(Number) })
    expect(short.map((answer) => [answer.turn, answer.verdict])).toEqual([
      ['t1', 'used'],
      ['t1', 'not-useful'],
      ['t1', 'wrong'],
    ])
    expect(short[1].utility[0]).toMatchObject({ node: 'incident.md', from: 1, to: expect.any(Number) })
    expect(corrected.adjustments.length).toBeGreaterThan(0)
  })

  test('strength, below zero too', async () => {
    const set = await ask('strength', 'sub/team.txt', 'deploy.md#history', '0.5')
    const lowered = await ask('strength', 'sub/team.txt', 'deploy.md#history', '-0.25')

    expect(set).toMatchObject({ edge: expect.stringMatching(/^e\d+$/), from: 0, to: 0.5, position: expect.any(Number) })
    expect(lowered).toMatchObject({ edge: set.edge, from: 0.5, to: -0.25, read: { from: 0.5, to: -0.25 } })
  })

  test('strength beside an edge of a document: what a walk reads is what was set, and show says so', async () => {
    const { edges } = await ask('show', 'deploy.md')
    const laid = edges.find(({ kind, linked }: Json) => linked && kind !== 'learned')
    const set = await ask('strength', laid.source, laid.target, '0.1')
    const shown = await ask('show', `${laid.source}>${laid.kind}>${laid.target}`)

    expect(set.read.to).toBe(0.1)
    expect(set.read.from).not.toBe(0.1)
    expect(shown.edges[0]).toMatchObject({ strength: laid.strength, read: 0.1 })
  })

  test('wrong in the context of a question asks it first, and complete ends the newest turn', async () => {
    const session = ['--session', 'contexts']
    const { items } = await ask('recall', 'rollback', '--no-record')
    const said = await ask('wrong', items[0].node, '--context', 'How is a rollback done?', ...session)
    const again = await ask('used', items[0].node, '--context', 'how is a rollback done?', ...session)
    const ended = await ask('complete', '--outcome', 'success', '--tool', 'bash:3:1', ...session)

    expect(said).toMatchObject({ verdict: 'wrong', turn: expect.stringMatching(/^t\d+$/) })
    expect(again.turn).toBe(said.turn)
    expect(ended).toMatchObject({ turn: said.turn, used: [] })
    expect(ended).not.toHaveProperty('before')
    expect(await ask('complete', '--outcome', 'success', ...session)).toMatchObject({ turn: said.turn, before: true })
    const few = await place.run('complete', '--outcome', 'success', '--tool', 'bash:3:5', ...session)
    expect(few).toMatchObject({ code: 2, stderr: expect.stringContaining('5 of 3 calls cannot have failed') })
    const unshown = await place.run('used', items[0].node, '--context', 'Gibt es Zebras?', ...session)
    expect(unshown).toMatchObject({ code: 3, stderr: expect.stringMatching(/t\d+ has just asked it and did not show that node/) })
    expect((await place.run('complete', '--outcome', 'success', '--session', 'nobody')).code).toBe(3)
    expect((await place.run('wrong', items[0].node, '--context', 'x', '--turn', said.turn, ...session)).code).toBe(2)
  })

  test('learn', async () => {
    expect(await ask('learn')).toMatchObject({ facts: 0, adjustments: [], utility: [], backlog: 0, position: expect.any(Number) })
  })

  test('maintain, and how a memory is protected', async () => {
    const rehearsed = await ask('maintain', '--dry-run')
    const on = await ask('protect', 'deploy.md')
    const again = await ask('protect', 'deploy.md')
    const off = await ask('protect', 'deploy.md', '--off')
    const run = await ask('maintain')

    expect(rehearsed).toMatchObject({ faded: 0, pruned: 0, died: 0, merged: 0, promoted: 0, more: false, edges: [], nodes: [] })
    expect(on).toMatchObject({ node: 'deploy.md', state: 'protected', position: rehearsed.position + 1 })
    expect(again).toEqual(on)
    expect(off).toMatchObject({ state: 'normal', position: on.position + 1 })
    expect(run).toMatchObject({ turns: rehearsed.turns, position: off.position + 1 })
    expect((await ask('maintain')).turns).toBe(0)
  })

  test('what waits for a yes, and what is approved and refused', async () => {
    await ask('profile', 'balanced', '--set', 'review=on')
    place.write('memory/crane.md', '# Crane\n\nThe crane of the quay is green.\n')
    await ask('ingest', 'memory', '--origin', 'agent')
    const listed = await ask('review')
    const node = listed.waiting[0].node
    const approved = await ask('review', 'approve', node)
    await ask('review', 'refuse', node)
    place.write('memory/more.md', Array.from({ length: 22 }, (_, number) => `# Pier ${number}\n\nPier ${number} is dry.\n`).join('\n'))
    await ask('ingest', 'memory', '--origin', 'agent')
    const dry = await place.run('review', 'refuse', '--all', '--dry-run')
    const all = await place.run('review', 'refuse', '--all')
    await ask('profile', 'balanced')
    expect([dry.code, all.code]).toEqual([0, 0])
    expect(dry.stdout).toContain('would be refused\nand 2 more, 22 memories in all; --json has them\n22 memories wait for your yes')
    expect(all.stdout).toContain('  refused\nand 2 more, 22 memories in all; --json has them\n0 memories wait for your yes')

    expect(listed).toMatchObject({ waiting: [{ node, from: node, text: 'The crane of the quay is green.', origin: 'agent' }], count: 1 })
    expect(approved).toMatchObject({ waiting: [], count: 0, decided: [{ node, review: 'approved' }], position: expect.any(Number) })
    expect((await ask('show', node)).nodes[0].review).toBe('refused')
    expect((await place.run('log', '--type', 'NodeReviewed', '--node', node, '--limit', '1')).stdout).toContain(`(${node}) review=refused`)
  })

  test('how a memory that others wrote is trusted', async () => {
    const off = await ask('trust', 'deploy.md', '--off')
    const owners = await ask('trust', 'deploy.md')

    expect(off).toMatchObject({ node: 'deploy.md', origin: 'owner', trusted: false, position: expect.any(Number) })
    expect(owners).toEqual(off)
  })

  test('log', async () => {
    const { events } = await ask('log', '--type', 'FeedbackGiven', '--turn', 't1', '--limit', '2')

    expect(events).toHaveLength(2)
    expect(Object.keys(events[0])).toEqual(expect.arrayContaining(['position', 'type', 'at', 'cause', 'turn', 'data']))
    expect((await ask('log', '--from', '-2')).events.length).toBeGreaterThan(0)
  })

  test('show', async () => {
    const brain = await ask('show')
    const node = await ask('show', 'deploy.md#rollback')
    const edge = await ask('show', 'sub/team.txt>learned>deploy.md#history')
    const then = await ask('show', '--at', '2')

    for (const answer of [brain, node, edge, then]) {
      expect(answer).toMatchObject({
        position: expect.any(Number),
        digest: expect.any(String),
        nodes: expect.any(Array),
        edges: expect.any(Array),
      })
    }
    expect(node.nodes[0]).toMatchObject({ node: 'deploy.md#rollback' })
    expect(edge.edges[0]).toMatchObject({ strength: -0.25 })
    expect(then.position).toBe(2)
  })

  test('why and blame', async () => {
    const why = await ask('why', 't1')
    const one = await ask('why', 't1', 'deploy.md#rollback')
    const blame = await ask('blame', 'sub/team.txt>learned>deploy.md#history')

    expect(why).toMatchObject({ turn: 't1', items: expect.any(Array) })
    expect(one.items.map((item: Json) => item.node)).toEqual(['deploy.md#rollback'])
    expect(blame).toMatchObject({ edge: expect.any(String), strength: -0.25 })
    expect(Object.keys(blame.history[0])).toEqual(expect.arrayContaining(['position', 'from', 'to', 'delta', 'cause', 'verdict', 'reason']))
  })

  test('rollback, there and back', async () => {
    const { position } = await ask('show')
    const asked = ['rollback', '--to', String(recalled.position)]
    const dry = await ask(...asked, '--dry-run')
    const done = await ask(...asked)
    const back = await ask('rollback', '--to', String(position))

    expect(dry).toMatchObject({ would: done.restored, rankings: expect.any(Array), position })
    expect(dry.restored).toBeUndefined()
    expect(done.restored.edges.length).toBeGreaterThan(0)
    expect(done.restored.utilities[0]).toMatchObject({ node: 'incident.md', to: 1 })
    expect(back.restored.edges.map((edge: Json) => [edge.from, edge.to])).toEqual(
      done.restored.edges.map((edge: Json) => [edge.to, edge.from]),
    )
  })

  test('verify', async () => {
    const answer = await ask('verify', '--rederive')

    expect(answer).toMatchObject({ ok: true, commits: expect.any(Number), events: expect.any(Number) })
    for (const check of answer.checks) expect(check).toMatchObject({ name: expect.any(String), ok: true, detail: expect.any(String) })
  })

  test('export and import: the same memory again', async () => {
    const there = await ask('show')
    const written = await ask('export', '-o', 'memory.jsonl')
    const printed = await place.run('export')
    const document = await ask('export')
    const read = await ask('import', 'memory.jsonl', '--store', 'copy.db')

    expect(written).toMatchObject({ file: 'memory.jsonl', position: there.position, lines: document.lines.length })
    expect(statSync(join(place.home, 'memory.jsonl')).mode & 0o777).toBe(0o600)
    expect(printed.stdout).toBe(readFileSync(join(place.home, 'memory.jsonl'), 'utf8'))
    expect(`${document.lines.join('\n')}\n`).toBe(printed.stdout)
    expect(JSON.parse(document.lines[0])).toMatchObject({ crabtrail: { format: 1, brain: 'local/main/default' } })
    expect(read).toMatchObject({ position: there.position, digest: there.digest })
    expect(await ask('show', '--store', 'copy.db')).toMatchObject({ position: there.position, digest: there.digest })
  })

  test('stats and doctor', async () => {
    expect(await ask('stats')).toMatchObject({ position: expect.any(Number), counts: { turns: 3 }, eventsByType: { TurnStarted: 3 } })
    expect(await ask('doctor')).toMatchObject({ place: place.store, ok: true, findings: expect.any(Array) })
  })

  test('init and brains: a store with several', async () => {
    const made = await ask('init', '--brain', 'ops/second')
    const { brains } = await ask('brains')

    expect(made).toMatchObject({ brain: 'local/ops/second', position: expect.any(Number), profile: 'balanced' })
    expect(brains.map((brain: Json) => [brain.key, brain.profile])).toEqual([
      ['local/main/default', 'balanced'],
      ['local/ops/second', 'balanced'],
    ])
    expect((await ask('show', '--brain', 'ops/second')).counts).toMatchObject({ nodes: 0 })
  })

  test('profiles, and one of them whole', async () => {
    const { profiles } = await ask('profiles')
    const [whole] = (await ask('profiles', 'linkstrength')).profiles

    expect(profiles.map((profile: Json) => profile.name)).toEqual(['balanced', 'crabpath', 'linkstrength', 'neurogated'])
    for (const { settings } of profiles) {
      expect(settings.length).toBeGreaterThan(80)
      for (const setting of settings) {
        expect(setting).toMatchObject({ setting: expect.any(String), value: expect.anything(), unit: expect.stringMatching(/./) })
        expect(setting).toMatchObject({ from: expect.stringMatching(/./), says: expect.stringMatching(/./) })
      }
    }
    expect(whole.settings).toContainEqual(
      expect.objectContaining({ setting: 'strength.min', value: 0.05, unit: 'strength', from: 'S2.10' }),
    )
    expect((await place.run('profiles', 'crabpath')).stdout).toMatch(/learning\.drift +0\.02 +strength +S4\.62/)
    expect((await place.run('profiles')).stdout).toMatch(/budget\.items +3 +memories +S1\.7/)
  })

  test('profile, and init with settings of its own', async () => {
    const made = await ask('init', '--brain', 'ops/third', '--profile', 'crabpath', '--set', 'learning.drift=0', 'wrong=not-useful')
    const changed = await ask('profile', 'linkstrength', '--set', 'learning.muteSessions=cron', '--brain', 'ops/third', '--key', 'k')
    const again = await ask('profile', 'linkstrength', '--set', 'learning.muteSessions=cron', '--brain', 'ops/third', '--key', 'k')
    const idle = await ask('profile', 'linkstrength', '--set', 'learning.muteSessions=cron', '--brain', 'ops/third')
    const [created, event] = (await ask('log', '--brain', 'ops/third', '--type', 'ProfileChanged')).events
    const settings = (await ask('log', '--brain', 'ops/third', '--type', 'BrainCreated')).events[0].data

    expect(made).toMatchObject({ profile: 'crabpath' })
    expect(settings).toMatchObject({ profile: 'crabpath', settings: { wrong: 'not-useful', learning: { drift: 0 } } })
    expect(changed).toMatchObject({ brain: 'local/ops/third', profile: 'linkstrength', position: made.position + 2 })
    expect(changed.changed).toContainEqual({ setting: 'strength.min', from: -10, to: 0.05 })
    expect(changed.changed).not.toContainEqual(expect.objectContaining({ setting: 'wrong' }))
    expect(again).toEqual(changed)
    expect(idle).toMatchObject({ changed: [], position: changed.position })
    expect([created.position, event]).toEqual([changed.position, undefined])
    expect(created.data).toMatchObject({ profile: 'linkstrength', settings: { learning: { muteSessions: ['cron'] } } })
    expect((await ask('brains')).brains).toContainEqual(expect.objectContaining({ key: 'local/ops/third', profile: 'linkstrength' }))
    expect(await ask('verify', '--rederive', '--brain', 'ops/third')).toMatchObject({ ok: true })
    expect((await place.run('profile', 'balanced', '--brain', 'ops/third')).stdout).toMatch(
      /^local\/ops\/third learns by balanced from here on .*\n.*strength\.min +0\.05 → -0\.95/,
    )
  })

  test('help and version', async () => {
    expect(Object.keys(await ask('recall', '--help'))).toEqual(['help'])
    expect(Object.keys(await ask('--version'))).toEqual(['version'])
  })
})
