import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CauseWindow, isJudged, nextWindow, reach, textsMost, windowsOf } from './causes-call.ts'

const passages = (count: number) => Array.from({ length: count }, (_, i) => 101 + i)
const asked = (...nodes: ReadonlyArray<number>) => {
  const known = new Set(nodes)
  return (node: number) => known.has(node)
}
const shown = (window: CauseWindow | undefined) => window?.map(({ isNew, node }) => `${node - 101}${isNew ? '' : '-'}`).join(' ')
const all = (count: number, ...known: ReadonlyArray<number>) =>
  [...windowsOf(passages(count), asked(...known.map((place) => 101 + place)))].map(shown)

describe('S1.29 a window has new passages and the four before them', () => {
  test.each<[string, number, ReadonlyArray<number>, ReadonlyArray<string>]>([
    ['nothing to compare', 1, [], []],
    ['a short document is one window', 8, [], ['0 1 2 3 4 5 6 7']],
    ['a long one goes on in steps of four', 14, [], ['0 1 2 3 4 5 6 7', '4- 5- 6- 7- 8 9 10 11', '8- 9- 10- 11- 12 13']],
    ['a run that was cut off is resumed', 12, [0, 1, 2, 3, 4, 5, 6, 7], ['4- 5- 6- 7- 8 9 10 11']],
    ['a passage that changed is compared with both sides', 12, [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11], ['1- 2- 3- 4- 5 6- 7- 8- 9-']],
    ['at the beginning, too', 6, [1, 2, 3, 4, 5], ['0 1- 2- 3- 4-']],
    ['everything is known', 3, [0, 1, 2], []],
  ])('%s', (_, count, known, windows) => expect(all(count, ...known)).toEqual(windows))

  test('no window is made twice while nothing is asked', () =>
    expect(nextWindow(passages(9), asked())).toEqual(nextWindow(passages(9), asked())))
})

test('INV-161 every pair at a distance of 1 to 4 is judged exactly once, whatever was asked about before', () => {
  fc.assert(
    fc.property(fc.nat(40), fc.uniqueArray(fc.nat(39)), (count, known) => {
      const nodes = passages(count)
      const before = new Set(nodes.filter((_, place) => known.includes(place)))
      const done = new Set(before)
      const judged: Array<string> = []
      const taken: Array<CauseWindow> = []
      // As a run does, which may end after any window.
      for (let window = nextWindow(nodes, (node) => done.has(node)); window !== undefined; ) {
        taken.push(window)
        expect(window.length).toBeLessThanOrEqual(window.filter(({ isNew }) => isNew).length === 1 ? textsMost + 1 : textsMost)
        judged.push(...pairsIn(window))
        for (const { isNew, node } of window) if (isNew) done.add(node)
        window = nextWindow(nodes, (node) => done.has(node))
      }
      const wanted = nodes.flatMap((one, i) =>
        nodes.slice(i + 1, i + 1 + reach).flatMap((other) => (before.has(one) && before.has(other) ? [] : [`${one} ${other}`])),
      )

      expect(judged.toSorted()).toEqual(wanted.toSorted())
      expect([...windowsOf(nodes, (node) => before.has(node))]).toEqual(taken)
    }),
  )
})

const pairsIn = (window: CauseWindow): ReadonlyArray<string> =>
  window.flatMap((one, i) => window.slice(i + 1).flatMap((other) => (isJudged(one, other) ? [`${one.node} ${other.node}`] : [])))
