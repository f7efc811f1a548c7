/** Runs maintenance if due, in one commit: unused strengths decay, weak edges are pruned, unused cues die or merge. */

import { idf, similarity } from '@crabtrail/text/words/scoring'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { type Maintenance, whyWaiting } from '../../domain/decay/maintenance.ts'
import { type CuePair, sameLeading } from '../../domain/decay/merging.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import { nano, units } from '../../domain/strength.ts'
import type { MaintainAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { beginSignal, runCommand } from '../commands/run-command.ts'
import type { Outside } from '../model/ask-model.ts'
import { nodeNames, printedEdge } from '../naming/names.ts'
import { SearchIndex } from '../ports/search-index.ts'
import { cueWordsOf } from '../recall/cues.ts'
import type { MaintainRequest } from '../requests.ts'
import { calibrateConfidence } from './own-bar.ts'

/** Most pairs of cues whose words are compared in one run. */
const readMost = 256

/** Returns the pairs that are alike enough to merge, the most alike first. */
const alikeCues = Effect.fnUntraced(function* (brain: OpenBrain, { forgetting, seeding }: Profile) {
  const { graph } = brain.state
  const pairs = sameLeading(graph, forgetting, brain.state.lastTurn).slice(0, readMost)
  if (pairs.length === 0) return []
  const index = yield* SearchIndex
  const wordsOf = yield* cueWordsOf(brain, graph, [...new Set(pairs.flatMap(({ keeper, other }) => [keeper, other]))])
  const vocabulary = [...new Set(pairs.flatMap(({ keeper, other }) => [...wordsOf(keeper), ...wordsOf(other)]))]
  const postings = yield* index.postings(brain.key, 'document', vocabulary)
  const statistics = yield* index.statistics(brain.key, 'document')
  const rarity = new Map(vocabulary.map((word, i) => [word, idf(postings[i]?.nodes.length ?? 0, statistics)]))
  // Similarity is not symmetric: the lesser of both directions counts.
  const alike = ({ keeper, other }: CuePair) => {
    const [one, two] = [wordsOf(keeper), wordsOf(other)]
    const by = (word: string) => rarity.get(word) ?? 0
    return Math.min(similarity(one, two, by, seeding.cueWords), similarity(two, one, by, seeding.cueWords))
  }
  return pairs
    .map((pair) => ({ pair, alike: alike(pair) }))
    .filter(({ alike }) => alike >= nano(forgetting.merge.alike))
    .sort((a, b) => b.alike - a.alike || a.pair.keeper - b.pair.keeper || a.pair.other - b.pair.other)
    .map(({ pair }) => pair)
})

const nothingDone = { faded: 0, pruned: 0, died: 0, merged: 0, promoted: 0, more: false, edges: [], nodes: [] }

/**
 * Runs maintenance, and measures the bar of confidence where the brain has doubled: not after a turn, because it takes as long as some hundred recalls.
 * Other requests go on while it measures.
 */
export const maintain = Effect.fnUntraced(function* (brain: OpenBrain, request: MaintainRequest, outside: Outside) {
  const done = yield* forgetDue(brain, request)
  const bar = request.when === 'turn' ? undefined : yield* calibrateConfidence(brain, request, outside)
  return { ...done, ...(bar === undefined ? {} : { bar }), position: brain.state.position } satisfies MaintainAnswer
})

/** A run that is requested only if it is due is recorded as done by the memory itself. */
const forgetDue = Effect.fnUntraced(function* (brain: OpenBrain, request: MaintainRequest) {
  const { when } = request
  const rehearsal = request.dryRun === true
  const signal = yield* beginSignal(brain, request)
  let turns = 0
  const { answer } = yield* runCommand(signal, {
    durability: 'power',
    by: when === undefined ? undefined : 'memory',
    rehearsal,
    gather: Effect.fnUntraced(function* ({ profile, state }) {
      turns = state.lastTurn - state.progress.maintenance.turn
      const now = yield* Clock.currentTimeMillis
      // Reading the words of cues takes long, so it is left where nothing will be decided on them.
      const waits = whyWaiting({ now, when }, state, profile) !== undefined || (state.progress.pending.length > 0 && !rehearsal)
      const alike = waits ? [] : yield* alikeCues(brain, profile)
      return { _tag: 'Maintain' as const, when, alike, now, rehearsal }
    }),
  })
  const common = { brain: brain.key, turns, position: brain.state.position }
  if (answer === undefined) return yield* Effect.die(new Error('a run of maintenance has no key, so it is always decided'))
  if (answer._tag === 'Waiting') return { ...common, waits: answer.waits, ...nothingDone } satisfies MaintainAnswer
  const { _tag, changed, gone, ...counts } = answer
  return { ...common, ...counts, ...(yield* goneThings(brain, { changed, gone })) } satisfies MaintainAnswer
})

const namedMost = 100

const goneThings = Effect.fnUntraced(function* (brain: OpenBrain, { changed: all, gone }: Pick<Maintenance, 'changed' | 'gone'>) {
  const { graph } = brain.state
  const pruned = gone.slice(0, namedMost)
  const changed = all.slice(0, namedMost)
  const names = yield* nodeNames(
    brain,
    graph,
    [
      ...pruned.flatMap(({ edge }) => [graph.sourceOf(edge), graph.targetOf(edge)]),
      ...changed.flatMap(({ into, node }) => (into === undefined ? [node] : [node, into])),
    ],
    'names',
  )
  return {
    edges: pruned.map(({ edge, reason, strength }) => ({
      edge: printedEdge(edge),
      source: names.id(graph.sourceOf(edge)),
      target: names.id(graph.targetOf(edge)),
      strength: units(strength),
      reason,
    })),
    nodes: changed.map(({ became, into, node }) => ({
      node: names.id(node),
      became,
      ...(into === undefined ? {} : { into: names.id(into) }),
    })),
  }
})
