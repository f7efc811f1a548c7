/** Finds what a request asks to forget: one thing, or everything that says some words. */

import { phraseOf } from '@crabtrail/text/statements/quoted-words'
import * as Effect from 'effect/Effect'
import { type ErasureScope, mayForget } from '../../domain/erasure/erasure.ts'
import type { ContentRef, FeedbackNumber, NodeNumber, SessionNumber, SourceNumber, TurnNumber } from '../../domain/identity.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { readNumber, resolveNode } from '../naming/names.ts'
import { documentsNamed, nearDocuments } from '../naming/near.ts'
import { forgetScopes } from '../operations/forget.ts'
import { ContentStore } from '../ports/content-store.ts'
import type { OwnedContent, Owners } from '../ports/erasure-store.ts'
import { InvalidRequest, NotFound } from '../request-errors.ts'
import type { ForgetRequest } from '../requests.ts'
import type { Traces } from './traces.ts'

/*
 * Tombstones of forgotten sources and passages, so that they are not read in again.
 *
 * Each is a fingerprint under the brain’s own key: of the name of a document, or of the words of a text in a document. So a passage is known
 * wherever it stands in its document, another passage in its place is not, and a renamed document counts as a new one.
 */

export interface Marks {
  /** Tombstone of a source that is forgotten whole. */
  readonly source: (key: string) => string
  /** Tombstone of a source of which single passages are forgotten. Only such sources have to be searched for them. */
  readonly sourceInPart: (key: string) => string
  /** Tombstone of an id: to forget the passage again is no error. It keeps no passage out, because another one may get the id. */
  readonly name: (id: string) => string
  /** Tombstone of a text of the source `key`, by a key of its words (`packages/text/src/evidence/forgotten-words.ts`). */
  readonly words: (key: string, words: string) => string
}

export const marks = ({ fingerprint }: Pick<OpenBrain, 'fingerprint'>): Marks => ({
  source: (key) => fingerprint('source-key', `whole\n${key}`),
  sourceInPart: (key) => fingerprint('source-key', `part\n${key}`),
  name: (id) => fingerprint('node-id', `name\n${id}`),
  words: (key, words) => fingerprint('node-text', `words\n${JSON.stringify([key, words])}`),
})

export interface Asked {
  readonly scope: ErasureScope
  /** Name of the thing; for a subject, its words as they are searched for. */
  readonly name: string
}

export const readAsked = Effect.fnUntraced(function* (brain: OpenBrain, request: ForgetRequest) {
  const { origin = 'owner' } = request
  if (!mayForget(origin)) return yield* malformed('origin', `${origin} may not have anything forgotten: the owner can`)
  const { name, scope } = request.name === undefined ? namedBy(request) : yield* called(brain, request.name.trim())
  if (scope !== 'subject') return { scope, name } satisfies Asked
  const phrase = phraseOf(name)
  if (phrase === undefined)
    return yield* malformed(
      request.name === undefined ? 'subject' : 'name',
      'it says too little to look for: give a name, or words that stand together',
    )
  return { scope, name: phrase } satisfies Asked
})

/** Returns the one thing that a checked request names. */
const namedBy = (request: ForgetRequest): Asked =>
  forgetScopes.flatMap((scope) => {
    const name = request[scope]
    return name === undefined ? [] : [{ scope, name }]
  })[0] ?? { scope: 'subject', name: '' }

/**
 * Returns the thing that has a name: a document by its key or by the name of its file, if only one has it; a memory by its id, or by a unique
 * beginning of an id that no word has; a turn as `t17`, a session as `s17`. Else the name is words: everything that says them.
 */
const called = Effect.fnUntraced(function* (brain: OpenBrain, name: string) {
  const { lastTurn, participants } = brain.state
  const contents = yield* ContentStore
  const has = (kind: 'source-key' | 'node-id') => contents.find(brain.key, kind, brain.fingerprint(kind, name))
  if ((yield* has('source-key')).length > 0) return asThing('source', name)
  if ((yield* has('node-id')).length > 0) return asThing('node', name)
  const [file, another] = yield* documentsNamed(brain, name)
  if (file !== undefined && another === undefined) return asThing('source', file.key)
  if (/^t[1-9]\d{0,14}$/.test(name) && Number(name.slice(1)) <= lastTurn) return asThing('turn', name)
  if (/^s[1-9]\d{0,14}$/.test(name) && participants.sessions.has(Number(name.slice(1)))) return asThing('session', name)
  const isBeginning = /[#:]/.test(name) && (yield* contents.findByPrefix(brain.key, 'node-id', name, 2)).length === 1
  return asThing(isBeginning ? 'node' : 'subject', name)
})

const asThing = (scope: ErasureScope, name: string): Asked => ({ scope, name })

const malformed = (field: string, problem: string) => new InvalidRequest({ field, problem })

/* Everything that an erasure takes: whole things, and single contents of others. It grows during the search. */

export interface Taken {
  readonly nodes: Set<NodeNumber>
  readonly sources: Set<SourceNumber>
  readonly sessions: Set<SessionNumber>
  readonly turns: Set<TurnNumber>
  readonly feedbacks: Set<FeedbackNumber>
  /** Nodes that lose an earlier text and keep the present one. */
  readonly revised: Set<NodeNumber>
  readonly contents: Map<ContentRef, OwnedContent>
}

export const nothingTaken = (): Taken => ({
  nodes: new Set(),
  sources: new Set(),
  sessions: new Set(),
  turns: new Set(),
  feedbacks: new Set(),
  revised: new Set(),
  contents: new Map(),
})

/** Returns the owners whose contents are all taken. A call goes with the turn or the document that it was about. */
export const ownersIn = (
  { feedbacks, nodes, sessions, sources, turns }: Taken,
  { calls }: Pick<Traces, 'calls'>,
): ReadonlyArray<Owners> => {
  const about = [...calls].flatMap(([call, { source = 0, turns: of }]) =>
    of.some((turn) => turns.has(turn)) || sources.has(source) ? [call] : [],
  )
  return (
    [
      { owner: 'node', numbers: [...nodes] },
      { owner: 'source', numbers: [...sources] },
      { owner: 'session', numbers: [...sessions] },
      { owner: 'turn', numbers: [...turns] },
      { owner: 'feedback', numbers: [...feedbacks] },
      { owner: 'call', numbers: about },
    ] as const
  ).filter(({ numbers }) => numbers.length > 0)
}

export const takeContent = ({ contents }: Taken, content: OwnedContent): void => {
  contents.set(content.ref, content)
}

/* Finds the named thing, and what belongs to it by its number. */

/** Returns what belongs to the named thing; nothing if it was forgotten before. A subject is searched for later, in the contents. */
export const meantBy = Effect.fnUntraced(function* (brain: OpenBrain, { name, scope }: Asked, traces: Traces) {
  const taken = nothingTaken()
  if (scope === 'node') yield* takeNode(brain, name, taken)
  if (scope === 'source') yield* takeSource(brain, name, taken)
  if (scope === 'session') yield* takeSession(brain, name, taken, traces)
  if (scope === 'turn') yield* takeTurn(brain, name, taken, traces)
  return taken
})

const takeNode = Effect.fnUntraced(function* (brain: OpenBrain, name: string, taken: Taken) {
  const contents = yield* ContentStore
  const exact = yield* contents.find(brain.key, 'node-id', brain.fingerprint('node-id', name))
  // The name of a forgotten node may be the beginning of another name.
  if (exact.length === 0 && (yield* wasForgotten(brain, name))) return
  taken.nodes.add(yield* resolveNode(brain, brain.state.graph, name))
})

const takeSource = Effect.fnUntraced(function* (brain: OpenBrain, key: string, taken: Taken) {
  const { byNumber } = brain.state.sources
  const contents = yield* ContentStore
  const known = yield* contents.find(brain.key, 'source-key', brain.fingerprint('source-key', key))
  // A renamed document had this key before; another document may have it now.
  const called = known.filter(({ number, ref }) => byNumber.get(number)?.key === ref)
  for (const { number } of called.length > 0 ? called : known) taken.sources.add(number)
  for (const source of taken.sources) for (const node of byNumber.get(source)?.nodes ?? []) taken.nodes.add(node)
  if (known.length > 0 || (yield* wasForgotten(brain, key))) return
  const isNode = (yield* contents.find(brain.key, 'node-id', brain.fingerprint('node-id', key))).length > 0
  const hint = isNode ? 'a memory has this id: name it as the node (--node)' : 'give its key as list prints it'
  const near = isNode ? [] : yield* nearDocuments(brain, key)
  return yield* new NotFound({ what: 'source', name: key, hint, ...(near.length === 0 ? {} : { near }) })
})

/** True if the name has a tombstone, or the source that the name begins with has one. */
const wasForgotten = Effect.fnUntraced(function* (brain: OpenBrain, name: string) {
  const contents = yield* ContentStore
  const buried = new Set(yield* contents.tombstones(brain.key))
  const mark = marks(brain)
  return [mark.name(name), mark.source(name), mark.source(name.split('#', 1)[0] ?? '')].some((one) => buried.has(one))
})

const takeSession = Effect.fnUntraced(function* (brain: OpenBrain, name: string, taken: Taken, traces: Traces) {
  const { sessions } = brain.state.participants
  const numbered = Number(/^s([1-9]\d{0,14})$/.exec(name)?.[1])
  if (sessions.has(numbered)) taken.sessions.add(numbered)
  else {
    const contents = yield* ContentStore
    for (const { number } of yield* contents.find(brain.key, 'session-key', brain.fingerprint('session-key', name))) {
      taken.sessions.add(number)
    }
  }
  // A forgotten session leaves no tombstone: if any session was forgotten, it may have been this one.
  if (taken.sessions.size === 0 && ![...sessions.values()].some(({ key }) => brain.state.erased.has(key))) {
    return yield* new NotFound({ what: 'session', name, hint: 'give its key, or its number as s17' })
  }
  for (const [turn, asked] of traces.turns) if (taken.sessions.has(asked)) taken.turns.add(turn)
  takeSaid(brain.state, taken, traces)
})

const takeTurn = Effect.fnUntraced(function* (brain: OpenBrain, name: string, taken: Taken, traces: Traces) {
  const turn = yield* readNumber('turn', name)
  if (turn > brain.state.lastTurn) return yield* new NotFound({ what: 'turn', name, hint: 'give its number as t17' })
  taken.turns.add(turn)
  takeSaid(brain.state, taken, traces)
})

/**
 * Takes every verdict that was said in one of the sessions or on one of the turns, what was noted or captured there and in no conversation that is
 * still kept, and the cues that stand for no other turn.
 */
const takeSaid = ({ erased, participants }: BrainState, { feedbacks, nodes, sessions, turns }: Taken, traces: Traces): void => {
  const isIn = ({ session, turn }: { readonly session: SessionNumber | undefined; readonly turn: TurnNumber | undefined }) =>
    (session !== undefined && sessions.has(session)) || (turn !== undefined && turns.has(turn))
  for (const [feedback, where] of traces.feedbacks) if (isIn(where)) feedbacks.add(feedback)
  const isGone = (session: SessionNumber | undefined) => {
    const key = session === undefined ? undefined : participants.sessions.get(session)?.key
    return session !== undefined && (sessions.has(session) || (key !== undefined && erased.has(key)))
  }
  for (const [node, { again, ...where }] of traces.made) {
    const isHere = isIn(where) || [...again].some((session) => sessions.has(session) && isGone(where.session))
    if (isHere && [...again].every(isGone)) nodes.add(node)
  }
  for (const [cue, asked] of traces.cues) if ([...asked].every((turn) => turns.has(turn))) nodes.add(cue)
}
