import { describe, expect, test } from 'vitest'
import { readTracked } from './source-tree.ts'

/** Places outside this repository: a neighbouring folder, a checkout or a home directory. In parts, so that this file passes. */
const outside = new RegExp([`\\.\\./sha${'red'}(?![\\w-])`, `(?<![\\w./~-])/(?:${'wo'}${'rk'}|${'ro'}${'ot'})/`].join('|'), 'g')

const mentions = (files: ReadonlyMap<string, string>): ReadonlyArray<string> =>
  [...files]
    .filter(([path]) => !path.startsWith('test/eval/')) // its data lies where the caller says
    .flatMap(([path, text]) => [...text.matchAll(outside)].map((match) => `${path}: ${match[0]}`))

describe('places of one machine', () => {
  test('are not mentioned in this repository', () => {
    expect(mentions(readTracked())).toEqual([])
  })

  test('are found where they are mentioned', () => {
    const files = new Map([
      ['docs/a.md', `see ${['..', 'shared', 'b.md'].join('/')}`],
      ['packages/a.ts', `open('${['', 'work', 'data'].join('/')}')`],
      ['test/eval/a.ts', ['..', 'shared'].join('/')],
    ])

    expect(mentions(files)).toHaveLength(2)
  })
})
