import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import { describe, expect, test } from 'vitest'
import { type Manner, Output, outputOf, present, report } from './output.ts'

interface Written {
  readonly stdout: string[]
  readonly stderr: string[]
}

const stream = (written: string[], isTTY: boolean, failure?: Error) => ({
  isTTY,
  columns: 80,
  write: (text: unknown, done?: unknown) => {
    written.push(String(text))
    if (typeof done === 'function') done(failure)
    return true
  },
})

const run = (
  effect: Effect.Effect<void, unknown, Output>,
  manner: Partial<Manner>,
  { isTTY = false, failure = undefined as Error | undefined } = {},
) => {
  const written: Written = { stdout: [], stderr: [] }
  const streams = { stdout: stream(written.stdout, isTTY, failure), stderr: stream(written.stderr, isTTY) }
  const output = outputOf({ json: false, quiet: false, color: true, calledAs: ['crabtrail'], ...manner }, streams)
  const exit = Effect.runSyncExit(effect.pipe(Effect.provideService(Output, output)))
  return { exit, ...written }
}

const answer = { text: 'a\u001b[2J', number: 0.123456789 }
const render = (shown: typeof answer) => [`text ${shown.text}`, '']

describe('an answer', () => {
  test('is for people, made safe', () => {
    expect(run(present(answer, render), {}).stdout).toEqual(['text a\ufffd[2J\n\n'])
  })

  test('is one document for programs, as it is, with what others obey spelled out', () => {
    expect(run(present(answer, render), { json: true }).stdout).toEqual([`${JSON.stringify(answer)}\n`])
    expect(
      run(
        present({ text: '\u009b\u2028' }, () => []),
        { json: true },
      ).stdout,
    ).toEqual(['{"text":"\\u009b\\u2028"}\n'])
  })

  test('of a change is not told to people who want quiet, and always to programs', () => {
    expect(run(report(answer, render), { quiet: true }).stdout).toEqual([])
    expect(run(present(answer, render), { quiet: true }).stdout).toHaveLength(1)
    expect(run(report(answer, render), { quiet: true, json: true }).stdout).toHaveLength(1)
  })

  test('has colour only on a terminal that may have it', () => {
    const paint = present(answer, (_, page) => [page.good('x')])

    expect(run(paint, {}, { isTTY: true }).stdout).toEqual(['\u001b[32mx\u001b[39m\n'])
    expect(run(paint, { color: false }, { isTTY: true }).stdout).toEqual(['x\n'])
    expect(run(paint, {}).stdout).toEqual(['x\n'])
  })

  test('that nobody reads any more interrupts the command', () => {
    const { exit } = run(present(answer, render), {}, { failure: Object.assign(new Error('broken pipe'), { code: 'EPIPE' }) })

    expect(Exit.hasInterrupts(exit)).toBe(true)
  })

  test('that cannot be written fails it', () => {
    const { exit } = run(present(answer, render), {}, { failure: Object.assign(new Error('no space'), { code: 'ENOSPC' }) })

    expect(Exit.findErrorOption(exit)).toMatchObject({ value: { _tag: 'FileRefused', path: 'standard output', problem: 'no space' } })
  })
})

describe('a note', () => {
  const note = Output.use((output) => output.note('look'))

  test('goes to a terminal only, and not when it should be quiet', () => {
    expect(run(note, {}, { isTTY: true })).toMatchObject({ stdout: [], stderr: ['look\n'] })
    expect(run(note, { quiet: true }, { isTTY: true }).stderr).toEqual([])
    expect(run(note, {}).stderr).toEqual([])
  })

  test('that something is wrong goes anywhere', () => {
    expect(
      run(
        Output.use((output) => output.warn('look')),
        { quiet: true },
      ).stderr,
    ).toEqual(['look\n'])
  })
})
