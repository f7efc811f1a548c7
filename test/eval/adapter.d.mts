/** The shapes of `adapter.mjs`. */
import type { Answer, Request } from '@crabtrail/core'

export interface CorpusRow {
  readonly id: string
  readonly text: string
  readonly title?: string
  readonly session?: string
  readonly scope?: string
  readonly time?: number
  readonly until?: number
}

export interface MetQuestion {
  readonly given: ReadonlyArray<{ readonly row: string; readonly text: string }>
  readonly end: (ended: { reply: string; calls: ReadonlyArray<Request.ToolCall> }) => Promise<void>
}

export interface LearningSystem {
  readonly add: (rows: ReadonlyArray<CorpusRow>) => Promise<void>
  readonly remove: (ids: ReadonlyArray<string>) => Promise<void>
  /** Ids, best first. */
  readonly recall: (asked: { id: string; text: string; scope: string | undefined; k: number }) => Promise<ReadonlyArray<string>>
  readonly feedback: (said: {
    id: string
    used: ReadonlyArray<string>
    missed: ReadonlyArray<string>
    wrong: ReadonlyArray<string>
  }) => Promise<void>
  /** The rows that an agent is given for a question of a session, in order, and the end of its turn. */
  readonly meet: (asked: { text: string; scope: string | undefined; session: string }) => Promise<MetQuestion>
  readonly tune: (request: Request.TuneRequest) => Promise<ReadonlyArray<Answer.TuneAnswer>>
  readonly close: () => Promise<void>
}

/** `aliases`: other names by the id of a row. `grows`: new questions become cues. `profile`: absent, `balanced`. */
export const create: (about: {
  aliases?: ReadonlyMap<string, ReadonlyArray<string>> | undefined
  dataset: string
  profile?: string
  settings?: Readonly<Record<string, unknown>>
  grows?: boolean
}) => Promise<LearningSystem>
