/** A few breaks go red, and what cannot be tried is told apart from what stays green. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { type Break, brokenSource } from './break.ts'
import { breaks } from './breaks/breaks.ts'
import { tryBreak, tryBreaks, unsound } from './try-break.ts'

const sourceOf = ({ file }: Break): string => readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8')
const saying = (says: string): Break => {
  const found = breaks.find((one) => one.says === says)
  if (found === undefined) throw new Error(`no break says ${says}`)
  return found
}

/** One of each sort that is tried within seconds. */
const few = [
  'memories of earlier turns lead to no cue',
  'an edge of exactly -0.8 does not hold back',
  'the floor does not drop while memories churn',
  'the gate does not look at skips',
].map(saying)

test('each break is in a text that its file has once, says something else, and names a test that is there', () => {
  for (const one of breaks) expect([one.says, brokenSource(sourceOf(one), one)]).not.toEqual([one.says, sourceOf(one)])
  expect(new Set(breaks.map(({ says }) => says)).size).toBe(breaks.length)
})

test('a few of them are noticed by their tests', async () => {
  expect(await unsound(few)).toEqual([])
  expect((await tryBreaks(few)).map(({ broken, verdict }) => [broken.says, verdict])).toEqual(few.map(({ says }) => [says, 'red']))
})

describe('what is tried is told apart', () => {
  const one = saying('an edge of exactly -0.8 does not hold back')

  test('a change that changes nothing stays green', async () => {
    expect(await tryBreak({ ...one, put: `${one.text} && true` })).toBe('green')
  })

  test('a text that is not in the file is an error, as is one that it has twice', async () => {
    await expect(tryBreak({ ...one, text: 'no such text' })).rejects.toThrow('has 0 times, not once: no such text')
    await expect(tryBreak({ ...one, text: 'const' })).rejects.toThrow('not once: const')
  })

  test('a test that is not there, and one that does not load the file, are errors', async () => {
    expect(await tryBreak({ ...one, name: 'no such test' })).toMatch(/^error: no such test ran/)
    const elsewhere = { ...one, test: 'packages/core/src/domain/strength.test.ts', name: 'stops at the bounds' }
    expect(await tryBreak(elsewhere)).toBe('error: the test does not load the file')
  })

  test('a change that does not compile is an error', async () => {
    expect(await tryBreak({ ...one, put: 'lowest >' })).toMatch(/^error: /)
  })

  test('a break whose test is not there is not sound', async () => {
    expect(await unsound([{ ...one, name: 'no such test' }])).toEqual([`${one.test} has no test “no such test”`])
  })
})
