/** What somebody asked for on the command line, once it is understood. */
import type { CommandName } from '../table/command-table.ts'

export type Scalar = string | number
export type FlagValue = true | Scalar | ReadonlyArray<Scalar>
export type WordValue = Scalar | ReadonlyArray<Scalar> | undefined

/** What is true of every call. `host` is the agent whose plugin store is meant. */
export interface Everywhere {
  readonly json: boolean
  readonly quiet: boolean
  readonly color: boolean
  readonly debug: boolean
  readonly store: string | undefined
  readonly brain: string | undefined
  readonly host: string | undefined
  readonly embedder: string | undefined
}

/** Why a call cannot be understood: which part, what is wrong with it and what to do. */
export interface Malformed {
  readonly field: string
  readonly problem: string
}

export type Call =
  | {
      readonly ask: 'run'
      readonly command: CommandName
      readonly words: Readonly<Record<string, WordValue>>
      /** The command's own options; those that every command understands stand in `everywhere`. */
      readonly flags: Readonly<Record<string, FlagValue>>
      readonly everywhere: Everywhere
    }
  | { readonly ask: 'help'; readonly command: CommandName | undefined; readonly json: boolean; readonly color: boolean }
  | { readonly ask: 'version'; readonly json: boolean }
  | { readonly ask: 'nothing'; readonly malformed: Malformed; readonly json: boolean }

/** A call that runs a command. */
export type RunCall = Extract<Call, { readonly ask: 'run' }>
