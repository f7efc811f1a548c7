/** Takes an exported brain into this store. All of it is proven before anything is written. */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { namedContents } from '../../domain/events/brain-event.ts'
import { type BrainKey, type ContentRef, parseBrainKey } from '../../domain/identity.ts'
import type { ImportAnswer } from '../answers.ts'
import { appendProven } from '../brain/append.ts'
import { catchUp, openBrain } from '../brain/brain.ts'
import { type Fingerprint, fingerprintWith } from '../brain/content-drafts.ts'
import { checkBrainName } from '../brain/open-brains.ts'
import { graphDigest } from '../history/show.ts'
import { ContentStore } from '../ports/content-store.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { type Append, type ContentRow, EventStore } from '../ports/event-store.ts'
import { SearchIndex } from '../ports/search-index.ts'
import { BrainExists } from '../ports/store-errors.ts'
import { BadImport, InvalidRequest } from '../request-errors.ts'
import type { ImportRequest } from '../requests.ts'
import { allIndexChanges } from '../text-index/index-lines.ts'
import type { Header } from './export-lines.ts'
import { type Export, readExport } from './read-export.ts'

export const importBrain = Effect.fnUntraced(function* (request: ImportRequest) {
  const exported = yield* readExport(request.lines)
  const store = yield* EventStore
  const key = yield* targetKey(request, exported.header)
  if ((yield* store.brain(key)) !== undefined) return yield* new BrainExists({ brain: key })
  // One that the export itself has is in it already.
  if (request.brain !== undefined) yield* checkBrainName(key)
  const crypto = yield* Cryptography
  const fingerprint = fingerprintWith(crypto, exported.header.fingerprintKey)
  const appends = appendsOf(exported, key, fingerprint)
  const brain = openBrain(key, exported.header.fingerprintKey, fingerprint)
  // One transaction: an import that fails half-way leaves nothing.
  yield* store.locked(key, (locked) =>
    Effect.gen(function* () {
      yield* appendProven(brain, appends, locked)
      yield* catchUp(brain, locked)
      const contents = yield* ContentStore
      yield* contents.bury(key, exported.tombstones)
      const index = yield* SearchIndex
      yield* index.rebuild(key, yield* allIndexChanges(brain))
    }),
  )
  return {
    brain: key,
    position: brain.state.position,
    commits: appends.length,
    contents: appends.reduce((sum, append) => sum + append.contents.length, 0),
    digest: yield* graphDigest(brain.state),
  } satisfies ImportAnswer
})

const targetKey = Effect.fnUntraced(function* ({ brain }: ImportRequest, header: Header) {
  const own = parseBrainKey(header.brain)
  if (Result.isFailure(own)) return yield* new BadImport({ line: 1, problem: own.failure })
  const key = brain === undefined ? own : parseBrainKey(brain)
  return Result.isSuccess(key) ? key.success : yield* new InvalidRequest({ field: 'brain', problem: key.failure })
})

/** Every commit with the contents that its events are the first to name. */
const appendsOf = ({ commits, contents, header }: Export, brain: BrainKey, fingerprint: Fingerprint): ReadonlyArray<Append> => {
  const stored = new Set<ContentRef>()
  return commits.map(({ command, events, row }, i): Append => {
    const rows = events.flatMap(namedContents).flatMap(({ kind, number, owner, ref }): ReadonlyArray<ContentRow> => {
      const content = contents.get(ref)
      if (content === undefined || 'erased' in content || stored.has(ref)) return []
      stored.add(ref)
      const body = 'body' in content ? content.body : undefined
      return [{ ref, kind, owner, number, salt: content.salt, body, fingerprint: body === undefined ? '' : fingerprint(kind, body) }]
    })
    return {
      brain,
      row,
      contents: rows,
      index: [],
      durability: i === commits.length - 1 ? 'power' : 'process',
      ...(command === undefined ? {} : { key: command }),
      ...(i === 0 ? { create: { fingerprintKey: header.fingerprintKey } } : {}),
    }
  })
}
