import { describe, expect, test } from 'vitest'
import { closesFence, openedFence, openedFenceInside } from './fence.ts'

describe('a fence', () => {
  test('opens with three marks or more, and any info string', () => {
    expect(openedFence('  ```ts title="`"')).toBeUndefined()
    expect(openedFence('  ````ts')).toEqual({ mark: '`', length: 4 })
    expect(openedFence('~~~ `x`')).toEqual({ mark: '~', length: 3 })
    expect(openedFence('``x')).toBeUndefined()
  })

  test('opens behind the mark of an item or a quote', () => {
    expect(openedFenceInside('10. ```')).toEqual({ mark: '`', length: 3 })
    expect(openedFenceInside('> ~~~')).toEqual({ mark: '~', length: 3 })
    expect(openedFence('- ```')).toBeUndefined()
  })

  test('closes with as many of its marks and nothing else', () => {
    const fence = { mark: '`', length: 4 }

    expect(['````', '  ````` ', '```', '````x', '~~~~'].map((line) => closesFence(line, fence))).toEqual([true, true, false, false, false])
  })
})
