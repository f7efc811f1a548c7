/**
 * The `fetch` that is given to the SDK: sends what the protocol needs and nothing about this machine, follows no redirection, and reads no more
 * of an answer than an answer can be.
 */

/** The answer is longer than any good one. */
export class AnswerTooLong extends Error {}

export interface FetchLimits {
  /** Bytes of an answer, after decompression. */
  readonly answerBytes: number
  /** Headers that may be sent, in small letters. The SDK adds others, some of them from variables of the environment. */
  readonly headers: ReadonlyArray<string>
}

export const boundedFetch =
  ({ answerBytes, headers }: FetchLimits): typeof fetch =>
  async (address, init) => {
    const given = new Headers(init?.headers)
    const sent = new Headers({ 'user-agent': 'crabtrail' })
    for (const name of headers) {
      const value = given.get(name)
      if (value !== null) sent.set(name, value)
    }
    const response = await fetch(address, { ...init, headers: sent, redirect: 'manual' })
    const body = response.body === null ? null : await readAtMost(response.body, answerBytes)
    const answered = new Headers(response.headers)
    // The body is plain by now.
    answered.delete('content-encoding')
    return new Response(bodyless.has(response.status) ? null : body, { status: response.status, headers: answered })
  }

/** Statuses that come without a body. */
const bodyless: ReadonlySet<number> = new Set([204, 205, 304])

const readAtMost = async (body: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer>> => {
  const parts: Array<Uint8Array> = []
  let bytes = 0
  // Leaving the loop cancels the stream, and with it the connection.
  for await (const part of body) {
    bytes += part.length
    if (bytes > most) throw new AnswerTooLong()
    parts.push(part)
  }
  return Buffer.concat(parts)
}
