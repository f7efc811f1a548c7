/** Tries a break: runs its test alone, in a process of its own, over sources with that one line changed. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Break, brokenSource } from './break.ts'

export const breakVariable = 'CRABTRAIL_BREAK'
/** The line that says that the broken file was loaded. */
export const appliedMark = 'the broken line was loaded'

/** `red`: the test fails, as it must. `green`: nothing noticed. Any other text says why the break could not be tried. */
export type Verdict = 'red' | 'green' | `error: ${string}`

const root = fileURLToPath(new URL('../..', import.meta.url))
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')

interface Ran {
  /** What vitest reports of its tests; undefined where the run did not come to an end. */
  readonly report: Report | undefined
  readonly errors: string
}

/** Vitest puts ` > ` between the names of suites and tests where it looks for a pattern, and a space in its report. */
const patternOf = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '(?: > | )')

/** Runs tests in a process that knows nothing of a test run around it. */
const run = (files: ReadonlyArray<string>, name: string | undefined, broken: Break | undefined): Promise<Ran> => {
  const own = Object.entries(process.env).filter(([variable]) => !/^(?:VITEST|NODE_OPTIONS|TEST$|CRABTRAIL_RUNS)/.test(variable))
  const env = { ...Object.fromEntries(own), ...(broken === undefined ? {} : { [breakVariable]: JSON.stringify(broken) }) }
  const only = name === undefined ? [] : ['-t', patternOf(name)]
  const folder = mkdtempSync(join(tmpdir(), 'crabtrail-break-'))
  const written = join(folder, 'report.json')
  const given = [
    vitest,
    'run',
    '--config',
    'test/mutations/broken-config.ts',
    '--reporter=json',
    `--outputFile=${written}`,
    ...files,
    ...only,
  ]
  const { promise, resolve } = Promise.withResolvers<Ran>()
  execFile(process.execPath, given, { cwd: root, env, maxBuffer: 256 * 1024 ** 2 }, (_, __, errors) => {
    // A run with failed tests ends with an error, too: only the report tells.
    const report = existsSync(written) ? JSON.parse(readFileSync(written, 'utf8')) : undefined
    rmSync(folder, { recursive: true, force: true })
    resolve({ report, errors })
  })
  return promise
}

interface Told {
  readonly file: string
  readonly name: string
  readonly status: string
}

interface Report {
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly assertionResults: ReadonlyArray<{ readonly fullName: string; readonly status: string }>
  }>
}

const testsIn = ({ report }: Ran): ReadonlyArray<Told> | undefined =>
  report?.testResults.flatMap(({ assertionResults, name: file }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status }) => ({ file, name: fullName, status })),
  )

const tail = (text: string): string => text.trim().slice(-1_000)

export const tryBreak = async (broken: Break): Promise<Verdict> => {
  brokenSource(readFileSync(join(root, broken.file), 'utf8'), broken)
  const ran = await run([broken.test], broken.name, broken)
  const tests = testsIn(ran)?.filter(({ name }) => name.includes(broken.name))
  if (tests === undefined || tests.length === 0) return `error: no such test ran. ${tail(ran.errors)}`
  if (!ran.errors.includes(appliedMark)) return 'error: the test does not load the file'
  return tests.some(({ status }) => status === 'failed') ? 'red' : 'green'
}

/** Returns which of the breaks' tests fail without a break, or are not there: nothing follows from those. */
export const unsound = async (breaks: ReadonlyArray<Break>): Promise<ReadonlyArray<string>> => {
  const ran = await run([...new Set(breaks.map(({ test }) => test))], undefined, undefined)
  const tests = testsIn(ran)
  if (tests === undefined) return [`the tests did not run: ${tail(ran.errors)}`]
  return breaks.flatMap(({ name, test }) => {
    const own = tests.filter((one) => one.file === join(root, test) && one.name.includes(name))
    if (own.length === 0) return [`${test} has no test “${name}”`]
    return own.some(({ status }) => status === 'failed') ? [`${test} “${name}” fails without a break`] : []
  })
}

export interface Tried {
  readonly broken: Break
  readonly verdict: Verdict
}

/** Tries breaks, `beside` of them at a time, and says each as it ends. */
export const tryBreaks = async (
  breaks: ReadonlyArray<Break>,
  { beside = 2, told = () => undefined }: { readonly beside?: number; readonly told?: (tried: Tried) => void } = {},
): Promise<ReadonlyArray<Tried>> => {
  const tried: Array<Tried> = []
  const left = breaks.entries()
  const worker = async () => {
    for (const [place, broken] of left) {
      const verdict = await tryBreak(broken).catch((error: unknown): Verdict => `error: ${String(error)}`)
      tried[place] = { broken, verdict }
      told({ broken, verdict })
    }
  }
  await Promise.all(Array.from({ length: beside }, worker))
  return tried
}
