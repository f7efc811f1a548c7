/**
 * What holds at every moment of a simulation.
 *
 * Cheap ones are checked with every turn (`turns.ts`) and after every step. The dear ones are proven when everything that waits has been done:
 * the log, the states in memory, the index, the journal of what was acknowledged, and the bytes of the files.
 */
import { existsSync, readFileSync } from 'node:fs'
import { type Answer, EventStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { sentStore } from '../../packages/store/src/store-choice.ts'
import { fadingRules } from '../models/fading-rules.ts'
import { complaints, logRules } from '../models/log-rules.ts'
import { readLog } from '../models/recorded-log.ts'
import type { Gateway } from './gateway.ts'
import { markersIn } from './household.ts'
import { terminal, type World } from './world.ts'

/** An invariant that does not hold. */
export class Broken extends Error {
  readonly invariant: string
  constructor(invariant: string, detail: string) {
    super(`${invariant}: ${detail}`)
    this.invariant = invariant
  }
}

const holds = (invariant: string, held: boolean, detail: () => string): void => {
  if (!held) throw new Broken(invariant, detail())
}

/** Whatever waits is done within this time of a store that works. */
const restMs = 180_000

/** Lets everything be done that waits. */
const comeToRest = async (world: World): Promise<void> => {
  const { time } = world.machine
  const last = time.now + restMs
  const waiting = () => world.gateways.filter(({ alive, pending }) => alive && pending > 0)
  for (await time.advance(500); waiting().length > 0 && time.now < last; ) await time.advance(1_000)
  const [late] = waiting()
  holds(
    'nothing waits for ever',
    late === undefined,
    () => `${late?.name} still has ${late?.pending} requests or signals after ${restMs} ms`,
  )
  for (const { alive, name, worker } of world.gateways) {
    const lost = alive ? (worker?.status().signals.lost ?? 0) : 0
    holds('no signal is lost while its process lives', lost === 0, () => `${name} lost ${lost}`)
  }
}

/* After every step. */

/** Commits of a brain that are acknowledged to anybody lie beside each other. */
export const checkJournal = ({ around }: World): void => {
  for (const one of around.journal) {
    const durable = one.types.find((type) => onDisk.has(type))
    holds(
      'what a person says is on the disk before it is acknowledged',
      durable === undefined || one.durability === 'power',
      () => `${durable} at ${one.brain} ${one.first}`,
    )
  }
}

const onDisk: ReadonlySet<string> = new Set(['FeedbackGiven', 'SourceAdded', 'ContentErased'])

/** What is in the store now, read by somebody who only reads. */
interface StoredRow {
  readonly first: number
  readonly count: number
  readonly hash: string
  /** Turns that begin in it, with memory or without. */
  readonly turns: number
}

type Stored = ReadonlyMap<string, ReadonlyArray<StoredRow>>

const rowsMost = 5_000

const storedRows = (world: World): Promise<Stored> => {
  const read = Effect.gen(function* () {
    const store = yield* EventStore
    const all = new Map<string, ReadonlyArray<StoredRow>>()
    for (const { brain } of yield* store.brains) {
      const rows: Array<StoredRow> = []
      for (let from = 1; ; ) {
        const page = yield* store.read(brain, from, rowsMost)
        rows.push(...page.map(({ body, count, first, hash }) => ({ count, first, hash, turns: turnsIn(body) })))
        const last = page.at(-1)
        if (last === undefined) break
        from = last.first + last.count
      }
      all.set(brain, rows)
    }
    return all
  })
  const { machine, store } = world
  const process = machine.startProcess('reader')
  const layer = sentStore(store, { readOnly: true, busyTimeoutMs: 1_000 })
  const work = machine.in(process, () => Effect.runPromise(Effect.provide(read, layer, { local: true })))
  return machine.time.until(work, 60_000, 'reading the log').finally(() => {
    machine.kill(process)
    machine.reap(process)
  })
}

const turnsIn = (body: string): number => body.match(/"(?:TurnStarted|RecallSkipped)"/g)?.length ?? 0

/** `power`: only what waited for the disk had to survive. The journal goes on with what is there. */
export const checkAcknowledged = async (world: World, after: 'life' | 'power'): Promise<Stored> => {
  if (world.path !== undefined && !existsSync(world.path)) return new Map()
  const stored = await storedRows(world)
  const { journal } = world.around
  const there = new Set([...stored].flatMap(([brain, rows]) => rows.map(({ first, hash }) => `${brain} ${first} ${hash}`)))
  for (const { brain, durability, first, hash, types } of journal) {
    const isThere = there.has(`${brain} ${first} ${hash}`)
    holds(
      'nothing that was acknowledged is lost',
      isThere || (after === 'power' && durability === 'process'),
      () => `${brain} ${first} (${types.join(', ')}), acknowledged for the ${durability}`,
    )
  }
  for (const [brain, rows] of stored) {
    let next = 1
    for (const { count, first } of rows) {
      holds('positions run without a gap', first === next, () => `${brain}: ${first} follows on ${next - 1}`)
      next = first + count
    }
  }
  if (after === 'power')
    journal.splice(0, journal.length, ...journal.filter(({ brain, first, hash }) => there.has(`${brain} ${first} ${hash}`)))
  return stored
}

/* The proof, when everything is at rest. */

interface Proven {
  readonly brain: string
  readonly verified: Answer.VerifyAnswer
  readonly lines: ReadonlyArray<string>
}

export const prove = async (world: World, { whole = false } = {}): Promise<void> => {
  await comeToRest(world)
  const stored = await checkAcknowledged(world, 'life')
  checkTurns(world, stored)
  const asked = questionOf(world)
  const { anew, proven } = await terminal(
    world,
    Effect.fnUntraced(function* (memory) {
      const proven: Array<Proven> = []
      for (const brain of stored.keys()) {
        const verified = yield* memory.verify({ brain, rederive: whole })
        const lines = whole ? (yield* memory.export({ brain })).lines : []
        proven.push({ brain, verified, lines })
      }
      return { proven, anew: asked === undefined ? undefined : found(yield* memory.recall(asked)) }
    }),
    true,
  )
  for (const { brain, lines, verified } of proven) {
    const failed = verified.checks.find(({ ok }) => !ok)
    holds('the log can be proven', failed === undefined, () => `${brain}: ${JSON.stringify(failed)}`)
    if (whole) checkRules(world, brain, lines)
  }
  const digests = new Map(proven.map(({ brain, verified }) => [brain, verified.digest]))
  for (const gateway of world.gateways) {
    if (!gateway.alive || gateway.worker === undefined) continue
    await checkStates(gateway, digests)
    if (asked !== undefined) {
      const here = found(await gateway.ask('recall', asked))
      holds('every process gives the same answer', here === anew, () => `${gateway.name} finds ${here}, a new process ${anew}`)
    }
  }
  checkBytes(world)
}

/** The state that a gateway answers from is the fold of the log. */
const checkStates = async (gateway: Gateway, digests: ReadonlyMap<string, string>): Promise<void> => {
  for (const [brain, digest] of digests) {
    const shown = await gateway.ask('show', { brain })
    holds('the state in memory is the fold of the log', shown.digest === digest, () => `${gateway.name}, ${brain} at ${shown.position}`)
  }
}

/** A question that is answered without a trace: whoever was there all the time answers like a process that has just opened the store. */
const questionOf = ({ facts }: World) => {
  const fact = facts.at(-1)
  return fact === undefined ? undefined : { brain: `local/${fact.agent}/default`, question: `What is the ${fact.subject}?`, record: false }
}

const found = ({ items }: Pick<Answer.RecallAnswer, 'items'>): string => items.map(({ node, score }) => `${node} ${score}`).join(', ')

/** The rules of forgetting in `test/models` know nothing of cues on probation and of grown edges, which a week of turns has. */
const rules = logRules.filter((rule) => !fadingRules.includes(rule))

/** The rules of every log, and of every text whose brain it is in. */
const checkRules = ({ erased, kept }: World, brain: string, lines: ReadonlyArray<string>): void => {
  const log = readLog(lines)
  const [broken] = complaints(log, rules)
  holds('strengths stay in bounds and change by the rules', broken === undefined, () => `${brain}: ${broken}`)
  const keys = log.commits.flatMap(({ key }) => key ?? [])
  holds('a key counts once', new Set(keys).size === keys.length, () => brain)
  const [, agent = ''] = brain.split('/')
  const texts = [...log.contents.values()].join('\n')
  const lost = [...kept].find(
    ([marker, whose]) => whose === agent && !erased.has(marker) && brain.endsWith('/default') && !texts.includes(marker),
  )
  holds('what an agent says it has noted is there', lost === undefined, () => `${lost?.[0]} of ${brain}`)
  const own = brain.endsWith('/default') ? [agent] : ['grpa', 'grpb', 'snda', 'sndb']
  const strange = [...log.contents.values()]
    .flatMap(markersIn)
    .find(({ whose }) => !own.includes(whose) && brain.endsWith('/default') && agents.has(whose))
  holds('nothing of a brain is in another', strange === undefined, () => `${strange?.marker} in ${brain}`)
}

const agents: ReadonlySet<string> = new Set(['main', 'work'])

/** Every turn is in the log: with memory, or as one without. */
const checkTurns = ({ told }: World, stored: Stored): void => {
  const recorded = [...stored.values()].flat().reduce((sum, { turns }) => sum + turns, 0)
  const since = recorded - told.recorded
  holds('every turn is recorded', !told.whole || since >= told.turns, () => `${told.turns} turns, ${since} in the logs`)
  Object.assign(told, { turns: 0, recorded, whole: true })
}

/** What was erased is in no byte of the files. */
const checkBytes = ({ erased, path }: World): void => {
  if (path === undefined) return
  for (const file of [path, `${path}-wal`]) {
    if (!existsSync(file)) continue
    const bytes = readFileSync(file)
    const left = [...erased].find((marker) => bytes.includes(marker))
    holds('what was erased is in no file', left === undefined, () => `${left} in ${file.split('/').at(-1)}`)
  }
}
