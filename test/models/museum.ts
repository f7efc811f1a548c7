/** Builds a museum: a brain with its sources, memories and edges, and what went on in it. Numbers of later commits count on these. */
import type { NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import type { ContentRef } from '../../packages/core/src/domain/identity.ts'
import { digest, type HandMadeCommit, settings } from './museum-commit.ts'
import { museumNights } from './museum-nights.ts'

/** `ref` stores a text and names it; a text that begins with `erased` is named and not stored. */
export const museum = (ref: (body: string) => ContentRef): ReadonlyArray<HandMadeCommit> => {
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
        {
          type: 'BandsCalibrated',
          data: { by: 'vectors', bands: [280_000_000, 580_000_000, 600_000_000], pieces: 100, embedder: ref('hashed-512'), dimension: 512 },
        },
        { type: 'ConfidenceCalibrated', data: { least: 1_250_000_000, messages: 52, memories: 400 } },
        { type: 'BrainDescribed', data: { about: ref('the museum at night') } },
        {
          type: 'BrainForked',
          data: {
            parent: ref('museum/main/default'),
            at: 41,
            hash: 'f0'.repeat(32),
            settings: 'one',
            changed: { 'walk.words': 4 },
            excluded: [7, 9],
            silent: [],
            walks: 'again',
          },
        },
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
        { type: 'AliasesNamed', data: { node: 2, by: 'person', names: ref('who said that?\nwhat was said?') } },
        { type: 'NodePromoted', data: { node: 4, reason: 'success' } },
        { type: 'NodeProtected', data: { node: 2, protection: 'on' } },
        { type: 'NodeMerged', data: { node: 3, into: 2 } },
      ],
    },
    ...museumNights(ref),
  ]
}
