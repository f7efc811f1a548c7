import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bundleContext } from '../../packages/core/src/domain/context/context-bundle.ts'
import { sameLeading } from '../../packages/core/src/domain/decay/merging.ts'
import { type Command, decide, decideStep } from '../../packages/core/src/domain/decide.ts'
import { teaches } from '../../packages/core/src/domain/events/brain-event.ts'
import { balanced } from '../../packages/core/src/domain/profiles/profiles.ts'
import { brainState, cloneFold, emptyFold, evolve } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { rank } from '../../packages/core/src/domain/walk/ranking.ts'
import { tieredTraversal } from '../../packages/core/src/domain/walk/walk.ts'
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

        const skipped = log.flatMap((event) => (event.type === 'EdgeSkipped' ? [event.data] : []))
        const by = participants
        const rollback = { to: then.value.position, through: 0, graph: brainState(then.value).graph, rehearsal: true }
        const commands: ReadonlyArray<Command> = [
          { _tag: 'CreateBrain', by, digest: '0'.repeat(64) },
          { _tag: 'GiveFeedback', by, ...feedback },
          { _tag: 'SetStrength', by, ...strength },
          { _tag: 'RollBack', by, ...rollback },
          { _tag: 'Maintain', by, when: undefined, alike: sameLeading(state.graph, profile.forgetting), now: 0, rehearsal: true },
          { _tag: 'ReadDocuments', by, ...changes, origin: 'owner' },
          { _tag: 'LinkPassages', by, wanted: new Map(links) },
          { _tag: 'RecordAbsence', by, reason: 'off', skippedAt: 0, waitedMs: 1, late: undefined },
        ]
        for (const command of commands) decide(command, state, profile)
        for (const fact of log)
          if (teaches(fact.type) || fact.type === 'TurnCompleted') decideStep({ _tag: 'Learn', fact, skipped }, state, profile)

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
        decideStep(
          sealed({
            _tag: 'RecordRecall' as const,
            question,
            engine: 'route' as const,
            kernel: input.kernel,
            budget,
            seeds,
            situation: undefined,
            hints: [],
            continues: [],
            cues: input.cues,
            gate: input.gate,
            walk,
            ranking,
            bundle,
            context: undefined,
            asker: {},
            novelty: undefined,
            routing: 'between' as const,
            unasked: undefined,
            called: undefined,
          }).value,
          brainState(sealed(emptyFold()).value),
          balanced,
        )

        expect(changes()).toEqual([])
      }),
      runs,
    )
  })
})
