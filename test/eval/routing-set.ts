/** The questions on which routing is measured: all of a set, of LoCoMo those of two hops. */
import * as Result from 'effect/Result'
import { readSet } from '../../packages/eval/src/sets/files.ts'
import { filesOf, ofScopes } from './question-sets.ts'
import { openRouted, type RoutedSet } from './routing-gain.ts'

/** `scopes`: number of scopes that are taken, the first of the set. */
export const withRouted = async (
  name: string,
  nth: number,
  use: (routed: RoutedSet) => Promise<void>,
  scopes = Number.POSITIVE_INFINITY,
): Promise<void> => {
  const set = ofScopes(Result.getOrThrow(readSet(filesOf(name), 'crabtrail')), scopes)
  const meant = set.questions.filter(({ category }) => name !== 'locomo' || category === 'multi-hop')
  const routed = await openRouted(
    set,
    meant.filter((_, place) => place % nth === 0),
  )
  try {
    await use(routed)
  } finally {
    await routed.close()
  }
}
