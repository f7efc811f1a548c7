/** Rules of hints: knowledge of the host beside the question changes the seeds of a recall where the host gives it, and nothing else. */

import type { Answer } from '@crabtrail/core'
import { ContentStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { balanced } from '../../packages/core/src/domain/profiles/profiles.ts'
import { terms } from '../../packages/text/src/words/tokenise.ts'
import { brain, type RunningMemory } from '../arbitraries/running-memory.ts'
import { asks, hits, noted, type Ranking, rankingOf, type Step, tags } from './conversation.ts'
import type { ConversationRule } from './conversation-rules.ts'
import { eventsAs, type Known, openSession } from './known-conversation.ts'

const { learning, seeding } = balanced
const unit = 1_000_000_000
const dayMs = 86_400_000

const heartbeatsAreHeard: ConversationRule = {
  name: 'a heartbeat leaves its own event, and what is only heard changes no ranking',
  breaches: (step, known) => {
    const { events, looks, said } = step
    const observed = eventsAs(step, 'HeartbeatObserved')
    const others = events.filter(({ type }) => !['ActorNamed', 'SessionStarted', 'HeartbeatObserved'].includes(type))
    const session = openSession(known, step.session) ?? known.begun + 1
    return [
      JSON.stringify(looks.after ?? []) !== JSON.stringify((said.kind === 'recall' ? undefined : looks.before) ?? []) &&
        'changes a ranking',
      said.kind !== 'heartbeat' && observed.length > 0 && 'observes a heartbeat',
      said.kind === 'heartbeat' && (observed.length !== 1 || others.length > 0) && `appends ${events.map(({ type }) => type)}`,
      said.kind === 'heartbeat' && observed[0]?.data.session !== session && 'stands in another session',
      said.kind === 'heartbeat' && observed[0]?.data.tags.length !== new Set(said.tags).size && 'keeps other tags',
    ]
  },
}

const looksLeaveNoTrace: ConversationRule = {
  name: 'a look leaves no trace, and heeds no hint',
  breaches: ({ answer, events, looks, said }) =>
    said.kind !== 'recall' || said.record
      ? []
      : [events.length > 0 && `appends ${events.map(({ type }) => type)}`, !isSame(answer, looks.before) && 'ranks otherwise'],
}

const isSame = (answer: unknown, ranking: Ranking | undefined): boolean =>
  JSON.stringify(rankingOf(answer as Answer.RecallAnswer)) === JSON.stringify(ranking)

const seedsAreThoseHinted: ConversationRule = {
  name: 'a recall begins with its texts, its own hits on its subject and memories of an open task as weak seeds, and the area of the last heartbeat preferred',
  breaches: (step, known) => {
    const { answer, looks, said } = step
    if (said.kind !== 'recall' || !said.record) return []
    const ofSearch = said.hits.flatMap((hit) => [...names()].flatMap(([node, { id }]) => (id === hits[hit]?.node ? [node] : [])))
    // Each question has its subject: what was found for another does not join it.
    const found = ofSearch.filter((node) => plainSeeds()[said.question]?.has(node) === true)
    const open = openTask(step, known).filter((node) => plainSeeds()[said.question]?.has(node) === true)
    const area = tagsInForce(step, known)
    const [begun] = eventsAs(step, 'TurnStarted')
    const [seeds] = eventsAs(step, 'SeedsSelected')
    const should = seedsOf(said.question, new Set(found), new Set(open), area)
    const told = (seeds?.data.nodes ?? []).map((node, i) => [node, seeds?.data.scores[i], seeds?.data.sources[i]])
    return [
      JSON.stringify(told) !== JSON.stringify(should) && `begins with ${JSON.stringify(told)}, not ${JSON.stringify(should)}`,
      (begun?.data.hints?.length ?? 0) !== found.length + area.length && `has ${begun?.data.hints?.length} hints`,
      found.length + open.length + area.length === 0 && !isSame(answer, looks.before) && 'ranks other than a look',
    ]
  },
}

/** What was given in the newest turn of the session that ended, unless it ended well or is too old. */
const openTask = ({ at, session }: Step, known: Known): ReadonlyArray<number> => {
  const number = openSession(known, session)
  const ended = known.turns.filter((one) => one.session === number && one.outcome !== undefined && one.outcome !== 'unknown')
  const last = number === undefined ? undefined : ended.findLast(({ recalled }) => recalled)
  return last === undefined || last.outcome === 'success' || at - last.at > 1_000 * learning.delayed.seconds ? [] : last.included
}

const tagsInForce = ({ at }: Step, { heartbeat }: Known): ReadonlyArray<string> =>
  heartbeat === undefined || at - heartbeat.at > dayMs || heartbeat.turnsSince >= seeding.tagTurns
    ? []
    : [...new Set(heartbeat.tags)].flatMap((tag) => tags[tag] ?? [])

/** Node, score and source of each, best first. */
const seedsOf = (question: number, found: ReadonlySet<number>, open: ReadonlySet<number>, area: ReadonlyArray<string>) => {
  const own = plainSeeds()[question] ?? new Map<number, number>()
  const weak = (share: number) => Math.round(share * unit * ((own.size === 0 ? unit : Math.max(...own.values())) / unit))
  const isFavoured = (node: number) => {
    const words = new Set(terms(`${names().get(node)?.id} ${names().get(node)?.title}`))
    return area.some((tag) => terms(tag).every((word) => words.has(word)))
  }
  return [...new Set([...own.keys(), ...found])]
    .map((node) => {
      const text = isFavoured(node) ? Math.round((own.get(node) ?? 0) * seeding.tagFactor) : (own.get(node) ?? 0)
      if (found.has(node) && text < weak(seeding.hit)) return [node, weak(seeding.hit), 'hit'] as const
      if (open.has(node) && text < weak(seeding.situation)) return [node, weak(seeding.situation), 'symbolic'] as const
      return [node, text, 'lexical'] as const
    })
    .sort(([a, mine], [b, yours]) => yours - mine || a - b)
}

const once = <A>(make: () => A): (() => A) => {
  const made: A[] = []
  return () => {
    if (made.length === 0) made.push(make())
    return made[0] as A
  }
}

/** Returns the scores of each question by its words alone, in a memory that was never told anything else. */
const plainSeeds = once(() =>
  asks.map((question) => {
    const memory = noted()
    memory.ask((methods) => methods.recall({ question }))
    return new Map(memory.log().flatMap((event) => (event.type === 'SeedsSelected' ? pairs(event.data.nodes, event.data.scores) : [])))
  }),
)

const pairs = (nodes: ReadonlyArray<number>, scores: ReadonlyArray<number>) => nodes.map((node, i) => [node, scores[i] ?? 0] as const)

const names = once(() => {
  const memory: RunningMemory = noted()
  const added = memory.log().flatMap((event) => (event.type === 'NodeAdded' ? [event.data] : []))
  const refs = added.flatMap(({ id, title }) => (title === undefined ? [id] : [id, title]))
  const bodies = memory.run(Effect.flatMap(ContentStore, (store) => store.bodies(brain, refs)))
  const named = ({ id, title }: (typeof added)[number]) => ({
    id: bodies.get(id) ?? '',
    title: title === undefined ? '' : (bodies.get(title) ?? ''),
  })
  return new Map(added.map((data) => [data.node, named(data)]))
})

export const hintRules: ReadonlyArray<ConversationRule> = [heartbeatsAreHeard, looksLeaveNoTrace, seedsAreThoseHinted]
