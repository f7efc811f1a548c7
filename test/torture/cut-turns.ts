/** Things that a memory is asked while its connection is cut at a statement that writes, and what must be in the log once each was answered. */
import { EventStore, type StorePorts } from '@crabtrail/core'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import { expect } from 'vitest'
import type { Random } from '../bench/random.ts'
import { postgresStore } from '../contracts/postgres-stores.ts'
import { complaints } from '../models/log-rules.ts'
import { type AskedMemory, type OpenStore, openStore } from '../models/open-store.ts'
import { eventsOf, readLog } from '../models/recorded-log.ts'
import type { Cut, CutProxy } from '../src/cut-proxy.ts'
import { harbourNotes, harbourSentence } from './harbour-words.ts'

/** A kind of call. `commits`: a transaction is cut at its commit, everything else at the statement that writes a commit. */
export interface CutCall {
  readonly name: string
  readonly commits: boolean
  /** True if a lost connection that wrote nothing is tried again by the memory itself, false if it says so and the caller tries again. */
  readonly triesAgain: boolean
  readonly ask: (place: CutPlace, number: number) => Promise<unknown>
}

export interface CutPlace {
  readonly memory: AskedMemory
  /** Of somebody else, by a connection that is never cut. */
  readonly rival: AskedMemory
  readonly chance: Random
  /** Lines of a small brain. */
  readonly exported: ReadonlyArray<string>
  /** Names of what was answered, by the type of its fact. */
  readonly answered: Map<string, Array<string>>
  /** Lets so many next appends lose against the rival. */
  readonly loseRaces: (count: number) => void
  readonly close: () => Promise<void>
}

export const openCutPlace = async (
  url: string,
  proxy: CutProxy,
  chance: Random,
  layer = postgresStore(proxy.through(url)),
): Promise<CutPlace> => {
  let losing = 0
  const straight = openStore({ layer: postgresStore(url), seed: 'rival' })
  const rival = await straight.memory()
  await rival.ingest({ documents: harbourNotes(chance) })
  const { lines: exported } = await rival.export({})
  const between = (stores: Context.Context<StorePorts>) => {
    const store = Context.get(stores, EventStore)
    const overtaken = Effect.promise(() => rival.heartbeat({ session: 'rival', actor: 'rival', tags: ['overtaking'] }))
    return Context.add(stores, EventStore, {
      ...store,
      append: (append) => Effect.suspend(() => (losing-- > 0 ? Effect.andThen(overtaken, store.append(append)) : store.append(append))),
    })
  }
  const store: OpenStore = openStore({ layer, between, seed: 'cut' })
  const memory = await store.memory()
  await memory.show({})
  return {
    ...{ memory, rival, chance, exported, answered: new Map() },
    loseRaces: (count) => {
      losing = count
    },
    close: async () => {
      await store.close()
      await straight.close()
    },
  }
}

const note = ({ answered }: CutPlace, type: string, name: string): void => {
  answered.set(type, [...(answered.get(type) ?? []), name])
}

const recall = async (place: CutPlace, key?: string) => {
  const answer = await place.memory.recall({ question: `${harbourSentence(place.chance)}?`, ...(key === undefined ? {} : { key }) })
  note(place, 'TurnStarted', answer.turn ?? 'none')
  return answer
}

const judge = async (place: CutPlace, key?: string) => {
  const { items, turn } = await place.rival.recall({ question: 'harbour crane deploy rollback queue pager rota tide berth pilot?' })
  note(place, 'TurnStarted', turn ?? 'none')
  const verdict = { verdict: 'used', turn: turn ?? '', nodes: items.slice(0, 1).map(({ node }) => node) } as const
  const { feedback, position } = await place.memory.feedback({ ...verdict, ...(key === undefined ? {} : { key }) })
  note(place, 'FeedbackGiven', feedback)
  return position
}

const document = (number: number, chance: Random) =>
  ({ source: `note-${number}.md`, format: 'markdown', text: `# Note ${number}\n\n${harbourSentence(chance)}.\n` }) as const

const ingest = async (place: CutPlace, number: number) => {
  await place.memory.ingest({ documents: [document(number, place.chance)] })
  note(place, 'SourceAdded', `note-${number}.md`)
}

const forget = async (place: CutPlace, number: number) => {
  await place.memory.forget({ source: `note-${number - 1}.md` })
  note(place, 'ContentErased', `note-${number - 1}.md`)
}

const importCopy = async (place: CutPlace, number: number) => {
  const brain = `local/copy/c${number}`
  const { digest } = await place.memory.import({ brain, lines: place.exported })
  expect((await place.rival.show({ brain })).digest).toBe(digest)
}

/** In an order in which each finds what it needs: `forget` takes the document that `ingest` read just before. */
export const cutCalls: ReadonlyArray<CutCall> = [
  { name: 'recall with a key', commits: false, triesAgain: true, ask: (place, number) => recall(place, `k${number}`) },
  { name: 'recall', commits: false, triesAgain: true, ask: (place) => recall(place) },
  { name: 'feedback with a key', commits: false, triesAgain: true, ask: (place, number) => judge(place, `k${number}`) },
  { name: 'feedback', commits: false, triesAgain: true, ask: (place) => judge(place) },
  { name: 'ingest', commits: false, triesAgain: true, ask: ingest },
  { name: 'forget', commits: true, triesAgain: false, ask: forget },
  {
    name: 'recall with a key that loses two races',
    commits: true,
    triesAgain: true,
    ask: (place, number) => {
      place.loseRaces(2)
      return recall(place, `k${number}`)
    },
  },
  {
    name: 'feedback that loses two races',
    commits: true,
    triesAgain: true,
    ask: (place) => {
      place.loseRaces(2)
      return judge(place)
    },
  },
  { name: 'import', commits: true, triesAgain: false, ask: importCopy },
]

export const writes = ({ commits }: CutCall) =>
  commits ? (sql: string) => sql === 'commit' : (sql: string) => sql.includes('insert into crabtrail.commits')

/** Names a statement by the parts that it has. */
const kindOf = ({ sql, status }: Cut): string => {
  const tables = ['commits', 'commands', 'contents', 'postings'].filter((table) => sql.includes(`insert into crabtrail.${table}`))
  return `${sql === 'commit' ? sql : `append of ${tables.join(', ')}`} (${status})`
}

export const kindsCut = (cuts: ReadonlyArray<Cut>): string =>
  [...Map.groupBy(cuts, kindOf)].map(([kind, found]) => `${found.length} × ${kind}`).join('; ')

/** Documents that the place begins with. */
const filledSources = 2

/** Everything that was answered is in the log once, under the name that the answer gave, and the log is whole. */
export const expectEachOnce = async ({ answered, rival }: CutPlace): Promise<number> => {
  const recorded = readLog((await rival.export({})).lines)
  expect(complaints(recorded)).toEqual([])
  const names = {
    TurnStarted: eventsOf(recorded, 'TurnStarted').map(({ turn }) => `t${turn}`),
    FeedbackGiven: eventsOf(recorded, 'FeedbackGiven').map(({ data }) => `f${data.feedback}`),
  }
  for (const [type, found] of Object.entries(names)) expect([type, answered.get(type)]).toEqual([type, found])
  for (const type of ['SourceAdded', 'ContentErased'] as const) {
    const found = eventsOf(recorded, type).length - (type === 'SourceAdded' ? filledSources : 0)
    expect([type, found]).toEqual([type, answered.get(type)?.length])
  }
  const keys = recorded.commits.flatMap(({ key }) => key ?? [])
  expect(new Set(keys).size).toBe(keys.length)
  const { checks, events } = await rival.verify({ rederive: true })
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
  return events
}
