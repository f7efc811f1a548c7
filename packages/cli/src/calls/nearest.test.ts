import { describe, expect, test } from 'vitest'
import { nearest } from './nearest.ts'

const commands = ['recall', 'rollback', 'why', 'show', 'not-useful', 'not-relevant']

describe('the nearest word', () => {
  test.each([
    ['recal', 'recall'],
    ['recla', 'recall'],
    ['RECALL', 'recall'],
    ['rollbakc', 'rollback'],
    ['hwy', 'why'],
    ['not-usefull', 'not-useful'],
    ['not-rel', 'not-relevant'],
  ])('%s means %s', (word, meant) => {
    expect(nearest(word, commands)).toBe(meant)
  })

  test.each(['teleport', 'x', '', 'zzzzzz'])('%s means nothing', (word) => {
    expect(nearest(word, commands)).toBeUndefined()
  })

  test('means nothing where nothing can be meant', () => {
    expect(nearest('recall', [])).toBeUndefined()
  })
})
