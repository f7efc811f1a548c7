/**
 * Computes what one edge of a cue brings or takes, straight from the definition: everything is looked up anew for every edge and every
 * word.
 */

import { type Nano, one, roundHalfAway } from '../../../packages/core/src/domain/strength.ts'
import type { WalkInput } from '../../../packages/core/src/domain/walk/walk-record.ts'
import { type Candidate, candidatesOf } from './candidate-edges.ts'

/** Below 0 for what it takes. */
export const taughtBy = (input: WalkInput, { source, target, weight }: Candidate, best: Nano): Nano => {
  const { covered, cues, settings, weights } = input
  const { against, blame, doubt, inhibition, learned, likeness, saturation, untaught, words } = settings.walk
  const cue = cues.find((one) => one.cue === source)
  if (cue === undefined) throw new Error('only cues teach')
  const [alike, asked] = [cue.alike / one, cue.asked / one]
  if (weight < 0) {
    const taken = -weight * inhibition * (raised(alike, blame) * raised(asked, cue.isContained ? 1 : 6))
    return roundHalfAway((taken < 0.01 ? 0 : -taken) * best)
  }
  const others = cues.map((other) => ({
    words: other.words,
    weight:
      candidatesOf(input.graph, other.cue, settings, input.kernel, 'cue', input.isLive).find((one) => one.target === target)?.weight ?? 0,
  }))
  const whole = weights.reduce((sum, one) => sum + one, 0)
  const voted = cue.words.reduce((sum, word) => {
    const praise = others.reduce((all, other) => (other.weight > 0 && other.words.includes(word) ? all + other.weight : all), 0)
    const blamed = others.reduce((all, other) => (other.weight < 0 && other.words.includes(word) ? all - other.weight : all), 0)
    const net = praise - against * blamed
    return words === 0 || net <= 0 ? sum : sum + ((weights[word] ?? 0) / whole) * (net / (net + saturation) / praise)
  }, 0)
  const ten = (input.counted ?? input.seeds).slice(0, 10)
  const scored = ten.reduce((sum, { score }) => sum + score, 0)
  const strange = scored === 0 ? 0 : ten.reduce((sum, { node, score }) => (wasRight(input, node) ? sum : sum + score), 0) / scored
  const trust = (1 - doubt * covered) * (1 - untaught * strange)
  const praise = raised(alike, likeness) * raised(asked, cue.isContained ? 4 : 6)
  return roundHalfAway(weight * (learned * praise + trust * words * voted) * best)
}

/** Looked up along every edge. */
const wasRight = ({ graph }: WalkInput, node: number): boolean =>
  Array.from({ length: graph.edges }, (_, i) => graph.edge(i + 1)).some(
    (edge) => edge?.target === node && edge.linked && edge.kind !== 'grown' && edge.strength > 0 && graph.typeOf(edge.source) === 'cue',
  )

const raised = (base: number, exponent: number): number => Array.from({ length: exponent }, () => base).reduce((a, b) => a * b, 1)
