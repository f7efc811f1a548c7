/**
 * One shared word a request: it decides between a worker that is about to commit and a host that stops waiting.
 *
 * Guarantee: of {@link enterCommit} and {@link abandon} on one word at most one ever answers true to its own side, whatever the timing.
 */

/** Four bytes that both threads see. */
export type CommitWord = SharedArrayBuffer

const open = 0
const committing = 1
const abandoned = 2

export const openWord = (): CommitWord => new SharedArrayBuffer(4)

/** The worker's side, just before COMMIT. True again when asked again: an attempt that failed after it may be repeated. */
export const enterCommit = (word: CommitWord): boolean => move(word, committing)

/** The host's side. False: the worker was first, and its answer is on the way. */
export const abandon = (word: CommitWord): boolean => move(word, abandoned)

export const isAbandoned = (word: CommitWord): boolean => Atomics.load(new Int32Array(word), 0) === abandoned

export const isUntouched = (word: CommitWord): boolean => Atomics.load(new Int32Array(word), 0) === open

const move = (word: CommitWord, to: number): boolean => {
  const before = Atomics.compareExchange(new Int32Array(word), 0, open, to)
  return before === open || before === to
}
