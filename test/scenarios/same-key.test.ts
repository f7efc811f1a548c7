import { EventStore } from '@crabtrail/core'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AskedMemory, type OpenStore, openStore, type Stores } from '../models/open-store.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
let late: OpenStore
let ours: AskedMemory
/** Work of another process between our look at the log, and for the key, and our append. */
let meanwhile: ((theirs: AskedMemory) => Promise<unknown>) | undefined

const question = 'How do we roll back a bad deploy of the API?'
const told = { verdict: 'wrong', turn: 't1', instead: ['team/office.md'], key: 'told once' } as const

beforeEach(async () => {
  stage = await openStage('demo notes')
  await stage.memory.recall({ question, session: 'talk' })
  const interrupted = (stores: Context.Context<Stores>): Context.Context<Stores> => {
    const store = Context.get(stores, EventStore)
    const interrupt = Effect.suspend(() => {
      const first = meanwhile
      meanwhile = undefined
      return first === undefined ? Effect.void : Effect.promise(() => first(stage.memory))
    })
    return Context.add(stores, EventStore, { ...store, append: (append) => Effect.andThen(interrupt, store.append(append)) })
  }
  late = openStore({ layer: layerSqlite({ path: stage.path }), between: interrupted, seed: 'late' })
  ours = await late.memory()
  await ours.show({})
})
afterEach(async () => {
  meanwhile = undefined
  await late.close()
  await stage.leave()
})

/** Both answers, ours being the later one with the same key. */
const both = async <A>(ask: (memory: AskedMemory) => Promise<A>) => {
  const answers: Array<A> = []
  meanwhile = async (theirs) => answers.push(await ask(theirs))
  answers.push(await ask(ours))
  const [first, second] = answers
  return { first, second, position: (await stage.memory.show({})).position }
}

describe('of two processes with one key the later one gets the answer of the first', () => {
  test('to a verdict', async () => {
    const nodes = ['runbooks/roll-back-a-bad-deploy.md']
    const { first, position, second } = await both((memory) => memory.feedback({ ...told, nodes, session: 'talk' }))

    expect(second).toEqual(first)
    expect(second).toMatchObject({ position, feedback: 'f1', adjustments: expect.any(Array) })
  })

  test('to a verdict for a position that both expect', async () => {
    const { position: expected } = await ours.show({})
    const nodes = ['runbooks/roll-back-a-bad-deploy.md']

    const { first, second } = await both((memory) => memory.feedback({ ...told, nodes, session: 'talk', expected }))

    expect(second).toEqual(first)
  })

  test('to a strength by hand', async () => {
    const { first, second } = await both((memory) =>
      memory.strength({ source: 'team/office.md', target: 'runbooks/roll-back-a-bad-deploy.md', value: 0.5, key: 'set once' }),
    )

    expect(second).toEqual(first)
  })

  test('to a recall', async () => {
    const { first, second } = await both((memory) => memory.recall({ question, key: 'asked once' }))

    expect({ ...second, latencyMs: 0 }).toEqual({ ...first, latencyMs: 0 })
    expect(second).toMatchObject({ turn: 't2' })
  })

  test('to a skipped turn', async () => {
    const { first, second } = await both((memory) => memory.skip({ reason: 'off', skippedAt: 0, waitedMs: 1, key: 'skipped once' }))

    expect(second).toEqual(first)
  })

  test('to a rollback', async () => {
    await stage.memory.feedback({ ...told, nodes: ['runbooks/roll-back-a-bad-deploy.md'], session: 'talk' })
    await ours.show({})

    const { first, second } = await both((memory) => memory.rollback({ to: '0', key: 'back once' }))

    expect(second).toEqual(first)
    expect(second?.restored?.edges.length).toBeGreaterThan(0)
  })
})

test('the same key for another signal stays a conflict, whoever was quicker', async () => {
  meanwhile = (theirs) => theirs.recall({ question, key: 'mine' })

  await expect(ours.recall({ question: 'How do I purge the CDN?', key: 'mine' })).rejects.toMatchObject({ _tag: 'IdempotencyConflict' })
})
