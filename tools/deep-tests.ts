/** Writes docs/reference/deep-tests.md from the first comment of each deep test: what it proves, and which test of `pnpm test` proves it in short. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { markdownTable } from './markdown-table.ts'

export const deepTestsPage = new URL('../docs/reference/deep-tests.md', import.meta.url)

/** Files of `pnpm test` that `pnpm test:deep` runs once more: they do in full there what they do in short. */
export const doneInFull: ReadonlyArray<string> = [
  '**/redaction-megabytes.test.ts',
  'test/arbitraries/plausible-log.test.ts',
  'test/cli/archive.test.ts',
  'test/cli/hostile-files.test.ts',
  'test/cli/mistakes.test.ts',
  'test/cli/move-interrupted.test.ts',
  'test/cli/sessions.test.ts',
  'test/contracts/store-equivalence.test.ts',
  'test/eval/confidence.test.ts',
  'test/eval/judged-weeks.test.ts',
  'test/eval/ordinary-week.test.ts',
  'test/eval/routing-talk.test.ts',
  'test/eval/stated-replacing.test.ts',
  'test/eval/superseding-pairs.test.ts',
  'test/golden/golden-histories.test.ts',
  'test/plugin/command-line-memory.test.ts',
  'test/plugin/private-memory.test.ts',
  'test/scenarios/damaged-rows.test.ts',
  'test/scenarios/delayed-outcomes.test.ts',
  'test/scenarios/forget-trouble.test.ts',
  'test/scenarios/growth-trouble.test.ts',
  'test/scenarios/languages.test.ts',
  'test/scenarios/snapshots.test.ts',
  'test/scenarios/two-processes.test.ts',
  'test/torture/trouble.test.ts',
]

const root = fileURLToPath(new URL('..', import.meta.url))

/** Every file in code-unit order, from the root of the checkout. */
const deepTests = (): ReadonlyArray<string> =>
  ['packages/*/src', 'test'].flatMap((folder) => globSync(`${folder}/**/*.deep.test.ts`, { cwd: root })).sort()

interface DeepTest {
  readonly proves: string
  /** Path of the file that proves the same in short. */
  readonly short: string
}

/** Throws for a file whose first comment does not say both. */
const readDeepTest = (path: string): DeepTest => {
  const [, comment = ''] = /^\/\*\*\n([\s\S]*?)\n \*\/\n/.exec(readFileSync(join(root, path), 'utf8')) ?? []
  const lines = comment.split('\n').map((line) => line.replace(/^ \* ?/, ''))
  const [, short] = /^In short: `(.+)`$/.exec(lines.at(-1) ?? '') ?? []
  const proves = lines.slice(0, lines.indexOf('')).join(' ')
  if (short === undefined || proves === '')
    throw new Error(`${path}: let it begin with a comment that says what it proves and ends with a line of its own, In short: \`FILE\``)
  readFileSync(join(root, short))
  return { proves, short }
}

export const deepTestsReference = (): string =>
  [
    '# Deep tests',
    '',
    '`pnpm test:deep` proves at length what `pnpm test` proves in short: it takes hours, and `.ci/nightly` runs it. Made by `tools/deep-tests.ts` from the',
    'first lines of the tests; a test keeps it up to date.',
    '',
    ...markdownTable([
      ['file', 'proves', 'in short'],
      ...deepTests().map((path) => {
        const { proves, short } = readDeepTest(path)
        return [`\`${path}\``, proves, `\`${short}\``]
      }),
    ]),
    '',
    'These files of `pnpm test` do more there: more rounds, longer texts, every step.',
    '',
    ...doneInFull.map((path) => `- \`${path}\``),
    '',
  ].join('\n')

if (import.meta.main) writeFileSync(deepTestsPage, deepTestsReference())
