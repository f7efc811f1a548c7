/**
 * Erases for good the named contents, contents made of them, and texts that quote them. The log still shows that they existed, without
 * their words.
 */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { decide } from '../../domain/decide.ts'
import {
  type BrainKey,
  type ContentRef,
  erasedNode,
  type NodeNumber,
  printedFeedback,
  printedSession,
  printedTurn,
} from '../../domain/identity.ts'
import { aliasChanges, aliasedIn } from '../aliases/alias-changes.ts'
import type { ForgetAnswer, ForgottenThing } from '../answers.ts'
import { catchUp, type OpenBrain } from '../brain/brain.ts'
import { branchesOf, branchKeysOf } from '../brain/branches.ts'
import { cleanText, contentDrafts } from '../brain/contents.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { appendLocked } from '../commands/append.ts'
import { speakerName } from '../commands/run-command.ts'
import { beginning, nodeNames } from '../naming/names.ts'
import { nearIds } from '../naming/near.ts'
import { ContentStore } from '../ports/content-store.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { type ErasedPlace, ErasureStore, type OwnedContent } from '../ports/erasure-store.ts'
import { EventStore, type LockedBrain } from '../ports/event-store.ts'
import { NotFound } from '../request-errors.ts'
import type { ForgetRequest } from '../requests.ts'
import { type Plan, planErasure } from './plan.ts'
import { type Asked, readAsked } from './selection.ts'

/**
 * A repeated request is no error: it removes from the files what the first one had to leave there. Branches are erased before the brain itself:
 * whatever interrupts an erasure, the repeated request finds their copies by the contents that the brain still has.
 */
export const forget = Effect.fnUntraced(function* (brain: OpenBrain, request: ForgetRequest) {
  const asked = yield* readAsked(brain, request)
  if (request.dryRun === true) return yield* rehearse(brain, request, asked)
  const done = yield* eraseFamily(brain, request, asked)
  yield* catchUp(brain)
  const { branches, copies, places, plan } = done
  if (plan === 'changed') {
    const erased = branches.length === 0 ? {} : { erased: branches }
    return { ...(yield* rehearse(brain, request, asked)), changed: true, ...erased } satisfies ForgetAnswer
  }
  const erasure = yield* ErasureStore
  const finished = yield* erasure.finish
  const everywhere = added([...places, ...finished.places])
  return {
    ...receipt(brain, plan, { copies, places: everywhere, waitsFor: finished.waitsFor }),
    ...(yield* returnsIn(brain, plan)),
    ...inBranches(branches),
  } satisfies ForgetAnswer
})

const rehearse = Effect.fnUntraced(function* (brain: OpenBrain, request: ForgetRequest, asked: Asked) {
  const { branches, copies, plan } = yield* planFamily(brain, asked)
  if (request.name !== undefined && asked.scope === 'subject' && plan.contents.length === 0)
    return yield* nothingCalled(brain, request.name)
  const planned = branches.map(({ branch, plan: { contents } }) => ({ brain: branch.key, contents: contents.length }))
  return {
    ...(yield* rehearsal(brain, plan, copies)),
    selection: yield* selectionOf(brain, asked, plan),
    ...(yield* returnsIn(brain, plan)),
    ...inBranches(planned),
  } satisfies ForgetAnswer
})

const nothingCalled = Effect.fnUntraced(function* (brain: OpenBrain, name: string) {
  const near = yield* Effect.orElseSucceed(nearIds(brain, brain.state.graph, name), (): ReadonlyArray<string> => [])
  const hint = 'nothing has this name, and nothing says it'
  return yield* new NotFound({ what: 'node', name: name.slice(0, 200), hint, ...(near.length === 0 ? {} : { near }) })
})

/** Characters of a selection: a person types it. */
const selectionCharacters = 6

/**
 * Names what a plan takes, as a person saw it: the same for the same memories with the same texts. Traces of them in questions and verdicts do not
 * count: each message about the erasure adds some.
 */
const selectionOf = Effect.fnUntraced(function* ({ state: { graph } }: OpenBrain, asked: Asked, plan: Plan) {
  const crypto = yield* Cryptography
  const shown = (nodes: ReadonlyArray<NodeNumber>) =>
    nodes.flatMap((node) => (graph.typeOf(node) === 'cue' ? [] : [`${node} ${graph.node(node)?.text}`]))
  const lines = [asked.scope, asked.name, ...shown(plan.nodes), 'revised', ...shown(plan.revised), 'sources', ...plan.sources.map(String)]
  return crypto.sha256Lines(lines).slice(0, selectionCharacters)
})

/** True where the request names a selection and the plan takes something else. */
const isChanged = ({ selection }: ForgetRequest, brain: OpenBrain, asked: Asked, plan: Plan) =>
  selection === undefined ? Effect.succeed(false) : Effect.map(selectionOf(brain, asked, plan), (now) => now !== selection.toLowerCase())

/** Plans the erasure in a brain and in its branches, and finds the copies in brains that are neither. */
const planFamily = Effect.fnUntraced(function* (brain: OpenBrain, asked: Asked) {
  const plan = yield* planErasure(brain, asked)
  const family = plan.contents.length === 0 ? [] : yield* branchesOf(brain)
  const branches = yield* plansOfBranches(family, asked, plan)
  const reached = new Set<string>(branches.map(({ branch }) => branch.key))
  const copies = (yield* copiesElsewhere(brain, plan)).filter(({ place }) => !reached.has(place))
  return { plan, branches, copies, known: new Set(family.map(({ key }) => key)) }
})

/**
 * Erases in the branches, then in the brain. Begins again where a replay was saved meanwhile, for that branch has copies, too. None can be saved
 * after the erasure in the brain: a replay from before it is refused.
 */
const eraseFamily = Effect.fnUntraced(function* (brain: OpenBrain, request: ForgetRequest, asked: Asked) {
  const store = yield* EventStore
  const places: Array<ErasedPlace> = []
  const erasedIn = new Map<BrainKey, number>()
  const inEach = () => [...erasedIn].map(([key, contents]) => ({ brain: key, contents }))
  for (;;) {
    // Others may have written meanwhile, and a branch is erased before the brain.
    yield* catchUp(brain)
    const { branches, copies, known, plan: first } = yield* planFamily(brain, asked)
    if (yield* isChanged(request, brain, asked, first)) return { plan: 'changed' as const, places, branches: inEach(), copies }
    if (first.contents.length === 0) return { plan: first, places, branches: [], copies }
    for (const { branch, plan } of branches) {
      const copied = new Set(first.contents)
      const done = yield* store.locked(branch.key, (locked) => erase(branch, request, { asked, copied, first: plan }, locked))
      places.push(...done.places)
      erasedIn.set(branch.key, (erasedIn.get(branch.key) ?? 0) + done.plan.contents.length)
    }
    const done = yield* store.locked(brain.key, (locked) =>
      Effect.gen(function* () {
        const isNew = (yield* branchKeysOf(brain)).some((key) => !known.has(key))
        if (isNew) return undefined
        yield* catchUp(brain, locked)
        const plan = brain.state.position === first.at ? first : yield* planErasure(brain, asked)
        if (yield* isChanged(request, brain, asked, plan)) return 'changed' as const
        return yield* erase(brain, request, { asked, first: plan }, locked)
      }),
    )
    if (done === undefined) continue
    if (done === 'changed') return { plan: done, places, branches: inEach(), copies }
    return { plan: done.plan, places: [...done.places, ...places], branches: inEach(), copies }
  }
})

const inBranches = (branches: NonNullable<ForgetAnswer['branches']>): Pick<ForgetAnswer, 'branches'> =>
  branches.length === 0 ? {} : { branches }

/** Adds up what was erased in the same place. */
const added = (places: ReadonlyArray<ErasedPlace>): ReadonlyArray<ErasedPlace> =>
  [...Map.groupBy(places, ({ place }) => place)].map(([place, all]) => ({
    place,
    rows: all.reduce((sum, { rows }) => sum + rows, 0),
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
  }))

/** Plans the erasure of the same contents in the branches that have any of them. */
const plansOfBranches = Effect.fnUntraced(function* (family: ReadonlyArray<OpenBrain>, asked: Asked, { contents }: Plan) {
  const copied = new Set(contents)
  const plans: Array<{ readonly branch: OpenBrain; readonly plan: Plan }> = []
  for (const branch of family) {
    const plan = yield* planErasure(branch, asked, copied)
    if (plan.contents.length > 0) plans.push({ branch, plan })
  }
  return plans
})

/** The selection of an erasure in one brain, and its plan from before the lock. */
interface PlannedErasure {
  readonly asked: Asked
  /** The contents that the brain copied from its parent. Absent for a brain that is no branch. */
  readonly copied?: ReadonlySet<ContentRef>
  readonly first: Plan
}

/**
 * Erases in one transaction: appends the event, deletes the rows, adds the tombstones, and notes that the files still have to be cleaned.
 */
const erase = Effect.fnUntraced(function* (
  brain: OpenBrain,
  request: ForgetRequest,
  { asked, copied, first }: PlannedErasure,
  locked: LockedBrain,
) {
  yield* catchUp(brain, locked)
  // A commit that came since may name the same contents. Within the lock no further one can come.
  const plan = brain.state.position === first.at ? first : yield* planErasure(brain, asked, copied)
  const places: ReadonlyArray<ErasedPlace> = plan.contents.length === 0 ? [] : yield* eraseLocked(brain, request, plan, locked)
  return { plan, places }
})

const eraseLocked = Effect.fnUntraced(function* (brain: OpenBrain, request: ForgetRequest, plan: Plan, locked: LockedBrain) {
  const crypto = yield* Cryptography
  const erasure = yield* ErasureStore
  const drafts = yield* contentDrafts
  const { kind, name: given } = speakerName(request)
  const { text: name } = yield* cleanText(given)
  const [known] = yield* locked.find('actor-name', brain.fingerprint('actor-name', name))
  // A speaker whose own name is erased here gets a new number: the old one has no name any more.
  const number = known === undefined || plan.contents.includes(known.ref) ? undefined : known.number
  const by = { origin: request.origin ?? 'owner', session: undefined, actor: { known: number, name: drafts.add(name), kind } }
  const { contents, nodes, scope, sources } = plan
  const profile = yield* profileOf(brain.state, brain.key)
  const decided = Result.getOrThrow(decide({ _tag: 'Forget', by, contents, nodes, scope, sources }, brain.state, profile))
  const position = yield* appendLocked(brain, decided, drafts, locked)
  return yield* erasure.erase(brain.key, {
    contents,
    nodes: [...nodes, ...plan.revised],
    index: plan.index,
    signals: plan.signals.map((first) => ({ first, instead: crypto.randomHex(16) })),
    bury: plan.bury,
    position,
  })
})

/* Reports what was erased and where, and which copies the memory cannot erase. Without the second part the first would promise too much. */

/** Every place where a part of a memory can be stored. A later version that stores parts elsewhere adds a line here. */
const places = ['contents', 'text index', 'digests of answered requests', 'database pages', 'write-ahead log', 'snapshots', 'vectors']
const caches = ['model cache', 'embedding cache']

interface Done {
  /** Copies that stay, and the places that the store does not reach. */
  readonly copies: ForgetAnswer['unreachable']
  readonly places: ReadonlyArray<ErasedPlace>
  readonly waitsFor: string | undefined
}

const receipt = ({ key, state }: OpenBrain, plan: Plan, { copies, places, waitsFor }: Done): ForgetAnswer => ({
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
const returnsIn = Effect.fnUntraced(function* (brain: OpenBrain, { returns }: Plan) {
  if (returns.length === 0) return {}
  const names = yield* nodeNames(brain, brain.state.graph, returns, 'names')
  return { returns: returns.map((node) => names.id(node)) } satisfies Pick<ForgetAnswer, 'returns'>
})

const aliasesListed = 100

/** Reports what would be erased, by the names that it still has. */
const rehearsal = Effect.fnUntraced(function* (brain: OpenBrain, plan: Plan, copies: ForgetAnswer['unreachable']) {
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
  const before = aliasedIn(graph)
  const gone = new Set(plan.taken.map(({ ref }) => ref))
  const after = new Map([...before].map(([node, all]) => [node, all.filter(({ names }) => names === undefined || !gone.has(names))]))
  const { removed } = yield* aliasChanges(brain, graph, before, after)
  const answer: ForgetAnswer = {
    ...receipt(brain, plan, { copies, places: [{ place: 'contents', rows: plan.contents.length, bytes: 0 }], waitsFor: undefined }),
    forgotten: things(plan, called, (node) =>
      graph.typeOf(node) === 'cue' ? {} : { title: names.title(node), begins: beginning(names.text(node) ?? '') },
    ),
    ...(removed.length === 0 ? {} : { aliases: removed.slice(0, aliasesListed) }),
    ...(removed.length > aliasesListed ? { allAliases: removed.length } : {}),
  }
  return answer
})

type Called = (thing: Pick<OwnedContent, 'owner' | 'number'>) => string

const byNumber = (owner: OwnedContent['owner']) => (number: number) => `${owner} ${number}`

const printed: Readonly<Record<OwnedContent['owner'], (number: number) => string>> = {
  node: erasedNode,
  session: printedSession,
  turn: printedTurn,
  feedback: printedFeedback,
  brain: () => 'what belongs to no single thing',
  actor: byNumber('actor'),
  call: byNumber('call'),
  edge: byNumber('edge'),
  source: byNumber('source'),
}

const numbered: Called = ({ number, owner }) => printed[owner](number)

const order = ['source', 'node', 'session', 'turn', 'feedback', 'call', 'edge', 'actor', 'brain'] as const

/** Lists the things by owner in the order above, then by rising number. */
const things = (
  { taken }: Plan,
  called: Called,
  words: (node: NodeNumber) => Pick<ForgottenThing, 'title' | 'begins'> = () => ({}),
): ReadonlyArray<ForgottenThing> =>
  order.flatMap((what) => {
    const owned = taken.filter(({ owner }) => owner === what)
    return [...Map.groupBy(owned, ({ number }) => number)]
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
const copiesElsewhere = Effect.fnUntraced(function* (brain: OpenBrain, { contents }: Plan) {
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
