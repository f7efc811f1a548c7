import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const read = (page: string): string => readFileSync(new URL(page, root), 'utf8')

describe('docs/find-your-way.md', () => {
  /** The second cell of each row of the table. */
  const answers = read('docs/find-your-way.md')
    .split('\n')
    .flatMap((line) => (/^\| [A-Z]/.test(line) ? [line.split('|')[2] ?? ''] : []))

  test('answers at least twenty questions, each with a file', () => {
    expect(answers.length).toBeGreaterThanOrEqual(20)
    expect(answers.filter((cell) => namedFiles(cell).length === 0)).toEqual([])
  })
})

/** A page names a file by its path from the repository, a package, a source folder, the domain or the application. */
const packages = ['text', 'core', 'store', 'models', 'agent-host', 'plugin-openclaw', 'cli', 'eval', 'studio']
const folders = [
  '',
  'packages/',
  ...packages.map((name) => `packages/${name}/src/`),
  'packages/core/src/domain/',
  'packages/core/src/application/',
]
const namedFiles = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/`([\w./-]+\/[\w.-]+\.ts)`/g)].flatMap(([, file = '']) => file)
const exists = (file: string): boolean => folders.some((folder) => existsSync(new URL(`${folder}${file}`, root)))

const pagesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(new URL(folder, root)).flatMap((name) => (name.endsWith('.md') ? [`${folder}${name}`] : []))
const pages = ['README.md', 'ARCHITECTURE.md', 'AGENTS.md', 'CONTRIBUTING.md', ...['docs/', 'docs/adr/', 'docs/how-to/'].flatMap(pagesIn)]

test.each(pages)('%s names only files that exist', (page) => {
  expect(namedFiles(read(page)).filter((file) => !exists(file))).toEqual([])
})
