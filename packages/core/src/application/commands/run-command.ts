/**
 * Runs a command: looks up what it needs, decides, appends the events and folds them. Every command that writes to a brain goes this way.
 *
 * After a lost race, everything that depends on the state is looked up and decided again, in `gather`. Only what follows from the request alone, or
 * never changes (the turn of a key, a position of the past), is looked up once, before.
 */

import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { type CommandAnswer, type CommandData, type CommandName, decide } from '../../domain/decide.ts'
import type { Rejection, Speaker as SpeakerOf } from '../../domain/decision.ts'
import type { BrainEvent, EventData, NewEvent } from '../../domain/events/brain-event.ts'
import { placed } from '../../domain/events/codec/event-codec.ts'
import { printedTurn, type SessionNumber, systemActor } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { introduce, type Participants } from '../../domain/recording/turn.ts'
import { type Access, type Decision, type OpenBrain, transact } from '../brain/brain.ts'
import { type ContentDrafts, cleanText, contentDrafts, keyDigest } from '../brain/contents.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { nodeNames } from '../naming/names.ts'
import { Cryptography } from '../ports/cryptography.ts'
import type { Append, CommandKey, CommitGate, FoundContent } from '../ports/event-store.ts'
import { InvalidRequest, NotFound } from '../request-errors.ts'
import type { InSession, Keyed, Speaker } from '../requests.ts'
import { type Done, workBacklogOff } from './learner.ts'

/** Fields that belong to the call, not to the signal. The digest leaves them out. */
const ofTheCall = {
  brain: undefined,
  deadlineMs: undefined,
  expected: undefined,
  ensure: undefined,
  skippedAt: undefined,
  today: undefined,
  waitedMs: undefined,
}

export type KeyedMethod =
  | 'recall'
  | 'routing'
  | 'skip'
  | 'session'
  | 'heartbeat'
  | 'complete'
  | 'hear'
  | 'judge'
  | 'feedback'
  | 'strength'
  | 'rollback'
  | 'undo'
  | 'unlearn'
  | 'promote'
  | 'profile'
  | 'tag'

/** Digests the request as it came in, without times, random bytes, positions or numbers of ours. A key is valid for one kind of signal. */
const commandKey = <Request extends { readonly key?: string }>(
  brain: OpenBrain,
  method: KeyedMethod,
  request: Request,
): Effect.Effect<CommandKey | undefined, never, Cryptography> =>
  Effect.map(Cryptography, (crypto) => {
    const { key, ...signal } = request
    if (key === undefined) return undefined
    const text = canonicalJson({ ...signal, method, ...ofTheCall })
    // The request to a model has the key of its signal, which has a commit of its own.
    const space = method === 'routing' || method === 'judge' ? (`${method} key` as const) : 'key'
    return { key: keyDigest(crypto, brain, key, space), signal: crypto.hmac(brain.fingerprintKey, `signal\n${text}`).slice(0, 32) }
  })

const both = {
  nodes: 'cannot be judged and be named instead at once; name another, or leave it out',
  turn: 'is part of the context that is judged; name the memories that are meant, or leave it out',
} as const

const ownersAct = { settings: 'change the settings', tag: 'name a position' } as const

const invalid = (field: string, problem: string) => new InvalidRequest({ field, problem })

const rejected = Effect.fnUntraced(function* (brain: OpenBrain, rejection: Exclude<Rejection, { readonly _tag: 'LearnerBehind' }>) {
  const { graph, lastTurn } = brain.state
  const node = 'node' in rejection ? (yield* nodeNames(brain, graph, [rejection.node], 'names')).id(rejection.node) : ''
  const turn = 'turn' in rejection ? printedTurn(rejection.turn) : ''
  switch (rejection._tag) {
    case 'UnknownTurn': {
      const hint =
        lastTurn === 0
          ? 'nothing was recalled yet'
          : rejection.turn > lastTurn
            ? `the newest is ${printedTurn(lastTurn)}`
            : 'it is too long ago, or it used no memory: nothing can be credited to it'
      return yield* new NotFound({ what: 'turn', name: turn, hint })
    }
    case 'NodeNotShown':
      return yield* new NotFound({ what: 'node', name: node, hint: `${turn} did not show it; why ${turn} lists what it showed`, turn })
    case 'NodeNotLive':
      return yield* new NotFound({ what: 'node', name: node, hint: 'it is retired or is no memory, and cannot be recalled' })
    case 'JudgedAndInstead':
      return yield* invalid('instead', `${node} ${both[rejection.about]}`)
    case 'NothingNamed':
      return yield* invalid('nodes', 'name at least one memory: the turn put none into the context')
    case 'SpeakerIsMute':
      return yield* invalid(
        'origin',
        'this speaker or kind of session may not set or undo what was learned; the owner can, in a conversation of his own',
      )
    case 'OwnerOnly':
      return yield* invalid('origin', `${rejection.origin} may not ${ownersAct[rejection.about]}: the owner can`)
    case 'NodeNotTrusted':
      return yield* invalid(
        'target',
        `${node} does not come from the owner or the agent: what leads to it gains no strength unless the owner trusts it`,
      )
    case 'NodeNotInReview':
      return yield* invalid('nodes', `${node} does not wait for a yes; review lists what does`)
    case 'SameNode':
      return yield* invalid('target', 'a node has no edge to itself; name two different ones')
    case 'KindDoesNotLearn':
      return yield* invalid('kind', `${rejection.kind} edges do not learn; leave --kind out to set the learned edge beside it`)
    case 'StrengthOutOfBounds':
      return yield* invalid('value', `out of range: this profile has strengths from ${rejection.min} to ${rejection.max}`)
    case 'StrengthUnreachable': {
      const below = rejection.min < 0 ? `from ${rejection.min} to below 0, or ` : ''
      return yield* invalid(
        'value',
        `cannot be reached: what grew from questions adds ${rejection.least} to it; choose one ${below}from ${rejection.least} to ${rejection.max}`,
      )
    }
    default:
      return rejection satisfies never
  }
})

/** A request on its way to a commit, with the drafts of its contents. */
export interface Signal {
  readonly brain: OpenBrain
  readonly request: Speaker & InSession
  readonly drafts: ContentDrafts
  readonly command?: CommandKey
  readonly expected?: number
}

/** Begins a signal. Without a method the request has no key and cannot be repeated safely. */
export const beginSignal = Effect.fnUntraced(function* (
  brain: OpenBrain,
  request: Speaker & InSession & Keyed,
  method?: KeyedMethod,
): Effect.fn.Return<Signal, never, Effect.Services<typeof contentDrafts>> {
  const { expected } = request
  const drafts = yield* contentDrafts
  const command = method === undefined ? undefined : yield* commandKey(brain, method, request)
  return { brain, request, drafts, ...(command === undefined ? {} : { command }), ...(expected === undefined ? {} : { expected }) }
})

export interface Attempt {
  readonly state: BrainState
  readonly profile: Profile
  readonly speaker: SpeakerOf
  readonly access: Access
}

export interface Plan<Name extends CommandName, E, R> {
  readonly durability: Append['durability']
  readonly gate?: CommitGate | undefined
  /** The session that the request is about, if it has the key: the request stays there though another was begun since. */
  readonly about?: SessionNumber | undefined
  /** `memory` if the memory does this by itself, whoever asked for it. */
  readonly by?: 'memory' | undefined
  /** True to decide and append nothing. */
  readonly rehearsal?: boolean | undefined
  /** Looks up the data of the command over the state of each attempt, the last time with the lock held; `undefined`: nothing to decide. */
  readonly gather: (attempt: Attempt) => Effect.Effect<CommandData<Name> | undefined, E, R>
}

/** Runs a command. Where it has to wait for the learner, the backlog is worked off and it is decided again. A refusal becomes an error. */
export const runCommand = Effect.fnUntraced(function* <Name extends CommandName, E, R>(signal: Signal, plan: Plan<Name, E, R>) {
  const { brain, command, drafts, expected } = signal
  const { durability, gate, rehearsal } = plan
  for (;;) {
    const { answer, events, recorded } = yield* transact({
      brain,
      drafts,
      durability,
      ...(command === undefined ? {} : { command }),
      ...(expected === undefined ? {} : { expected }),
      ...(gate === undefined ? {} : { gate }),
      decide: (access) => attempt(signal, plan, access),
    })
    if (answer?.rejection?._tag === 'LearnerBehind') yield* workBacklogOff(brain)
    else if (answer?.rejection !== undefined) return yield* rejected(brain, answer.rejection)
    else
      return {
        answer: answer?.answer,
        events: rehearsal === true ? inPlace(brain, answer?.rehearsed ?? []) : events,
        recorded,
      } satisfies Done<CommandAnswer<Name>>
  }
})

interface Came<Answer> {
  readonly answer?: Answer
  readonly rejection?: Rejection
  readonly rehearsed?: ReadonlyArray<NewEvent>
}

const attempt = Effect.fnUntraced(function* <Name extends CommandName, E, R>(
  { brain, drafts, request }: Signal,
  { about, by = undefined, gather, rehearsal }: Plan<Name, E, R>,
  access: Access,
) {
  const { state } = brain
  const nothing = (answer: Came<CommandAnswer<Name>>): Decision<typeof answer> => ({
    events: [],
    actor: systemActor,
    session: undefined,
    answer,
  })
  const profile = yield* profileOf(state, brain.key)
  const participants = by ?? (yield* gatherParticipants(brain, request, drafts, access, about))
  const { speaker } = introduce(state, participants)
  const data = yield* gather({ state, profile, speaker, access })
  if (data === undefined) return nothing({})
  const decided = decide({ ...data, by: participants }, state, profile)
  if (Result.isFailure(decided)) return nothing({ rejection: decided.failure })
  const { answer, events } = decided.success
  return rehearsal === true ? nothing({ answer, rehearsed: events }) : { ...decided.success, answer: { answer } }
})

const inPlace = ({ state: { at, position } }: OpenBrain, events: ReadonlyArray<NewEvent>): ReadonlyArray<BrainEvent> =>
  events.map((event, i) => placed(event, position + 1 + i, { at, actor: systemActor }))

/** Returns the number of the speaker's session, if it was begun before. */
export const begunSession = ({ isNewSession, sessionNumber }: SpeakerOf): SessionNumber | undefined =>
  isNewSession ? undefined : sessionNumber

export const speakerName = ({ actor, actorKind }: Speaker): { readonly name: string; readonly kind: EventData<'ActorNamed'>['kind'] } => ({
  name: actor ?? 'cli',
  kind: actorKind ?? 'owner',
})

const gatherParticipants = Effect.fnUntraced(function* (
  { state }: OpenBrain,
  request: Speaker & InSession,
  drafts: ContentDrafts,
  access: Access,
  about: SessionNumber | undefined,
) {
  const { kind, name: given } = speakerName(request)
  const { text: name } = yield* cleanText(given)
  const [actor] = yield* access.find('actor-name', name)
  const { text: key } = yield* cleanText(request.session ?? 'cli')
  const begun = yield* access.find('session-key', key)
  const draft = (text: string) => Effect.map(cleanText(text), (clean) => drafts.add(clean.text))
  return {
    origin: request.origin ?? 'owner',
    actor: { known: actor?.number, name: drafts.add(name), kind },
    session: {
      known: openSession(state, begun, about),
      key: drafts.add(key),
      kind: request.sessionKind ?? (key === 'cli' ? 'cli' : 'interactive'),
      ...(request.agent === undefined ? {} : { agent: yield* draft(request.agent) }),
      ...(request.workspace === undefined ? {} : { workspace: yield* draft(request.workspace) }),
      ...(request.channel === undefined ? {} : { channel: yield* draft(request.channel) }),
    },
  } satisfies Participants
})

/** Returns the open session of a key: `about` if the key ever named it, else the newest one unless it has ended. */
const openSession = (
  { participants }: BrainState,
  begun: ReadonlyArray<FoundContent>,
  about: SessionNumber | undefined,
): SessionNumber | undefined => {
  if (begun.some(({ number }) => number === about)) return about
  const newest = begun.at(-1)?.number
  return newest === undefined || participants.sessions.get(newest)?.ended !== false ? undefined : newest
}
