/** Going back takes learning back, to the bit, and nothing else; and it can be taken back itself. */
import fc from 'fast-check'
import { expect } from 'vitest'
import type { BrainEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { usedKinds } from '../../packages/core/src/domain/graph.ts'
import { brainState } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { standingRequests } from '../../packages/core/src/domain/projections/standing.ts'
import { evenShare } from '../arbitraries/share.ts'
import { pruneEdges } from './append-facts.ts'
import { forgetful } from './fading-settings.ts'
import { type Beginning, type History, inHistory as inAnyHistory } from './history.ts'
import { foldOf, learnedValue } from './learned-value.ts'
import { complaints } from './log-rules.ts'
import { graphAt, lastingPart, learns, type NaiveGraph, naiveGraph } from './naive-graph.ts'
import { type Property, property } from './property.ts'
import { commitEnds, eventsOf, type RecordedLog } from './recorded-log.ts'
import { anything, editSignal, learnerSignal, passingSignal, type Signal, signals } from './signals.ts'
import { questions } from './small-notes.ts'
import { deeds, doAll, ferryQuestion, superseding } from './unlearn-properties.ts'

/** A place in a log, from its beginning to its end. */
const place = evenShare
/** Places among the edges, to be pruned as weak before going back. */
const pruned = fc.array(fc.nat(), { maxLength: 3 })
const endAt = (log: RecordedLog, share: number): number => [0, ...commitEnds(log)][Math.round(share * log.commits.length)] ?? 0
/** Types of events that change what there is to rank, or which texts there are. */
const contentTypes: ReadonlySet<string> = new Set([
  'SourceAdded',
  'SourceRevised',
  'SourceRetired',
  'NodeRevised',
  'NodeRetired',
  'NodeRestored',
])
const goingBack: ReadonlySet<string> = new Set([
  'ActorNamed',
  'SessionStarted',
  'RollbackRequested',
  'NodeRestored',
  'NodeRetired',
  'EdgeRestored',
  'EdgePruned',
  'DoubtLifted',
  'NodeDoubted',
  'NodeSuperseded',
  'SupersessionLifted',
  'NodeTrusted',
  'NodeReviewed',
  'StrengthsRestored',
  'FeedbackAttributed',
  'TurnRestated',
  'LearningRestated',
])
/** True for cues, and for memories that keep what was said. */
const isHeard = (node: { readonly type: string } | undefined): boolean => node?.type === 'cue' || node?.type === 'correction'
const live: ReadonlySet<string | undefined> = new Set(['probation', 'normal', 'protected'])
/** The nodes whose state differs between two graphs, but for memories of documents: those change with them, and a rollback leaves them. */
const heardThen = (now: NaiveGraph, then: NaiveGraph, erased: ReadonlySet<string>) =>
  [...now.nodes].flatMap(([number, known]): ReadonlyArray<readonly [number, string | undefined]> => {
    const { state } = then.nodes.get(number) ?? { state: undefined }
    if (!isHeard(known) || (known.type === 'cue' && state === undefined) || state === known.state || known.state === 'protected') return []
    if (!live.has(state)) return live.has(known.state) ? [[number, 'retired']] : []
    if (live.has(known.state)) return state === 'protected' ? [] : [[number, state]]
    return erased.has(known.text) ? [] : [[number, state]]
  })
/** The memories that the unlearnings name which stand at a position. */
const unlearnedAt = (log: RecordedLog, at = log.events.length): ReadonlySet<number> => {
  const { unlearnings } = foldOf(log)
  return new Set([...standingRequests(unlearnings, at)].flatMap((request) => unlearnings.requests.get(request)?.nodes ?? []))
}
interface Told {
  readonly played: ReadonlyArray<Signal>
  readonly beginning: Beginning
}
const playedAs = (beginning: Beginning, kinds: ReadonlyArray<fc.WeightedArbitrary<Signal>>): fc.Arbitrary<Told> =>
  signals([...anything, { weight: 1, arbitrary: learnerSignal }, ...kinds]).map((played) => ({ played, beginning }))
/** With many edits, or much that is forgotten: what is pruned is what going back has to leave or bring again. */
const histories = fc.oneof(
  playedAs({}, [{ weight: 4, arbitrary: editSignal }]),
  playedAs(forgetful, [{ weight: 8, arbitrary: passingSignal }]),
)
const inHistory = ({ beginning, played }: Told, check: (history: History) => Promise<void>) => inAnyHistory(played, check, beginning)
/** With what the owner says of memories, and with unlearnings that take memories out. */
const owned = fc.tuple(histories, place, deeds)

const quiet: Told = { played: [], beginning: {} }

const goBack = async ({ log, memory, store }: History, share: number, pruned: ReadonlyArray<number> = []) => {
  await memory.learn({})
  const linked = [...naiveGraph((await log()).events).edges].flatMap(([number, edge]) => (edge.linked ? [number] : []))
  const weak = new Set(pruned.flatMap((place) => linked[place % Math.max(1, linked.length)] ?? []))
  if (weak.size > 0) await pruneEdges(store, [...weak])
  const before = await log()
  const to = endAt(before, share)
  const answer = await memory.rollback({ to: String(to) })
  return { before, to, answer, after: await log() }
}

/** The values that a rollback restores: learned ones, states of nodes, doubts, trust, and the owner's words. */
const learnedThere = (log: RecordedLog): unknown => {
  const { edges, nodes, replacements, words } = learnedValue(brainState(foldOf(log)))
  return { edges: edges.map(([edge, strength]) => ({ edge, strength })), nodes, replacements, words }
}

export const rollbackProperties: ReadonlyArray<Property> = [
  property(
    'INV-20 after going back every learned strength and utility is what it was, and what was born later is at its prior',
    30,
    fc.tuple(histories, place, pruned, deeds),
    ([played, share, weak, done]) =>
      inHistory(played, async (history) => {
        await doAll(history, done)
        const { after, answer, before, to } = await goBack(history, share, weak)

        const then = graphAt(before.events, to)
        const now = naiveGraph(after.events)
        for (const [number, edge] of now.edges) {
          if (!learns(edge)) continue
          const old = then.edges.get(number)
          expect([number, edge.strength]).toEqual([number, old?.strength ?? edge.first])
          if (old?.linked === true) expect([number, edge.linked]).toEqual([number, !edge.withdrawn])
          if (old?.linked === false && usedKinds.has(edge.kind)) expect([number, edge.linked]).toEqual([number, false])
        }
        for (const [number, node] of now.nodes)
          expect([number, node.utility]).toEqual([number, then.nodes.get(number)?.utility ?? 1_000_000_000])
        expect(answer.to).toBe(to)
        expect(await history.memory.verify({ rederive: true })).toMatchObject({ ok: true })
        expect(complaints(after)).toEqual([])
      }),
  ),

  property(
    'INV-21 going back leaves nodes, edges, kinds, priors, contents, turns and spent feedback as they are, but for cues and what was unlearned',
    30,
    fc.tuple(histories, place, pruned, deeds),
    ([played, share, weak, done]) =>
      inHistory(played, async (history) => {
        await doAll(history, done)
        const { after, before, to } = await goBack(history, share, weak)

        const [now, then] = [naiveGraph(before.events), naiveGraph(before.events.slice(0, to))]
        const added = after.events.slice(before.events.length)
        const moved = added.filter(({ type }) => type === 'NodeRestored' || type === 'NodeRetired')
        expect(lastingPart(naiveGraph(after.events))).toEqual(lastingPart(naiveGraph([...before.events, ...moved])))
        const erased = new Set<string>(eventsOf(before, 'ContentErased').flatMap(({ data }) => data.contents))
        const states = moved.map(({ data, type }) => {
          const node = 'node' in data ? Number(data.node) : 0
          return [node, type === 'NodeRestored' && 'state' in data ? data.state : 'retired'] as const
        })
        const isCue = (node: number) => isHeard(now.nodes.get(node))
        expect(states.filter(([node]) => isCue(node))).toEqual(heardThen(now, then, erased))
        // Memories come and go with the unlearnings that name them.
        const [standing, stood] = [unlearnedAt(before), unlearnedAt(before, to)]
        for (const [node, state] of states.filter(([node]) => !isCue(node))) {
          expect([node, standing.has(node), stood.has(node)]).toEqual([node, state !== 'retired', state === 'retired'])
        }
        expect(added.map(({ type }) => type).filter((type) => !goingBack.has(type))).toEqual([])
        for (const { data, type } of added) {
          if (type === 'EdgeRestored' || type === 'EdgePruned')
            expect(now.edges.get('edge' in data ? Number(data.edge) : 0)?.linked).toBe(type === 'EdgePruned')
        }
        const { counts } = await history.memory.show({})
        expect(counts).toMatchObject({
          turns: Math.max(0, ...after.events.map(({ turn }) => turn ?? 0)),
          feedbacks: eventsOf(before, 'FeedbackGiven').length + eventsOf(before, 'OutcomeGiven').length,
        })
      }),
  ),

  property(
    'INV-21 every question has the ranking again that it had there, ids and scores',
    30,
    owned,
    ([played, share, done]) =>
      inHistory(played, async (history) => {
        await doAll(history, done)
        const { before, to } = await goBack(history, share)
        // What was read in since stays, and changes rankings by itself.
        const nodes = naiveGraph(before.events).nodes
        const isCues = ({ data }: BrainEvent) => 'node' in data && nodes.get(Number(data.node))?.type === 'cue'
        if (before.events.slice(to).some((event) => contentTypes.has(event.type) && !isCues(event))) return
        for (const question of [...questions, ferryQuestion]) {
          const asked = { question, record: false, limit: 1_000 } as const
          const then = await history.memory.recall({ ...asked, at: String(to) })
          const now = await history.memory.recall(asked)
          expect(now.items.map(({ node, score }) => [node, score])).toEqual(then.items.map(({ node, score }) => [node, score]))
        }
      }),
    [[quiet, 0.5, superseding.filter(({ deed }) => deed !== 'read')]],
  ),

  property(
    'INV-22 going back from a going back brings everything learned again',
    25,
    owned,
    ([played, share, done]) =>
      inHistory(played, async (history) => {
        await doAll(history, done)
        await history.memory.learn({})
        const learned = learnedThere(await history.log())
        const { before } = await goBack(history, share)

        await history.memory.rollback({ to: String(before.events.length) })

        expect(learnedThere(await history.log())).toEqual(learned)
      }),
    [
      [quiet, 0.3, superseding],
      [quiet, 0.6, superseding],
      [quiet, 0.8, superseding],
    ],
  ),

  property('INV-22 going back to the same place twice changes nothing the second time', 25, fc.tuple(histories, place), ([played, share]) =>
    inHistory(played, async (history) => {
      const { to } = await goBack(history, share)
      const { digest } = await history.memory.show({})

      const again = await history.memory.rollback({ to: String(to) })

      expect(again.restored).toEqual({ edges: [], utilities: [] })
      expect((await history.memory.show({})).digest).toBe(digest)
    }),
  ),

  property('a dry run tells what going back would do, and writes nothing', 15, fc.tuple(histories, place), ([played, share]) =>
    inHistory(played, async ({ lines, log, memory }) => {
      await memory.learn({})
      const before = await lines()
      const to = String(endAt(await log(), share))

      const would = await memory.rollback({ to, dryRun: true })

      expect(await lines()).toEqual(before)
      expect((await memory.rollback({ to })).restored).toEqual(would.would)
    }),
  ),

  property(
    'a position inside a commit is rounded down to the end of the one before, and the answer says so',
    15,
    fc.tuple(histories, fc.nat()),
    ([played, at]) =>
      inHistory(played, async ({ log, memory }) => {
        await memory.learn({})
        const before = await log()
        const asked = at % (before.events.length + 1)
        const ends = [0, ...commitEnds(before)]

        const { rounded, to } = await memory.rollback({ to: String(asked) })

        expect(to).toBe(ends.findLast((end) => end <= asked))
        expect(rounded === undefined).toBe(to === asked)
        const request = eventsOf(await log(), 'RollbackRequested').at(-1)
        const stood = before.events
          .slice(0, to)
          .flatMap((event) =>
            ['StrengthAdjusted', 'FeedbackAttributed', 'StrengthsRestored', 'StrengthsDecayed'].includes(event.type)
              ? [event.cause ?? 0]
              : [],
          )
        expect(request?.data).toEqual({ to, through: Math.max(0, ...stood) })
      }),
  ),
]
