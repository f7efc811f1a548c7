import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { requirementComplaints, requirementsPage, withCounts } from '../../tools/requirements.ts'
import { readTracked } from './source-tree.ts'

describe('docs/requirements.md', () => {
  const page = readFileSync(requirementsPage, 'utf8')

  test('has every row once, and each test that it names is there', () => {
    expect(requirementComplaints(page, readTracked())).toEqual([])
  })

  test('counts its rows', () => {
    expect(page, 'write the counts anew: pnpm exec node tools/requirements.ts').toBe(withCounts(page))
  })

  const files = new Map([['test/walk.test.ts', "test('S0.1: a walk ends', () => {})"]])
  const rows = [
    '- **S0.1** met. A walk ends. Tests: `test/walk.test.ts` “a walk ends”.',
    '- **S0.2** partly. It has budgets. Tests: `test/walk.test.ts`. But: hops.',
    '- **S0.3** missing. It asks a model. Reason: no model is used.',
    '- **S0.4** not applicable. It is written in Python. Reason: this is TypeScript.',
  ]
  const [met = '', partly = '', missing = '', foreign = ''] = rows
  const complaints = (lines: ReadonlyArray<string>) => requirementComplaints(lines.join('\n'), files, [4])

  test('is in order when rows and tests meet', () => {
    expect(complaints(rows)).toEqual([])
  })

  test.each([
    ['a row left out', [met, partly, foreign], 'S0.3 should stand where S0.4 stands'],
    ['the last row left out', [met, partly, missing], 'S0.4 should stand where nothing stands'],
    ['a row told twice', [...rows, foreign], 'the end should stand where S0.4 stands'],
    ['another state', [met.replace('met', 'done'), partly, missing, foreign], 'not read as a row'],
    ['a met row without a test', ['- **S0.1** met. A walk ends.', partly, missing, foreign], 'S0.1 is met'],
    ['a missing row with a test', [met, partly, `${missing} Tests: \`test/walk.test.ts\`.`, foreign], 'S0.3 is missing'],
    [
      'a partly met row that lacks nothing',
      [met, partly.replace(' But: hops.', ''), missing, foreign],
      'S0.2 is partly and does not say why',
    ],
    ['a test that is gone', [met, partly.replace('walk.', 'gone.'), missing, foreign], 'S0.2 names test/gone.test.ts'],
    ['a title that is gone', [met.replace('“a walk', '“the walk'), partly, missing, foreign], 'S0.1 names “the walk ends”'],
    [
      'a test of a missing row',
      ['- **S0.1** missing. A walk ends. Reason: none.', partly, missing, foreign],
      'test/walk.test.ts tests S0.1, which is missing',
    ],
  ])('is not in order with %s', (_, lines, complaint) => {
    expect(complaints(lines).join('\n')).toContain(complaint)
  })
})
