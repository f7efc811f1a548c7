/** Runs that read documents in beside each other, one of which is killed: whoever ends last joins what both stored. */
import { EventStore, StoreUnavailable } from '@crabtrail/core'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import { expect, test } from 'vitest'
import { madeGraph } from '../models/made-graph.ts'
import { type AskedMemory, openStore } from '../models/open-store.ts'
import { eventsOf, readLog } from '../models/recorded-log.ts'
import { expectSameGraph } from '../models/same-graph.ts'

/** Two notes each name the same. */
const note = (of: string, i: number) => {
  const letters = [...String(i >> 1)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  const text = `# Visit\n\nWe saw Q${of}${letters} there, ${i} times.\n`
  return { source: `${of}/${String(i).padStart(3, '0')}.md`, format: 'markdown' as const, text }
}
const notes = (of: string, count: number) => Array.from({ length: count }, (_, i) => note(of, i))
const full = new StoreUnavailable({ reason: 'full', place: 'memory', detail: 'the disk is full', retryable: false, cause: undefined })

/** A store of which `step` hears before each commit, and may refuse it. */
const watched = () => {
  const steps: Array<() => Promise<boolean>> = []
  const store = openStore({
    between: (stores) => {
      const events = Context.get(stores, EventStore)
      const append = (asked: Parameters<typeof events.append>[0]) =>
        Effect.flatMap(
          Effect.promise(async () => (await steps.shift()?.()) !== false),
          (goes) => (goes ? events.append(asked) : Effect.fail(full)),
        )
      return Context.add(stores, EventStore, { ...events, append })
    },
  })
  return { store, steps }
}
const goes = async () => true
const dies = async () => false
const graph = async (memory: AskedMemory) => madeGraph((await memory.export({})).lines, 'by id')
const fresh = async (documents: ReadonlyArray<ReturnType<typeof note>>) => {
  const store = openStore()
  const memory = await store.memory()
  await memory.ingest({ documents })
  const made = await graph(memory)
  await store.close()
  return made
}
const marks = async (memory: AskedMemory) => eventsOf(readLog((await memory.export({})).lines), 'BatchStored').length

test('a run that ends joins also what another stored meanwhile that was killed', async () => {
  const { steps, store } = watched()
  const [one, other] = [await store.memory(), await store.memory()]
  await one.init({})
  const killed = async () => {
    const rest = steps.splice(0)
    steps.push(goes, dies)
    await expect(other.ingest({ documents: notes('killed', 300) })).rejects.toMatchObject({ _tag: 'StoreUnavailable' })
    steps.push(...rest)
    return true
  }
  steps.push(goes, killed)

  await one.ingest({ documents: notes('whole', 300) })

  expectSameGraph(await graph(one), await fresh([...notes('whole', 300), ...notes('killed', 256)]))
  await store.close()
})

test('a few documents do not end the run of somebody else, and join no more than themselves', async () => {
  const { steps, store } = watched()
  const memory = await store.memory()
  await memory.init({})
  steps.push(goes, dies)
  await expect(memory.ingest({ documents: notes('killed', 300) })).rejects.toMatchObject({ _tag: 'StoreUnavailable' })
  const before = await marks(memory)

  const { edges } = await memory.ingest({ documents: notes('few', 2) })

  expect(edges.linked).toBe(2)
  expect(await marks(memory)).toBe(before)
  await memory.ingest({ documents: notes('killed', 300) })
  expectSameGraph(await graph(memory), await fresh([...notes('few', 2), ...notes('killed', 300)]))
  await store.close()
})
