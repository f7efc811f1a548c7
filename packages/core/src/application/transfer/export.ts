/** Takes a brain out of a store as lines of text, and into another: the same positions, hashes and digest there. */
import * as Effect from 'effect/Effect'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { namedContents } from '../../domain/events/brain-event.ts'
import { unpackBody } from '../../domain/events/commit-body.ts'
import type { ContentRef } from '../../domain/identity.ts'
import type { ExportAnswer } from '../answers.ts'
import { decodeRow, type OpenBrain } from '../brain/brain.ts'
import { ContentStore } from '../ports/content-store.ts'
import { type CommitRow, commitsPerRead, EventStore, type RecordedCommand } from '../ports/event-store.ts'

/** The format of events, commits and contents. */
export const exportFormat = 1

const contentsPerPage = 1_000

/** Header, commits with their events, contents, tombstones. Holds everything erasable: it is the user's to guard. */
export const exportBrain = Effect.fnUntraced(function* (brain: OpenBrain) {
  const lines: Array<string> = []
  // What is written from here on is not in it.
  const end = brain.state.position
  const store = yield* EventStore
  const contents = yield* ContentStore
  const commands = new Map((yield* store.commands(brain.key)).map((command) => [command.first, command]))
  const named = new Set<ContentRef>()
  lines.push(
    canonicalJson({
      crabtrail: {
        format: exportFormat,
        brain: brain.key,
        fingerprintKey: brain.fingerprintKey,
        position: end,
        hash: brain.hash,
      },
    }),
  )
  for (let next = 1; next <= end; ) {
    const rows = yield* store.read(brain.key, next, commitsPerRead)
    if (rows.length === 0) break
    for (const row of rows) {
      if (row.first > end) break
      lines.push(canonicalJson({ commit: head(row, commands.get(row.first)) }))
      for (const event of unpackBody(row.body, row.count)) lines.push(canonicalJson({ event }))
      for (const event of yield* decodeRow(brain.key, row)) {
        for (const { ref } of namedContents(event)) named.add(ref)
      }
      next = row.first + row.count
    }
  }
  for (let after: ContentRef | undefined; ; ) {
    const rows = yield* contents.page(brain.key, after, contentsPerPage)
    for (const { body, ref, salt } of rows) {
      named.delete(ref)
      lines.push(canonicalJson({ content: body === undefined ? { ref, salt } : { ref, salt, body } }))
    }
    after = rows.at(-1)?.ref
    if (rows.length < contentsPerPage || after === undefined) break
  }
  for (const ref of [...named].sort()) lines.push(canonicalJson({ content: { ref, erased: true } }))
  for (const fingerprint of yield* contents.tombstones(brain.key)) lines.push(canonicalJson({ tombstone: { fingerprint } }))
  return { brain: brain.key, position: end, lines } satisfies ExportAnswer
})

const head = (
  { actor, at, count, first, hash, prev, session }: CommitRow,
  command: (RecordedCommand & { readonly key: string }) | undefined,
) => ({
  first,
  count,
  at,
  actor,
  ...(session === undefined ? {} : { session }),
  ...(command === undefined ? {} : { key: command.key, signal: command.signal }),
  prev,
  hash,
})
