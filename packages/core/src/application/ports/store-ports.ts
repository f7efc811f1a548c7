/** The ports that one store provides together. */

import type { ContentStore } from './content-store.ts'
import type { ErasureStore } from './erasure-store.ts'
import type { EventStore } from './event-store.ts'
import type { SearchIndex } from './search-index.ts'
import type { SegmentStore } from './segment-store.ts'
import type { SnapshotStore } from './snapshot-store.ts'
import type { VectorStore } from './vector-store.ts'

/** Every port of a store. */
export type StorePorts = EventStore | ContentStore | SearchIndex | SnapshotStore | SegmentStore | VectorStore | ErasureStore
