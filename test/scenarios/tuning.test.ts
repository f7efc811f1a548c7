/** Settings are searched on the verdicts of a brain, and are changed only if they are better on verdicts that did not choose them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
const topics = ['harbour', 'kitchen', 'archive', 'ferry', 'lantern', 'orchard', 'bakery', 'chapel', 'quarry', 'stable']
const rounds = 5

/** Asks of each topic; the right note is the second on it, which no word of a question tells from the first. */
const teachAll = async ({ memory }: Stage) => {
  await memory.init({})
  const documents = topics.flatMap((topic) => [
    {
      source: `${topic}-one.md`,
      format: 'markdown' as const,
      text: `# The ${topic}\n\nThe ${topic}: key, lock, ledger, nobody, reach. The ${topic} in spring.`,
    },
    {
      source: `${topic}-two.md`,
      format: 'markdown' as const,
      text: `# The ${topic}\n\nKey, lock, ledger, nobody, reach: the ${topic} in autumn.`,
    },
  ])
  await memory.ingest({ documents })
  for (let round = 0; round < rounds; round++)
    for (const topic of topics) {
      const { items, turn } = await memory.recall({ question: `Who keeps the key of the ${topic}?` })
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
    expect(answer.tried.length).toBeGreaterThan(1)
    expect(answer.tried.length).toBeLessThanOrEqual(answer.plan.trials)
    expect(answer.train?.after).toBeGreaterThanOrEqual(answer.train?.before ?? 1)
    expect(answer.applied).toBe(false)
    expect((await stage.log()).events).toHaveLength(before)
    expect(await stage.memory.tune({ settings: ['walk.learned', 'learning.conscious.cue'] })).toEqual(answer)
  })

  test('with a setting that is too low finds a higher one, and changes the settings only if asked to', async () => {
    const { memory } = stage
    await memory.profile({ profile: 'balanced', settings: { 'walk.words': 0, 'walk.learned': 0.05 } })
    const search = { settings: ['walk.learned'], limit: 8 }

    expect(await memory.tune(search)).toMatchObject({ applied: false, reason: 'not-asked' })
    const answer = await memory.tune({ ...search, apply: true })
    const { events } = await memory.log({ type: 'ProfileChanged' })

    expect(answer).toMatchObject({ applied: true, chosen: [{ setting: 'walk.learned', from: 0.05 }] })
    expect(answer.heldOut?.gain).toBeGreaterThan(0.3)
    expect(events).toHaveLength(2)
    expect(events[1]?.data).toMatchObject({ settings: { walk: { words: 0, learned: answer.chosen[0]?.to } } })
  })

  test('changes nothing if no setting is better', async () => {
    const { memory } = stage
    await memory.profile({ profile: 'balanced' })
    const { position } = await memory.show({})

    expect(await memory.tune({ settings: ['walk.learned'], apply: true })).toMatchObject({
      applied: false,
      reason: 'nothing-better',
      chosen: [],
    })
    expect((await memory.show({})).position).toBe(position)
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
