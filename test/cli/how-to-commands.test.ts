/** The commands of a page run in order in a fresh store, and print the lines that the page shows. */
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { notesFolder } from '../../packages/cli/src/demo/story.ts'
import { makePlace, type Place } from './place.ts'

interface Example {
  readonly commands: ReadonlyArray<string>
  /** The lines that the page shows below the commands; none where it shows nothing. */
  readonly shown: ReadonlyArray<string>
}

/** Each block of commands with the block of output right below it. */
const examplesOf = (page: string): ReadonlyArray<Example> =>
  [...page.matchAll(/^```sh\n(.*?)^```\n(?:```\n(.*?)^```\n)?/gms)].map(([, commands = '', shown = '']) => ({
    commands: linesOf(commands),
    shown: linesOf(shown),
  }))

const linesOf = (block: string): ReadonlyArray<string> => block.split('\n').filter((line) => line.trim() !== '')

/** The words of a command, as a shell reads them: in quotes or up to the next space. */
const wordsOf = (command: string): ReadonlyArray<string> =>
  [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, bare]) => single ?? double ?? bare ?? '')

/** A line without what differs from run to run: times and durations. */
const stable = (line: string): string =>
  line
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/\d+(\.\d+)? ms/g, 'N ms')
    .trimEnd()

const isLeftOut = (line: string): boolean => line.trim() === '…'

/** Returns the first shown line that the output lacks. Shown lines follow each other, unless `…` stands between them. */
const missing = (shown: ReadonlyArray<string>, printed: ReadonlyArray<string>): string | undefined => {
  const output = printed.map(stable)
  let [next, mayLeaveOut] = [0, false]
  for (const line of shown.map(stable)) {
    if (isLeftOut(line)) {
      mayLeaveOut = true
      continue
    }
    const at = output.findIndex((one, place) => place >= next && one === line)
    if (at < 0 || (at > next && !mayLeaveOut)) return line
    next = at + 1
    mayLeaveOut = false
  }
  return undefined
}

describe.each([
  ['docs/how-to/take-back-a-bad-lesson.md', 4],
  ['packages/cli/README.md', 2],
])('%s', (name, least) => {
  let place: Place
  beforeEach(() => {
    place = makePlace()
    cpSync(notesFolder, join(place.home, 'packages/cli/demo/notes'), { recursive: true })
  })
  afterEach(() => place.remove())

  test('its commands print what it shows', async () => {
    const examples = examplesOf(readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8'))
    expect(examples.length).toBeGreaterThanOrEqual(least)
    for (const { commands, shown } of examples) {
      const printed: Array<string> = []
      for (const command of commands) {
        const [program, ...words] = wordsOf(command)
        if (program === 'export') continue
        expect(program, command).toBe('crabtrail')
        const { code, stderr, stdout } = await place.run(...words)
        expect([code, stderr], command).toEqual([0, ''])
        printed.push(...linesOf(stdout))
      }

      expect(missing(shown, printed), `${commands.join('\n')}\nprinted\n${printed.join('\n')}`).toBeUndefined()
    }
  })
})

test('a line that is not printed, or that has others before it, is missing', () => {
  const printed = ['a', 'b 2026-11-22T22:05:55.804Z 3.5 ms', 'c']

  expect(missing(['a', 'b 2020-01-01T00:00:00.000Z 1 ms', 'c'], printed)).toBeUndefined()
  expect(missing(['a', ' …', 'c'], printed)).toBeUndefined()
  expect(missing(['a', 'c'], printed)).toBe('c')
  expect(missing(['a', '…', 'd'], printed)).toBe('d')
})
