/**
 * Compares a question with kinds of error. Their words are words of ordinary talk, so a kind of error needs more than other cues to be met, and what a
 * question quotes of it counts for more than the words that the two share.
 */

import { quoted } from '@crabtrail/text/evidence/error-class'
import * as Effect from 'effect/Effect'
import type { GraphView } from '../../domain/graph.ts'
import type { ContentRef, NodeNumber } from '../../domain/identity.ts'
import { type Nano, nano } from '../../domain/strength.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { keptBodies } from '../brain/contents.ts'

/** The likeness that a stretch of the report, with all its words, counts for at least, and the one that its code does. */
const [stretchAlike, codeAlike] = [0.9, 0.7]
/** The least likeness to a kind of error that counts. */
const least = 0.6
/** The likeness from which on a kind of error is read to see whether its code is quoted. */
const readFrom = 0.3

/** A cue with its words, as the question has them, and the likeness of the two by words. */
export interface ComparedCue {
  readonly cue: NodeNumber
  readonly known: ReadonlyArray<string>
  readonly likeness: Nano
}

interface Asked {
  readonly question: string
  /** The words of the question. */
  readonly places: Pick<ReadonlyMap<string, unknown>, 'has'>
  readonly sameCue: Nano
}

/** Returns the likeness of each kind of error among the cues; 0 for one that is not met. */
export const likenessOfErrors = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  { places, question, sameCue }: Asked,
  cues: ReadonlyArray<ComparedCue>,
) {
  // Only the memory itself makes a cue of an error.
  const errors = cues.filter(({ cue }) => graph.originOf(cue) === 'system')
  const hasAll = (known: ReadonlyArray<string>) => known.every((word) => places.has(word))
  const read = errors.filter(({ known, likeness }) => likeness >= nano(readFrom) || hasAll(known))
  const bodies =
    read.length === 0
      ? noBodies
      : yield* keptBodies(
          brain,
          read.flatMap(({ cue }) => graph.node(cue)?.text ?? []),
        )
  const quotedAlike = ({ cue, known }: ComparedCue): number => {
    const { code, stretch } = quoted(question, bodies.get(graph.node(cue)?.text ?? noText) ?? '')
    return stretch && hasAll(known) ? stretchAlike : code ? codeAlike : 0
  }
  return new Map(
    errors.map((one) => {
      // Below what counts as the same question: verdicts on this question are not about every question with that error.
      const alike = Math.max(one.likeness, Math.min(nano(quotedAlike(one)), sameCue - 1))
      return [one.cue, alike < nano(least) ? 0 : alike] as const
    }),
  )
})

const noBodies: ReadonlyMap<ContentRef, string> = new Map()
const noText = '' as ContentRef
