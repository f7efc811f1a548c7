import { countTokens } from '@crabtrail/text/words/context-fence'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileName, filesTold, type Situation, situationDigest } from './situation.ts'

const ordinary: Situation = { project: 'ferry', channel: 'telegram', task: undefined, areas: [], errors: [], changed: [], opened: [] }

describe('S3.10 S3.37 the digest of a situation', () => {
  test('has project, channel, the open task, the area, what failed, and the files that were changed and opened', () => {
    const situation = {
      ...ordinary,
      task: 'When does it;\nleave?',
      areas: ['deploy'],
      errors: ['npm/E404', 'npm/E404'],
      changed: ['c.ts'],
      opened: ['a.ts', 'b.ts'],
    }

    expect(situationDigest(situation, 60)).toBe(
      'project ferry; channel telegram; not done When does it leave?; area deploy; failed npm/E404; changed c.ts; files a.ts, b.ts',
    )
  })

  test('says nothing where nothing is out of the ordinary, or no token is left for it', () => {
    expect(situationDigest(ordinary, 60)).toBe('')
    expect(situationDigest({ ...ordinary, areas: ['deploy'] }, 0)).toBe('')
  })

  test('keeps to its tokens, whatever there is to tell', () => {
    const texts = fc.array(fc.string({ maxLength: 200 }), { maxLength: 12 })
    const some = fc.option(fc.string({ maxLength: 300 }), { nil: undefined })
    const situations = fc.record({ project: some, channel: some, task: some, areas: texts, errors: texts, changed: texts, opened: texts })
    fc.assert(
      fc.property(situations, fc.integer({ min: 0, max: 80 }), (situation, most) => {
        const digest = situationDigest(situation, most)
        expect(digest === '' ? 0 : countTokens(digest)).toBeLessThanOrEqual(most)
        expect(digest).not.toContain('\n')
      }),
    )
  })

  test('names files that can be found in it again', () => {
    expect(filesTold(situationDigest({ ...ordinary, opened: ['a b.ts', 'c.ts'] }, 60))).toEqual(['a b.ts', 'c.ts'])
    expect(filesTold(situationDigest({ ...ordinary, changed: ['d.ts', 'e;f.ts'], opened: ['c.ts'] }, 60))).toEqual([
      'd.ts',
      'e f.ts',
      'c.ts',
    ])
    expect(filesTold('not done files of mine')).toEqual([])
  })
})

test.each([
  ['/home/mara/ferry/', 'ferry'],
  ['C:\\work\\plan.md', 'plan.md'],
  ['plan.md', 'plan.md'],
])('of the path %s the last name is told', (path, name) => {
  expect(fileName(path)).toBe(name)
})
