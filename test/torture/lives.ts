/** Writers that live for a while: started, heard, and killed at a moment that the seed chose. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { bundled } from '../src/bundled/bundled.ts'
import type { Acknowledged, Told } from './telling.ts'

const script = bundled(new URL('./writer.ts', import.meta.url))

/** When to kill: so many things told, of that kind, and a little later. */
export interface Moment {
  readonly after: 'commit' | 'began'
  /** Work that a `began` report names; absent: any. */
  readonly what?: string
  readonly count: number
  readonly delayMs: number
}

export interface Life {
  /** Commits that were acknowledged before the end, in order. */
  readonly acknowledged: ReadonlyArray<Acknowledged>
  /** Work that the writer was doing when it was killed. */
  readonly during: string
}

export interface Writer {
  /** Lets it begin and kills it at that moment. */
  readonly liveUntil: (moment: Moment) => Promise<Life>
  readonly end: () => void
}

/** Started and waiting for its word: loading takes longer than most lives. */
export const startWriter = async (path: string, seed: number): Promise<Writer> => {
  const child = spawn(process.execPath, [script, path, String(seed)], { stdio: ['pipe', 'pipe', 'pipe'] })
  let complaints = ''
  child.stderr.on('data', (chunk) => {
    complaints += chunk
  })
  const listeners = new Set<(told: Told) => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const told: Told = JSON.parse(line)
    for (const listener of listeners) listener(told)
  })
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const early = closed.then(() => Promise.reject(new Error(`the writer of seed ${seed} ended by itself: ${complaints}`)))
  early.catch(() => undefined)
  await Promise.race([early, heard(listeners, (told) => 'ready' in told)])
  return {
    liveUntil: async (moment) => {
      const life = record(listeners)
      const killed = heard(listeners, isMoment(moment)).then(() => kill(child, moment.delayMs))
      child.stdin.write('go\n')
      await Promise.race([early, killed])
      await closed
      return life()
    },
    end: () => void child.kill('SIGKILL'),
  }
}

const heard = (listeners: Set<(told: Told) => void>, is: (told: Told) => boolean): Promise<void> =>
  new Promise((resolve) => {
    listeners.add((told) => {
      if (is(told)) resolve()
    })
  })

const isMoment = ({ after, count, what }: Moment) => {
  let seen = 0
  return (told: Told): boolean => {
    const counts = after === 'commit' ? 'commit' in told : 'began' in told && (what === undefined || told.began === what)
    return counts && ++seen === count
  }
}

const record = (listeners: Set<(told: Told) => void>) => {
  const acknowledged: Array<Acknowledged> = []
  let during = 'nothing'
  listeners.add((told) => {
    if ('commit' in told) acknowledged.push(told.commit)
    if ('began' in told) during = told.began
    if ('ended' in told) during = 'nothing'
  })
  return (): Life => ({ acknowledged, during })
}

/** A part of a millisecond is waited for by doing nothing: a timer is too coarse for what takes less. */
const kill = (child: ChildProcess, delayMs: number): Promise<void> =>
  new Promise((resolve) => {
    const at = performance.now() + delayMs
    const strike = () => {
      if (performance.now() < at) return void setImmediate(strike)
      child.kill('SIGKILL')
      resolve()
    }
    strike()
  })
