import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { invariantComplaints } from './invariants.ts'
import { readTree, root } from './source-tree.ts'

describe('docs/invariants.md', () => {
  test('names a test for every row and has a row for every test', () => {
    const path = join(root, 'docs/invariants.md')
    expect(existsSync(path), 'docs/invariants.md is missing').toBe(true)

    expect(invariantComplaints(readFileSync(path, 'utf8'), readTree())).toEqual([])
  })

  const suite = 'test/properties/folding.test.ts'
  const files = new Map([[suite, `test('INV-01 folding in parts', () => {})\ntest("INV-02, INV-03 total", () => {})`]])
  const rows = [
    `| INV-01 | any cut | P | \`${suite}\` |`,
    '| INV-02 ★ | total | P | `INV-02, INV-03 total` |',
    `| **INV-03** | pure | P | \`${suite}\` |`,
  ]

  test('is in order when rows and titles meet', () => {
    expect(invariantComplaints(rows.join('\n'), files)).toEqual([])
  })

  test.each([
    ['an empty table', '# Invariants', 4],
    ['a title without a row', rows.slice(1).join('\n'), 1],
    ['a row without a test', [...rows, '| INV-04 | commutes | P | |'].join('\n'), 1],
    ['a row whose file has no such title', [...rows, `| INV-04 | commutes | P | \`${suite}\` |`].join('\n'), 2],
    ['a row told twice', [...rows, rows[0]].join('\n'), 1],
  ])('is not in order with %s', (_, document, complaints) => {
    expect(invariantComplaints(document, files)).toHaveLength(complaints)
  })
})
