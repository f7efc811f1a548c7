/** A question that asks for no order and no reason weighs no family of edges under `balanced`, whatever a brain's settings say of the others. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainKernel } from '../../packages/core/src/domain/graph.ts'
import { balanced } from '../../packages/core/src/domain/profiles/profiles.ts'
import { kernelFor, questionKind } from '../../packages/core/src/domain/recall/confidence.ts'
import { one, roundHalfAway } from '../../packages/core/src/domain/strength.ts'
import { candidatesOf } from '../../packages/core/src/domain/walk/candidate-edges.ts'
import { spreadingActivation } from '../../packages/core/src/domain/walk/spreading-activation.ts'
import { tieredTraversal } from '../../packages/core/src/domain/walk/walk.ts'
import { inputOf, walkSpec } from '../arbitraries/walk.ts'
import { runs } from './runs.ts'

const factor = fc.double({ min: 0, max: 2, noNaN: true })
const weights = fc.record({ SEQ: factor, SIM: factor, CAUSE: factor })
const kernel = fc.record({ order: weights, why: weights, likeness: fc.constant(balanced.kernel.likeness) })

const word = fc.constantFrom(
  'what',
  'who',
  'the',
  'harbour',
  'crane',
  'order',
  'number',
  'after',
  'cause',
  'first',
  'reason',
  'Kran',
  '港',
  '?',
)
const question = fc
  .oneof(
    fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
    fc.string({ unit: 'grapheme' }),
  )
  .filter((text) => questionKind(text) === 'what')

describe('a question for anything but an order or a reason', () => {
  test('INV-62 counts every family by one', () => {
    fc.assert(
      fc.property(question, kernel, (asked, kernel) => {
        expect(kernelFor(asked, { kernel })).toEqual(plainKernel)
      }),
      runs,
    )
  })

  test.each([
    ['a walk by tiers', tieredTraversal],
    ['a spreading activation', spreadingActivation],
  ])('INV-62 has %s that is the one without a kernel, to the bit', (_, traverse) => {
    fc.assert(
      fc.property(walkSpec, question, kernel, (spec, asked, kernel) => {
        const weighed = inputOf({ ...spec, kernel: kernelFor(asked, { kernel }) })
        const unweighed = inputOf({ ...spec, kernel: plainKernel })

        expect(traverse(weighed)).toEqual(traverse(unweighed))
      }),
      runs,
    )
  })

  test('INV-62 takes of every pair of memories the strengths as they are', () => {
    fc.assert(
      fc.property(walkSpec, question, kernel, (spec, asked, kernel) => {
        const { graph, isLive, settings } = inputOf(spec)
        const { max, min } = settings.strength
        fc.pre(settings.walk.structure === 1)
        for (let node = 1; node <= spec.nodes; node++) {
          for (const { edges, strength } of candidatesOf(graph, node, settings, kernelFor(asked, { kernel }), 'node', isLive)) {
            const sum = edges.reduce((all, edge) => all + graph.strengthOf(edge), 0)

            expect(strength).toBe(Math.max(roundHalfAway(min * one), Math.min(roundHalfAway(max * one), sum)) + 0)
          }
        }
      }),
      runs,
    )
  })
})
