/** What can go wrong beside the memory itself: files that a command reads or writes. */

import type { MemoryError } from '@crabtrail/core'
import * as Schema from 'effect/Schema'

/** A file or stream that cannot be read or written, or that does not hold what it should. */
export class FileRefused extends Schema.TaggedError<FileRefused>()('FileRefused', {
  path: Schema.String,
  problem: Schema.String,
}) {
  override get message() {
    return `${this.path}: ${this.problem}`
  }
}

/** Nothing that was named could be read in, so nothing was written. */
export class NothingRead extends Schema.TaggedError<NothingRead>()('NothingRead', {
  problem: Schema.String,
  skipped: Schema.Array(Schema.Struct({ path: Schema.String, reason: Schema.String })),
}) {
  override get message() {
    return this.problem
  }
}

/** A store that later versions will speak to. */
export class UnsupportedStore extends Schema.TaggedError<UnsupportedStore>()('UnsupportedStore', { kind: Schema.String }) {
  override get message() {
    return `${this.kind} stores are not in this version, which has SQLite only: give --store a path, or sqlite:PATH`
  }
}

export type Failure = MemoryError | FileRefused | NothingRead | UnsupportedStore

/** What a process says at its end. */
export const exits = { done: 0, refused: 1, malformed: 2, absent: 3, conflict: 4, broken: 5 } as const
export type ExitCode = (typeof exits)[keyof typeof exits]

export const exitCodes: Readonly<Record<Failure['_tag'], ExitCode>> = {
  StoreUnavailable: exits.refused,
  NewerLog: exits.refused,
  BadImport: exits.refused,
  BrainExists: exits.refused,
  MostlyGone: exits.refused,
  Abandoned: exits.refused,
  FileRefused: exits.refused,
  NothingRead: exits.refused,
  UnsupportedStore: exits.refused,
  InvalidRequest: exits.malformed,
  NotFound: exits.absent,
  Ambiguous: exits.absent,
  WrongExpectedPosition: exits.conflict,
  IdempotencyConflict: exits.conflict,
  IntegrityBroken: exits.broken,
}
