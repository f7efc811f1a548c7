/** Answers of `why` about a memory that was named: why it was recalled, or why not, by the record and the memory of that moment. */
import type { Answer } from '@crabtrail/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'

const question = 'Jobs pile up in the queue, what do I restart?'
const wrong = 'runbooks/queue-is-stuck.md'
const right = 'runbooks/stevedore-backlog.md'

let stage: Stage
let turn: string
beforeEach(async () => {
  stage = await openStage('demo notes')
  turn = (await stage.memory.recall({ question })).turn ?? ''
})
afterEach(() => stage.leave())

const whyNot = async (node: string, of = turn): Promise<Answer.WhyNot | undefined> => {
  const { items, not } = await stage.memory.why({ turn: of, node })
  expect(items).toEqual([])
  return not
}
const again = async (asked = question): Promise<string> => (await stage.memory.recall({ question: asked })).turn ?? ''
const document = (source: string, text: string) => ({ source, format: 'markdown' as const, text })

describe('a memory that was not recalled is explained', () => {
  test('when neither a word nor an edge leads to it', async () => {
    await stage.memory.ingest({ documents: [document('harbour.md', '# Harbour\n\nThe tide turns at dawn.\n')] })

    expect(await whyNot('harbour.md', await again())).toMatchObject({ reason: 'unrelated', words: [], ways: [], place: null, utility: 1 })
  })

  test('when it came later, by the memory of then and not of now', async () => {
    await stage.memory.ingest({ documents: [document('harbour.md', '# Queue\n\nJobs pile up in the queue: restart.\n')] })

    expect(await whyNot('harbour.md')).toMatchObject({ reason: 'unborn' })
  })

  test('when it was retired by then, and not when it was retired since', async () => {
    await stage.memory.ingest({
      documents: [document('harbour.md', '# Harbour\n\n## Tide\n\nThe tide turns.\n\n## Light\n\nLit at dusk.\n')],
    })
    const before = await again()
    await stage.memory.ingest({ documents: [document('harbour.md', '# Harbour\n\n## Tide\n\nThe tide turns.\n')] })

    expect(await whyNot('harbour.md#light', await again())).toMatchObject({ reason: 'retired' })
    expect(await whyNot('harbour.md#light', before)).toMatchObject({ reason: 'unreached' })
  })

  test('and for a past position nothing is proposed that only the memory of then would accept', async () => {
    const light = { question, node: 'harbour.md#light' }
    await stage.memory.ingest({ documents: [document('harbour.md', '# Harbour\n\nThe tide.\n\n## Light\n\nLit at dusk.\n')] })
    const { position } = await stage.memory.show({})
    await stage.memory.ingest({ documents: [document('harbour.md', '# Harbour\n\nThe tide.\n')] })

    const then = await stage.memory.whyNot({ ...light, at: String(position) })

    expect(then.reason).not.toBe('retired')
    expect(then.next.commands).toEqual([['why-not', question, light.node]])
    await expect(stage.memory.feedback({ verdict: 'wrong', nodes: [wrong], instead: [light.node] })).rejects.toMatchObject({ what: 'node' })
    expect((await stage.memory.whyNot(light)).next.commands).toEqual([['log', '--type', 'NodeRetired', '--node', light.node]])
  })

  test('when all it scored was taken from it, with its words and the edge that took it', async () => {
    await stage.memory.feedback({ verdict: 'wrong', nodes: [wrong], instead: [right] })

    const not = await whyNot(wrong, await again())

    expect(not).toMatchObject({
      reason: 'suppressed',
      words: ['pile', 'queue', 'Jobs', 'restart'],
      title: 'Queue is stuck and jobs pile up',
    })
    expect(not?.ways).toContainEqual(expect.objectContaining({ target: wrong, kind: 'learned', strength: -0.6, reason: 'inhibited' }))
    expect(await stage.memory.why({ turn, node: wrong })).toMatchObject({ items: [{ node: wrong }] })
  })

  test('when all it scored was taken from it, with the newest word that did it and what was said', async () => {
    await stage.memory.feedback({ verdict: 'wrong', nodes: [wrong], text: 'No, that runbook is from last year.' })
    await stage.memory.feedback({ verdict: 'wrong', nodes: [wrong], actor: 'Ada', text: 'Still the old one.' })

    const not = await whyNot(wrong, await again())

    expect(not?.against).toMatchObject({ verdict: 'wrong', feedback: 'f2', turn, actor: 'Ada', said: 'Still the old one.' })
  })

  test('when the edges to it were passed over, with the strengths and reasons of then', async () => {
    const { skipped } = await stage.memory.why({ turn })
    const recalled = new Set((await stage.memory.recall({ question, record: false, limit: 1_000 })).items.map(({ node }) => node))
    const missed = skipped.find(({ target }) => !recalled.has(target))

    const not = await whyNot(missed?.target ?? '')
    await stage.memory.rollback({ to: '0' })

    expect(not?.reason).toBe('passed-over')
    expect(not?.ways).toContainEqual(missed)
    expect(await whyNot(missed?.target ?? '')).toEqual(not)
  })

  test('when it is a cue, and when the turn went on without memory', async () => {
    const { adjustments } = await stage.memory.feedback({ verdict: 'used', nodes: [right] })
    const cue = adjustments[0]?.source ?? ''
    const absent = await stage.memory.skip({ reason: 'no-text', skippedAt: 0, waitedMs: 0 })

    expect(await whyNot(cue, await again())).toMatchObject({ reason: 'cue' })
    expect(await stage.memory.why({ turn: absent.turn, node: right })).toMatchObject({
      absent: 'no-text',
      not: { reason: 'no-memory', words: null, ways: [] },
    })
  })

  test('when it came behind what a turn keeps', async () => {
    const words = Array.from({ length: 40 }, (_, i) => document(`tide-${i}.md`, `# Tide ${i}\n\n${'The tide turns. '.repeat(i + 1)}\n`))
    await stage.memory.ingest({ documents: words })
    const { items } = await stage.memory.recall({ question: 'When does the tide turn?', record: false, limit: 1_000 })
    const last = items.at(-1)

    const not = await whyNot(last?.node ?? '', await again('When does the tide turn?'))

    expect(items.length).toBeGreaterThan(24)
    expect(not).toMatchObject({ reason: 'behind', place: items.length, score: last?.score, words: ['turn'] })
  })

  test('and one that there never was is not', async () => {
    await expect(stage.memory.why({ turn, node: 'nowhere.md' })).rejects.toMatchObject({ _tag: 'NotFound', what: 'node' })
  })
})

describe('a memory that was called not useful', () => {
  test('is explained with its utility of that moment and the events behind it', async () => {
    await stage.memory.feedback({ verdict: 'not-useful', nodes: [wrong] })
    const lowered = await again()
    await stage.memory.rollback({ to: '0' })
    const restored = await again()

    const before = await stage.memory.why({ turn, node: wrong })
    const then = await stage.memory.why({ turn: lowered, node: wrong })
    const since = await stage.memory.why({ turn: restored, node: wrong })

    expect(before.items).toMatchObject([{ utility: 1, utilityHistory: [] }])
    expect(then.items).toMatchObject([
      { utility: 0.7, utilityHistory: [{ from: 1, to: 0.7, verdict: 'not-useful', feedback: 'f1', turn: 't1' }] },
    ])
    expect(since.items).toMatchObject([{ utility: 1, utilityHistory: [{ to: 0.7 }, { from: 0.7, to: 1, reason: 'rollback' }] }])
  })

  test('says so in the line of a recall', async () => {
    await stage.memory.feedback({ verdict: 'not-useful', nodes: [wrong] })

    const { items } = await stage.memory.recall({ question })

    expect(items.find(({ node }) => node === wrong)?.why).toBe(
      'reached from “2026-02-11: double bookings after a broker restart”, because both name “priya raman”; adds pile, queue, Jobs, up; ' +
        'its text has pile, queue, Jobs, restart; its utility is 0.7',
    )
    expect(items.find(({ node }) => node === right)?.why).toBe(
      'reached from “Queue is stuck and jobs pile up”, because both name “priya raman”; its text has Jobs, restart',
    )
  })
})

describe('with a position', () => {
  test('why and blame tell what was known then', async () => {
    const { adjustments, position } = await stage.memory.feedback({ verdict: 'used', nodes: [right] })
    const edge = adjustments[0]?.edge ?? ''
    await stage.memory.feedback({ verdict: 'partial', nodes: [right] })

    const then = await stage.memory.blame({ edge, at: String(position) })
    const now = await stage.memory.blame({ edge })

    expect(then).toMatchObject({ strength: 0.6, position })
    expect(now.history.slice(0, then.history.length)).toEqual(then.history)
    expect(now.strength).toBe(0.78)
    expect((await stage.memory.why({ turn, at: String(position) })).items.length).toBeGreaterThan(3)
  })
})
