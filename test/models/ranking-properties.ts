/**
 * Properties of what a ranking may depend on: the ordered (node, score) list of a question at a position, as DESIGN section 6 defines it.
 */
import { join } from 'node:path'
import type { Answer } from '@crabtrail/core'
import { layerSqlite } from '@crabtrail/store/sqlite'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { BrainEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { inShort } from '../src/in-full.ts'
import { demoBrain } from './demo-brain.ts'
import { inHistory } from './history.ts'
import { type NaiveGraph, naiveGraph } from './naive-graph.ts'
import { type AskedMemory, openStore } from './open-store.ts'
import { playerOf, send } from './player.ts'
import { type Property, property } from './property.ts'
import { readLog } from './recorded-log.ts'
import { anything, signals } from './signals.ts'
import { questions } from './small-notes.ts'

const asked: ReadonlyArray<string> = [
  'How do we roll back a bad deploy of the API?',
  'Jobs pile up in the queue, what do I restart?',
  'How do I purge the CDN after a price change?',
  'When is the fridge in the office kitchen emptied?',
  'By when must notice reach Pigeonpost?',
]

/** Notes that share neither a name nor a word with any other: in the demo's, nearly every walk meets every other. */
const apart = [
  { question: 'what feeds the sourdough starter?', text: '# sourdough\n\nthe starter is fed rye and lukewarm water at dawn' },
  { question: 'how deep are tulip bulbs planted?', text: '# tulips\n\nbulbs are planted three thumbs deep before frost' },
  { question: 'which yarn suits mittens?', text: '# mittens\n\nknit them of alpaca yarn, doubled at thumb and palm' },
]

/** A word that the taught question shares with some of the others: how rare it is among cues must not matter. */
const binding = 'ferry'

/** Node and score to the last bit. */
const rankingOf = ({ items }: Answer.RecallAnswer): ReadonlyArray<readonly [string, number]> =>
  items.map(({ node, score }) => [node, score])

const look = async (memory: AskedMemory, question: string, at?: number) =>
  rankingOf(await memory.recall({ question, record: false, limit: 1_000, ...(at === undefined ? {} : { at: String(at) }) }))

const many = (places: ReadonlyArray<number>, titles: ReadonlyArray<string>): ReadonlyArray<string> => {
  const all = [...asked, ...titles]
  return [...new Set(places.map((place) => all[place % all.length] ?? ''))]
}

/** Nodes and edges that a recorded turn looked at. */
interface Touched {
  readonly nodes: ReadonlySet<number>
  readonly edges: ReadonlySet<number>
  readonly cues: ReadonlySet<number>
  /** Edges to nodes that the walk went on from, and then had no room for. */
  readonly beyond: ReadonlySet<number>
}

const touchedBy = (events: ReadonlyArray<BrainEvent>, turn: number): Touched => {
  const touched = { nodes: new Set<number>(), edges: new Set<number>(), cues: new Set<number>(), beyond: new Set<number>() }
  for (const event of events.filter((one) => one.turn === turn)) {
    if (event.type === 'SeedsSelected') for (const node of event.data.nodes) touched.nodes.add(node)
    if (event.type === 'SeedsSelected') for (const cue of event.data.cues ?? []) touched.cues.add(cue)
    if (event.type === 'NodeFired') touched.nodes.add(event.data.node)
    if (event.type === 'EdgeFollowed' || event.type === 'EdgeSkipped') touched.edges.add(event.data.edge)
    if (event.type === 'EdgeSkipped' && event.data.reason === 'budget') touched.beyond.add(event.data.edge)
  }
  return touched
}

/** More than any walk of the profile in force goes. */
const hops = 3

/**
 * Returns the nodes within a walk's reach behind those that it had no room for. The walk saw them, which is not recorded, and their scores
 * decided that there was no room.
 */
const within = ({ edges }: NaiveGraph, beyond: ReadonlySet<number>): ReadonlySet<number> => {
  const seen = new Set([...beyond].map((edge) => edges.get(edge)?.target ?? 0))
  for (let hop = 1; hop < hops; hop++) {
    const from = new Set(seen)
    for (const { source, target } of edges.values()) if (from.has(source)) seen.add(target)
  }
  return seen
}

/**
 * Returns a function that tells the nodes that a ranking depends on by what supersedes what: a memory that stands in the place of a ranked one
 * is ranked with it (INV-151), and so is what stands in its place.
 */
const rankedWith = (events: ReadonlyArray<BrainEvent>, isRanked: (node: number) => boolean): ((node: number) => boolean) => {
  const pairs = events.flatMap((event) => (event.type === 'NodeSuperseded' ? [event.data] : []))
  const reached = new Set(pairs.flatMap(({ node }) => (isRanked(node) ? [node] : [])))
  for (const node of reached) for (const pair of pairs) if (pair.node === node) reached.add(pair.by)
  return (node) => isRanked(node) || reached.has(node)
}

/** Tells whether an effect lies on an edge or a node that the turn walked, or on a node of its ranking. */
const reaches = (effects: ReadonlyArray<BrainEvent>, graph: NaiveGraph, touched: Touched, isRanked: (node: number) => boolean): boolean => {
  const { edges } = graph
  const beyond = within(graph, touched.beyond)
  return effects.some((event) => {
    // A memory that a verdict supersedes gives way for every question.
    if (event.type === 'UtilityAdjusted' || event.type === 'NodeSuperseded' || event.type === 'SupersessionLifted')
      return isRanked(event.data.node)
    if (event.type !== 'StrengthAdjusted') return false
    const edge = edges.get(event.data.edge)
    if (edge === undefined || touched.edges.has(event.data.edge)) return true
    // The first praise of a text that the question finds, or the last: what is brought word by word is trusted otherwise (INV-63).
    if (event.data.from > 0 !== event.data.to > 0 && touched.nodes.has(edge.target)) return true
    return [touched.nodes, touched.cues, beyond].some((nodes) => nodes.has(edge.source))
  })
}

const lesson = fc.record({
  question: fc.nat(),
  others: fc.uniqueArray(fc.nat({ max: 96 }), { minLength: 8, maxLength: 8 }),
  verdicts: fc.array(
    fc.record({
      verdict: fc.constantFrom('used' as const, 'wrong' as const, 'not-useful' as const, 'success' as const),
      place: fc.nat({ max: 5 }),
      instead: fc.option(fc.nat({ max: 91 }), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
})

/** So that the property cannot hold for want of questions it speaks of. */
export const untouched = { questions: 0, withCues: 0 }

/** `folder` is where databases may lie. */
export const rankingProperties = (folder: string): ReadonlyArray<Property> => {
  let made = 0
  return [
    property(
      'a turn that is recorded, a new cue, and verdicts that a question touches nothing of leave its ranking to the bit',
      8,
      lesson,
      async ({ others, question, verdicts }) => {
        const { lines, titles } = await demoBrain()
        const store = openStore()
        try {
          const memory = await store.memory()
          await memory.import({ lines })
          await memory.ingest({ documents: apart.map(({ text }, i) => ({ source: `apart/${i}.md`, format: 'markdown', text })) })
          const [first = '', ...further] = many([question, ...others], titles)
          const rest = [...apart.map((one) => one.question), ...further]
          const taught = `${first} ${binding}`
          // Two of the others were taught before: they and what is asked like them meet cues of their own.
          for (const other of rest.slice(0, 2)) {
            const { items, turn } = await memory.recall({ question: other, session: 'earlier' })
            const node = items[1]?.node ?? items[0]?.node
            if (turn === null || node === undefined) continue
            await memory.feedback({ verdict: 'used', turn, nodes: [node] })
            rest.push(`${other} ${binding}`)
          }
          const { position: mark } = await memory.show({})
          const before = new Map<string, ReadonlyArray<readonly [string, number]>>()
          for (const other of rest) before.set(other, await look(memory, other))

          const { items, turn } = await memory.recall({ question: taught, session: 'other' })
          const turns = new Map<string, number>()
          for (const other of rest) turns.set(other, Number((await memory.recall({ question: other })).turn?.slice(1)))
          for (const other of rest) expect(await look(memory, other)).toEqual(before.get(other))

          for (const { instead, place, verdict } of verdicts) {
            const node = items[place % Math.max(1, items.length)]?.node
            if (node === undefined || turn === null) continue
            const better =
              instead === undefined ? [] : (await memory.recall({ question: titles[instead] ?? '', record: false })).items.slice(0, 1)
            // What is judged cannot be named instead of itself: that is refused.
            const named = better.map((one) => one.node).filter((one) => one !== node)
            await memory.feedback({ verdict, turn, nodes: [node], instead: named })
          }

          // A question that is like the taught one meets its cue from now on.
          const newest = new Map<string, number>()
          for (const other of rest) newest.set(other, Number((await memory.recall({ question: other })).turn?.slice(1)))
          const { contents, events } = readLog((await memory.export({})).lines)
          const ids = new Map(
            events.flatMap((event) => (event.type === 'NodeAdded' ? [[event.data.node, contents.get(event.data.id) ?? ''] as const] : [])),
          )
          const effects = events.filter(({ position }) => position > mark)
          for (const other of rest) {
            const ranking = before.get(other) ?? []
            const isRanked = rankedWith(events, (node) => ranking.some(([id]) => id === ids.get(node)))
            const touched = touchedBy(events, turns.get(other) ?? 0)
            const meetsANewCue = ![...touchedBy(events, newest.get(other) ?? 0).cues].every((cue) => touched.cues.has(cue))
            if (meetsANewCue || reaches(effects, naiveGraph(events), touched, isRanked)) continue
            untouched.questions++
            if (touched.cues.size > 0) untouched.withCues++
            expect(await look(memory, other)).toEqual(ranking)
          }
        } finally {
          await store.close()
        }
      },
      // An edge that grew behind a node which one walk had no room for, and the next had.
      [
        { question: 22, others: [26, 1, 2, 3, 5, 4, 47, 0], verdicts: [{ verdict: 'used', place: 0, instead: undefined }] },
        // A first praise of a text that another question finds too.
        { question: 29, others: [0, 3, 1, 4, 7, 8, 5, 9], verdicts: [{ verdict: 'used', place: 3, instead: undefined }] },
        // A memory that was named instead of another stands in its place for questions that the verdict touches nothing of.
        ...inShort(
          [[52, 0, 1, 2, 3, 4, 5, 6]],
          [
            [52, 0, 1, 2, 3, 4, 5, 6],
            [0, 1, 2, 3, 4, 5, 6, 7],
          ],
        ).map((others) => ({
          question: 334825875,
          others,
          verdicts: [{ verdict: 'wrong' as const, place: 0, instead: 54 }],
        })),
      ],
    ),

    property(
      'rankings are equal in memory and on SQLite after every signal, and as-of is what was then',
      6,
      signals(anything, 10),
      async (played) => {
        const disk = openStore({ layer: layerSqlite({ path: join(folder, `ranking-${made++}.db`) }) })
        try {
          await inHistory([], async ({ lines, memory }) => {
            const onDisk = await disk.memory()
            await onDisk.import({ lines: await lines() })
            const then: Array<readonly [number, ReadonlyArray<unknown>]> = []
            const player = playerOf(memory)
            for (const signal of played) {
              const one = await player.play(signal)
              if (one !== undefined) await send(onDisk, one.call)
              const now = []
              for (const question of questions) now.push(await look(memory, question))
              for (const [i, question] of questions.entries()) expect(await look(onDisk, question)).toEqual(now[i])
              then.push([(await memory.show({})).position, now])
            }
            for (const [position, rankings] of then) {
              for (const [i, question] of questions.entries()) {
                expect(await look(memory, question, position)).toEqual(rankings[i])
                expect(await look(onDisk, question, position)).toEqual(rankings[i])
              }
            }
          })
        } finally {
          await disk.close()
        }
      },
    ),
  ]
}
