/** How the learning of a brain fares, from what was read of its log. */
import * as Effect from 'effect/Effect'
import { alarmsOf } from '../../domain/history/alarms.ts'
import type { HealthReader } from '../../domain/history/learning-health.ts'
import { spectralGap } from '../../domain/history/spectral-gap.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { LearningAnswer } from '../answers.ts'
import { asOf } from '../brain/as-of.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { printedEdge } from '../naming/names.ts'

/** Of so many edges that are pulled both ways the names are told. */
const edgesTold = 10

export const learningHealth = Effect.fnUntraced(function* (brain: OpenBrain, reader: HealthReader, profile: Profile) {
  const { graph, position } = brain.state
  const health = reader.health(graph, profile)
  const { state } = yield* asOf(brain, Math.floor(position / 2))
  const gap = { before: spectralGap(state.graph), now: spectralGap(graph) }
  const { halfLife, oscillating } = health
  return {
    ...health,
    oscillating: { edges: oscillating.length, some: oscillating.slice(0, edgesTold).map(printedEdge) },
    halfLife: { ...halfLife, turns: halfLife.turns ?? null },
    spectralGap: { before: gap.before ?? null, now: gap.now ?? null },
    alarms: alarmsOf(health, gap, profile),
  } satisfies LearningAnswer
})
