/** What one answer tells of many things, against asking about each of them alone. */

import * as Result from 'effect/Result'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { namesMost } from '../../packages/core/src/application/operations/list.ts'
import { play } from '../arbitraries/plausible-log.ts'
import type { RunningMemory } from '../arbitraries/running-memory.ts'
import { evenShare } from '../arbitraries/share.ts'
import { signals } from '../arbitraries/signal.ts'
import { oneIn } from './runs.ts'

const shownOf = (memory: RunningMemory, what: string, at?: string) => {
  const shown = memory.ask((methods) => methods.show({ what, limit: 1, ...(at === undefined ? {} : { at }) }))
  return Result.isSuccess(shown) ? shown.success.nodes[0] : undefined
}

test('INV-276 many memories are named at once as each is named alone: as of the position, and as of now where it was not there yet', () => {
  let [later, told] = [0, 0]
  fc.assert(
    fc.property(signals(10), evenShare, (asked, cut) => {
      const { memory } = play(asked)
      const log = memory.log()
      const position = Math.round(cut * log.length)
      const { counts } = Result.getOrThrow(memory.ask((methods) => methods.show({})))
      const numbers = Array.from({ length: Math.min(counts.nodes, namesMost / 2 - 1) }, (_, i) => `erased:${i + 1}`)
      const ids = numbers.flatMap((number) => shownOf(memory, number)?.node ?? [])
      const nodes = [...numbers, ...ids, 'erased:987654', 'nothing-of-this-name']
      const named = Result.getOrThrow(memory.ask((methods) => methods.names({ nodes, at: String(position) })))

      expect(named.position).toBe(position)
      const alone = nodes.flatMap((node) => {
        const then = shownOf(memory, node, String(position))
        const one = then ?? shownOf(memory, node)
        if (then === undefined && one !== undefined) later++
        return one === undefined ? [] : [{ node, title: one.title }]
      })
      expect(named.names).toEqual(alone)
      told += alone.length
    }),
    oneIn(4),
  )
  expect(told).toBeGreaterThan(0)
  expect(later).toBeGreaterThan(0)
})
