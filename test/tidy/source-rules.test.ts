import { describe, expect, test } from 'vitest'
import { functionsOf } from './function-length.ts'
import { breaches } from './source-rules.ts'
import { readTree } from './source-tree.ts'

const projection = 'packages/core/src/domain/projections/strengths.ts'
const todo = ['TO', 'DO'].join('')

describe('the source rules', () => {
  test('hold in this repository', () => {
    expect(breaches(readTree())).toEqual([])
  })

  test.each([
    ['a banned file name', 'packages/store/src/utils.ts', ''],
    ['a banned folder name', 'test/common/clock.ts', ''],
    ['camel case', 'packages/store/src/eventLog.ts', ''],
    ['an inner index', 'packages/store/src/sqlite/index.ts', ''],
    ['export everything', 'packages/store/src/index.ts', `export * from './event-log.ts'`],
    ['console outside render', 'packages/cli/src/commands/ask/recall.ts', `console.log('x')`],
    ['a note to do it later', 'packages/cli/src/main.ts', `// ${todo}: later`],
    ['a clock in a projection', projection, 'export const at = () => Date.now()'],
    ['randomness in a projection', projection, 'export const at = () => Math.random()'],
    ['locale order in a projection', projection, 'export const sort = (a: string, b: string) => a.localeCompare(b)'],
    ['an approximated function in a projection', projection, 'export const sigmoid = (x: number) => 1 / (1 + Math.exp(-x))'],
    ['a power in a projection', projection, 'export const square = (x: number) => x ** 2'],
    ['randomness in a decider', 'packages/core/src/domain/learning/feedback.ts', 'export const at = () => Math.random()'],
    [
      'an event that no decider made',
      'packages/core/src/application/signals/session.ts',
      `const ended = { type: 'SessionEnded', turn, data: { session, reason } }`,
    ],
    ['an append past the two doors', 'packages/core/src/application/erasure/forget.ts', 'export const a = () => store.append(row)'],
    ['a digest in a projection', projection, `import { createHash } from 'node:crypto'`],
    [
      'a command for the usual store',
      'packages/cli/src/commands/ask/recall.ts',
      `const hint = 'nothing yet; crabtrail ingest PATH fills it'`,
    ],
    ['a long file', projection, 'export const a = 1\n'.repeat(401)],
    ['a long function', projection, `export const a = () => {\n${'  b()\n'.repeat(60)}}`],
  ])('report %s', (_, path, text) => {
    expect(breaches(new Map([[path, text]]))).not.toEqual([])
  })

  test('do not take words in comments or strings for code', () => {
    const text = [
      '// no Date.now here',
      `export const reason = 'Math.random() is not asked'`,
      'export const text = `$' + '{reason} console.log(1)`',
    ].join('\n')

    expect(breaches(new Map([[projection, text]]))).toEqual([])
  })
})

describe('function length', () => {
  test.each([
    ['a function with braces', 'function a(b: string): string {\n  return b\n}', [3]],
    ['a generator in a call', 'const a = Effect.gen(function* () {\n  yield* b\n})', [3]],
    ['a method with a return type', 'class A {\n  b(): Map<string, string> {\n    return c\n  }\n}', [3]],
    ['an arrow with braces', 'const a = (b: string) => {\n  return b\n}', [3]],
    ['an arrow with an expression', 'const a = (b: string) =>\n  b\n    .trim()\n    .length\nconst c = 1', [4]],
    [
      'a template with code in it',
      'const a = () => {\n  return `{\u0024{b({ c: `}\u0024{d}` })}`\n}\nconst e = /["/{]/\nconst f = () => 1',
      [3, 1],
    ],
    ['a statement is not one', 'if (a) {\n  b()\n} else {\n  c()\n}\nfor (const d of e()) {\n}', []],
    ['an object is not one', 'const a = {\n  b: 1,\n}', []],
  ])('%s', (_, text, lines) => {
    expect(functionsOf(text).map((one) => one.lines)).toEqual(lines)
  })
})
