/** What the host's thread and the worker say to each other: plain values that survive a structured clone. */
import type { MemoryMethod } from '@crabtrail/core'
import type { CommitWord } from './commit-word.ts'

/** Given to the worker at its start. */
export interface WorkerPlace {
  readonly path: string
  readonly busyTimeoutMs: number
  /** It never writes a byte of the database, and finds one that is there. */
  readonly readOnly: boolean
  /** What its entry file is told beside that, in values that survive a structured clone; see `serveSqlite`. */
  readonly settings?: object
}

/** `open` only opens the store, so that a first turn does not wait for that. */
export type WorkerMethod = MemoryMethod | 'open'

export interface WorkerRequest {
  readonly id: number
  readonly method: WorkerMethod
  readonly request: object
  readonly word: CommitWord
}

export type HostMessage = WorkerRequest | { readonly close: true }

/** A tagged error without its class: `facts` are its fields. */
export interface WireError {
  readonly tag: string
  readonly message: string
  readonly facts: Readonly<Record<string, unknown>>
}

export type WorkerReply = { readonly id: number; readonly answer: unknown } | { readonly id: number; readonly error: WireError }
