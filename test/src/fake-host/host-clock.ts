/** The time of a fake host: its hands move by themselves, or by the test's. */

export interface HostClock {
  /** Milliseconds UTC. */
  readonly now: () => number
  /** Rings once, unless it is taken back. */
  readonly timer: (ms: number, ring: () => void) => () => void
}

export const wallClock: HostClock = {
  now: () => Date.now(),
  timer: (ms, ring) => {
    const timer = setTimeout(ring, ms)
    return () => clearTimeout(timer)
  },
}

export interface HandClock extends HostClock {
  /** Lets time pass, and everything ring that is due by then. */
  readonly advance: (ms: number) => void
}

interface Timer {
  readonly due: number
  readonly ring: () => void
}

export const handClock = (start: number): HandClock => {
  const timers = new Set<Timer>()
  let now = start
  const next = (until: number): Timer | undefined =>
    [...timers]
      .filter(({ due }) => due <= until)
      .reduce<Timer | undefined>((first, one) => (first === undefined || one.due < first.due ? one : first), undefined)
  return {
    now: () => now,
    timer: (ms, ring) => {
      const timer = { due: now + ms, ring }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    advance: (ms) => {
      const until = now + ms
      for (let timer = next(until); timer !== undefined; timer = next(until)) {
        timers.delete(timer)
        now = timer.due
        timer.ring()
      }
      now = until
    },
  }
}

/** Fails when it takes longer; what was promised goes on all the same. */
export const within = <A>(clock: HostClock, promise: Promise<A>, ms: number | undefined): Promise<A> =>
  new Promise((resolve, reject) => {
    const cancel = ms === undefined ? () => {} : clock.timer(ms, () => reject(new Error(`timed out after ${ms}ms`)))
    promise.then(
      (value) => {
        cancel()
        resolve(value)
      },
      (error) => {
        cancel()
        reject(error)
      },
    )
  })
