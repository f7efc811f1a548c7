/** Kills a server process together with the processes that it started, as a crash of the machine would end them. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

interface Entry {
  readonly parent: number
  /** One letter as `ps` prints it: `T` is stopped; `Z` has ended, but its parent has not read its exit code. */
  readonly state: string
}

const pollMs = 5

/**
 * Kills a process and its children with SIGKILL, and returns when none of them runs any more.
 * The process is stopped before its children are listed, so it cannot start another one in between.
 */
export const killFamily = async (pid: number, limitMs: number): Promise<void> => {
  if (!signal(pid, 'SIGSTOP')) return
  await until(() => /^[TtZX]/.test(processes().get(pid)?.state ?? 'X'), limitMs, `process ${pid} does not stop`)
  const family = [pid, ...childrenOf(pid)]
  for (const one of family) signal(one, 'SIGKILL')
  await until(() => running(family).length === 0, limitMs, `processes ${family.join(', ')} survive SIGKILL`)
}

/** Those of the processes that have not ended. A process whose exit code nobody has read has ended. */
export const running = (pids: ReadonlyArray<number>): ReadonlyArray<number> => {
  const all = processes()
  return pids.filter((pid) => !/^[ZX]/.test(all.get(pid)?.state ?? 'X'))
}

/** The processes that a process has started, without those that they have started. */
export const childrenOf = (pid: number): ReadonlyArray<number> =>
  [...processes()].filter(([, { parent }]) => parent === pid).map(([child]) => child)

/** Sends a signal to one process. False if there is no such process. */
export const signal = (pid: number, name: 'SIGINT' | 'SIGKILL' | 'SIGSTOP'): boolean => {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

/** Returns when the condition holds, and fails when it does not within the limit. */
export const until = async (condition: () => boolean, limitMs: number, failure: string): Promise<void> => {
  const end = performance.now() + limitMs
  while (!condition()) {
    if (performance.now() > end) throw new Error(`${failure} within ${limitMs} ms`)
    await setTimeout(pollMs)
  }
}

const processes = (): ReadonlyMap<number, Entry> => (existsSync('/proc/self/stat') ? processesOfLinux() : processesOfPs())

const processesOfLinux = (): ReadonlyMap<number, Entry> =>
  new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name): ReadonlyArray<[number, Entry]> => {
        try {
          const text = readFileSync(`/proc/${name}/stat`, 'latin1')
          // The name of the program stands in parentheses and may itself contain some.
          const [state = 'X', parent] = text.slice(text.lastIndexOf(')') + 2).split(' ')
          return [[Number(name), { parent: Number(parent), state }]]
        } catch {
          // It ended between the two calls.
          return []
        }
      }),
  )

const processesOfPs = (): ReadonlyMap<number, Entry> =>
  new Map(
    spawnSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
      .stdout.split('\n')
      .map((line) => line.trim().split(/\s+/))
      .map(([pid, parent, state = 'X']) => [Number(pid), { parent: Number(parent), state }]),
  )
