import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, ranking, type Stage } from './stage.ts'

const question = 'How do we roll back a bad deploy of the API?'
const shown = 'runbooks/roll-back-a-bad-deploy.md'

let stage: Stage
beforeAll(async () => {
  stage = await openStage('demo notes')
})
afterAll(() => stage.leave())

test('one undo takes back a verdict that was said twice, and one withdrawal brings both back', async () => {
  const { memory } = stage
  const ranked = async () => ranking(await memory.recall({ question, record: false }))
  const before = await ranked()
  const { turn = '' } = await memory.recall({ question, session: 'talk' })
  const wrong = { verdict: 'wrong', turn: turn ?? '', nodes: [shown], session: 'talk' } as const
  await memory.feedback(wrong)
  await memory.feedback(wrong)
  await memory.feedback(wrong)
  const taught = await ranked()
  expect(taught).not.toEqual(before)

  const { request, signals, took } = await memory.undo({ session: 'talk' })

  expect([signals.length, took.position]).toEqual([3, signals[0]])
  expect(await ranked()).toEqual(before)
  await expect(memory.undo({ session: 'talk' })).rejects.toMatchObject({ _tag: 'NotFound', what: 'signal' })

  await memory.unlearn({ undo: String(request) })
  expect(await ranked()).toEqual(taught)
})

test('unlearnings that overlap tell how many of their signals another one takes out as well', async () => {
  const { memory } = stage
  const { items, turn } = await memory.recall({ question, session: 'both' })
  const said = { verdict: 'used', turn: turn ?? '', nodes: items.slice(0, 1).map(({ node }) => node) } as const
  await memory.feedback({ ...said, session: 'both', actor: 'ada' })
  await memory.feedback({ ...said, session: 'both', actor: 'ben' })

  const first = await memory.unlearn({ ofActor: 'ada' })
  expect(first).not.toHaveProperty('elsewhere')
  expect([first.idle, (await memory.unlearn({ ofActor: 'ada', dryRun: true })).idle]).toEqual([undefined, true])
  expect(await memory.unlearn({ ofSession: 'both', dryRun: true })).toMatchObject({ signals: { length: 2 }, elsewhere: 1 })
  expect(await memory.unlearn({ ofSession: 'both' })).toMatchObject({ signals: { length: 2 }, elsewhere: 1 })
  expect(await memory.unlearn({ undo: String(first.request) })).toMatchObject({ signals: { length: 1 }, elsewhere: 1 })
})

test('a verdict that said more, or of another person, stays', async () => {
  const { memory } = stage
  const { items, turn } = await memory.recall({ question, session: 'more' })
  const [first, second] = items.map(({ node }) => node)
  const said = { verdict: 'used', turn: turn ?? '', session: 'more' } as const
  await memory.feedback({ ...said, nodes: [first ?? ''] })
  await memory.feedback({ ...said, nodes: [first ?? '', second ?? ''] })
  await memory.feedback({ ...said, nodes: [first ?? ''], actor: 'somebody else' })

  expect((await memory.undo({ session: 'more' })).signals).toHaveLength(1)
})

/** Asks in a session of its own, and returns how to say a verdict of the first or second memory, and how the question ranks. */
const asked = async (session: string) => {
  const { memory } = stage
  const ranked = async () => ranking(await memory.recall({ question, record: false }))
  const before = await ranked()
  const { items, turn } = await memory.recall({ question, session })
  const names = items.map(({ node }) => node)
  const say = (places: ReadonlyArray<number>, more: { readonly session?: string; readonly actor?: string } = {}) =>
    memory.feedback({ verdict: 'not-relevant', turn: turn ?? '', nodes: places.map((at) => names[at] ?? ''), session, ...more })
  return { before, names, ranked, say }
}

test('one undo takes back a verdict that joins two earlier ones, and names all three', async () => {
  const { memory } = stage
  const { before, names, ranked, say } = await asked('joined')
  const [first, second] = [await say([0]), await say([1])]
  const joined = await say([0, 1])
  const taught = await ranked()

  const { also, request, took } = await memory.undo({ session: 'joined' })

  expect([took, ...(also ?? [])].map(({ feedback, nodes }) => [feedback, nodes])).toEqual([
    [first.feedback, [names[0]]],
    [second.feedback, [names[1]]],
    [joined.feedback, [names[0], names[1]]],
  ])
  expect(await ranked()).toEqual(before)
  await memory.unlearn({ undo: String(request) })
  expect(await ranked()).toEqual(taught)
})

test('a verdict that another one joined since is taken back with that one, which teaches it no more', async () => {
  const { memory } = stage
  const { before, ranked, say } = await asked('apart')
  await say([0])
  await say([1], { session: 'elsewhere' })
  const other = await ranked()
  await say([0, 1], { session: 'elsewhere' })

  expect(await memory.undo({ session: 'apart' })).toMatchObject({ signals: { length: 2 }, also: { length: 1 } })
  expect(await ranked()).not.toEqual(other)
  expect(await memory.undo({ session: 'elsewhere' })).toMatchObject({ signals: { length: 1 } })
  expect(await ranked()).toEqual(before)
})

test.each(['home', 'abroad'])('a repetition of another session goes with the verdict, asked in the session %s', async (session) => {
  const { memory } = stage
  const { before, ranked, say } = await asked('home')
  await say([0])
  await say([0], { session: 'abroad' })
  expect(await ranked()).not.toEqual(before)

  expect((await memory.undo({ session })).signals).toHaveLength(2)
  expect(await ranked()).toEqual(before)
})

test('an outcome that was said twice is taken back at once', async () => {
  const { memory } = stage
  const { before, ranked } = await asked('outcome')
  const said = { verdict: 'success', nodes: [], session: 'outcome' } as const
  const first = await memory.feedback(said)
  const again = await memory.feedback(said)
  expect([first.turn, again.adjustments]).toEqual([null, []])
  expect(await ranked()).not.toEqual(before)

  const { also, took } = await memory.undo({ session: 'outcome' })

  expect([took, ...(also ?? [])].map(({ feedback }) => feedback)).toEqual([first.feedback, again.feedback])
  expect(await ranked()).toEqual(before)
})

test('an outcome of another person teaches in place of the one that is taken back, and the answer names it', async () => {
  const { memory } = stage
  const { before, ranked } = await asked('two people')
  const said = { verdict: 'success', nodes: [], session: 'two people' } as const
  await memory.feedback({ ...said, actor: 'ada' })
  const other = await memory.feedback({ ...said, actor: 'ben' })
  const taught = await ranked()

  expect((await memory.undo({ session: 'two people', dryRun: true })).still).toEqual([other.feedback])
  expect(await memory.undo({ session: 'two people' })).toMatchObject({ signals: { length: 1 }, still: [other.feedback] })
  expect(await ranked()).toEqual(taught)
  expect(await memory.undo({ session: 'two people' })).not.toHaveProperty('still')
  expect(await ranked()).toEqual(before)
})

test('a verdict of another session that said more stays, and the answer names it', async () => {
  const { memory } = stage
  const { before, ranked, say } = await asked('less')
  await say([0])
  const more = await say([0, 1], { session: 'more yet' })
  const taught = await ranked()

  expect(await memory.undo({ session: 'less' })).toMatchObject({ signals: { length: 1 }, still: [more.feedback] })
  expect(await ranked()).toEqual(taught)
  await memory.undo({ session: 'more yet' })
  expect(await ranked()).toEqual(before)
})

test('undo passes over a verdict that a rollback took back already', async () => {
  const { memory } = stage
  const { items, turn } = await memory.recall({ question, session: 'back' })
  const [first, second] = items.map(({ node }) => node)
  const said = { turn: turn ?? '', session: 'back' } as const
  await memory.feedback({ ...said, verdict: 'used', nodes: [first ?? ''] })
  await memory.learn({})
  const { position } = await memory.show({})
  await memory.feedback({ ...said, verdict: 'not-useful', nodes: [second ?? ''] })
  await memory.rollback({ to: String(position) })

  expect((await memory.undo({ session: 'back', dryRun: true })).took).toMatchObject({ verdict: 'used', nodes: [first] })
})

test('INV-281 an undo that says where its owner looked takes back what it would have taken there, or nothing', async () => {
  const { memory } = stage
  const session = 'looked'
  const say = async (place: number) => {
    const { items, turn } = await memory.recall({ question, session })
    await memory.feedback({ verdict: 'used', turn: turn ?? '', nodes: items.slice(place, place + 1).map(({ node }) => node), session })
  }
  const looked = async () => {
    const { position, took } = await memory.undo({ session, dryRun: true })
    return { at: String(position), took: took.position }
  }
  const refused = { _tag: 'InvalidRequest', field: 'at', problem: expect.stringContaining('look at it again') }
  await say(0)
  await say(1)

  const before = await looked()
  await say(2)
  await expect(memory.undo({ session, at: before.at })).rejects.toMatchObject(refused)
  const { at, took } = await looked()
  await memory.recall({ question })
  expect((await memory.undo({ session, at })).took.position).toBe(took)
  // Somebody took it back already: the next one was not looked at.
  await expect(memory.undo({ session, at })).rejects.toMatchObject(refused)
  await expect(memory.undo({ session, at, dryRun: true })).rejects.toMatchObject(refused)
  expect((await memory.undo({ session, at: before.at })).took.position).toBe(before.took)
})
