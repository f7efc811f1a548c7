/** A parsed command line. */
import type { CommandName } from '../table/command-table.ts'

export type Scalar = string | number
export type FlagValue = true | Scalar | ReadonlyArray<Scalar>
export type WordValue = Scalar | ReadonlyArray<Scalar> | undefined

/** Options of every command. `host`: the agent of the plugin's store. */
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

/** The first mistake of a call: the part, what is wrong with it, and what to do. */
export interface Malformed {
  readonly field: string
  readonly problem: string
}

export type Call =
  | {
      readonly ask: 'run'
      readonly command: CommandName
      readonly words: Readonly<Record<string, WordValue>>
      /** Options of the command, without those in `everywhere`. */
      readonly flags: Readonly<Record<string, FlagValue>>
      readonly everywhere: Everywhere
    }
  | { readonly ask: 'help'; readonly command: CommandName | undefined; readonly json: boolean; readonly color: boolean }
  | { readonly ask: 'version'; readonly json: boolean }
  | { readonly ask: 'nothing'; readonly malformed: Malformed; readonly json: boolean }

/** A call that runs a command. */
export type RunCall = Extract<Call, { readonly ask: 'run' }>
