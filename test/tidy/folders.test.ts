import { describe, expect, test } from 'vitest'
import { largeFolders } from './folders.ts'
import { readTree } from './source-tree.ts'

const filled = (folder: string, count: number, lines = 1): ReadonlyMap<string, string> =>
  new Map(Array.from({ length: count }, (_, at) => [`${folder}/file-${at}.ts`, 'export const a = 1\n'.repeat(lines)]))

describe('folders and rooms', () => {
  test('are small enough in this repository', () => {
    expect(largeFolders(readTree('packages'))).toEqual([])
  })

  test.each([
    ['sources of a package', 'packages/models/src'],
    ['a room', 'packages/core/src/domain/recall'],
    ['a folder of a room', 'packages/core/src/domain/projections/turns'],
    ['a folder that is cut inside', 'packages/store/src/sqlite'],
  ])('of 21 files are reported: %s', (_, folder) => {
    expect(largeFolders(filled(folder, 20))).toEqual([])
    expect(largeFolders(filled(folder, 21))).toEqual([`${folder}: 21 files, at most 20: cut it into rooms`])
  })

  test.each([
    ['of the domain', 'packages/core/src/domain/recall'],
    ['of the application', 'packages/core/src/application/recall'],
    ['of another package', 'packages/eval/src/measures'],
    ['of a folder that is cut inside', 'packages/store/src/sqlite/tables'],
  ])('of 3,201 lines are reported: a room %s', (_, room) => {
    const whole = new Map([...filled(room, 8, 300), ...filled(`${room}/inner`, 2, 400)])
    expect(largeFolders(whole)).toEqual([])
    expect(largeFolders(new Map([...whole, [`${room}/inner/deep/last.ts`, 'export const a = 1\n']]))).toEqual([
      `${room}: 3201 lines, at most 3200: cut it into rooms`,
    ])
  })

  test('do not count tests', () => {
    const tests = [...filled('packages/models/src', 30)].map(([path, text]) => [path.replace('.ts', '.test.ts'), text] as const)

    expect(largeFolders(new Map([...filled('packages/models/src', 20), ...tests]))).toEqual([])
  })

  test('report an exception that is none any more', () => {
    expect(largeFolders(filled('packages/core/src/application/operations', 21))).toEqual([])
    expect(largeFolders(filled('packages/core/src/application/operations', 5))).toEqual([
      'packages/core/src/application/operations: no exception any more',
    ])
  })
})
