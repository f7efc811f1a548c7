import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideMaintenance } from '../../packages/core/src/domain/decay/maintenance.ts'
import { sameLeading } from '../../packages/core/src/domain/decay/merging.ts'
import { teaches } from '../../packages/core/src/domain/events/brain-event.ts'
import { decideIngest } from '../../packages/core/src/domain/ingest/ingest.ts'
import { decideIngestLinks } from '../../packages/core/src/domain/ingest/ingest-links.ts'
import { decideFeedback } from '../../packages/core/src/domain/learning/feedback.ts'
import { learn } from '../../packages/core/src/domain/learning/learning.ts'
import { decideRollback } from '../../packages/core/src/domain/learning/rollback.ts'
import { decideStrength } from '../../packages/core/src/domain/learning/strength-setting.ts'
import { decideCreation } from '../../packages/core/src/domain/profiles/control.ts'
import { brainState, cloneFold, emptyFold, evolve } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { bundleContext } from '../../packages/core/src/domain/recall/context-bundle.ts'
import { rank } from '../../packages/core/src/domain/recall/ranking.ts'
import { tieredTraversal } from '../../packages/core/src/domain/recall/tiered-traversal.ts'
import { introduce } from '../../packages/core/src/domain/recording/participants.ts'
import { decideAbsence, decideTurn } from '../../packages/core/src/domain/recording/turn.ts'
import { asked } from '../arbitraries/asked.ts'
import { nonsenseLog } from '../arbitraries/log.ts'
import { plausibleLog } from '../arbitraries/plausible-log.ts'
import { inputOf, walkSpec } from '../arbitraries/walk.ts'
import { folded, foldSnapshot } from './fold-snapshot.ts'
import { mutationsBy } from './pure-evolve.ts'
import { runs } from './runs.ts'
import { sealed } from './sealed.ts'

describe('purity', () => {
  test('INV-03 evolve changes neither the state nor the event it is given', () => {
    fc.assert(
      fc.property(nonsenseLog, (log) => {
        let fold = emptyFold()
        for (const event of log) {
          expect(mutationsBy(evolve, fold, event)).toEqual([])
          fold = evolve(fold, event)
        }
      }),
      runs,
    )
  })

  test('INV-03 deciders and the learner change nothing they are given', () => {
    fc.assert(
      fc.property(plausibleLog, asked, ({ log }, given) => {
        const now = sealed(cloneFold(folded(log)))
        const then = sealed(cloneFold(folded(log.slice(0, Math.floor(given.cut * log.length)))))
        const before = [foldSnapshot(now.value), foldSnapshot(then.value)]
        const { changes, feedback, links, participants, profile, strength } = sealed(given).value
        const state = brainState(now.value)

        decideCreation(profile, '0'.repeat(64))
        introduce(state, participants)
        decideFeedback(feedback, state, profile)
        decideStrength(strength, state, profile)
        decideRollback(
          state.graph,
          { to: then.value.position, through: 0, graph: brainState(then.value).graph, erased: new Set() },
          log.length + 1,
          'owner',
        )
        decideMaintenance(state, profile, {
          alike: sameLeading(state.graph, profile.forgetting),
          request: log.length + 1,
          at: 0,
        })
        decideIngest(changes, 'owner', state, profile)
        decideIngestLinks(new Map(links), state.graph, profile)
        decideAbsence(state, { reason: 'off', skippedAt: 0, waitedMs: 1, late: undefined })
        const skipped = log.flatMap((event) => (event.type === 'EdgeSkipped' ? [event.data] : []))
        for (const fact of log) if (teaches(fact.type) || fact.type === 'TurnCompleted') learn(fact, state, profile, skipped)

        expect([...now.changes(), ...then.changes()]).toEqual([])
        expect([foldSnapshot(now.value), foldSnapshot(then.value)]).toEqual(before)
      }),
      runs,
    )
  })

  test('INV-03 walk, ranking, bundle and turn change nothing they are given', () => {
    fc.assert(
      fc.property(walkSpec, (spec) => {
        const { changes, value: input } = sealed(inputOf(spec))
        const walk = sealed(tieredTraversal(input)).value
        const ranking = sealed(rank(input.graph, walk, input.seeds, input.own)).value
        const item = (node: number) => ({ node, id: `n${node}`, title: 'title', text: `text ${node}`, injectable: true })
        const bundle = bundleContext(sealed({ ranking, item, tokens: 100, items: 9, relative: 0, duplicate: 1, confident: true }).value)
        const { budget } = input.settings
        const question = 'a'.repeat(64) as never
        const seeds = input.seeds.map((seed) => ({ ...seed, source: 'lexical' as const }))
        decideTurn(
          brainState(sealed(emptyFold()).value),
          sealed({
            question,
            engine: 'route' as const,
            kernel: input.kernel,
            budget,
            seeds,
            hints: [],
            cues: input.cues,
            exploration: undefined,
            gate: input.gate,
            walk,
            ranking,
            bundle,
            context: undefined,
            asker: {},
          }).value,
        )

        expect(changes()).toEqual([])
      }),
      runs,
    )
  })
})
