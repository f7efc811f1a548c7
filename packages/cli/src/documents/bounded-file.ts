/**
 * Reads files that may be anything: endless, a device, a pipe that nobody writes to, far too large.
 *
 * Reading stops at a limit, and memory never holds more than that. A pipe with a writer is read like a file (`<(zcat a.jsonl.gz)`).
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'

/** The message for a person. The error of the file system is not part of it. */
class Refused extends Error {}

const chunkBytes = 1_048_576
/** Milliseconds between two looks at a pipe that has nothing yet. */
const pauseMs = 5

/** The bytes of a file piece by piece, at most `bytesMax` of them; `-` is standard input. Throws what stands in the way. */
export function* piecesOf(path: string, bytesMax: number): Generator<Buffer> {
  const file = path === '-' ? 0 : openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const found = fstatSync(file)
    requireReadable(found, path)
    if (found.isFile() && found.size > bytesMax) throw new Refused(`it has ${found.size} bytes; at most ${bytesMax}`)
    let total = 0
    for (let bytes = nextPiece(file); bytes.length > 0; bytes = nextPiece(file)) {
      total += bytes.length
      if (total > bytesMax) throw new Refused(`it has more than ${bytesMax} bytes`)
      yield bytes
    }
    if (total === 0 && found.isFIFO() && path !== '-') throw new Refused('it is a pipe, and nobody writes to it')
  } finally {
    if (path !== '-') closeSync(file)
  }
}

export const boundedBytes = (path: string, bytesMax: number): Buffer => Buffer.concat([...piecesOf(path, bytesMax)])

/** A terminal is read as a pipe is; a device such as `/dev/zero` has no end. */
const requireReadable = (found: Stats, path: string): void => {
  if (found.isDirectory()) throw new Refused('it is a folder')
  if ((found.isCharacterDevice() || found.isBlockDevice()) && path !== '-') throw new Refused('it is a device: name a file')
}

const nextPiece = (file: number): Buffer => {
  const bytes = Buffer.alloc(chunkBytes)
  for (;;) {
    try {
      return bytes.subarray(0, readSync(file, bytes, 0, chunkBytes, null))
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code === 'EOF') return bytes.subarray(0, 0)
      if (code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
    }
  }
}
