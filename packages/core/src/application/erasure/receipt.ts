/**
 * Reports what was erased and where, and which copies the memory cannot erase. Without the second part the first would promise too much.
 */

import * as Effect from 'effect/Effect'
import { erasedNode, type NodeNumber, printedFeedback, printedSession, printedTurn } from '../../domain/identity.ts'
import type { ForgetAnswer, ForgottenThing } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { beginning, nodeNames } from '../naming/names.ts'
import { ContentStore } from '../ports/content-store.ts'
import { type ErasedPlace, ErasureStore, type OwnedContent } from '../ports/erasure-store.ts'
import { EventStore } from '../ports/event-store.ts'
import type { Plan } from './plan.ts'

/** Every place where a part of a memory can be stored. A later version that stores parts elsewhere adds a line here. */
const places = [
  'contents',
  'text index',
  'digests of answered requests',
  'database pages',
  'write-ahead log',
  'snapshots',
  'vectors',
] as const
const caches = ['model cache', 'embedding cache'] as const

export interface Done {
  /** Copies that stay, and the places that the store does not reach. */
  readonly copies: ForgetAnswer['unreachable']
  readonly places: ReadonlyArray<ErasedPlace>
  readonly waitsFor: string | undefined
}

export const receipt = ({ key, state }: OpenBrain, plan: Plan, { copies, places, waitsFor }: Done): ForgetAnswer => ({
  brain: key,
  scope: plan.scope,
  contents: plan.contents.length,
  forgotten: things(plan, numbered),
  places: everyPlace(places).filter(isOther(copies)),
  unreachable: [...copies, ...unreachable.filter(isOther(copies))],
  ...(waitsFor === undefined ? {} : { unfinished: waitsFor }),
  position: state.position,
})

/** Names the memories that hold again with an erasure, as a field of an answer. */
export const returnsIn = Effect.fnUntraced(function* (brain: OpenBrain, { returns }: Plan) {
  if (returns.length === 0) return {}
  const names = yield* nodeNames(brain, brain.state.graph, returns, 'names')
  return { returns: returns.map((node) => names.id(node)) } satisfies Pick<ForgetAnswer, 'returns'>
})

/** Reports what would be erased, by the names that it still has. */
export const rehearsal = Effect.fnUntraced(function* (brain: OpenBrain, plan: Plan, copies: ForgetAnswer['unreachable']) {
  const contents = yield* ContentStore
  const { graph, sources } = brain.state
  const nodes = plan.taken.flatMap(({ number, owner }) => (owner === 'node' ? [number] : []))
  const names = yield* nodeNames(brain, graph, nodes, 'texts')
  const keys = plan.taken.flatMap(({ number, owner }) => (owner === 'source' ? (sources.byNumber.get(number)?.key ?? []) : []))
  const known = yield* contents.bodies(brain.key, [...new Set(keys)])
  const called: Called = (thing) => {
    const key = thing.owner === 'source' ? sources.byNumber.get(thing.number)?.key : undefined
    if (thing.owner === 'node') return names.id(thing.number)
    return (key && known.get(key)) ?? numbered(thing)
  }
  const answer: ForgetAnswer = {
    ...receipt(brain, plan, { copies, places: [{ place: 'contents', rows: plan.contents.length, bytes: 0 }], waitsFor: undefined }),
    forgotten: things(plan, called, (node) =>
      graph.typeOf(node) === 'cue' ? {} : { title: names.title(node), begins: beginning(names.text(node) ?? '') },
    ),
  }
  return answer
})

type Called = (thing: Pick<OwnedContent, 'owner' | 'number'>) => string

const numbered: Called = ({ number, owner }) => {
  switch (owner) {
    case 'node':
      return erasedNode(number)
    case 'session':
      return printedSession(number)
    case 'turn':
      return printedTurn(number)
    case 'feedback':
      return printedFeedback(number)
    case 'brain':
      return 'what belongs to no single thing'
    case 'actor':
    case 'call':
    case 'edge':
    case 'source':
      return `${owner} ${number}`
    default:
      return owner satisfies never
  }
}

const order = ['source', 'node', 'session', 'turn', 'feedback', 'call', 'edge', 'actor', 'brain'] as const

/** Lists the things by owner in the order above, then by rising number. */
const things = (
  { taken }: Plan,
  called: Called,
  words: (node: NodeNumber) => Pick<ForgottenThing, 'title' | 'begins'> = () => ({}),
): ReadonlyArray<ForgottenThing> =>
  order.flatMap((what) => {
    const owned = Map.groupBy(
      taken.filter(({ owner }) => owner === what),
      ({ number }) => number,
    )
    return [...owned]
      .sort(([a], [b]) => a - b)
      .map(([number, contents]) => ({
        what,
        name: called({ owner: what, number }),
        contents: contents.length,
        ...(what === 'node' ? words(number) : {}),
      }))
  })

const everyPlace = (erased: ReadonlyArray<ErasedPlace>): ForgetAnswer['places'] =>
  [...places, ...caches].map((place) => erased.find((one) => one.place === place) ?? { place, rows: 0, bytes: 0 })

const isOther =
  (copies: ForgetAnswer['unreachable']) =>
  ({ place }: { readonly place: string }): boolean =>
    !copies.some((copy) => copy.place === place)

const unreachable: ForgetAnswer['unreachable'] = [
  { place: 'backups', why: 'copies of the database that were made before hold it: delete them, or restore one and forget there too' },
  { place: 'exports', why: 'files that were exported before hold it: delete them' },
  { place: 'the host', why: 'its transcripts, its own memory files and the documents themselves are its own: delete it there' },
  { place: 'models', why: 'what was put before a model was sent to whoever runs it' },
  { place: 'the disk', why: 'file systems and drives may keep older blocks, and snapshots of their own' },
]

/**
 * Finds copies that stay: earlier states of the store, places of the store that it does not reach, and brains of this store that were
 * imported from the same export and have contents of their own.
 */
export const copiesElsewhere = Effect.fnUntraced(function* (brain: OpenBrain, { contents }: Plan) {
  const store = yield* EventStore
  const bodies = yield* ContentStore
  const erasure = yield* ErasureStore
  const why = 'it is an earlier state of this store, kept aside or left behind: delete it, or forget there too'
  const copies: Array<ForgetAnswer['unreachable'][number]> = (yield* erasure.copies).map((place) => ({ place, why }))
  for (const { brain: key, fingerprintKey } of yield* store.brains) {
    if (key === brain.key || fingerprintKey !== brain.fingerprintKey) continue
    const { size } = yield* bodies.bodies(key, contents)
    if (size > 0)
      copies.push({ place: key, why: `it is a copy of this brain and has ${size} of the contents: forget there too, with --brain ${key}` })
  }
  return [...copies, ...erasure.unreached]
})
