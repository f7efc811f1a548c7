/** Sums the processor time of a PostgreSQL server over its lives, its children included. */
import { existsSync, readFileSync } from 'node:fs'
import { childrenOf } from './process-family.ts'

export interface ServerCpu {
  /** Begins to measure the server with this postmaster. */
  readonly begin: (pid: number | undefined) => void
  /** Adds the time since `begin`. */
  readonly end: (pid: number | undefined) => void
  /** Milliseconds; undefined where `/proc` does not tell. */
  readonly ms: number | undefined
}

/** Linux counts in hundredths of a second, whatever its kernel does. */
const msPerTick = 10

export const serverCpu = (): ServerCpu => {
  const isTold = existsSync('/proc/self/stat')
  let [sum, before] = [0, 0]
  return {
    begin: (pid) => {
      before = isTold ? familyMs(pid) : 0
    },
    end: (pid) => {
      if (isTold) sum += familyMs(pid) - before
    },
    get ms() {
      return isTold ? sum : undefined
    },
  }
}

const familyMs = (pid: number | undefined): number =>
  pid === undefined ? 0 : childrenOf(pid).reduce((ms, child) => ms + ticksOf(child, 2), ticksOf(pid, 4)) * msPerTick

/** Fields 14 to 17 of `stat`: own user and system time, then that of children that have ended and were waited for. */
const ticksOf = (pid: number, fields: 2 | 4): number => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const numbers = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    return numbers.slice(11, 11 + fields).reduce((all, one) => all + one, 0)
  } catch {
    // It ended between the two calls.
    return 0
  }
}
