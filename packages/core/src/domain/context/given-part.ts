/** The part of a long memory that is put before a model: the sentences that answer the question. */

import type { Worded } from '@crabtrail/text/evidence/readings'
import { answeringPart, type Part, type SoughtWord } from '@crabtrail/text/words/answering-part'
import type { NodeNumber } from '../identity.ts'
import type { TextEvidence } from '../walk/text-evidence.ts'

interface GivenMemory extends Worded {
  readonly node: NodeNumber
  /** Absent: nobody corrected it. */
  readonly corrections?: unknown
}

/** Returns the part of a memory that is given; undefined for all of it. */
export type PartOf = (item: GivenMemory) => Part | undefined

export const givenWhole: PartOf = () => undefined

/**
 * Gives of a long memory about `most` tokens. One that somebody corrected, or of which something is over, is given whole: what was said is about words
 * that a part may lack. `ways`: the terms that texts have for each word of the question. With `most` 0 every memory is given whole.
 */
export const partsFor = ({ idfs }: Pick<TextEvidence, 'idfs'>, ways: ReadonlyArray<ReadonlyArray<string>>, most: number): PartOf => {
  if (most === 0) return givenWhole
  const sought = ways.map((own, word): SoughtWord => ({ ways: own, weight: idfs[word] ?? 0 }))
  const known = new Map<NodeNumber, Part | undefined>()
  return ({ corrections, node, outdated, text, title }) => {
    if (corrections !== undefined || outdated !== undefined) return undefined
    if (!known.has(node)) known.set(node, answeringPart(text, title, sought, most))
    return known.get(node)
  }
}
