import { expect, test } from 'vitest'
import { placed } from '../events/codec/event-codec.ts'
import { ref } from '../testing/given.ts'
import { cloneFold, emptyFold, foldEvent } from './brain-fold.ts'

test('a fold knows every content that was erased, and does not share them with its copy', () => {
  const fold = emptyFold()
  foldEvent(
    fold,
    placed({ type: 'ContentErased', data: { contents: [ref('1'), ref('2')], scope: 'node', nodes: [1] } }, 1, { at: 0, actor: 1 }),
  )
  foldEvent(
    fold,
    placed({ type: 'ContentErased', data: { contents: [ref('2'), ref('3')], scope: 'source', nodes: [] } }, 2, { at: 0, actor: 1 }),
  )

  cloneFold(fold).erased.add(ref('4'))
  expect(fold.erased).toEqual(new Set([ref('1'), ref('2'), ref('3')]))
})
