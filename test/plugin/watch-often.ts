/** The health watch of every gateway that is started from now on looks every 50 ms and not every 5 seconds. Returns what ends that. */
export const letWatchOften = (): (() => void) => {
  const every = globalThis.setInterval
  const oftener = (work: () => void, ms?: number) => every(work, ms === 5_000 ? 50 : ms)
  globalThis.setInterval = oftener as typeof every
  return () => {
    globalThis.setInterval = every
  }
}
