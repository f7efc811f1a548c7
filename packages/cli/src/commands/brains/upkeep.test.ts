import type { Answer } from '@crabtrail/core'
import { describe, expect, test } from 'vitest'
import { exits } from '../../failures.ts'
import { pageOf } from '../../render/page.ts'
import { forgotten, forgottenExit } from './upkeep.ts'

const page = pageOf(undefined, false)
const answer: Answer.ForgetAnswer = {
  brain: 'local/main/default',
  scope: 'node',
  contents: 4,
  forgotten: [
    { what: 'node', name: 'erased:17', contents: 3 },
    { what: 'turn', name: 't1', contents: 1 },
  ],
  places: [
    { place: 'contents', rows: 4, bytes: 812 },
    { place: 'write-ahead log', rows: 0, bytes: 1 },
    { place: 'vectors', rows: 0, bytes: 0 },
  ],
  unreachable: [{ place: 'exports', why: 'delete them' }],
  position: 221,
}

describe('an erasure', () => {
  test('says what went, from where, and what it cannot reach', () => {
    expect(forgotten('done')(answer, page)).toEqual([
      '4 contents are erased  local/main/default at 221',
      '  node  erased:17  3 contents',
      '  turn  t1         1 content',
      '  contents         4 rows  812 bytes',
      '  write-ahead log          1 byte',
      'not erased, because it cannot be reached from here:',
      '  exports: delete them',
    ])
  })

  test('of which bytes may be left says why', () => {
    const [line] = forgotten('done')({ ...answer, unfinished: 'another program still reads' }, page).filter((one) =>
      one.includes('bytes of it'),
    )

    expect(line).toBe('the files may still hold bytes of it: another program still reads. They are taken out when the store is next free')
  })

  test('that is only rehearsed says what would go, and no places', () => {
    const [first, ...rest] = forgotten('would be')({ ...answer, contents: 1 }, page)

    expect(first).toBe('1 content would be erased  local/main/default at 221')
    expect(rest.join('\n')).not.toContain('rows')
  })

  test('of nothing says so', () => {
    expect(forgotten('done')({ ...answer, contents: 0, forgotten: [], places: [] }, page)[0]).toBe(
      'nothing of it is left to forget  local/main/default at 221',
    )
  })

  test('that was refused, because its selection names something else, is a failure to the shell', () => {
    expect([forgottenExit(answer), forgottenExit({ ...answer, changed: true })]).toEqual([exits.done, exits.refused])
  })

  test('of much lists the first of it', () => {
    const many = Array.from({ length: 25 }, (_, i) => ({ what: 'node' as const, name: `erased:${i}`, contents: 1 }))

    expect(forgotten('done')({ ...answer, forgotten: many }, page)).toContain('  and 5 more; --json has them all')
  })
})
