/** Does one thing to a store again and again, and ends the process before another statement each time. */
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { layerSqlite } from '@crabtrail/store/sqlite'
import { expect } from 'vitest'
import type { Random } from '../bench/random.ts'
import { bundled } from '../src/bundled/bundled.ts'
import { type Deed, doDeed } from './deeds.ts'
import { type Ends, inspect } from './survived.ts'
import type { Acknowledged, Told } from './telling.ts'

const script = bundled(new URL('./crash.ts', import.meta.url))

/** Begins with no store; every other deed begins with a filled one. */
const makesStore = (deed: Deed): boolean => deed === 'make'

interface Ended {
  readonly signal: NodeJS.Signals | null
  readonly acknowledged: ReadonlyArray<Acknowledged>
  readonly statements: number
}

const doIt = async (path: string, deed: Deed, at: number): Promise<Ended> => {
  const child = spawn(process.execPath, [script, path, deed, String(at)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const acknowledged: Array<Acknowledged> = []
  let statements = 0
  createInterface({ input: child.stdout }).on('line', (line) => {
    const told: Told = JSON.parse(line)
    if ('commit' in told) acknowledged.push(told.commit)
    if ('statements' in told) ({ statements } = told)
  })
  const signal = await new Promise<NodeJS.Signals | null>((resolve) => child.once('close', (_, by) => resolve(by)))
  return { signal, acknowledged, statements }
}

export interface CrashPoints {
  readonly statements: number
  readonly tried: number
  /** Commits that were there though nobody was told so any more. */
  readonly unacknowledged: number
}

/** At so many of the statements; at all where there are no more. */
export const crashAt = async (folder: string, deed: Deed, most: number, chance: Random): Promise<CrashPoints> => {
  const filled = join(folder, 'filled.db')
  if (!existsSync(filled)) await doDeed(layerSqlite({ path: filled }), 'make')
  let copies = 0
  const copy = (): string => {
    const path = join(folder, `${deed}-${copies++}`, 'a.db')
    mkdirSync(join(path, '..'), { recursive: true })
    if (!makesStore(deed)) cpSync(filled, path)
    return path
  }
  const before: Ends = new Map()
  if (!makesStore(deed)) await inspect(filled, { acknowledged: [], during: '' }, before, 'anything')
  const { statements } = await doIt(copy(), deed, 0)
  const all = Array.from({ length: statements }, (_, i) => i + 1)
  const points = chance.shuffled(all).slice(0, most)
  let unacknowledged = 0
  for (const point of points) {
    const path = copy()
    const life = await doIt(path, deed, point)
    expect([deed, point, life.signal]).toEqual([deed, point, 'SIGKILL'])
    const ends = new Map(before)
    unacknowledged += (await inspect(path, { ...life, during: deed }, ends)).unacknowledged
    // And it goes on: the same is done to the end.
    await doDeed(layerSqlite({ path }), deed)
    await inspect(path, { acknowledged: [], during: deed }, ends, 'anything')
  }
  return { statements, tried: points.length, unacknowledged }
}
