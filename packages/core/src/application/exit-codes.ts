/** Exit codes of every command line over the memory. Scripts depend on them, so all command lines share one table. */
import type { MemoryError } from './memory.ts'

/** Done, refused by the world, malformed request, named thing absent, conflict, broken integrity. */
export const exits = { done: 0, refused: 1, malformed: 2, absent: 3, conflict: 4, broken: 5 } as const
export type ExitCode = (typeof exits)[keyof typeof exits]

export const memoryExitCodes: Readonly<Record<MemoryError['_tag'], ExitCode>> = {
  StoreUnavailable: exits.refused,
  NewerLog: exits.refused,
  BadImport: exits.refused,
  BrainExists: exits.refused,
  TagExists: exits.refused,
  MostlyGone: exits.refused,
  Abandoned: exits.refused,
  InvalidRequest: exits.malformed,
  NotFound: exits.absent,
  Ambiguous: exits.absent,
  WrongExpectedPosition: exits.conflict,
  IdempotencyConflict: exits.conflict,
  StaleBranch: exits.conflict,
  IntegrityBroken: exits.broken,
}

/** 1 for an error that is none of the memory's. */
export const exitCodeOfTag = (tag: string): ExitCode =>
  Object.hasOwn(memoryExitCodes, tag) ? memoryExitCodes[tag as MemoryError['_tag']] : exits.refused
