/** A log with every event there is, written by hand: also those that no part of the program makes yet. */
import { ContentStore, EventStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { catchUp, commitRow, openBrain } from '../../packages/core/src/application/brain/brain.ts'
import { contentDrafts, fingerprintWith } from '../../packages/core/src/application/brain/content-drafts.ts'
import { Cryptography } from '../../packages/core/src/application/ports/cryptography.ts'
import { SearchIndex } from '../../packages/core/src/application/ports/search-index.ts'
import { allIndexChanges } from '../../packages/core/src/application/text-index/index-lines.ts'
import type { NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { type ContentRef, parseBrainKey } from '../../packages/core/src/domain/identity.ts'
import { handClock, morning } from '../models/hand-clock.ts'
import { openStore } from '../models/open-store.ts'

const key = Result.getOrThrow(parseBrainKey('museum/main/events'))
const fingerprintKey = '5e'.repeat(32)
const settings = { name: 'museum', strength: { min: -0.95, max: 0.95 }, note: 'no program reads these' }
const digest = 'd1'.repeat(32)
const unit = 1_000_000_000

/** `ref` stores a text and names it; a text that begins with `erased` is named and not stored. */
const commits = (
  ref: (body: string) => ContentRef,
): ReadonlyArray<{ readonly session?: number; readonly events: ReadonlyArray<NewEvent> }> => {
  const node = (number: number, state: 'probation' | 'normal', source?: number): NewEvent => ({
    type: 'NodeAdded',
    origin: 'owner',
    data: {
      node: number,
      id: ref(`museum.md#${number}`),
      title: ref(`Room ${number}`),
      text: number === 6 ? ref('erased text') : ref(`Room ${number} shows ${number} crabs.`),
      nodeType: 'fact',
      state,
      ...(source === undefined ? {} : { source, span: [10 * number, 10 * number + 9] as const, links: ref(`["#room-${number + 1}"]`) }),
    },
  })
  const edge = (number: number, source: number, target: number, strength: number): NewEvent => ({
    type: 'EdgeLinked',
    data: { edge: number, source, target, kind: 'learned', strength, reason: 'manual' },
  })
  return [
    {
      events: [
        { type: 'BrainCreated', data: { profile: 'museum', settings, digest } },
        { type: 'ActorNamed', data: { actor: 1, name: ref('keeper'), kind: 'owner' } },
      ],
    },
    {
      events: [
        { type: 'EmbedderChanged', data: { embedder: ref('hashed-512'), dimension: 512, bands: [280_000_000, 580_000_000, 600_000_000] } },
        { type: 'BrainForked', data: { parent: ref('museum/main/default'), at: 41, hash: 'f0'.repeat(32) } },
        { type: 'TagCreated', data: { tag: ref('opening'), at: 2 } },
        {
          type: 'SessionStarted',
          data: {
            session: 1,
            key: ref('agent:main:night'),
            kind: 'heartbeat',
            agent: ref('main'),
            workspace: ref('hall'),
            channel: ref('bell'),
            tags: [ref('quiet'), ref('late')],
          },
        },
        { type: 'ExperimentArmAssigned', data: { session: 1, experiment: ref('spread-or-route'), arm: 1 } },
        { type: 'HeartbeatObserved', data: { session: 1, tags: [ref('tidying')] } },
      ],
    },
    {
      events: [
        {
          type: 'SourceAdded',
          data: { source: 1, key: ref('museum.md'), digest: ref('a digest'), format: 'markdown', root: ref('the museum') },
        },
        ...[1, 2, 3].map((number) => node(number, 'normal', 1)),
        ...[4, 5, 6].map((number) => node(number, 'probation')),
        edge(1, 1, 2, 500_000_000),
        edge(2, 2, 3, -200_000_000),
        edge(3, 3, 4, 333_333_333),
        {
          type: 'EdgeLinked',
          data: {
            edge: 4,
            source: 4,
            target: 5,
            kind: 'mention',
            strength: 650_000_000,
            reason: 'ingest',
            evidence: 3,
            role: 'shared',
            label: ref('crab'),
          },
        },
        edge(5, 5, 6, 40_000_000),
        { type: 'NodePromoted', data: { node: 4, reason: 'verdict' } },
        { type: 'NodeProtected', data: { node: 2, protection: 'on' } },
        { type: 'NodeMerged', data: { node: 3, into: 2 } },
      ],
    },
    {
      session: 1,
      events: [
        {
          type: 'TurnStarted',
          turn: 1,
          data: {
            question: ref('Which room shows crabs?'),
            engine: 'spread',
            seeds: 20,
            cues: 8,
            hops: 3,
            fired: 24,
            follows: 6,
            candidates: 8,
            items: 24,
            tokens: 1_500,
            hints: [ref('the tour')],
          },
        },
        {
          type: 'SeedsSelected',
          turn: 1,
          data: { nodes: [1, 5], scores: [2 * unit, unit], sources: ['vector', 'hit'], cues: [4], alike: [910_000_000], gate: 250_000_000 },
        },
        {
          type: 'NoveltyAssessed',
          turn: 1,
          data: {
            top1: 590_000_000,
            top2: 300_000_000,
            tail: 100_000_000,
            rel: 500_000_000,
            passed: ['length'],
            failed: ['prominence'],
            verdict: 'ambiguous',
          },
        },
        { type: 'RoutingRequested', turn: 1, data: { candidates: [1, 4], model: ref('a-model'), prompt: ref('choose') } },
        {
          type: 'RoutingDecided',
          turn: 1,
          data: {
            chosen: [1],
            attention: [unit],
            dropped: [4],
            refused: 1,
            tokensIn: 500,
            tokensOut: 20,
            costNanoUsd: 243_000,
            latencyMs: 180,
            outcome: 'fell-back',
            fallback: 'malformed',
          },
        },
        { type: 'NodeFired', turn: 1, data: { node: 1, depth: 0, energy: 2 * unit } },
        { type: 'NodeFired', turn: 1, data: { node: 2, depth: 1, energy: unit, edge: 1 } },
        { type: 'NodeInhibited', turn: 1, data: { node: 3, depth: 2, energy: 500_000_000, edge: 2 } },
        { type: 'EdgeFollowed', turn: 1, data: { edge: 1, strength: 500_000_000, channel: 'routed', depth: 0, energy: unit } },
        { type: 'EdgeSkipped', turn: 1, data: { edge: 2, strength: -200_000_000, reason: 'inhibited', depth: 1 } },
        {
          type: 'ContextBundled',
          turn: 1,
          data: {
            nodes: [1, 2, 5],
            scores: [2 * unit, unit, 1],
            included: [1],
            guardrails: [2],
            dropped: [5],
            reasons: ['limit'],
            tokens: 12,
            context: ref('erased context'),
          },
        },
      ],
    },
    {
      session: 1,
      events: [
        {
          type: 'TurnCompleted',
          turn: 1,
          data: {
            outcome: 'failure',
            toolCalls: 2,
            toolErrors: 1,
            durationMs: 4_200,
            messages: [ref('message 7')],
            tools: [ref('exec')],
            calls: [2],
            failures: [1],
          },
        },
        { type: 'RecallSkipped', turn: 2, data: { reason: 'off', skippedAt: morning, waitedMs: 0 } },
        {
          type: 'FeedbackGiven',
          turn: 1,
          origin: 'agent',
          data: {
            feedback: 1,
            verdict: 'correction',
            applied: 'correction',
            outcome: -unit,
            tier: 'conscious',
            nodes: [2],
            instead: [5],
            cue: 4,
            text: ref('not that room'),
            parts: ['correction'],
            weights: [-unit],
            values: [unit],
          },
        },
        { type: 'StrengthSet', origin: 'owner', data: { edge: 3, strength: 444_444_444 } },
        {
          type: 'FeedbackGiven',
          turn: 1,
          origin: 'untrusted',
          data: { feedback: 2, verdict: 'wrong', applied: 'not-relevant', outcome: -1, tier: 'agent', nodes: [1], about: 'turn' },
        },
      ],
    },
    {
      events: [
        { type: 'FeedbackAttributed', turn: 1, cause: 37, data: { feedback: 1, turns: [1], shares: [unit] } },
        {
          type: 'StrengthAdjusted',
          turn: 1,
          cause: 37,
          data: { edge: 1, from: 500_000_000, to: 400_000_001, asked: -99_999_999, tier: 'conscious', rule: 'path', reason: 'correction' },
        },
        {
          type: 'UtilityAdjusted',
          turn: 1,
          cause: 37,
          data: { node: 2, from: unit, to: 700_000_000, asked: -300_000_000, tier: 'conscious', reason: 'correction' },
        },
        {
          type: 'StrengthAdjusted',
          cause: 38,
          data: { edge: 3, from: 333_333_333, to: 444_444_444, asked: 111_111_111, tier: 'manual', rule: 'set', reason: 'by-hand' },
        },
        { type: 'FeedbackAttributed', turn: 1, cause: 39, data: { feedback: 2, turns: [], shares: [], reason: 'origin' } },
      ],
    },
    {
      events: [
        { type: 'EdgeLinked', turn: 1, data: { edge: 6, source: 4, target: 1, kind: 'learned', strength: 620_000_000, reason: 'beside' } },
        { type: 'MaintenanceRequested', data: { tasks: ['decay', 'prune'] } },
        { type: 'StrengthsDecayed', cause: 46, data: { factor: 970_000_000, cutoff: 2, kinds: ['learned', 'sequential'], floor: 'none' } },
        { type: 'StrengthsDecayed', cause: 46, data: { factor: 500_000_000, cutoff: 9, kinds: ['learned'], floor: 'first' } },
        { type: 'EdgePruned', data: { edge: 5, reason: 'weak' } },
        { type: 'NodeRetired', data: { node: 5, reason: 'death' } },
      ],
    },
    {
      events: [
        { type: 'UnlearnRequested', data: { selector: 'feedback', selected: 1, signals: [37], nodes: [5] } },
        { type: 'UnlearnRequested', data: { selector: 'origin', selectedOrigin: 'untrusted', signals: [39] } },
        {
          type: 'StrengthsRestored',
          cause: 51,
          data: { edges: [1], from: [500_000_000], to: [510_000_000], nodes: [2], utilityFrom: [700_000_000], utilityTo: [unit] },
        },
        { type: 'UnlearnWithdrawn', data: { request: 51 } },
        { type: 'RollbackRequested', origin: 'owner', data: { to: 44, through: 39 } },
        { type: 'EdgeRestored', cause: 55, data: { edge: 5, reason: 'rollback' } },
        {
          type: 'StrengthsRestored',
          cause: 55,
          data: {
            edges: [2, 3],
            from: [-200_000_000, 430_000_000],
            to: [-200_000_001, 444_444_444],
            nodes: [],
            utilityFrom: [],
            utilityTo: [],
          },
        },
        { type: 'NodeRestored', data: { node: 5, state: 'normal' } },
        { type: 'NodeProtected', data: { node: 2, protection: 'off' } },
      ],
    },
    {
      events: [
        { type: 'SourceRevised', data: { source: 1, digest: ref('another digest') } },
        {
          type: 'NodeRevised',
          origin: 'agent',
          data: { node: 1, title: ref('Room one'), text: ref('Room 1 shows eleven crabs.'), span: [10, 30] },
        },
        { type: 'SourceRenamed', data: { source: 1, key: ref('museum-2.md') } },
        { type: 'SourceRetired', data: { source: 1, reason: 'gone' } },
        { type: 'ContentErased', data: { contents: [ref('erased text'), ref('erased context')], scope: 'node', nodes: [6] } },
        { type: 'ProfileChanged', data: { profile: 'museum', settings: { ...settings, note: 'changed' }, digest } },
        { type: 'BrainPromoted', data: { branch: ref('museum/main/branch'), at: 60, hash: 'f1'.repeat(32) } },
        { type: 'SessionEnded', data: { session: 1, reason: 'idle' } },
      ],
    },
  ]
}

/** Lines of its export. */
export const everyEvent = async (): Promise<ReadonlyArray<string>> => {
  const store = openStore({ seed: 'museum', clock: handClock(morning) })
  try {
    await store.run(write)
    return (await (await store.memory()).export({})).lines
  } finally {
    await store.close()
  }
}

const write = Effect.gen(function* () {
  const events = yield* EventStore
  const crypto = yield* Cryptography
  const drafts = yield* contentDrafts
  const fingerprint = fingerprintWith(crypto, fingerprintKey)
  const brain = openBrain(key, fingerprintKey, fingerprint)
  const refs = new Map<string, ContentRef>()
  const ref = (body: string): ContentRef => {
    const known = refs.get(body) ?? drafts.add(body)
    refs.set(body, known)
    return known
  }
  const gone = new Set(['erased text', 'erased context'].map(ref))
  for (const [i, { events: list, session }] of commits(ref).entries()) {
    const row = commitRow(crypto, list, {
      prev: brain.hash,
      first: brain.state.position + 1,
      at: morning + 1_000 * i,
      actor: i % 2,
      session,
    })
    const contents = drafts.rows(list, fingerprint).filter((content) => !gone.has(content.ref))
    yield* events.append({
      brain: key,
      row,
      contents,
      index: [],
      durability: 'process',
      ...(i === 0 ? { create: { fingerprintKey } } : {}),
    })
    yield* catchUp(brain)
  }
  yield* (yield* ContentStore).bury(key, [fingerprint('source-key', 'secrets.md')])
  yield* (yield* SearchIndex).rebuild(key, yield* allIndexChanges(brain))
})
