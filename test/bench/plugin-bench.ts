/** Times what the plugin adds to a turn, and how long it keeps the host's event loop from everything else. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { percentile } from './measure.ts'
import type { Conversed, Late } from './plugin-process.ts'
import { heading, number, percentiles, say, table } from './print.ts'

/** In a home of its own below the folder, over a copy of a database that nobody has open. */
export const pluginBench = (folder: string, path: string, warmUp: ReadonlyArray<string>, questions: ReadonlyArray<string>): void => {
  const home = join(folder, 'host')
  const database = join(home, 'state', 'crabtrail', 'crabtrail.db')
  mkdirSync(dirname(database), { recursive: true, mode: 0o700 })
  cpSync(path, database)
  const conversed = converse(home, warmUp, questions)
  const usual = percentile(conversed.without, 0.5)
  const late = (milliseconds: Late) => milliseconds.map((ms) => number(ms))

  heading(`a turn in the agent, ${questions.length} questions, warm (ms)`)
  table([
    ['', 'p50', 'p95', 'p99', 'min', 'max'],
    ['with the plugin', ...percentiles(conversed.with)],
    ['without', ...percentiles(conversed.without)],
    ['added', ...percentiles(conversed.with.map((ms) => ms - usual))],
  ])
  say(`each question both ways, in shuffled order; ${conversed.reminded} of ${questions.length} were given memories`)
  say()
  table([
    ['the event loop was late by (ms)', 'p50', 'p99', 'max'],
    ['with the plugin', ...late(conversed.late.with)],
    ['without', ...late(conversed.late.without)],
  ])
  say('during the turn and the time after it, in which its end is recorded and learned from')
}

const converse = (home: string, warmUp: ReadonlyArray<string>, questions: ReadonlyArray<string>): Conversed => {
  const script = fileURLToPath(new URL('plugin-process.ts', import.meta.url))
  const input = JSON.stringify({ questions: [...warmUp, ...questions], warmUp: warmUp.length })
  const { status, stderr, stdout } = spawnSync(process.execPath, ['--expose-gc', script, home], { encoding: 'utf8', input })
  if (status !== 0) throw new Error(`the conversation in another process failed: ${stderr}`)
  return JSON.parse(stdout)
}
