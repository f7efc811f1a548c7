/** What is wrong, by its cause: kept while it lasts, told once a process however often it comes back. */
import type { SharedState } from './shared-state.ts'

export const raise = ({ health }: Pick<SharedState, 'health'>, cause: string, text: string, say: (text: string) => void): void => {
  health.problems.set(cause, text)
  if (health.told.has(cause)) return
  health.told.add(cause)
  say(text)
}

/** `say` is called the first time that something which was told is well again. */
export const settle = ({ health }: Pick<SharedState, 'health'>, cause: string, say: (text: string) => void = () => {}): void => {
  if (!health.problems.delete(cause) || health.told.has(settled(cause))) return
  health.told.add(settled(cause))
  say(cause)
}

const settled = (cause: string): string => `${cause} settled`
