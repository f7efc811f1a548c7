import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const page = readFileSync(new URL('docs/find-your-way.md', root), 'utf8')
/** The second cell of each row of the table. */
const answers = page.split('\n').flatMap((line) => (/^\| [A-Z]/.test(line) ? [line.split('|')[2] ?? ''] : []))
const filesIn = (cell: string): ReadonlyArray<string> => [...cell.matchAll(/`([^`]+\.ts)`/g)].flatMap(([, file = '']) => file)

describe('docs/find-your-way.md', () => {
  test('answers at least twenty questions, each with a file', () => {
    expect(answers.length).toBeGreaterThanOrEqual(20)
    expect(answers.filter((cell) => filesIn(cell).length === 0)).toEqual([])
  })

  test('names only files that exist', () => {
    const missing = answers
      .flatMap(filesIn)
      .filter((file) => !existsSync(new URL(file.startsWith('packages/') ? file : `packages/core/src/${file}`, root)))

    expect(missing).toEqual([])
  })
})
