import { describe, expect, test } from 'vitest'
import { balanced } from '../profiles/profiles.ts'
import { sequenceEdges } from './ingest-edges.ts'

const chunk = (text: string, thread: string | null = 's1') => ({ text, thread: thread ?? undefined })
const five = 'crabs walk tide shell sand'
const edges = (chunks: ReadonlyArray<ReturnType<typeof chunk>>) =>
  sequenceEdges(
    chunks,
    chunks.map((_, i) => i + 1),
    balanced.ingest,
  ).map(({ source, target, weight }) => `${source} ${target} ${weight.toFixed(2)}`)

describe('what follows what', () => {
  test('leads on more than back, and two steps less than one', () => {
    expect(edges([chunk(five), chunk(five), chunk(five)])).toEqual(['1 2 0.50', '1 3 0.20', '2 3 0.50', '2 1 0.25', '3 2 0.25', '3 1 0.12'])
  })

  test('answers a question more strongly', () => {
    expect(edges([chunk(`${five}?`), chunk(five)])[0]).toBe('1 2 1.00')
    expect(edges([chunk(`${five}？`), chunk(five)])[0]).toBe('1 2 1.00')
    expect(edges([chunk(`why? ${`${five} `.repeat(9)}`), chunk(five)])[0]).toBe('1 2 0.50')
    expect(edges([chunk('why?'), chunk(`${five} `.repeat(10))])[0]).toBe('1 2 0.50')
    expect(edges([chunk('why?'), chunk(`${five} `.repeat(8))])[0]).toBe('1 2 0.70')
  })

  test('lends less to what is long, and nothing at all where that is next to nothing', () => {
    expect(edges([chunk(five), chunk(`${five} `.repeat(16))])).toEqual(['1 2 0.25', '2 1 0.25'])
    expect(edges([chunk(five), chunk(`${five} `.repeat(200))])).toEqual(['2 1 0.25'])
  })

  test('joins the passages of a document, which lend nothing until they learned to', () => {
    expect(edges([chunk(five, ''), chunk(five, ''), chunk(five, '')])).toEqual(['1 2 0.00', '2 3 0.00', '2 1 0.00', '3 2 0.00'])
  })

  test('never leads out of its thread', () => {
    expect(edges([chunk(five, 'a'), chunk(five, 'b'), chunk(five, 'a'), chunk(five, null), chunk(five, null)])).toEqual([
      '1 3 0.50',
      '3 1 0.25',
    ])
  })
})
