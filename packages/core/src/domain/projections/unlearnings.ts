/**
 * Folds which requests stand: unlearnings, promotions, and the fork of a branch, whose silent turns teach nothing. A signal does not teach
 * while at least one standing request names it. A rollback restores which requests stand, like a strength. The fold also lists the
 * rollbacks, because a derivation that leaves signals out must restore what they restored.
 */
import type { BrainEvent } from '../events/brain-event.ts'
import { ignore } from '../events/brain-event.ts'
import type { Selector } from '../events/session-events.ts'
import type { NodeNumber, Position } from '../identity.ts'

export interface Unlearning {
  /** An unlearning alone can be withdrawn by its position. With a promotion, other settings may have been put in force. */
  readonly kind: 'unlearning' | 'promotion' | 'fork'
  /** What an unlearning named. */
  readonly selector?: Selector
  /** The positions of the signals that it takes out, rising. */
  readonly signals: ReadonlyArray<Position>
  /** The memories that are out while the request stands: it retired them, or another standing one had. */
  readonly nodes: ReadonlyArray<NodeNumber>
}

/** From `at` on, the request stands or no longer stands. */
interface StandingChange {
  readonly at: Position
  readonly request: Position
  readonly stands: boolean
}

/** A rollback at a position, as its request records it. */
export interface PastRollback {
  readonly at: Position
  readonly to: Position
  readonly through: Position
}

export interface UnlearnRecords {
  /** Every request, by its position. */
  readonly requests: Map<Position, Unlearning>
  /** Oldest first. */
  readonly changes: Array<StandingChange>
  /** Oldest first. */
  readonly rollbacks: Array<PastRollback>
  /** The memories that an unlearning retired last: nothing brought them back since, or retired them for another reason. */
  readonly held: Set<NodeNumber>
}

export const noUnlearnings = (): UnlearnRecords => ({ requests: new Map(), changes: [], rollbacks: [], held: new Set() })

export const cloneUnlearnings = ({ changes, held, requests, rollbacks }: UnlearnRecords): UnlearnRecords => ({
  requests: new Map(requests),
  changes: changes.slice(),
  rollbacks: rollbacks.slice(),
  held: new Set(held),
})

/** Returns the positions of the requests that stand; with `at`, of those that stood there. */
export const standingRequests = (
  { changes }: Pick<UnlearnRecords, 'changes'>,
  at: Position = Number.MAX_SAFE_INTEGER,
): ReadonlySet<Position> => {
  const standing = new Set<Position>()
  for (const change of changes) {
    if (change.at > at) break
    if (change.stands) standing.add(change.request)
    else standing.delete(change.request)
  }
  return standing
}

/** Returns the positions of the standing requests but for one. */
export const otherRequests = (records: Pick<UnlearnRecords, 'changes'>, request: Position): ReadonlyArray<Position> =>
  [...standingRequests(records)].filter((one) => one !== request)

/** Returns the positions of the requests that a rollback ended and that nobody withdrew since. */
export const endedByRollback = ({ changes, rollbacks }: Pick<UnlearnRecords, 'changes' | 'rollbacks'>): ReadonlySet<Position> => {
  const goingBack = new Set(rollbacks.map(({ at }) => at))
  const ended = new Set<Position>()
  for (const { at, request, stands } of changes) {
    if (!stands && goingBack.has(at)) ended.add(request)
    else ended.delete(request)
  }
  return ended
}

/** Returns the positions of the signals that do not teach while these requests stand. */
export const signalsOut = ({ requests }: Pick<UnlearnRecords, 'requests'>, standing: Iterable<Position>): ReadonlySet<Position> => {
  const out = new Set<Position>()
  for (const request of standing) for (const signal of requests.get(request)?.signals ?? []) out.add(signal)
  return out
}

/** Returns the memories that these requests name. Those of them that are `held` are out while one of the requests stands. */
export const nodesOut = ({ requests }: Pick<UnlearnRecords, 'requests'>, standing: Iterable<Position>): ReadonlySet<NodeNumber> => {
  const out = new Set<NodeNumber>()
  for (const request of standing) for (const node of requests.get(request)?.nodes ?? []) out.add(node)
  return out
}

/** A stretch of the log: the positions above `after` up to `to`. */
interface Stretch {
  readonly after: Position
  readonly to: Position
}

/** Returns the stretches whose facts count at a position, oldest first: after a rollback the log goes on from where it went back to. */
export const stretchesInForce = (rollbacks: ReadonlyArray<Pick<PastRollback, 'at' | 'to'>>, at: Position): ReadonlyArray<Stretch> => {
  const stretches: Array<Stretch> = []
  let end = at
  for (const rollback of rollbacks.toReversed()) {
    if (rollback.at > end) continue
    stretches.push({ after: rollback.at, to: end })
    end = rollback.to
  }
  return [...stretches, { after: 0, to: end }].reverse()
}

/** Returns the positions of the requests of one kind among these, oldest first. */
export const requestsOf = (
  kind: Unlearning['kind'],
  { requests }: Pick<UnlearnRecords, 'requests'>,
  standing: ReadonlySet<Position>,
): ReadonlyArray<Position> => [...requests].flatMap(([at, request]) => (request.kind === kind && standing.has(at) ? [at] : []))

/** Folds one event into `records`, which the caller owns. */
export const foldUnlearnings = (records: UnlearnRecords, event: BrainEvent): void => {
  const { position: at } = event
  switch (event.type) {
    case 'UnlearnRequested':
      records.requests.set(at, {
        ...{ kind: 'unlearning', selector: event.data.selector },
        ...{ signals: event.data.signals, nodes: event.data.nodes ?? [] },
      })
      records.changes.push({ at, request: at, stands: true })
      return
    case 'BrainForked':
      if (event.data.silent.length === 0) return
      records.requests.set(at, { kind: 'fork', signals: event.data.silent, nodes: [] })
      records.changes.push({ at, request: at, stands: true })
      return
    case 'BrainPromoted':
      records.requests.set(at, { kind: 'promotion', signals: event.data.signals, nodes: [] })
      records.changes.push({ at, request: at, stands: true })
      return
    case 'UnlearnWithdrawn':
      if (records.requests.has(event.data.request)) records.changes.push({ at, request: event.data.request, stands: false })
      return
    case 'RollbackRequested':
      return rollBack(records, { at, to: event.data.to, through: event.data.through })
    case 'NodeRetired':
      if (event.data.reason === 'unlearned') records.held.add(event.data.node)
      else records.held.delete(event.data.node)
      return
    case 'NodeRestored':
    case 'NodeMerged':
      records.held.delete(event.data.node)
      return
    default:
      ignore<'unlearnings'>(event.type)
  }
}

const rollBack = (records: UnlearnRecords, rollback: PastRollback): void => {
  const [now, then] = [standingRequests(records), standingRequests(records, rollback.to)]
  for (const request of records.requests.keys()) {
    const stands = then.has(request)
    if (stands !== now.has(request)) records.changes.push({ at: rollback.at, request, stands })
  }
  records.rollbacks.push(rollback)
}
