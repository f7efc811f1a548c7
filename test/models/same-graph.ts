/**
 * Asserts that documents made the same graph. Strengths may differ by less than 0.05: an edge stays while its first strength would differ
 * by less.
 */
import { expect } from 'vitest'
import { nano } from '../../packages/core/src/domain/strength.ts'

export interface MadeGraph {
  readonly nodes: ReadonlyArray<unknown>
  /** The last word of each is its strength. */
  readonly edges: ReadonlyArray<string>
}

export const expectSameGraph = (one: MadeGraph, other: MadeGraph): void => {
  const [ours, theirs] = [strengths(one), strengths(other)]
  expect(one.nodes).toEqual(other.nodes)
  expect([...ours.keys()].sort()).toEqual([...theirs.keys()].sort())
  for (const [edge, strength] of ours) expect(Math.abs(strength - (theirs.get(edge) ?? 0)), edge).toBeLessThan(nano(0.05))
}

const strengths = ({ edges }: MadeGraph): ReadonlyMap<string, number> =>
  new Map(
    edges.map((edge) => {
      const end = edge.lastIndexOf(' ')
      return [edge.slice(0, end), Number(edge.slice(end + 1))]
    }),
  )
