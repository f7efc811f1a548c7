/** Evaluation is a package of its own: `crabtrail eval` uses it where it is installed, and nothing else loads it. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as Effect from 'effect/Effect'
import { afterAll, describe, expect, test } from 'vitest'
import { parseCall } from '../../packages/cli/src/calls/parse.ts'
import { endOf, forward } from '../../packages/cli/src/run.ts'
import { bundled } from '../src/bundled/bundled.ts'
import { type Ended, ended } from './place.ts'
import { callWithin } from './within.ts'

const home = mkdtempSync(join(tmpdir(), 'crabtrail-eval-package-'))
afterAll(() => rmSync(home, { recursive: true }))

const source = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const commandLine = source('packages/cli/src/main.ts')
const evaluation = bundled(new URL('../../packages/eval/src/main.ts', import.meta.url))
const { NODE_COMPILE_CACHE, PATH } = process.env
const run = (args: ReadonlyArray<string>): Promise<Ended> =>
  ended(spawn(process.execPath, [...args], { cwd: home, env: { PATH, HOME: home, NODE_COMPILE_CACHE } }))

/** Prints the address of each module that is loaded. */
const tracer = `data:text/javascript,${encodeURIComponent(
  `import { registerHooks } from 'node:module'
   registerHooks({ load(url, context, next) { process.stderr.write(url + '\\n'); return next(url, context) } })`,
)}`
const loadedBy = async (...args: ReadonlyArray<string>) => {
  const { stderr } = await run(['--import', tracer, commandLine, ...args])
  return stderr.split('\n').filter((url) => url.startsWith('file://'))
}
const isOfEvaluation = (url: string) => url.includes('/packages/eval/')

describe('the modules of the package', () => {
  test('are loaded by eval and by no other command', async () => {
    expect((await loadedBy('eval', 'retrieval', 'nowhere')).filter(isOfEvaluation)).not.toEqual([])
    await callWithin(['init'], { env: { HOME: home }, home, folder: home })
    const loaded = await loadedBy('recall', 'harbour')

    expect(loaded.filter((url) => url.endsWith('/packages/cli/src/commands/ask/recall.ts'))).toHaveLength(1)
    expect(loaded.filter(isOfEvaluation)).toEqual([])
  })
})

describe('crabtrail-eval', () => {
  test.each([
    ['help', ['--help']],
    ['the refusal of a file', ['retrieval', 'nowhere', 'nowhere', '--json']],
  ])('ends as crabtrail eval with %s', async (_, args) => {
    const forwarded = await callWithin(['eval', ...args], { env: { HOME: home }, home, folder: home })

    expect(await run([evaluation, ...args])).toEqual(forwarded)
    expect(forwarded.stdout).not.toBe('')
  })
})

describe('where the package is not installed', () => {
  const missing = async (...options: ReadonlyArray<string>) => {
    const call = parseCall(['eval', 'retrieval', 'sets', ...options])
    if (call.ask !== 'run') throw new Error('the call is malformed')
    const said = { stdout: '', stderr: '' }
    const hear = (name: keyof typeof said) => (text: string | Uint8Array) => {
      said[name] += text
      return true
    }
    const streams = {
      stdout: { isTTY: false, columns: 80, write: hear('stdout') },
      stderr: { isTTY: false, write: hear('stderr') },
    }
    const surroundings = { env: {}, home, folder: home, ...streams }
    const exit = await Effect.runPromiseExit(
      forward({ ...call, command: 'eval' }, surroundings, pathToFileURL(join(home, 'crabtrail.js')).href),
    )
    return { code: endOf(exit, call.everywhere, 130, streams), ...said }
  }

  test('one line says how to get it', async () => {
    const line =
      'crabtrail eval needs the package @crabtrail/eval, which is not installed: run npx -y pnpm@12 --silent crabtrail eval in a checkout of Crabtrail'

    const error = { tag: 'PackageMissing', message: line, command: 'eval', package: '@crabtrail/eval' }

    expect(await missing()).toEqual({ code: 1, stdout: '', stderr: `crabtrail: ${line}\n` })
    expect(await missing('--json')).toEqual({ code: 1, stdout: `${JSON.stringify({ error })}\n`, stderr: '' })
  })
})
