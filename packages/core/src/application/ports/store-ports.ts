/** The ports that one store answers together. */

import type { ContentStore } from './content-store.ts'
import type { ErasureStore } from './erasure-store.ts'
import type { EventStore } from './event-store.ts'
import type { SearchIndex } from './search-index.ts'
import type { SnapshotStore } from './snapshot-store.ts'
import type { VectorStore } from './vector-store.ts'

/** What every store gives. */
export type StorePorts = EventStore | ContentStore | SearchIndex | SnapshotStore | VectorStore | ErasureStore
