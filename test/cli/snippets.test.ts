/** The commands of the pages run in order in a fresh folder, and print what the pages show. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { root } from '../src/openclaw-settings.ts'
import { stepsIn } from './page-shell.ts'
import { difference, linesOf, positionsNamed, type Snippet, snippetsOf } from './page-snippets.ts'
import type { Ended } from './place.ts'
import { layStage, type Stage, stages } from './snippet-stages.ts'

/** What is not run, and why. Everything else is. */
const leftOut: ReadonlyArray<readonly [commands: RegExp, reason: string]> = [
  [/^openclaw /, 'needs the host'],
  [/^npx -y pnpm@12 (demo|test)\b/, 'runs the host, or all tests; test/cli/demo.test.ts runs the demo without it'],
  [/ pack --pack-destination |^npm install /, 'makes and installs packages, as test/cli/installed.test.ts does'],
  [/^crabtrail studio\b/, 'serves a page until it is ended, as test/studio does'],
  [/ --model http/, 'needs a server with a model'],
  [/postgres:|^createdb |\bpsql /, 'needs a PostgreSQL server'],
]

const pages = ['README.md', 'packages/cli/README.md', ...readdirSync(join(root, 'docs/how-to')).map((name) => `docs/how-to/${name}`)]
const read = (page: string): string => readFileSync(join(root, page), 'utf8')
const snippets = new Map(pages.map((page) => [page, snippetsOf(read(page))]))
const played = pages.filter((page) => snippets.get(page)?.length !== 0)
const isContinued = (page: string) => stages[page]?.after !== undefined

/** The home in which a page was played, for those that go on from it. */
const homes = new Map<string, string>()
afterAll(() => {
  for (const home of homes.values()) rmSync(home, { recursive: true, force: true })
})

// A page that others go on from comes before them.
describe.runIf(process.platform === 'linux')('the commands of', () => {
  test.each([...played.filter((page) => !isContinued(page)), ...played.filter(isContinued)])('%s print what it shows', async (page) => {
    const stage = stages[page] ?? {}
    const home = mkdtempSync(join(tmpdir(), 'crabtrail-page-'))
    homes.set(page, home)
    layStage(home, stage, stage.after === undefined ? undefined : homes.get(stage.after))
    const before = stage.before ?? []
    const told = (snippets.get(page) ?? []).map((snippet) => linesToRun(snippet, stage))
    const steps = stepsIn(home, [...before, ...told.flat().map(({ line }) => line)]).values()
    for (const line of before) expect(await steps.next().value?.(), line).toMatchObject({ code: 0, stderr: '' })

    const wrong: Array<string> = []
    for (const [n, { at, shown }] of (snippets.get(page) ?? []).entries()) {
      const complaint = await complaintOf(told[n] ?? [], shown, steps)
      if (complaint !== undefined) wrong.push(`${page}:${at} ${complaint}`)
    }
    expect(wrong).toEqual([])
  })
})

interface Line {
  readonly line: string
  /** It stands in the place of one that is left out, and the page does not show what it prints. */
  readonly isInstead: boolean
  readonly end: number
}

const linesToRun = ({ commands }: Snippet, { ends = {}, insteadOf = {} }: Stage): ReadonlyArray<Line> =>
  commands.flatMap((command) => {
    const isInstead = leftOut.some(([shape]) => shape.test(command))
    const line = isInstead ? insteadOf[command] : command
    const [, end = 0] = Object.entries(ends).find(([beginning]) => command.startsWith(beginning)) ?? []
    return line === undefined ? [] : [{ line, isInstead, end }]
  })

/** Runs the commands of a snippet. Returns what they print otherwise than it shows. */
const complaintOf = async (lines: ReadonlyArray<Line>, shown: Snippet['shown'], steps: Steps): Promise<string | undefined> => {
  const printed: Array<ReadonlyArray<string>> = []
  const mayFail = shown?.some((line) => /^(crabtrail: |broken )/.test(line)) ?? false
  for (const { line, isInstead, end } of lines) {
    const { code, stdout, stderr } = (await steps.next().value?.()) ?? { code: null, stdout: '', stderr: '' }
    if (code !== end && !mayFail) return `ended with ${code}: ${line}\n${stderr}${stdout}`
    if (!isInstead) printed.push(linesOf(`${stderr}${stdout}`))
  }
  const found = shown && printed.length > 0 ? difference(shown, printed) : undefined
  return found === undefined ? undefined : `${found}\nprinted\n${printed.flat().join('\n')}`
}

type Steps = IterableIterator<() => Promise<Ended>>

test('between its snippets a page names only positions that they show', () => {
  const shown = (page: string) => (snippets.get(page) ?? []).flatMap((snippet) => snippet.shown ?? []).join('\n')
  const named = played.flatMap((page) => positionsNamed(read(page)).map((position) => ({ page, position })))

  expect(named.length).toBeGreaterThan(4)
  expect(named.filter(({ page, position }) => !new RegExp(`\\b${position}\\b`).test(shown(page)))).toEqual([])
})

test('every reason for leaving a command out has one', () => {
  const commands = [...snippets.values()].flat().flatMap((snippet) => snippet.commands)
  expect(leftOut.filter(([shape]) => !commands.some((command) => shape.test(command)))).toEqual([])
})

test('a line that is not printed, stands elsewhere, or is followed by others is a difference', () => {
  const printed = [['before'], ['a', 'b 2026-11-22T22:05:55.804Z 3.5 ms', 'c at 9']]

  expect(difference(['a', 'b 2020-01-01T00:00:00.000Z 1 ms', 'c at 9'], printed)).toBeUndefined()
  expect(difference(['a', ' …', 'c …'], printed)).toBeUndefined()
  expect(difference(['b …', 'c at 9'], printed)).toContain('not printed here: b')
  expect(difference(['a', 'c at 9'], printed)).toContain('not printed here: c')
  expect(difference(['a', ' …', 'c at 8'], printed)).toContain('not printed here: c at 8')
  expect(difference(['a', 'b …'], printed)).toContain('not shown: c')
})
