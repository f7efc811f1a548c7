/** Commands for deciders: signals with few numbers, sensible or not. */

import { origins, verdicts } from '@crabtrail/core'
import fc from 'fast-check'
import { manners } from '../../packages/core/src/domain/events/learning-events.ts'
import { edgeKinds } from '../../packages/core/src/domain/graph.ts'
import type { IngestChanges, IngestedChunk, IngestedDocument } from '../../packages/core/src/domain/ingest/ingested-document.ts'
import type { Feedback } from '../../packages/core/src/domain/learning/feedback.ts'
import type { StrengthSetting } from '../../packages/core/src/domain/learning/owner-marks.ts'
import type { Participants } from '../../packages/core/src/domain/recording/turn.ts'
import { documentFormats } from '../../packages/text/src/passages/document.ts'
import { ref } from './event.ts'
import { profile } from './profile.ts'
import { evenShare } from './share.ts'

const number = fc.integer({ min: 1, max: 8 })
const maybe = <A>(given: fc.Arbitrary<A>) => fc.option(given, { nil: undefined })

const feedback: fc.Arbitrary<Feedback> = fc.record({
  verdict: fc.constantFrom(...verdicts),
  turn: fc.integer({ min: 1, max: 4 }),
  nodes: fc.array(number, { maxLength: 3 }),
  instead: fc.array(number, { maxLength: 2 }),
  outcome: maybe(fc.double({ min: -1, max: 1, noNaN: true })),
  tier: fc.constantFrom('agent', 'conscious'),
  text: maybe(ref),
  given: fc.constantFrom(...manners),
  knownCue: maybe(number),
  newCue: fc.record({ id: ref, text: ref }),
})

const strength: fc.Arbitrary<StrengthSetting> = fc.record({
  source: number,
  target: number,
  kind: fc.constantFrom(...edgeKinds),
  value: fc.double({ min: -1, max: 1, noNaN: true }),
})

const name = fc.constantFrom('a.md', 'a.md#deploy', 'b.md', 'b.md#keys')
const heading = fc.subarray(['deploy', 'keys'])
const chunk: fc.Arbitrary<IngestedChunk> = fc.record({
  id: name,
  formerId: name,
  title: name,
  text: fc.constantFrom('one', 'two'),
  span: fc.constant([0, 3] as const),
  heading,
  thread: fc.constantFrom('', 's1', undefined),
  links: fc.array(name, { maxLength: 2 }),
  contents: fc.record({ id: ref, title: ref, text: ref, links: ref }),
})
const stored = {
  node: number,
  id: name,
  title: name,
  text: fc.constantFrom('one', 'two'),
  links: maybe(fc.array(name, { maxLength: 2 })),
  movedId: maybe(ref),
}
const document: fc.Arbitrary<IngestedDocument> = fc.record({
  format: fc.constantFrom(...documentFormats),
  source: maybe(number),
  moved: fc.boolean(),
  contents: fc.record({ key: ref, digest: ref, root: maybe(ref) }),
  chunks: fc.array(chunk, { maxLength: 4 }),
  stored: fc.array(fc.record(stored), { maxLength: 3 }),
})
const changes: fc.Arbitrary<IngestChanges> = fc.record({
  documents: fc.array(document, { maxLength: 2 }),
  elsewhere: fc.array(fc.record({ source: number, key: ref, root: ref }), { maxLength: 2 }),
  gone: fc.array(number, { maxLength: 2 }),
  others: fc.array(fc.record({ ...stored, contents: fc.record({ id: ref, title: maybe(ref), links: maybe(ref), tags: maybe(ref) }) }), {
    maxLength: 3,
  }),
  former: fc.array(fc.record({ node: number, id: name, text: fc.constantFrom('one', 'two') }), { maxLength: 2 }),
  goneLater: fc.array(number, { maxLength: 2 }),
  became: fc.array(fc.record({ node: number, place: name }), { maxLength: 2 }),
})

const participants: fc.Arbitrary<Participants> = fc.record({
  actor: fc.record({ known: maybe(number), name: ref, kind: fc.constantFrom('owner', 'agent') }),
  session: maybe(fc.record({ known: maybe(number), key: ref, kind: fc.constantFrom('cli', 'interactive', 'cron') })),
  origin: fc.constantFrom(...origins),
})

export const asked = fc.record({
  /** Share of the log that a rollback goes back to. */
  cut: evenShare,
  changes,
  /** Passages and what they link to. */
  links: fc.array(fc.tuple(number, fc.array(number, { maxLength: 3 })), { maxLength: 4 }),
  feedback,
  participants,
  profile,
  strength,
})
