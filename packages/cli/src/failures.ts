/** Failures of the command line beside those of the memory, and the exit code of each failure. */
import { type ExitCode, exits, type MemoryError, type MovedWhileWritten, type MoveRefused, memoryExitCodes } from '@crabtrail/core'
import * as Schema from 'effect/Schema'

export class FileRefused extends Schema.TaggedError<FileRefused>()('FileRefused', {
  path: Schema.String,
  problem: Schema.String,
}) {
  override get message() {
    return `${this.path}: ${this.problem}`
  }
}

/** None of the documents could be read; nothing was written. */
export class NothingRead extends Schema.TaggedError<NothingRead>()('NothingRead', {
  problem: Schema.String,
  skipped: Schema.Array(Schema.Struct({ path: Schema.String, reason: Schema.String })),
  leftOut: Schema.Array(
    Schema.Struct({ kind: Schema.String, reason: Schema.String, count: Schema.Int, names: Schema.Array(Schema.String) }),
  ),
}) {
  override get message() {
    return this.problem
  }
}

/** Log or contents of a store are damaged, so a copy of it would be useless. Exit code 5. */
export class NotWhole extends Schema.TaggedError<NotWhole>()('NotWhole', {
  path: Schema.String,
  brain: Schema.String,
  /** Name of the check in `verify`. */
  check: Schema.String,
  problem: Schema.String,
  position: Schema.NullOr(Schema.Int),
  /** The state that the command leaves: `nothing was backed up`. */
  outcome: Schema.String,
}) {
  override get message() {
    const where = this.position === null ? '' : ` at position ${this.position}`
    return `${this.path}: ${this.brain} is not whole${where} (${this.check}: ${this.problem}); ${this.outcome}: run verify, and go back to an earlier backup or an export`
  }
}

/** The command is in a package of its own, which is not installed. */
export class PackageMissing extends Schema.TaggedError<PackageMissing>()('PackageMissing', {
  command: Schema.String,
  package: Schema.String,
}) {
  override get message() {
    return `crabtrail ${this.command} needs the package ${this.package}, which is not installed: run npx -y pnpm@12 --silent crabtrail ${this.command} in a checkout of Crabtrail`
  }
}

/** The command is for a store in a file, and the store is in a PostgreSQL database. */
export class NotForServers extends Schema.TaggedError<NotForServers>()('NotForServers', {
  command: Schema.String,
  place: Schema.String,
  instead: Schema.String,
}) {
  override get message() {
    return `${this.place}: ${this.command} is for a store in a file; ${this.instead}`
  }
}

export type Failure = MemoryError | FileRefused | NothingRead | PackageMissing | NotWhole | NotForServers | MoveRefused | MovedWhileWritten

export { type ExitCode, exits }

export const exitCodes: Readonly<Record<Failure['_tag'], ExitCode>> = {
  ...memoryExitCodes,
  FileRefused: exits.refused,
  NothingRead: exits.refused,
  PackageMissing: exits.refused,
  NotForServers: exits.refused,
  NotWhole: exits.broken,
  MoveRefused: exits.refused,
  MovedWhileWritten: exits.conflict,
}

/** Any failure that is reported to people: those above, and those of a program of another package. */
export interface Refusal {
  readonly _tag: string
  readonly message: string
}

/** Returns the exit code of a failure; 1 for a failure of another package. */
export const exitCodeOf = ({ _tag }: Refusal): ExitCode =>
  Object.hasOwn(exitCodes, _tag) ? exitCodes[_tag as Failure['_tag']] : exits.refused
