/** What went on in the museum: a turn, what was said of it, what was concluded, and how it was taken back. */
import type { ContentRef } from '../../packages/core/src/domain/identity.ts'
import { morning } from '../models/hand-clock.ts'
import { digest, type HandMadeCommit, settings } from './museum-commit.ts'

const unit = 1_000_000_000

export const museumNights = (ref: (body: string) => ContentRef): ReadonlyArray<HandMadeCommit> => [
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
          durationMs: 4_200,
          messages: [ref('message 7')],
          tools: [6],
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
        data: { node: 2, from: unit, to: 700_000_000, asked: -300_000_000, tier: 'conscious', rule: 'judged', reason: 'correction' },
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
      {
        type: 'StrengthsDecayed',
        cause: 46,
        data: { factor: 970_000_000, cutoff: 2, kinds: ['learned', 'sequential'], floor: 'none', spares: 'followed' },
      },
      {
        type: 'StrengthsDecayed',
        cause: 46,
        data: { factor: 500_000_000, cutoff: 9, kinds: ['learned'], floor: 'first', spares: 'followed' },
      },
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
      { type: 'BatchStored', data: { batch: 1, batches: 2 } },
      { type: 'ContentErased', data: { contents: [ref('erased text'), ref('erased context')], scope: 'node', nodes: [6] } },
      { type: 'ProfileChanged', data: { profile: 'museum', settings: { ...settings, note: 'changed' }, digest } },
      { type: 'BrainPromoted', data: { branch: ref('museum/main/branch'), at: 60, hash: 'f1'.repeat(32) } },
      { type: 'SessionEnded', data: { session: 1, reason: 'idle' } },
    ],
  },
]
