/** Vectors as bytes in rows of either database: numbers of four bytes, the lowest first. */
import { endianness } from 'node:os'
import type { ContentRef, NodeVector } from '@crabtrail/core'

interface VectorRow {
  readonly node: number
  readonly text: string
  readonly title: string | null
  readonly vector: Uint8Array
}

export const vectorOf = ({ node, text, title, vector }: VectorRow): NodeVector => ({
  node,
  madeOf: { title: title === null ? undefined : (title as ContentRef), text: text as ContentRef },
  vector: numbersIn(vector),
})

const numberBytes = Float32Array.BYTES_PER_ELEMENT

const lowestFirst = (bytes: Uint8Array): Uint8Array => {
  if (endianness() === 'BE') Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).swap32()
  return bytes
}

export const bytesIn = (vector: Float32Array): Uint8Array => lowestFirst(new Uint8Array(vector.slice().buffer))

/** Returns the numbers in the bytes. Incomplete trailing bytes are ignored: a vector of the wrong length counts as missing. */
const numbersIn = (bytes: Uint8Array): Float32Array => {
  const whole = Uint8Array.from(bytes.subarray(0, bytes.length - (bytes.length % numberBytes)))
  return new Float32Array(lowestFirst(whole).buffer)
}
