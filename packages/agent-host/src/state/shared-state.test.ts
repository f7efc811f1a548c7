import { expect, test } from 'vitest'
import { keepNewest, sharedState } from './shared-state.ts'

test('what one copy of the plugin knows of a database another one knows too', async () => {
  const again: typeof import('./shared-state.ts') = await import(`./shared-state.ts?${'again'}`)

  sharedState('a.db').muted.add('agent:main:main')

  expect(again.sharedState).not.toBe(sharedState)
  expect(again.sharedState('a.db').muted).toEqual(new Set(['agent:main:main']))
  expect(again.sharedState('b.db').muted).toEqual(new Set())
})

test('beyond a limit the oldest entries go, and one that is put again is new', () => {
  const map = new Map<string, number>()
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
  ] as const)
    keepNewest(map, key, value, 2)

  const gone = keepNewest(map, 'c', 4, 2)

  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
  expect(gone).toEqual([2])
})
