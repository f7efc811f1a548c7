/** Plays steps to a memory over a store, with a clock and a randomness of its own, so that another store can be played the same. */
import { Cryptography } from '@crabtrail/core'
import { type EngineName, layerSqlite } from '@crabtrail/store/sqlite'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import { layerSeededCryptography } from '../contracts/seeded-cryptography.ts'
import type { StoreLayer } from '../contracts/store-layer.ts'
import { ended } from './ended.ts'
import { type HandClock, handClock, morning } from './hand-clock.ts'
import { type AskedMemory, type OpenStore, openStore } from './open-store.ts'
import type { Asked, Step } from './random-requests.ts'
import { firstNotes, questions } from './small-notes.ts'

/** Clock and randomness go on when the store is opened again. */
export interface StorePlayer {
  readonly clock: HandClock
  /** Absent: it has none. */
  readonly place?: string
  readonly store: () => OpenStore
  readonly restart: () => Promise<AskedMemory>
  readonly reopen: () => Promise<AskedMemory>
  readonly close: () => Promise<void>
}

export const inMemory = (): StorePlayer => {
  const { clock, cryptography } = ownWorld()
  const store = openStore({ clock, cryptography })
  return { clock, store: () => store, restart: store.memory, reopen: store.memory, close: store.close }
}

export const inFile = (path: string, engine: EngineName): StorePlayer => over(layerSqlite({ path, engine }), path)

/** A memory over a store that outlives it. `place`: how it names the store. */
export const over = (layer: StoreLayer, place: string): StorePlayer => {
  const { clock, cryptography } = ownWorld()
  const open = () => openStore({ clock, cryptography, layer })
  let store = open()
  return {
    clock,
    place,
    store: () => store,
    restart: () => store.memory(),
    reopen: async () => {
      await store.close()
      store = open()
      return store.memory()
    },
    close: () => store.close(),
  }
}

const ownWorld = () => {
  const services = Effect.runSync(Effect.scoped(Layer.build(layerSeededCryptography('equal stores'))))
  return { clock: handClock(), cryptography: Layer.succeed(Cryptography, Context.get(services, Cryptography)) }
}

export type Outcome = { readonly answer: unknown } | { readonly refused: { readonly _tag: string } }

/** Returns the outcome of every step that asks something; before them notes are read in and two turns taken. */
export const outcomesOf = async (player: StorePlayer, asked: ReadonlyArray<Step>): Promise<ReadonlyArray<Outcome>> => {
  let memory = await player.restart()
  await memory.ingest({ documents: firstNotes })
  for (const [i, key] of ['a', 'b'].entries()) await memory.recall({ question: questions[i] ?? '', session: 'talk', key })
  const outcomes: Array<Outcome> = []
  for (const step of asked) {
    player.clock.now += 1
    if (step.step === 'ask') outcomes.push(await outcome(answerTo(memory, step)))
    else if (step.step === 'import') outcomes.push(await outcome(importOf(memory, step)))
    else if (step.step === 'wait') player.clock.now = Math.max(morning, player.clock.now + step.ms)
    else memory = await player[step.step]()
  }
  return outcomes
}

const importOf = async (memory: AskedMemory, { brain, change, ended: fits, line }: Extract<Step, { step: 'import' }>): Promise<unknown> => {
  const { lines } = await memory.export({ brain: 'local/main/default' })
  const at = line % lines.length
  const [before, one = '', after] = [lines.slice(0, at), lines[at], lines.slice(at + 1)]
  const changed = { none: [one], drop: [], double: [one, one], alter: [one.replace(/\d/, '5')] }[change]
  // Into another brain: under its own key a brain that is there is never taken in again.
  const taken = [...before, ...changed, ...after].map((text) => text.replaceAll('local/main/default', brain))
  return memory.import({ lines: fits ? ended(taken) : taken })
}

const answerTo = async (memory: AskedMemory, { method, request }: Asked): Promise<unknown> => {
  const ask: (request: never) => Promise<unknown> = memory[method]
  return comparable(method, (await ask(request as never)) as Fields)
}

/** Refusals are answers too; a defect is not and ends the test. */
const outcome = async (answering: Promise<unknown>): Promise<Outcome> => {
  try {
    return { answer: await answering }
  } catch (error) {
    if (!(error instanceof Error) || !('_tag' in error)) throw error
    const { cause: _, stack: __, ...facts } = { ...error, message: error.message }
    return { refused: { ...facts, _tag: String(error._tag) } }
  }
}

type Fields = Readonly<Record<string, unknown>>

/** Without what is the store's own business: what it is made of, and how many bytes that takes. */
const comparable = (method: Asked['method'], answer: Fields): Fields => {
  if (method === 'recall') return { ...answer, latencyMs: 0 }
  // Counters are those of the process, whatever stores it has.
  if (method === 'stats') return { ...answer, store: {}, counters: {} }
  if (method === 'forget') return { ...answer, places: [], unreachable: [], unfinished: '' }
  if (method !== 'doctor') return answer
  const findings = answer['findings'] as ReadonlyArray<Fields>
  return { ...answer, findings: findings.filter(({ name }) => name !== 'store') }
}
