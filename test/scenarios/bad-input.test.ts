import { readFileSync } from 'node:fs'
import { limits } from '@crabtrail/core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AskedMemory } from '../models/open-store.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
const question = 'How do we roll back a bad deploy of the API?'
const shown = 'runbooks/roll-back-a-bad-deploy.md'
const bytes = (count: number) => 'x'.repeat(count)

/** A request that the types do not allow, as it may come over a wire. */
const untyped = (request: object) => request as never

describe('a request that is wrong', () => {
  // One for all: that each leaves it as it was is what they show.
  beforeAll(async () => {
    stage = await openStage('demo notes')
    await stage.memory.recall({ question })
  })
  afterAll(() => stage.leave())

  const malformed: ReadonlyArray<readonly [string, (memory: AskedMemory) => Promise<unknown>, string]> = [
    ['an unknown verdict', (memory) => memory.feedback(untyped({ verdict: 'great', nodes: [shown] })), 'verdict'],
    ['an unknown tier', (memory) => memory.feedback(untyped({ verdict: 'used', nodes: [shown], tier: 'manual' })), 'tier'],
    ['a bad outcome for a good verdict', (memory) => memory.feedback({ verdict: 'used', nodes: [shown], outcome: -0.5 }), 'outcome'],
    ['an outcome that is no number', (memory) => memory.feedback({ verdict: 'used', nodes: [shown], outcome: Number.NaN }), 'outcome'],
    ['too many nodes', (memory) => memory.feedback({ verdict: 'used', nodes: Array.from({ length: 65 }, () => shown) }), 'nodes'],
    [
      'a memory that is wrong and right at once',
      (memory) => memory.feedback({ verdict: 'wrong', nodes: [shown], instead: [shown] }),
      'instead',
    ],
    [
      'a memory that is wrong and right at once by two names',
      (memory) => memory.feedback({ verdict: 'wrong', nodes: [shown], instead: ['team/office.md', 'runbooks/roll-back-a-bad'] }),
      'instead',
    ],
    [
      'a memory that is right in a context that is wrong',
      (memory) => memory.feedback({ verdict: 'correction', nodes: [], instead: [shown] }),
      'instead',
    ],
    ['a turn that is spelled wrong', (memory) => memory.feedback({ verdict: 'used', turn: 'first', nodes: [shown] }), 'turn'],
    ['a remark that is too long', (memory) => memory.feedback({ verdict: 'used', nodes: [shown], text: bytes(16_001) }), 'text'],
    ['an empty remark', (memory) => memory.feedback({ verdict: 'used', nodes: [shown], text: ' \n' }), 'text'],
    ['a question over 16 kB', (memory) => memory.recall({ question: bytes(limits.questionBytes + 1) }), 'question'],
    ['a question over 16 kB in few characters', (memory) => memory.recall({ question: '🦀'.repeat(4_001) }), 'question'],
    ['an empty question', (memory) => memory.recall({ question: '' }), 'question'],
    ['a question of nothing but space and NUL', (memory) => memory.recall({ question: ' \u0000\n' }), 'question'],
    ['a limit of nothing', (memory) => memory.recall({ question, limit: 0 }), 'limit'],
    ['a limit that is no whole number', (memory) => memory.recall({ question, limit: 1.5 }), 'limit'],
    ['a budget below nothing', (memory) => memory.recall({ question, budget: -1 }), 'budget'],
    ['a session without a name', (memory) => memory.recall({ question, session: '' }), 'session'],
    ['a session whose name is too long', (memory) => memory.recall({ question, session: bytes(513) }), 'session'],
    ['an actor whose name is too long', (memory) => memory.recall({ question, actor: bytes(513) }), 'actor'],
    ['an agent whose name is too long', (memory) => memory.recall({ question, agent: bytes(513) }), 'agent'],
    ['a key that is too long', (memory) => memory.recall({ question, key: bytes(513) }), 'key'],
    ['a brain key of four parts', (memory) => memory.recall({ question, brain: 'a/b/c/d' }), 'brain'],
    [
      'a brain key with a secret in it',
      (memory) => memory.init({ brain: ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_') }),
      'brain',
    ],
    ['a brain key with a space', (memory) => memory.show({ brain: 'my brain' }), 'brain'],
    ['a position that is none', (memory) => memory.recall({ question, at: 'the other day' }), 'position'],
    ['a date that is none', (memory) => memory.rollback({ to: '2026-13-01' }), 'position'],
    ['a day that no calendar has', (memory) => memory.show({ at: '2026-02-31' }), 'position'],
    ['a tag without a name', (memory) => memory.show({ at: 'tag:' }), 'position'],
    ['an end of the log before its beginning', (memory) => memory.log({ from: '9', to: '3' }), 'from'],
    ['a node without a name', (memory) => memory.feedback({ verdict: 'used', nodes: [''] }), 'node'],
    ['an edge without a name', (memory) => memory.blame({ edge: '' }), 'edge'],
    ['a session of the log without a name', (memory) => memory.log({ session: '' }), 'session'],
    ['an absence without a reason', (memory) => memory.skip(untyped({ reason: 'tired', skippedAt: 0, waitedMs: 0 })), 'reason'],
    ['a strength beyond the bounds', (memory) => memory.strength({ source: shown, target: 'team/office.md', value: 0.96 }), 'value'],
    ['a strength that is no number', (memory) => memory.strength({ source: shown, target: 'team/office.md', value: Number.NaN }), 'value'],
    [
      'a kind that does not learn',
      (memory) => memory.strength({ source: shown, target: 'team/office.md', value: 0.5, kind: 'link' }),
      'kind',
    ],
    [
      'a kind that there is not',
      (memory) => memory.strength(untyped({ source: shown, target: 'team/office.md', value: 0.5, kind: 'magic' })),
      'kind',
    ],
    ['an event type that there is not', (memory) => memory.log({ type: 'NodeEaten' }), 'type'],
    ['too many events', (memory) => memory.log({ limit: 100_001 }), 'limit'],
    ['a profile that there is not', (memory) => memory.init({ brain: 'other', profile: 'reckless' }), 'profile'],
    ['a setting that there is not', (memory) => memory.init({ brain: 'other', settings: { 'walk.speed': 1 } }), 'settings'],
    ['a setting out of range', (memory) => memory.init({ brain: 'other', settings: { 'walk.coverage': -1 } }), 'settings'],
  ]

  test.each(malformed)('is refused as malformed and changes nothing: %s', async (_, ask, field) => {
    const before = await stage.memory.export({})

    await expect(ask(stage.memory)).rejects.toMatchObject({ _tag: 'InvalidRequest', field })

    expect(await stage.memory.export({})).toEqual(before)
    expect((await stage.memory.brains({})).brains).toHaveLength(1)
  })

  const absent: ReadonlyArray<readonly [string, (memory: AskedMemory) => Promise<unknown>, string]> = [
    ['a turn', (memory) => memory.feedback({ verdict: 'used', turn: 't99', nodes: [shown] }), 'turn'],
    ['a node', (memory) => memory.feedback({ verdict: 'used', turn: 't1', nodes: ['runbooks/none.md'] }), 'node'],
    ['a node by too short a beginning', (memory) => memory.show({ what: 'run' }), 'node'],
    ['a node that the turn did not show', (memory) => memory.feedback({ verdict: 'used', turn: 't1', nodes: ['team/office.md'] }), 'node'],
    [
      'a node to be named instead',
      (memory) => memory.feedback({ verdict: 'wrong', turn: 't1', nodes: [shown], instead: ['runbooks/none.md'] }),
      'node',
    ],
    ['a turn of this session', (memory) => memory.feedback({ verdict: 'used', nodes: [shown], session: 'other' }), 'turn'],
    ['an edge', (memory) => memory.blame({ edge: 'e99999' }), 'edge'],
    ['an edge by its ends', (memory) => memory.blame({ edge: `${shown}>learned>team/office.md` }), 'edge'],
    ['a turn to explain', (memory) => memory.why({ turn: 't7' }), 'turn'],
    ['a turn that was still to come', (memory) => memory.why({ turn: 't1', at: '3' }), 'turn'],
    ['a turn of the log', (memory) => memory.log({ turn: 't99' }), 'turn'],
    ['an edge that was still to come', (memory) => memory.blame({ edge: 'e1', at: '3' }), 'edge'],
    ['a position beyond the end', (memory) => memory.rollback({ to: '100000' }), 'position'],
    ['a position before the beginning', (memory) => memory.recall({ question, at: '-100000' }), 'position'],
    ['a tag', (memory) => memory.show({ at: 'tag:before-lunch' }), 'tag'],
    ['a session', (memory) => memory.log({ session: 'nobody' }), 'session'],
    ['a brain to look at', (memory) => memory.show({ brain: 'nobody' }), 'brain'],
    ['a brain to recall from', (memory) => memory.recall({ question, brain: 'nobody' }), 'brain'],
    ['a brain to verify', (memory) => memory.verify({ brain: 'nobody' }), 'brain'],
    ['a brain to examine', (memory) => memory.doctor({ brain: 'nobody' }), 'brain'],
    ['a position longer than any', (memory) => memory.show({ at: '9'.repeat(30) }), 'position'],
  ]

  test.each(absent)('is refused for naming what is not there and changes nothing: %s', async (_, ask, what) => {
    const before = await stage.memory.export({})

    await expect(ask(stage.memory)).rejects.toMatchObject({ _tag: 'NotFound', what })

    expect(await stage.memory.export({})).toEqual(before)
  })

  test('says which memories a beginning could mean', async () => {
    await expect(stage.memory.show({ what: 'runbooks/' })).rejects.toMatchObject({ _tag: 'Ambiguous', what: 'node' })
  })

  test('never makes the brain it is refused by', async () => {
    const empty = await openStage('empty')
    try {
      await expect(empty.memory.recall({ question: '' })).rejects.toMatchObject({ _tag: 'InvalidRequest', field: 'question' })
      await expect(empty.memory.recall({ question, limit: 0 })).rejects.toMatchObject({ field: 'limit' })
      await expect(empty.memory.recall({ question, actor: bytes(600) })).rejects.toMatchObject({ field: 'actor' })
      await expect(empty.memory.ingest({ documents: [], session: '' })).rejects.toMatchObject({ field: 'session' })
      await expect(empty.memory.skip({ reason: 'off', skippedAt: 0, waitedMs: 0, actor: '' })).rejects.toMatchObject({ field: 'actor' })

      expect((await empty.memory.brains({})).brains).toEqual([])
    } finally {
      await empty.leave()
    }
  })
})

describe('text that is not as it should be', () => {
  beforeEach(async () => {
    stage = await openStage('empty')
  })
  afterEach(() => stage.leave())

  test('is put right and counted: NUL goes, half a surrogate pair becomes a mark', async () => {
    const text = '# Heading\u0000\n\nA crab \ud83e walks\u0000 side\udd80ways.\n'

    const { repaired } = await stage.memory.ingest({ documents: [{ source: 'crab.md', format: 'markdown', text }] })

    expect(repaired).toBe(4)
    const { items } = await stage.memory.recall({ question: 'Where does the crab\u0000 walk \ud83e?' })
    expect(items[0]?.content).toBe('A crab \ufffd walks side\ufffdways.')
    expect((await stage.memory.why({ turn: 't1' })).question).toBe('Where does the crab walk \ufffd?')
    expect(await stage.memory.verify({})).toMatchObject({ ok: true })
  })

  test('is passed over when it is too long, and the rest is read', async () => {
    const documents = [
      { source: 'long.txt', format: 'text' as const, text: bytes(limits.documentBytes + 1) },
      { source: bytes(513), format: 'text' as const, text: 'a key that is too long' },
      { source: '', format: 'text' as const, text: 'no key' },
      { source: 'short.txt', format: 'text' as const, text: 'The tide is high.' },
    ]

    const answer = await stage.memory.ingest({ documents })

    expect(answer).toMatchObject({ documents: 1, nodes: { added: 1 } })
    expect(answer.skipped.map(({ path }) => path.slice(0, 8))).toEqual(['long.txt', 'xxxxxxxx', ''])
  })

  test('is split where a passage is longer than a memory may be', async () => {
    await stage.memory.ingest({ documents: [{ source: 'wall.txt', format: 'text', text: 'The tide comes and goes. '.repeat(2_000) }] })

    const { items } = await stage.memory.recall({ question: 'tide', limit: 100 })

    expect(items.length).toBeGreaterThan(5)
    expect(items.every(({ content }) => Buffer.byteLength(content) <= limits.nodeTextBytes)).toBe(true)
  })
})

describe('a secret', () => {
  const secret = `sk-ant-${'Ab3dEf6hIj9kLm2nOp5q'}`
  const said = `my key is ${secret}.`

  test('is taken out before anything is stored, wherever it is said', async () => {
    stage = await openStage('empty')
    const { memory, path } = stage
    const speaker = { actor: `claw ${secret}`, session: `talk ${secret}`, agent: `agent ${secret}`, workspace: `place ${secret}` }
    try {
      const answer = await memory.ingest({
        ...speaker,
        documents: [{ source: `keys ${secret}.md`, format: 'markdown', text: `# Keys ${secret}\n\nFor the crab: ${said}\n` }],
      })
      await memory.recall({ ...speaker, question: `What opens the crab? ${said}`, key: secret })
      await memory.feedback({ ...speaker, verdict: 'used', nodes: [], text: said, key: `feedback ${secret}` })
      await memory.rollback({ ...speaker, to: '0' })
      await memory.skip({ ...speaker, reason: 'off', skippedAt: 0, waitedMs: 0 })

      expect(answer.redacted).toEqual({ 'anthropic-key': 2 })
      for (const file of [path, `${path}-wal`]) expect(readFileSync(file).includes(secret)).toBe(false)
      await stage.store.close()
      expect(readFileSync(path).includes(secret)).toBe(false)
      expect(readFileSync(path).includes('What opens the crab?')).toBe(true)
    } finally {
      await stage.leave()
    }
  })
})
