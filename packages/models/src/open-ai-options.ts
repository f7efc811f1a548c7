/** Options for an OpenAI-compatible server, and the check that they can work. */
import { type EmbeddedKind, EmbedderFailed, embedderLimits } from '@crabtrail/core'
import type * as Redacted from 'effect/Redacted'
import * as Result from 'effect/Result'
import { addressFault, type Bounds, keyFault, modelFault, numberFault, serverId } from './server-options.ts'

export interface OpenAiCompatibleOptions {
  /** Address of the API, without query and credentials: `https://api.openai.com/v1`. */
  readonly baseUrl: string
  /** The key; undefined for a server that needs none. It is never printed. */
  readonly key?: Redacted.Redacted<string> | undefined
  /** The name of the model on the server: at most 128 printable characters of ASCII. */
  readonly model: string
  /** Numbers of a vector. An answer of another length is refused. */
  readonly dimension: number
  /**
   * True to send the dimension to the server, for models that can shorten their vectors. False by default, because most servers do not know
   * the field.
   */
  readonly sendDimension?: boolean
  /** Prefix of a text of each kind, for models that expect one: `query: `. Empty by default. */
  readonly prefixes?: Readonly<Record<EmbeddedKind, string>>
  /** Texts of one request; 64. */
  readonly batchTexts?: number
  /** Tokens of one request, estimated; 50,000. */
  readonly batchTokens?: number
  /** Tokens of one text, estimated; longer ones are refused without asking. 8,000. */
  readonly textTokens?: number
  /** Requests under way at once; 2. */
  readonly requestsAtOnce?: number
  /** Milliseconds for one request; 20,000. */
  readonly requestMs?: number
  /** Milliseconds for a whole call, with all its requests and waits; 60,000. */
  readonly deadlineMs?: number
  /** Most repetitions of a request that may succeed if it is repeated; 2. */
  readonly retries?: number
  /** Milliseconds before the first repetition, doubled before each further one; 250. A wait that the server asks for takes precedence. */
  readonly retryDelayMs?: number
  /** Bytes of vectors that are cached for repeated texts; 16,000,000. */
  readonly cacheBytes?: number
}

export type CheckedOptions = Required<Omit<OpenAiCompatibleOptions, 'key'>> & Pick<OpenAiCompatibleOptions, 'key'>

const defaults = {
  sendDimension: false,
  prefixes: { document: '', question: '' },
  batchTexts: 64,
  batchTokens: 50_000,
  textTokens: 8_000,
  requestsAtOnce: 2,
  requestMs: 20_000,
  deadlineMs: 60_000,
  retries: 2,
  retryDelayMs: 250,
  cacheBytes: 16_000_000,
} as const

type Counted = Exclude<keyof typeof defaults, 'sendDimension' | 'prefixes'>

const bounds: Bounds<Counted | 'dimension'> = {
  dimension: [1, embedderLimits.dimension],
  batchTexts: [1, 2_048],
  batchTokens: [1, 1_000_000],
  textTokens: [1, 100_000],
  requestsAtOnce: [1, 16],
  requestMs: [1, 600_000],
  deadlineMs: [1, 3_600_000],
  retries: [0, 10],
  retryDelayMs: [0, 60_000],
  cacheBytes: [0, 1_000_000_000],
}

/** Checks the options, fills in defaults, and returns the id of their embedder. */
export const checkOptions = (
  options: OpenAiCompatibleOptions,
  keyText: string | undefined,
): Result.Result<{ readonly id: string; readonly checked: CheckedOptions }, EmbedderFailed> => {
  const checked: CheckedOptions = { ...defaults, ...options }
  const address = URL.parse(checked.baseUrl)
  const wrong = addressFault(address) ?? textFault(checked, keyText) ?? numberFault(checked, bounds)
  if (wrong === undefined && address !== null) return Result.succeed({ id: idOf(address, checked), checked })
  return Result.fail(
    new EmbedderFailed({ embedder: 'open-ai-compatible', reason: 'misconfigured', detail: wrong ?? 'no address', retryable: false }),
  )
}

const textFault = ({ model, prefixes }: CheckedOptions, keyText: string | undefined): string | undefined =>
  modelFault(model) ??
  keyFault(keyText) ??
  (Object.values(prefixes).some((one) => one.length > 512) ? 'a prefix has at most 512 characters' : undefined)

/** The mark depends on the prefixes too, because they change every vector. */
const idOf = (address: URL, { dimension, model, prefixes }: CheckedOptions): string =>
  serverId(address, {
    name: `${address.host}/${model}/${dimension}`,
    depends: [model, dimension, prefixes.document, prefixes.question],
    characters: embedderLimits.idCharacters,
  })
