/** The shape of a command: arguments, options and access to the store. Parser, help and completion are made from it. */

export interface Value {
  /** The kind of number that the value must be. If it is absent, the value stays text. */
  readonly number?: 'whole' | 'decimal'
  readonly choices?: ReadonlyArray<string>
}

export interface Flag extends Value {
  readonly help: string
  /** Name of its value; absent for a switch. */
  readonly value?: string
  readonly short?: string
  /** True if the option may be given more than once, or with several values behind it. */
  readonly many?: true
  /** The value that the option has if its value is left out. */
  readonly otherwise?: string
  readonly required?: true
  /** True if a word that the command has no place for is most likely the value of this option. */
  readonly meant?: true
  /** A word of this form belongs to this option rather than to the one that is `meant`. */
  readonly form?: RegExp
  /** True if the command writes nothing with this option, so that the store is opened for reading only. */
  readonly reads?: true
  /** True if the command writes with this option, though it reads without it. */
  readonly writes?: true
}

export interface Positional extends Value {
  readonly name: string
  readonly help: string
  readonly optional?: true
  /** True if the argument may be given more than once; it is the last of its command. */
  readonly many?: true
  /** True if the argument names a file or folder, which shells complete. */
  readonly path?: true
  /** True if the command writes with this argument, though it reads without it. */
  readonly writes?: true
}

export interface CommandShape {
  readonly summary: string
  /** Details that the summary leaves out, one sentence a line. */
  readonly details?: ReadonlyArray<string>
  readonly positionals: ReadonlyArray<Positional>
  readonly flags: Readonly<Record<string, Flag>>
  readonly example: string
  /** Access to the store. `found` makes one that does not exist yet, unless a brain was named; `make` does so in any case. */
  readonly access: 'none' | 'read' | 'write' | 'found' | 'make'
  /** True if passages without a vector get one at the end of the command, as they do at the end of an ingest. */
  readonly embeds?: true
  readonly asksModel?: true
}

type ScalarOf<V> = V extends { readonly choices: ReadonlyArray<infer C> } ? C : V extends { readonly number: string } ? number : string
type FlagOf<F> = F extends { readonly value: string }
  ? F extends { readonly many: true }
    ? ReadonlyArray<ScalarOf<F>>
    : ScalarOf<F>
  : true
type WordOf<P> = P extends { readonly many: true }
  ? ReadonlyArray<ScalarOf<P>>
  : P extends { readonly optional: true }
    ? ScalarOf<P> | undefined
    : ScalarOf<P>

export type FlagsOf<S extends Pick<CommandShape, 'flags'>> = {
  readonly [K in keyof S['flags'] as S['flags'][K] extends { readonly required: true } ? K : never]: FlagOf<S['flags'][K]>
} & {
  readonly [K in keyof S['flags'] as S['flags'][K] extends { readonly required: true } ? never : K]?: FlagOf<S['flags'][K]>
}
/** The arguments of a call by name in lower case. */
export type WordsOf<S extends Pick<CommandShape, 'positionals'>> = {
  readonly [P in S['positionals'][number] as Lowercase<P['name']>]: WordOf<P>
}

export const globalFlags = {
  store: {
    value: 'URL',
    help: 'a path, sqlite:PATH or postgres://USER@HOST/DATABASE; else $CRABTRAIL_STORE, else ~/.crabtrail/crabtrail.db',
  },
  brain: { value: 'KEY', help: "[[tenant/]agent/]name; else $CRABTRAIL_BRAIN, else the store's only one" },
  host: { value: 'AGENT', otherwise: 'main', help: "the OpenClaw plugin's store and that agent's brain; agent main unless named" },
  embedder: {
    value: 'WHICH',
    help: 'vectors beside words: none, hashed or URL#MODEL#DIMENSION; else $CRABTRAIL_EMBEDDER, else none',
  },
  model: {
    value: 'WHICH',
    help: 'a language model that chooses where a recall is unsure, and names causes and aliases: none, gpt-…, claude-… or URL#MODEL; else $CRABTRAIL_MODEL, else none; key in $OPENAI_API_KEY, for claude-… in $ANTHROPIC_API_KEY',
  },
  'model-ms': {
    value: 'MS',
    help: 'milliseconds that a call of it may take, 1 to 600000; else $CRABTRAIL_MODEL_MS, else 5000, and 30000 where no question waits',
  },
  json: { help: 'print one JSON document and nothing else' },
  quiet: { short: 'q', help: 'no notes and no progress; a command that changes something prints nothing' },
  'no-color': { help: 'no colour, as $NO_COLOR says' },
  debug: { help: 'say where in the program an error came from' },
  help: { short: 'h', help: 'explain the command' },
  version: { short: 'V', help: 'print the version' },
} as const satisfies CommandShape['flags']
