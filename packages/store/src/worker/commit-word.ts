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

/** For the worker, just before COMMIT: true if it may commit. Idempotent, because an attempt that fails afterwards may be repeated. */
export const enterCommit = (word: CommitWord): boolean => move(word, committing)

/** For the host: true if the request is called off. False: the worker is committing, and its answer follows. */
export const abandon = (word: CommitWord): boolean => move(word, abandoned)

export const isAbandoned = (word: CommitWord): boolean => Atomics.load(new Int32Array(word), 0) === abandoned

export const isUntouched = (word: CommitWord): boolean => Atomics.load(new Int32Array(word), 0) === open

const move = (word: CommitWord, to: number): boolean => {
  const before = Atomics.compareExchange(new Int32Array(word), 0, open, to)
  return before === open || before === to
}
