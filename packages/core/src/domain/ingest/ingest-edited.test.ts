import { describe, expect, test } from 'vitest'
import { type Chunk, type Known, type Matches, matchEdited, matchPlaces, unsureEdits } from './match-passages.ts'

const live = { stateOf: () => 'normal' as const }
const file = 'a.md'
const chunk = (place: string, text: string): Chunk => ({ formerId: `${file}#${place}`, title: '', text })
const known = (node: number, place: string, text: string): Known => ({ node, id: `${file}#${place}`, title: '', text })

interface Texts {
  readonly before: ReadonlyArray<Known>
  readonly after: ReadonlyArray<Chunk>
  /** Numbers of the nodes that were taught something. Absent: all. */
  readonly taught?: ReadonlyArray<number>
  readonly isOneOrigin?: boolean
}

/** Matches the edited texts of one file. */
const edited = ({ after: chunks, before, isOneOrigin = true, taught }: Texts) => {
  const matches: Matches<Chunk, Known> = { stored: new Map(), free: new Set(before) }
  const documents = [{ before, chunks }]
  const isTaught = ({ node }: Known) => taught?.includes(node) ?? true
  const found = matchEdited({ nodes: before, chunks, documents, isTaught, isOneOrigin: () => isOneOrigin }, matches, live)
  const moved = [...matches.stored].map(([{ formerId }, { node }]) => [node, formerId])
  matchPlaces({ before, chunks }, matches, live)
  return { found, moved, asked: unsureEdits(found, matches).map(({ node, places }) => [node.node, places.map(({ formerId }) => formerId)]) }
}

const hook = (name: string) => `The ${name} hangs at the north wall of the long shed by the slipway.`

describe('edited texts', () => {
  const before = [known(1, 'oar', hook('blue oar'))]
  const after = [chunk('oar', 'Sold to Jonas.'), chunk('shed', hook('green oar'))]

  test('go with the nearest text and leave their place', () => {
    const { asked, moved } = edited({ before, after })

    expect([moved, asked]).toEqual([[[1, `${file}#shed`]], []])
  })

  test('of nodes that were taught nothing are left to their places', () => {
    const { asked, moved } = edited({ before, after, taught: [] })

    expect([moved, asked]).toEqual([[], []])
  })

  test('of another origin neither take a lesson nor are named', () => {
    const { asked, moved } = edited({ before, after, isOneOrigin: false })

    expect([moved, asked]).toEqual([[], []])
  })

  test('that another node fits better neither take a lesson nor are named', () => {
    const { asked, moved } = edited({
      before: [...before, known(2, 'sail', hook('red sail'))],
      after: [chunk('oar', 'Sold to Jonas.'), chunk('sail', hook('red sails'))],
    })

    expect([moved, asked]).toEqual([[], []])
  })

  test('of a template that all of a file share are told by their other words', () => {
    const names = ['blue oar', 'red sail', 'green buoy', 'white rope', 'black anchor', 'old lantern', 'new fender', 'long tiller']
    const before = names.map((name, i) => known(i + 1, name, hook(name)))
    const after = names.map((_, i) => chunk(names[i] ?? '', hook(names[(i + 1) % names.length] ?? '').replace('hangs', 'lies')))
    const { moved } = edited({ before, after })

    expect(new Map(moved.map(([node, place]) => [node, place]))).toEqual(
      new Map(names.map((_, i) => [i + 1, `${file}#${names[(i + names.length - 1) % names.length]}`])),
    )
  })

  test('are told alike in whatever order nodes of equal likeness stand in their file', () => {
    const nodes = [known(1, 'oar', hook('blue oar')), known(2, 'sail', hook('blue oar'))]
    const after = [chunk('buoy', hook('blue oars').replace('hangs', 'lies'))]

    expect(edited({ before: nodes, after }).moved).toEqual([[1, `${file}#buoy`]])
    expect(edited({ before: nodes.toReversed(), after }).moved).toEqual([[1, `${file}#buoy`]])
  })

  test('in a large reading are compared with few others each', () => {
    const all = Array.from({ length: 3000 }, (_, i) => i)
    const before = all.map((i) => known(i + 1, `s${i}`, hook(`oar${i % 40} rope${i} sail${i + 1}`)))
    const after = all.map((i) => chunk(`s${(i + 1) % 3000}`, hook(`oar${i % 40} rope${i} sail${i + 1} today`)))
    const { found, moved } = edited({ before, after })

    expect(moved).toHaveLength(3000)
    expect(found.fits.length).toBeLessThanOrEqual(3000 * 21)
  })

  test('are not found by words that more than a hundred new texts have', () => {
    const likes = (count: number) => {
      const after = Array.from({ length: count }, (_, i) => chunk(`s${i}`, hook(`oar today ${i}`)))
      return edited({ before: [known(1, 'oar', hook('oar'))], after }).found.fits.length
    }

    expect([likes(100), likes(101)]).toEqual([20, 0])
  })
})
