/** Cuts a stream of PostgreSQL's wire protocol 3 into messages (PostgreSQL documentation, "Frontend/Backend Protocol"). */

export interface Frame {
  /** Type byte as a letter; empty for the messages that open a connection, which have none. */
  readonly type: string
  /** The whole message, header included. */
  readonly bytes: Buffer
}

/** Codes of the messages without a type byte. */
const cancelRequest = 80_877_102
const sslRequest = 80_877_103
const gssRequest = 80_877_104

/** True for a request to encrypt the connection, which the server answers with a single byte. */
export const asksForEncryption = ({ bytes, type }: Frame): boolean => type === '' && [sslRequest, gssRequest].includes(bytes.readInt32BE(4))

/** Returns a function that takes the next bytes of one direction and returns the messages that are complete now. */
export const frameReader = (sender: 'client' | 'server'): ((chunk: Buffer) => ReadonlyArray<Frame>) => {
  let isOpening = sender === 'client'
  let chunks: Array<Buffer> = []
  let size = 0
  /** Bytes that are needed before anything can be read. */
  let needed = 5
  return (chunk) => {
    chunks.push(chunk)
    size += chunk.length
    // Chunks of a large message are joined once, when it is complete.
    if (size < needed) return []
    let rest = Buffer.concat(chunks)
    const frames: Array<Frame> = []
    for (;;) {
      const header = isOpening ? 0 : 1
      needed = header + (rest.length < header + 4 ? 4 : lengthAt(rest, header))
      if (rest.length < needed) break
      const frame = { type: rest.toString('latin1', 0, header), bytes: rest.subarray(0, needed) }
      rest = rest.subarray(needed)
      frames.push(frame)
      if (isOpening) isOpening = asksForEncryption(frame) || frame.bytes.readInt32BE(4) === cancelRequest
    }
    chunks = [rest]
    size = rest.length
    return frames
  }
}

/** The length counts itself, but not the type byte. */
const lengthAt = (bytes: Buffer, at: number): number => {
  const length = bytes.readInt32BE(at)
  if (length < 4) throw new Error(`a message of ${length} bytes is not PostgreSQL's protocol`)
  return length
}

/** Returns the texts, each ended by a zero byte, with which the body of a message begins. */
export const textsOf = ({ bytes }: Frame, count: number, from = 0): ReadonlyArray<string> => {
  const texts: Array<string> = []
  let start = 5 + from
  while (texts.length < count) {
    const end = bytes.indexOf(0, start)
    if (end < 0) throw new Error(`a message of PostgreSQL lacks text ${texts.length + 1} of ${count}`)
    texts.push(bytes.toString('utf8', start, end))
    start = end + 1
  }
  return texts
}
