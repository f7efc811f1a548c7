/** How much two texts share of their words: the Jaccard index of their distinct terms, from 0 to 1. */

/** Symmetric; 1 for the same terms. Without terms there is nothing to compare: 0. */
export const overlap = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  let shared = 0
  for (const term of one) if (other.has(term)) shared++
  const all = one.size + other.size - shared
  return all === 0 ? 0 : shared / all
}
