/** A log as an export spells it, read without the codec: commits, events in their places, and the bodies of contents. */
import type { BrainEvent, BrainEventOf, EventType } from '../../packages/core/src/domain/events/brain-event.ts'

export interface RecordedCommit {
  readonly first: number
  readonly count: number
  readonly at: number
  readonly actor: number
  readonly session?: number
  readonly key?: string
  readonly prev: string
  readonly hash: string
}

export interface RecordedLog {
  readonly brain: string
  readonly commits: ReadonlyArray<RecordedCommit>
  readonly events: ReadonlyArray<BrainEvent>
  /** Reference → body. */
  readonly contents: ReadonlyMap<string, string>
  /** Reference → salt, of sealed contents too. */
  readonly salts: ReadonlyMap<string, string>
}

/** A line of an export, as far as it is read here. */
interface Line {
  readonly crabtrail?: { readonly brain: string }
  readonly commit?: RecordedCommit
  readonly event?: { readonly type: EventType; readonly turn?: number; readonly cause?: number; readonly data: object }
  readonly content?: { readonly ref: string; readonly salt?: string; readonly body?: string }
}

export const readLog = (lines: ReadonlyArray<string>): RecordedLog => {
  const commits: Array<RecordedCommit> = []
  const events: Array<BrainEvent> = []
  const contents = new Map<string, string>()
  const salts = new Map<string, string>()
  let brain = ''
  for (const text of lines) {
    const { commit, content, crabtrail, event }: Line = JSON.parse(text)
    if (crabtrail !== undefined) brain = crabtrail.brain
    if (commit !== undefined) commits.push(commit)
    if (content?.body !== undefined) contents.set(content.ref, content.body)
    if (content?.salt !== undefined) salts.set(content.ref, content.salt)
    const last = commits.at(-1)
    if (event === undefined || last === undefined) continue
    const { actor, at, session } = last
    // The export is a decoded boundary: its events have the shapes that the codec checks on import.
    events.push({
      ...event,
      position: events.length + 1,
      commit: { at, actor, ...(session === undefined ? {} : { session }) },
    } as BrainEvent)
  }
  return { brain, commits, events, contents, salts }
}

export const eventsOf = <T extends EventType>({ events }: Pick<RecordedLog, 'events'>, type: T): ReadonlyArray<BrainEventOf<T>> =>
  events.filter((event): event is BrainEventOf<T> => event.type === type)

/** Positions at which a commit ends. */
export const commitEnds = ({ commits }: RecordedLog): ReadonlyArray<number> => commits.map(({ count, first }) => first + count - 1)
