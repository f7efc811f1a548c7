/**
 * A copy of a brain for a rehearsal of several commits: they are decided, appended and folded as ever, and kept in memory alone. Nothing is written
 * to the store.
 */
import * as Effect from 'effect/Effect'
import { type BrainEvent, erasedContents } from '../../domain/events/brain-event.ts'
import { cloneFold } from '../../domain/projections/brain-fold.ts'
import { signalsOut, standingRequests } from '../../domain/projections/standing.ts'
import { ContentStore } from '../ports/content-store.ts'
import { type Append, type ContentRow, EventStore, type FoundContent } from '../ports/event-store.ts'
import { type OpenBrain, openBrain } from './brain.ts'
import { forEachEvent } from './read-row.ts'

/**
 * Runs `use` with a copy of a brain that is level with its log. The copy goes on from there by itself. Of what others write meanwhile it learns only
 * what they erase.
 */
export const inScratch = Effect.fnUntraced(function* <A, E, R>(brain: OpenBrain, use: (copy: OpenBrain) => Effect.Effect<A, E, R>) {
  const store = yield* EventStore
  const contents = yield* ContentStore
  const { fingerprint, fingerprintKey, hash, indexed, key } = brain
  const fold = cloneFold(brain.fold)
  // A branch has no signal that is unlearned, so nothing there was taken back.
  const out = signalsOut(fold.unlearnings, standingRequests(fold.unlearnings))
  fold.judging.changes = fold.judging.changes.filter(({ at }) => !out.has(at))
  const copy = openBrain(key, fingerprintKey, fingerprint, { fold, hash })
  copy.indexed = indexed
  const written: Array<ContentRow> = []
  let seen = brain.state.position
  let head = { position: seen, hash }
  const append = ({ contents: rows, row }: Append) =>
    Effect.sync(() => {
      written.push(...rows)
      head = { position: row.first + row.count - 1, hash: row.hash }
    })
  const found = (kind: string, fingerprint: string): ReadonlyArray<FoundContent> =>
    written.filter((row) => row.kind === kind && row.fingerprint === fingerprint)
  const hear = (event: BrainEvent) => {
    seen = event.position
    for (const ref of erasedContents(event)) copy.fold.erased.add(ref)
  }
  const tail = () =>
    Effect.suspend(() => forEachEvent({ key }, seen + 1, Number.MAX_SAFE_INTEGER, hear)).pipe(
      Effect.provideService(EventStore, store),
      Effect.catchTag(['IntegrityBroken', 'NewerLog'], Effect.die),
      Effect.map(() => ({ head, rows: [] })),
    )
  const scratchStore = EventStore.of({ ...store, append, tail })
  const scratchContents = ContentStore.of({
    ...contents,
    bodies: (of, refs) =>
      Effect.map(contents.bodies(of, refs), (stored) => {
        const here = written.flatMap(({ body, ref }) => (body === undefined || !refs.includes(ref) ? [] : ([[ref, body]] as const)))
        return new Map([...stored, ...here])
      }),
    find: (of, kind, fingerprint) => Effect.map(contents.find(of, kind, fingerprint), (stored) => [...stored, ...found(kind, fingerprint)]),
    findAll: (of, kind, fingerprints) =>
      Effect.map(contents.findAll(of, kind, fingerprints), (stored) =>
        fingerprints.map((one, i) => [...(stored[i] ?? []), ...found(kind, one)]),
      ),
  })
  return yield* use(copy).pipe(Effect.provideService(EventStore, scratchStore), Effect.provideService(ContentStore, scratchContents))
})
