/**
 * Assertions on what this program computes itself, at the seams between its parts. They stay on in production, as each takes a comparison, or a
 * loop beside one that runs anyway.
 *
 * Nothing that is read from a log, a store or a model is asserted: others may have written it, and it must open.
 */

/** Thrown where a computation is wrong. Its message holds our own words and numbers, never a text of a memory. */
export class Disagreement extends Error {
  override readonly name = 'Disagreement'
}

export const assertions = [
  // Events of a commit, before it is appended.
  'the lists of a recorded recall have equal length',
  'the lists of the end of a turn have equal length',
  'the lists of a verdict have equal length',
  'the lists of an attribution have equal length',
  'the lists of a restoration have equal length',
  'the lists of a restated turn have equal length',
  'the lists of restated learning have equal length',
  'the lists of a model call have equal length',
  'the shares of an attribution sum to one or to nothing',
  'a recorded strength is a whole number',
  'a recorded utility is a whole number',
  'only an edge of a kind that learns moves',
  'a restored strength begins at the known value',
  'a restored utility begins at the known value',
  'a moved strength is within its bounds',
  'a moved utility is within its bounds',
  // The ledger of model calls.
  'a model call reserves no negative amount',
  'a model call costs no negative amount',
  'no reservation stays behind an answer',
  'tokens and money of model calls are not negative',
  // A commit and its fold.
  'a commit holds at least one event',
  'the predecessor of a commit is the head',
  'a commit begins behind the last event',
  'a commit is not earlier than the one before it',
  'the position moves by the events of a commit',
  'the fold has the memories that were given out',
  'the fold has the edges that were given out',
  'the fold has the turns that were given out',
  'the fold has the feedbacks that were given out',
  'the fold has the model calls that were given out',
  'the fold has the actors that were given out',
  // The text index.
  'an indexed text has a count for each term',
  'the counts of an indexed text are positive',
  'the length of an indexed text is not negative',
  'the index gains the texts that became live and loses those that ended',
  'joined postings ascend',
  // A recall.
  'seeds stand best first',
  'seeds are within their limit',
  'a walk expands no more memories than its limit',
  'a walk goes no deeper than its limit',
  'a walk follows no more edges than its limit',
  'a walk fires no more memories than its limit',
  'fired memories stand best first',
  'no energy of a walk is negative',
  'no memory is considered twice',
  'every considered memory is ranked',
  'nearest memories stand most similar first',
  'a context is within its tokens',
  'a context is within its items',
  'a given memory is among the ranked',
  'no memory is given twice',
  'no retired memory is given',
  'no untrusted memory is given',
  'no erased memory is given',
  // Caches and snapshots.
  'a cache is within its bound',
  'no more past states are kept than the bound',
  'a snapshot is not beyond the folded log',
  'a vector has the dimension of its space',
] as const

export type Assertion = (typeof assertions)[number]

const checked = new Set<Assertion>()

/** The assertions that this process has checked so far. One test reads it, to see that each is reached. */
export const checkedAssertions: ReadonlySet<Assertion> = checked

/** Throws a {@link Disagreement} with these numbers where the condition does not hold. */
export const assertThat = (name: Assertion, holds: boolean, ...numbers: ReadonlyArray<number>): void => {
  checked.add(name)
  if (holds) return
  const found = numbers.length === 0 ? '' : ` (${numbers.join(', ')})`
  throw new Disagreement(`this does not hold, please report it: ${name}${found}`)
}

/** Says whether the numbers never rise. */
export const neverRises = <A>(list: ReadonlyArray<A>, number: (item: A) => number): boolean => {
  let last = Number.POSITIVE_INFINITY
  for (const item of list) {
    const next = number(item)
    if (!(next <= last)) return false
    last = next
  }
  return true
}
