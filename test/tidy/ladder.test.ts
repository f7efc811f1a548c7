import { describe, expect, test } from 'vitest'
import { ladderViolations } from './ladder.ts'
import { readTree } from './source-tree.ts'

const core = 'packages/core/src'

describe('the import ladder', () => {
  test('holds in this repository', () => {
    expect(ladderViolations(readTree('packages'))).toEqual([])
  })

  test.each([
    ['the domain importing the application', `${core}/domain/graph.ts`, `import { open } from '../application/brain.ts'`],
    [
      'a lower rung importing a higher one',
      `${core}/domain/events/turn-events.ts`,
      `import type { A } from '../projections/memory-graph.ts'`,
    ],
    ['a projection importing a room', `${core}/domain/projections/strengths.ts`, `import { a } from '../decay/decay-policy.ts'`],
    ['recall importing a projection', `${core}/domain/recall/walk.ts`, `import { a } from '../projections/turns/turn-ledger.ts'`],
    ['core importing the store', `${core}/application/brain/brain.ts`, `const store = await import('@crabtrail/store')`],
    ['the CLI importing the plugin', 'packages/cli/src/run.ts', `export { a } from '@crabtrail/openclaw'`],
    ['the plugin importing the evaluation', 'packages/plugin-openclaw/src/hooks/sessions.ts', `const a = await import('@crabtrail/eval')`],
    ['the models importing the store', 'packages/models/src/hashed.ts', `import { a } from '@crabtrail/store'`],
    ['the CLI importing the evaluation', 'packages/cli/src/run.ts', `const a = await import('@crabtrail/eval')`],
    ['a path into the CLI', 'packages/eval/src/evaluate.ts', `import { a } from '../../cli/src/output.ts'`],
    ['the models importing the CLI', 'packages/models/src/hashed.ts', `import { a } from 'crabtrail'`],
    ['the store importing the models', 'packages/store/src/sqlite.ts', `import { a } from '@crabtrail/models/hashed'`],
    ['a path into core', 'packages/store/src/turnstile.ts', `import { a } from '../../core/src/domain/graph.ts'`],
    ['a subpath of core', 'packages/store/src/turnstile.ts', `import { a } from '@crabtrail/core/domain/graph'`],
    ['a source importing a test', 'packages/store/src/turnstile.ts', `import { a } from './turnstile.test.ts'`],
    ['the server importing the tables', 'packages/store/src/postgres/server/server.ts', `import { a } from '../tables/postgres-log.ts'`],
    ['the commands importing their table', 'packages/cli/src/commands/ask/recall.ts', `import { a } from '../../calls/table.ts'`],
    ['a file without a rung', `${core}/domain/newcomer.ts`, 'export const a = 1'],
  ])('reports %s', (_, path, text) => {
    expect(ladderViolations(new Map([[path, text]]))).toHaveLength(1)
  })

  test('reports a cycle, also one of types', () => {
    const files = new Map([
      [`${core}/domain/identity.ts`, `import type { Nano } from './strength.ts'`],
      [`${core}/domain/strength.ts`, `import {\n  type BrainKey, // both ways\n} from './identity.ts'`],
    ])

    expect(ladderViolations(files)).toEqual([
      `cycle: ${core}/domain/identity.ts -> ${core}/domain/strength.ts -> ${core}/domain/identity.ts`,
    ])
  })

  test('does not take comments, strings or allowed imports for violations', () => {
    const files = new Map([
      [`${core}/domain/graph.ts`, `// import { a } from '../application/brain.ts'\nimport { b } from './identity.ts'`],
      [`${core}/domain/strength.ts`, `export const text = "import { a } from '../application/brain.ts'"`],
      [`${core}/domain/decide.ts`, `import { a } from './decay/decay-policy.ts'\nimport * as Result from 'effect/Result'`],
      [`${core}/domain/events/turn-events.test.ts`, `import { a } from '../decide.ts'`],
      ['packages/eval/src/main.ts', `import { parseCall } from 'crabtrail'`],
      ['packages/cli/src/main.ts', `import { a } from '@crabtrail/store/sqlite'\nimport { b } from '@crabtrail/core'`],
    ])

    expect(ladderViolations(files)).toEqual([])
  })
})
