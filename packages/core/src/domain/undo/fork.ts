/**
 * Writes the log of a branch while its state is derived: the facts of the parent without those that are left out, and the derived effects in
 * place of the recorded ones. Pure.
 *
 * A commit of the branch follows from one commit of the parent and has its time, actor and session. Effects are put where the parent has those
 * of the same facts, and never before those of an older fact. Positions within events are those of the branch.
 */
import { type BrainEvent, type EventData, type EventType, type NewEvent, natureOf, teaches } from '../events/brain-event.ts'
import type { Position } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { DerivationTrace } from './derivation.ts'

export interface Fork {
  /** Absent: the log is not kept, so it says nothing of its parent. */
  readonly data?: Omit<EventData<'BrainForked'>, 'silent'>
  /** The positions of the signals of the parent that do not teach. */
  readonly out: ReadonlySet<Position>
  /** The settings of the branch from its first event on, with their digest; undefined for those of the parent, at each fact. */
  readonly settings: { readonly profile: Profile; readonly digest: string } | undefined
}

export interface BranchCommit {
  readonly first: Position
  readonly events: ReadonlyArray<NewEvent>
  readonly commit: BrainEvent['commit']
}

/** The end of a commit of the parent, in the branch: its position, and the newest fact whose effects are at or before it. */
interface End {
  readonly position: Position
  readonly through: Position
}

/** The effects of a fact of the parent that wait to be written. Those of a run of maintenance never wait: they are written in their order. */
interface Concluded {
  readonly cause: Position
  readonly effects: ReadonlyArray<NewEvent>
}

/** Facts that a branch does not repeat: signals that are unlearned are not in it, so no request about them is. */
const dropped: ReadonlySet<EventType> = new Set(['UnlearnRequested', 'UnlearnWithdrawn', 'BrainForked', 'BrainPromoted'])

/** Facts that a branch with settings of its own does not repeat: the settings of then, and what was measured under them. */
const ofSettings: ReadonlySet<EventType> = new Set(['ProfileChanged', 'ConfidenceCalibrated'])

/** Facts whose effects are in their own commit. */
const withEffects: ReadonlySet<EventType> = new Set(['TurnCompleted', 'RollbackRequested'])

/** Returns the trace of a derivation that calls `keep` with each commit of the branch. */
export const branchWriter = (fork: Fork, keep: (commit: BranchCommit) => void): DerivationTrace => {
  const places = new Map<Position, Position>()
  const ends = new Map<Position, End>([[0, { position: 0, through: 0 }]])
  let last: End = { position: 0, through: 0 }
  let isRun = false
  const waiting: Array<Concluded> = []
  const pack: Array<NewEvent> = []
  // The ends of turns stay, also where they are left out: they say more than what is learned from them.
  const silent: Array<Position> = []

  const write = (event: NewEvent): Position => {
    pack.push(event)
    return last.position + pack.length
  }
  const conclude = ({ cause, effects }: Concluded): void => {
    const place = places.get(cause)
    if (place === undefined) return
    for (const effect of effects) write({ ...effect, cause: place })
    if (effects.some(({ type }) => natureOf(type) === 'effect')) last = { ...last, through: Math.max(last.through, place) }
  }
  const flush = (through: Position): void => {
    for (let next = waiting[0]; next !== undefined && next.cause <= through; next = waiting[0]) {
      waiting.shift()
      conclude(next)
    }
  }
  return {
    recorded: (event) => {
      if (dropped.has(event.type) || (ofSettings.has(event.type) && fork.settings !== undefined)) return
      if (event.type === 'MaintenanceRequested') isRun = true
      const own = restated(event, { places, ends, fork })
      const place = write(own)
      // An edge that was linked for a verdict, and the parts of a walk, stand at the position of another event.
      if (natureOf(event.type) === 'fact' && (teaches(event.type) || !places.has(event.position))) places.set(event.position, place)
      if (own.type === 'BrainCreated' && fork.data !== undefined)
        write({ type: 'BrainForked', origin: 'owner', data: { ...fork.data, silent } })
      if (event.type === 'TurnCompleted' && fork.out.has(event.position)) silent.push(place)
      if (natureOf(event.type) === 'effect') last = { ...last, through: Math.max(last.through, own.cause ?? 0) }
    },
    concluded: (cause, effects) => (isRun ? conclude({ cause, effects }) : waiting.push({ cause, effects })),
    ended: (events) => {
      const [first] = events
      let through = 0
      for (const { cause = 0, position, type } of events) {
        if (natureOf(type) === 'effect') through = Math.max(through, cause)
        else if (withEffects.has(type) && waiting.some((one) => one.cause === position)) through = Math.max(through, position)
      }
      flush(through)
      if (first !== undefined && pack.length > 0) {
        const all = pack.splice(0)
        keep({ first: last.position + 1, events: all, commit: first.commit })
        last = { ...last, position: last.position + all.length }
      }
      ends.set(events.at(-1)?.position ?? 0, last)
      isRun = false
    },
  }
}

interface Places {
  /** Position of a fact of the parent → its position in the branch. */
  readonly places: ReadonlyMap<Position, Position>
  /** End of a commit of the parent → its end in the branch. */
  readonly ends: ReadonlyMap<Position, End>
  readonly fork: Fork
}

/** Returns a fact as the branch has it: with the positions of the branch, and its settings. */
const restated = (event: BrainEvent, { ends, fork, places }: Places): NewEvent => {
  const { cause: recorded, commit: _, position: __, ...said } = event
  const cause = recorded === undefined ? undefined : places.get(recorded)
  const placed = (cause === undefined ? said : { ...said, cause }) as NewEvent
  switch (placed.type) {
    case 'BrainCreated': {
      if (fork.settings === undefined) return placed
      const { digest, profile } = fork.settings
      return { ...placed, data: { profile: profile.name, settings: { ...profile }, digest } }
    }
    case 'RollbackRequested': {
      const end = ends.get(placed.data.to)
      return { ...placed, data: { to: end?.position ?? 0, through: end?.through ?? 0 } }
    }
    case 'TagCreated':
      return { ...placed, data: { ...placed.data, at: newestPlace(placed.data.at, { ends, places }) } }
    default:
      return placed
  }
}

/**
 * Returns the position in the branch of the newest commit end or kept fact at or before a position of the parent. An effect and a fact that
 * is left out have none of their own. Every commit of the parent has an end, so the search passes over less than one commit.
 */
const newestPlace = (at: Position, { ends, places }: Pick<Places, 'ends' | 'places'>): Position => {
  for (let before = at; before > 0; before--) {
    const place = ends.get(before)?.position ?? places.get(before)
    if (place !== undefined) return place
  }
  return 0
}
