/**
 * Ends of turns that may not be the last word: the host tries again within a run when a model fails, and tells each attempt's end.
 *
 * A failure is kept until the run goes on, which makes it void, or until it surely does not: the session has another run, is over, the
 * plugin stops, or two minutes pass.
 */
import { keepNewest, type SharedState } from './shared-state.ts'

const heldMs = 120_000
const heldMost = 64

export const holdEnd = (state: SharedState, runKey: string, conversation: string, tell: () => void): void => {
  dropEnd(state, runKey)
  const release = () => {
    dropEnd(state, runKey)
    tell()
  }
  const timer = setTimeout(release, heldMs).unref()
  for (const oldest of keepNewest(state.held, runKey, { conversation, timer, release }, heldMost)) {
    clearTimeout(oldest.timer)
    oldest.release()
  }
}

/** The run goes on: it has not ended. */
export const dropEnd = ({ held }: SharedState, runKey: string): void => {
  clearTimeout(held.get(runKey)?.timer)
  held.delete(runKey)
}

/** Tells what is held of one conversation, or of all. */
export const releaseEnds = ({ held }: SharedState, conversation?: string): void => {
  for (const end of [...held.values()]) if (conversation === undefined || end.conversation === conversation) end.release()
}
