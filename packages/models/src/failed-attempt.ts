/** What a failed request means: which failure, what to do, and whether and when to try again. */
import { EmbedderFailed, type EmbedderFailure } from '@crabtrail/core'

export interface FailedAttempt {
  readonly failure: EmbedderFailed
  /** Milliseconds the server asks to be left alone; undefined where it does not say. */
  readonly waitMs?: number | undefined
}

export interface Status {
  readonly status: number
  /** The server’s own word for it, if it gave one. */
  readonly code: unknown
  readonly headers: Headers | undefined
}

interface Meaning {
  readonly reason: EmbedderFailure
  readonly advice: string
  readonly retryable: boolean
}

const refused = (advice: string): Meaning => ({ reason: 'refused', advice, retryable: false })

/** `nowMs` is for a `retry-after` that is a date. */
export const statusFailure = (embedder: string, { code, headers, status }: Status, nowMs: number): FailedAttempt => {
  const word = typeof code === 'string' && serverWords.has(code) ? code : undefined
  const { advice, reason, retryable } = meaningOf(status, word)
  const detail = `the server answers ${status}${word === undefined ? '' : ` (${word})`}: ${advice}`
  return { failure: new EmbedderFailed({ embedder, reason, detail, retryable }), waitMs: waitOf(headers, nowMs) }
}

const meaningOf = (status: number, word: string | undefined): Meaning => {
  if (status === 413 || word === 'context_length_exceeded' || word === 'string_above_max_length')
    return { reason: 'tooLong', advice: 'split the texts, or ask for fewer tokens at once', retryable: false }
  if (word === 'insufficient_quota')
    return { reason: 'rateLimited', advice: 'the quota of the key is used up, see to it', retryable: false }
  if (status === 429) return { reason: 'rateLimited', advice: 'it takes no more for now, ask again later', retryable: true }
  if (status === 408) return { reason: 'slow', advice: 'it took too long, ask again later', retryable: true }
  if (status >= 500) return { reason: 'failing', advice: 'something is wrong on its side, ask again later', retryable: true }
  if (status === 401 || status === 403) return refused('give a key that is good for this model')
  if (status === 404) return refused('see that the address is right, it often ends in /v1, and that the model is there')
  if (status >= 300 && status < 400)
    return refused('it leads elsewhere, and texts are sent nowhere but where you say: give the final address')
  return refused('see that model and dimension are what it offers')
}

/** Longest wait that is believed; longer ones are as good as no. */
const longestWaitMs = 86_400_000

/** `retry-after-ms`, or `retry-after` in seconds or as a date. */
const waitOf = (headers: Headers | undefined, nowMs: number): number | undefined => {
  const exact = Number(headers?.get('retry-after-ms') ?? Number.NaN)
  const after = headers?.get('retry-after')?.trim() ?? ''
  const waits = [exact, after === '' ? Number.NaN : Number(after) * 1_000, Date.parse(after) - nowMs]
  const wait = waits.find((one) => Number.isFinite(one))
  return wait === undefined ? undefined : Math.min(longestWaitMs, Math.max(0, wait))
}

/** What the servers call it. No other word of theirs is read: a server may repeat what it was sent, the key or a text. */
const serverWords: ReadonlySet<string> = new Set([
  'context_length_exceeded',
  'insufficient_quota',
  'invalid_api_key',
  'invalid_request_error',
  'model_not_found',
  'rate_limit_exceeded',
  'server_error',
  'string_above_max_length',
])
