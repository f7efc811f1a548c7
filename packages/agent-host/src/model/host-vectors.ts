/** Checks the answer of a host's embedding provider and makes vectors of unit length of it. */
import { embedderLimits } from '@crabtrail/core'
import { unitVector } from '@crabtrail/models/hashed'

/** Throws, in words that repeat nothing of the answer, where it is not one vector for each text, of at most {@link embedderLimits} numbers. */
export const vectorsIn = (answer: unknown, texts: number): ReadonlyArray<Float32Array> => {
  if (!Array.isArray(answer) || answer.length !== texts) throw new Error('another number of vectors')
  return answer.map((one: unknown) => {
    const isNumbers = (Array.isArray(one) || ArrayBuffer.isView(one)) && Array.from(one as ArrayLike<unknown>).every(Number.isFinite)
    const unit = isNumbers ? unitVector(one as ArrayLike<number>) : undefined
    if (unit === undefined) throw new Error('no vector')
    if (unit.length > embedderLimits.dimension) throw new Error('a vector of too many numbers')
    return unit
  })
}
