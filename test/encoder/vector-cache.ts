/**
 * Vectors on disk, each by the digest of the text that it was made of, so that no text is embedded twice.
 *
 * Guarantee: several processes may use one folder. Each appends to a file of its own and reads all of them; a record that was cut short is left
 * out.
 */
import { createHash, randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder of the cache: `CRABTRAIL_VECTORS`, else one below the folder for temporary files. */
export const vectorsFolder = (): string => process.env['CRABTRAIL_VECTORS'] ?? join(tmpdir(), 'crabtrail-vectors')

export interface VectorCache {
  readonly get: (text: string) => Float32Array | undefined
  readonly put: (made: ReadonlyArray<{ readonly text: string; readonly vector: Float32Array }>) => void
}

const digestBytes = 32
const ending = '.vectors'

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Opens the vectors of a model, and makes the folder if it is not there. */
export const openVectorCache = (folder: string, model: string, dimension: number): VectorCache => {
  mkdirSync(folder, { recursive: true })
  const known = new Map<string, Float32Array>()
  const recordBytes = digestBytes + dimension * Float32Array.BYTES_PER_ELEMENT
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${model}.`) || !name.endsWith(ending)) continue
    const file = readFileSync(join(folder, name))
    for (let at = 0; at + recordBytes <= file.length; at += recordBytes) {
      const bytes = new Uint8Array(file.subarray(at + digestBytes, at + recordBytes))
      known.set(file.toString('base64', at, at + digestBytes), new Float32Array(bytes.buffer))
    }
  }
  const own = join(folder, `${model}.${randomUUID()}${ending}`)
  return {
    get: (text) => known.get(digestOf(text).toString('base64')),
    put: (made) => {
      const records = made.map(({ text, vector }) => {
        const digest = digestOf(text)
        known.set(digest.toString('base64'), vector)
        return Buffer.concat([digest, Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)])
      })
      if (records.length > 0) appendFileSync(own, Buffer.concat(records))
    },
  }
}
