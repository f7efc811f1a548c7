/**
 * Measures how well a sentence of a note is told apart from others' words, on texts that the rule was tuned on and on texts that it was
 * not.
 */
import { describe, expect, test } from 'vitest'
import { type Background, isOthers, marksOfRead, marksOfSaid } from '../../packages/text/src/evidence/passage-origin.ts'
import { heldOut, type Reading, tuned } from './told-apart.ts'

const after = ({ page, said }: Reading, afterOthers: boolean): Background => ({
  afterOthers,
  others: marksOfRead(page),
  owner: said.map(marksOfSaid),
})
const missed = (readings: ReadonlyArray<Reading>, kind: 'own' | 'repeated' | 'reworded', afterOthers: boolean, wanted: boolean) =>
  readings.flatMap((reading) => reading[kind].filter((sentence) => isOthers(sentence, after(reading, afterOthers)) !== wanted))
const count = (readings: ReadonlyArray<Reading>, kind: 'own' | 'repeated' | 'reworded') =>
  readings.reduce((sum, reading) => sum + reading[kind].length, 0)

describe.each([
  ['tuned on', tuned, 0],
  ['not tuned on', heldOut, 0.15],
] as const)('texts that the rule was %s', (name, readings, ownMost) => {
  test('nothing that a page said passes for the agent’s, word for word or reworded, until the owner speaks again', () => {
    expect([...missed(readings, 'repeated', true, true), ...missed(readings, 'reworded', true, true)]).toEqual([])
  })

  test('nothing that repeats a page passes for the agent’s later', () => {
    expect(missed(readings, 'repeated', false, true)).toEqual([])
  })

  test('the owner’s own words are the agent’s', () => {
    const taken = missed(readings, 'own', true, false)
    process.stderr.write(`own words taken for others', ${name}: ${taken.length} of ${count(readings, 'own')}\n`)
    expect(taken.length / count(readings, 'own'), taken.join('\n')).toBeLessThanOrEqual(ownMost)
    expect(missed(readings, 'own', false, false)).toEqual([])
  })
})
