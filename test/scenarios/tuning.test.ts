/** Settings are searched on the verdicts of a brain, and are changed only if they are better on verdicts that did not choose them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
const topics = ['harbour', 'kitchen', 'archive', 'ferry', 'lantern', 'orchard', 'bakery', 'chapel', 'quarry', 'stable']
const asks = [
  'Who keeps the key of the',
  'When does somebody lock the',
  'Where is the ledger of the',
  'Why is nobody at the',
  'How do I reach the',
]

/** Asks of each topic; the right note is the second on it, which no word of a question tells from the first. */
const teachAll = async ({ memory }: Stage) => {
  await memory.init({})
  const documents = topics.flatMap((topic) => [
    {
      source: `${topic}-one.md`,
      format: 'markdown' as const,
      text: `# The ${topic}\n\nKey, lock, ledger, nobody, reach: the ${topic} in spring.`,
    },
    {
      source: `${topic}-two.md`,
      format: 'markdown' as const,
      text: `# The ${topic}\n\nKey, lock, ledger, nobody, reach: the ${topic} in autumn.`,
    },
  ])
  await memory.ingest({ documents })
  for (const ask of asks)
    for (const topic of topics) {
      const { items, turn } = await memory.recall({ question: `${ask} ${topic}?` })
      const nodes = items.map(({ node }) => node).filter((node) => node.startsWith(`${topic}-two`))
      if (turn !== null && nodes.length > 0) await memory.feedback({ verdict: 'used', turn, nodes })
    }
}

beforeAll(async () => {
  stage = await openStage('empty')
  await teachAll(stage)
})
afterAll(() => stage.leave())

describe('tune', () => {
  test('tries settings one after the other, proves the best on verdicts that did not choose them, and writes nothing', async () => {
    const before = (await stage.log()).events.length
    const answer = await stage.memory.tune({ settings: ['walk.learned', 'learning.conscious.cue'] })

    expect(answer.plan).toMatchObject({ judged: 50, train: 11, heldOut: 15 })
    expect(answer.tried.length).toBeGreaterThan(2)
    expect(answer.tried.length).toBeLessThanOrEqual(answer.plan.trials)
    expect(answer.train?.after).toBeGreaterThanOrEqual(answer.train?.before ?? 1)
    expect(answer.applied).toBe(false)
    expect((await stage.log()).events).toHaveLength(before)
    expect(await stage.memory.tune({ settings: ['walk.learned', 'learning.conscious.cue'] })).toEqual(answer)
  })

  test('with settings that are too low finds higher ones, and changes the settings if asked to', async () => {
    const { memory } = stage
    await memory.profile({ profile: 'balanced', settings: { 'walk.learned': 0.02, 'walk.words': 0.02 } })
    const answer = await memory.tune({ settings: ['walk.learned'], limit: 4, apply: true })
    const { events } = await memory.log({ type: 'ProfileChanged' })

    if (answer.applied) {
      expect(answer.heldOut?.gain).toBeGreaterThan(0)
      expect(events).toHaveLength(2)
    } else {
      expect(events).toHaveLength(1)
      expect(answer.reason).toMatch(/^(loses|nothing-better)$/)
    }
  })

  test('a dry run tells the plan alone', async () => {
    expect(await stage.memory.tune({ dryRun: true, limit: 3 })).toMatchObject({ reason: 'dry-run', tried: [], plan: { trials: 3 } })
  })

  test('refuses a setting that cannot be tuned', async () => {
    await expect(stage.memory.tune({ settings: ['budget.items'] })).rejects.toMatchObject({ _tag: 'InvalidRequest', field: 'settings' })
    await expect(stage.memory.tune({ settings: ['walk.speed'] })).rejects.toMatchObject({ _tag: 'InvalidRequest', field: 'settings' })
  })

  test('of a brain without verdicts says that they are too few', async () => {
    await stage.memory.init({ brain: 'silent' })

    expect(await stage.memory.tune({ brain: 'silent', apply: true })).toMatchObject({ applied: false, reason: 'too-few-verdicts' })
  })
})
