/** Options of a model for an OpenAI-compatible server, and the check that they can work. */
import { ModelFailed, modelLimits } from '@crabtrail/core'
import * as Redacted from 'effect/Redacted'
import * as Result from 'effect/Result'
import { addressFault, type Bounds, keyFault, modelFault, numberFault, serverId } from './server-options.ts'

export interface OpenAiModelOptions {
  /** Address of the API, without query and credentials: `https://api.openai.com/v1`. */
  readonly baseUrl: string
  /** The key; undefined for a server that needs none. It is never printed. */
  readonly key?: Redacted.Redacted<string> | undefined
  /** The name of the model on the server: at most 128 printable characters of ASCII. */
  readonly model: string
  /** Randomness of the answers, 0 to 2; 0. It is not sent to a server that refuses the field. */
  readonly temperature?: number
  /** Most repetitions of a request that may succeed if it is repeated: 0 to 2; 2. */
  readonly retries?: number
  /** Milliseconds before the first repetition, doubled before the second; 100. A wait that the server asks for takes precedence. */
  readonly retryDelayMs?: number
  /** Answers that are remembered; 256, 0 for none. Each has at most {@link modelLimits.answerCharacters} UTF-16 code units. */
  readonly cacheEntries?: number
}

export type CheckedModelOptions = Required<Omit<OpenAiModelOptions, 'key'>> & Pick<OpenAiModelOptions, 'key'>

const defaults = { temperature: 0, retries: 2, retryDelayMs: 100, cacheEntries: 256 } as const

const bounds: Bounds<Exclude<keyof typeof defaults, 'temperature'>> = {
  retries: [0, modelLimits.requests - 1],
  retryDelayMs: [0, 60_000],
  cacheEntries: [0, 4_096],
}

/** Checks the options, fills in defaults, and returns the id of their model. */
export const checkModelOptions = (
  options: OpenAiModelOptions,
): Result.Result<{ readonly id: string; readonly checked: CheckedModelOptions }, ModelFailed> => {
  const checked: CheckedModelOptions = { ...defaults, ...options }
  const { baseUrl, key, model, temperature } = checked
  const address = URL.parse(baseUrl)
  const wrong =
    addressFault(address) ??
    modelFault(model) ??
    keyFault(key === undefined ? undefined : Redacted.value(key)) ??
    temperatureFault(temperature) ??
    numberFault(checked, bounds)
  if (wrong === undefined && address !== null) return Result.succeed({ id: idOf(address, checked), checked })
  return Result.fail(new ModelFailed({ model: 'open-ai-model', reason: 'misconfigured', detail: wrong ?? 'no address', retryable: false }))
}

const temperatureFault = (temperature: number): string | undefined =>
  temperature >= 0 && temperature <= 2 ? undefined : `temperature is ${temperature}: a number from 0 to 2`

const idOf = (address: URL, { model, temperature }: CheckedModelOptions): string =>
  serverId(address, {
    name: `${address.host}/${model}`,
    depends: [model, temperature],
    characters: modelLimits.idCharacters,
  })
