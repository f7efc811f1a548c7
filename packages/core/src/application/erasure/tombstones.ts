/**
 * The marks that stay of forgotten sources and passages, so that they are not read in again.
 *
 * Each is a fingerprint of a name under the brain’s own key, never of a text: whoever renames a document, or a heading in it, has written
 * another one.
 */
import type { OpenBrain } from '../brain/brain.ts'

export interface Marks {
  /** Of a source that is forgotten whole. */
  readonly source: (key: string) => string
  /** Of a source of which single passages are forgotten: only such a one has to be looked through for them. */
  readonly sourceInPart: (key: string) => string
  readonly passage: (id: string) => string
}

export const marks = ({ fingerprint }: Pick<OpenBrain, 'fingerprint'>): Marks => ({
  source: (key) => fingerprint('source-key', `whole\n${key}`),
  sourceInPart: (key) => fingerprint('source-key', `part\n${key}`),
  passage: (id) => fingerprint('node-id', `passage\n${id}`),
})
