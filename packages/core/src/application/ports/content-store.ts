/**
 * Stores the bodies that events refer to: everything that a person or host wrote. A body is written together with the commit that names it
 * (see EventStore.append).
 *
 * Guarantees: a returned body fits its reference. An erased body is gone with its salt and fingerprint and is simply absent.
 */
import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { ContentKind } from '../../domain/events/event-definition.ts'
import type { BrainKey, ContentRef } from '../../domain/identity.ts'
import type { ContentRow, FoundContent } from './event-store.ts'
import type { StoreUnavailable } from './store-errors.ts'

export class ContentStore extends Context.Service<
  ContentStore,
  {
    /** Bodies by reference. Erased, sealed and unknown ones are absent. */
    readonly bodies: (brain: BrainKey, refs: ReadonlyArray<ContentRef>) => Effect.Effect<ReadonlyMap<ContentRef, string>, StoreUnavailable>
    /** Contents of a kind with this fingerprint, oldest first. */
    readonly find: (brain: BrainKey, kind: ContentKind, fingerprint: string) => Effect.Effect<ReadonlyArray<FoundContent>, StoreUnavailable>
    /** One answer of `find` for each fingerprint, in their order. */
    readonly findAll: (
      brain: BrainKey,
      kind: ContentKind,
      fingerprints: ReadonlyArray<string>,
    ) => Effect.Effect<ReadonlyArray<ReadonlyArray<FoundContent>>, StoreUnavailable>
    /** Contents of a kind whose body begins with `prefix`, by body in code-unit order, at most `limit`. */
    readonly findByPrefix: (
      brain: BrainKey,
      kind: ContentKind,
      prefix: string,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<FoundContent & { readonly body: string }>, StoreUnavailable>
    /** All contents of a brain after `after`, by reference, at most `limit`: for export and verify. */
    readonly page: (
      brain: BrainKey,
      after: ContentRef | undefined,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<ContentRow>, StoreUnavailable>
    /** Tombstones: fingerprints of sources and passages that are not read in again, in code-unit order. */
    readonly tombstones: (brain: BrainKey) => Effect.Effect<ReadonlyArray<string>, StoreUnavailable>
    readonly bury: (brain: BrainKey, fingerprints: ReadonlyArray<string>) => Effect.Effect<void, StoreUnavailable>
  }
>()('@crabtrail/core/ContentStore') {}
