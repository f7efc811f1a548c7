import { expect, test } from 'vitest'
import { stayingOut } from './ingest-unlearned.ts'

const chunk = (formerId: string, text: string) => ({ formerId, text })
const known = (node: number, id: string, text: string) => ({ node, id, text })
const staying = (
  chunks: ReadonlyArray<ReturnType<typeof chunk>>,
  stored: ReadonlyArray<ReturnType<typeof known>>,
  ...out: ReadonlyArray<number>
) => [...stayingOut(chunks, stored, new Map(out.map((node) => [node, 9])))].map(([{ formerId }, { node }]) => [formerId, node])

test('a passage stays out in its place with its text', () => {
  expect(staying([chunk('a', 'one'), chunk('b', 'two')], [known(1, 'a', 'one'), known(2, 'b', 'two')], 1)).toEqual([['a', 1]])
})

test('a passage stays out in the place of another', () => {
  const stored = [known(1, 'a', 'one'), known(2, 'a~2', 'two')]

  expect(staying([chunk('a', 'new'), chunk('a~2', 'one'), chunk('a~3', 'two')], stored, 1)).toEqual([['a~2', 1]])
})

test('a passage with another text does not stay out, and neither does one that says the same in its own place', () => {
  const stored = [known(1, 'a', 'one'), known(2, 'b', 'one')]

  expect(staying([chunk('a', 'other'), chunk('b', 'one')], stored, 1)).toEqual([])
})

test('of two passages with one text, each stays out in its own place, and only as many as were unlearned', () => {
  const stored = [known(1, 'a', 'one'), known(2, 'b', 'one')]
  const chunks = ['c', 'b', 'a'].map((id) => chunk(id, 'one'))

  expect(staying(chunks, stored, 1, 2)).toEqual([
    ['a', 1],
    ['b', 2],
  ])
})
