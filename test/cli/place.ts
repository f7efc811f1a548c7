/** A home of its own for a test, and `crabtrail` in it: called within the test's process, or as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundled } from '../src/bundled/bundled.ts'
import { callWithin } from './within.ts'

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Place {
  readonly home: string
  /** The store that is used when none is named. */
  readonly store: string
  readonly run: (...args: ReadonlyArray<string>) => Promise<Ended>
  /** The one JSON document of a command that went well. */
  readonly ask: (...args: ReadonlyArray<string>) => Promise<Json>
  /** Exit code and error of one that did not. */
  readonly fail: (...args: ReadonlyArray<string>) => Promise<readonly [code: number | null, error: Json]>
  /** The environment of a process here, for a shell. */
  readonly env: NodeJS.ProcessEnv
  /** A process of its own. */
  readonly start: (...args: ReadonlyArray<string>) => ChildProcess
  /** Command line that `start` starts, for a shell. */
  readonly argv: (...args: ReadonlyArray<string>) => ReadonlyArray<string>
  readonly write: (path: string, text: string | Uint8Array) => string
  readonly remove: () => void
}

/** Decoded JSON of any shape: tests look into it and say what they expect. */
// biome-ignore lint/suspicious/noExplicitAny: an answer of another process
export type Json = any

const main = bundled(new URL('../../packages/cli/src/main.ts', import.meta.url))
/** Compiled once and not at every start. */
const compiled = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))

/** Calls within this process: the same program with the same end, without the second that a process takes to start. */
export const makePlace = (env: Readonly<Record<string, string>> = {}): Place => placeOf(env, runnerWithin(env))

const runnerWithin =
  (env: Readonly<Record<string, string>>) =>
  (home: string): Run =>
  (args) =>
    callWithin(args, { env: { HOME: home, ...env }, home, folder: home })

/** A place whose calls are processes: for what only processes do. */
export interface PlaceOfProcesses extends Place {
  /** The same place with calls within this process: for what a test only prepares, or looks at afterwards. */
  readonly within: Place
}

export const makePlaceOfProcesses = (env: Readonly<Record<string, string>> = {}): PlaceOfProcesses => {
  const place = placeOf(env, (_, start) => (args) => ended(start(...args)))
  return { ...place, within: placeOf(env, runnerWithin(env), place.home) }
}

type Start = Place['start']
type Run = (args: ReadonlyArray<string>) => Promise<Ended>

const placeOf = (
  env: Readonly<Record<string, string>>,
  runner: (home: string, start: Start) => Run,
  home = mkdtempSync(join(tmpdir(), 'crabtrail-cli-')),
): Place => {
  const environment = { PATH: process.env['PATH'], HOME: home, NODE_COMPILE_CACHE: compiled, ...env }
  const start: Start = (...args) => spawn(process.execPath, [main, ...args], { cwd: home, env: environment })
  const given = runner(home, start)
  const run = (...args: ReadonlyArray<string>) => given(args)
  return {
    argv: (...args) => [process.execPath, main, ...args],
    home,
    env: environment,
    store: join(home, '.crabtrail', 'crabtrail.db'),
    run,
    ask: async (...args) => {
      const { code, stdout, stderr } = await run(...args, '--json')
      if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stdout}${stderr}`)
      return onlyDocument(stdout)
    },
    fail: async (...args) => {
      const { code, stdout } = await run(...args, '--json')
      return [code, onlyDocument(stdout).error]
    },
    start,
    write: (path, text) => {
      mkdirSync(dirname(join(home, path)), { recursive: true })
      writeFileSync(join(home, path), text)
      return join(home, path)
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}

/** Throws unless the text is one document on one line. */
export const onlyDocument = (stdout: string): Json => {
  if (stdout.indexOf('\n') !== stdout.length - 1) throw new Error(`not one line: ${JSON.stringify(stdout.slice(0, 400))}`)
  return JSON.parse(stdout)
}

export const ended = (child: ChildProcess): Promise<Ended> =>
  new Promise((resolve, reject) => {
    let [stdout, stderr] = ['', '']
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      stdout += text
    })
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      stderr += text
    })
    child.once('error', reject).once('close', (code) => resolve({ code, stdout, stderr }))
  })

/** Three small documents that lead to each other. */
export const fillNotes = (place: Place): void => {
  place.write(
    'notes/deploy.md',
    '# Deploy\n\nHow we ship the harbour service.\n\n## Rollback\n\nRun `ship back` with the last green tag.\n\n## History\n\nOnce we copied files by hand.\n',
  )
  place.write('notes/incident.md', '# Incident\n\nWhen the harbour alarm rings, read [deploy](deploy.md#rollback) first.\n')
  place.write('notes/sub/team.txt', 'Ann ships on Mondays. Bo answers the harbour telephone.\n')
}
