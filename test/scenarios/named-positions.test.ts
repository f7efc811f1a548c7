import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStage, ranking, type Stage } from './stage.ts'

const question = 'How do we roll back a bad deploy of the API?'
const shown = 'runbooks/roll-back-a-bad-deploy.md'

let stage: Stage
beforeAll(async () => {
  stage = await openStage('demo notes')
})
afterAll(() => stage.leave())

describe('a tag', () => {
  test('names the position at which it is asked for, for every read and rollback, however the log goes on', async () => {
    const { memory } = stage
    const before = await memory.recall({ question, record: false })
    const { at, name, position } = await memory.tag({ name: 'before-the-verdict' })
    expect([name, position > at]).toEqual(['before-the-verdict', true])

    const { turn } = await memory.recall({ question, session: 'talk' })
    await memory.feedback({ verdict: 'wrong', turn: turn ?? '', nodes: [shown], instead: ['team/office.md'], session: 'talk' })
    const after = await memory.recall({ question, record: false })
    expect(ranking(after)).not.toEqual(ranking(before))

    expect(ranking(await memory.recall({ question, at: 'tag:before-the-verdict' }))).toEqual(ranking(before))
    expect((await memory.show({ at: 'tag:before-the-verdict' })).position).toBe(at)
    await memory.rollback({ to: 'tag:before-the-verdict' })
    expect(ranking(await memory.recall({ question, record: false }))).toEqual(ranking(before))
  })

  test('is listed with its position and the time of its commit', async () => {
    await stage.memory.tag({ name: 'empty', at: '0' })
    await stage.memory.tag({ name: 'first', at: '1' })

    const { tags } = await stage.memory.tags({})

    expect(tags.map(({ name }) => name)).toEqual(['empty', 'first', 'before-the-verdict'])
    const [first] = (await stage.memory.log({ to: '1' })).events
    expect(tags.map(({ time }) => time).slice(0, 2)).toEqual([null, first?.at])
  })

  test('is never moved: a second one of the name is refused and says where the first stands', async () => {
    const before = await stage.log()
    const { tags } = await stage.memory.tags({})
    const at = tags.find(({ name }) => name === 'before-the-verdict')?.at

    await expect(stage.memory.tag({ name: 'before-the-verdict' })).rejects.toMatchObject({
      _tag: 'TagExists',
      at,
      message: expect.stringContaining(`position ${at}`),
    })
    expect(await stage.log()).toEqual(before)
  })

  test('is made once by a request that is repeated with its key', async () => {
    const once = await stage.memory.tag({ name: 'keyed', at: '1', key: 'k' })
    const twice = await stage.memory.tag({ name: 'keyed', at: '1', key: 'k' })

    expect(twice.at).toBe(once.at)
    expect((await stage.memory.tags({})).tags.filter(({ name }) => name === 'keyed')).toHaveLength(1)
  })

  test('is for the owner alone', async () => {
    await expect(stage.memory.tag({ name: 'mine', origin: 'agent' })).rejects.toMatchObject({ field: 'origin' })
  })
})

describe('the past', () => {
  test('has its own counts', async () => {
    const { memory } = stage
    const then = await memory.stats({ at: 'tag:before-the-verdict' })
    const now = await memory.stats({})

    expect(then.counts['feedbacks']).toBe(0)
    expect(now.counts['feedbacks']).toBe(1)
    expect(Object.values(then.eventsByType).reduce((sum, count) => sum + count, 0)).toBe(then.position)
    expect(then.eventsByType['FeedbackGiven']).toBeUndefined()
    const { counts } = await memory.show({ at: String(then.position) })
    expect([then.counts['nodes'], then.counts['edges']]).toEqual([counts?.nodes, counts?.edges])
  })

  test('is exported up to the end of a commit, and is the same brain as it was then', async () => {
    const { memory } = stage
    const { tags } = await memory.tags({})
    const at = tags.find(({ name }) => name === 'before-the-verdict')?.at ?? 0
    const whole = await memory.export({})
    const then = await memory.export({ at: 'tag:before-the-verdict' })
    expect([then.position, then.rounded, whole.position > at]).toEqual([at, undefined, true])

    const copy = await openStage('empty')
    const read = await copy.memory.import({ lines: then.lines })
    expect(read).toMatchObject({ position: at, digest: (await memory.show({ at: String(at) })).digest })
    expect((await copy.memory.verify({ rederive: true })).ok).toBe(true)
    expect(ranking(await copy.memory.recall({ question, record: false }))).toEqual(
      ranking(await memory.recall({ question, at: 'tag:before-the-verdict' })),
    )
    await copy.leave()
  })

  test('says which end of a commit it is exported to where another position is asked for', async () => {
    const [started] = (await stage.memory.log({ type: 'TurnStarted', limit: 1 })).events
    const { position, rounded } = await stage.memory.export({ at: String(started?.position) })

    expect(position).toBeLessThan(started?.position ?? 0)
    expect(rounded).toContain(`${position}, the end of the one before`)
  })

  test('is not exported from before its first event', async () => {
    await expect(stage.memory.export({ at: '0' })).rejects.toMatchObject({ _tag: 'InvalidRequest', field: 'at' })
  })

  test('is not exported where a content was erased since: that would pretend that it is lost', async () => {
    const { memory } = stage
    await memory.tag({ name: 'before-erasure' })
    await memory.forget({ node: shown })

    await expect(memory.export({ at: 'tag:before-erasure' })).rejects.toMatchObject({
      _tag: 'InvalidRequest',
      field: 'at',
      problem: expect.stringContaining('was erased after it'),
    })
    const copy = await openStage('empty')
    const { position } = await memory.show({})
    const whole = await memory.export({ at: String(position) })
    expect((await copy.memory.import({ lines: whole.lines })).position).toBe(position)
    await copy.leave()
  })
})
