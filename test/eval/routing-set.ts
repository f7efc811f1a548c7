/** The questions on which routing is measured: all of a set, of LoCoMo those of two hops. */
import * as Result from 'effect/Result'
import { readSet } from '../../packages/eval/src/sets/files.ts'
import { filesOf } from './question-sets.ts'
import { openRouted, type RoutedSet } from './routing-gain.ts'

export const withRouted = async (name: string, nth: number, use: (routed: RoutedSet) => Promise<void>): Promise<void> => {
  const set = Result.getOrThrow(readSet(filesOf(name), 'crabtrail'))
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
