/** All that a store must do, whatever it is made of: one call for each store, in a file of its own in `runs`. */

import { archivedLogChecks, archivedLogContract, durableArchivedLogContract } from './archived-log-contract.ts'
import { contentStoreChecks, contentStoreContract } from './content-store-contract.ts'
import { erasureStoreChecks, erasureStoreContract } from './erasure-store-contract.ts'
import { durableEventStoreContract, eventStoreChecks, eventStoreContract } from './event-store-contract.ts'
import { lockChecks, lockContract } from './lock-contract.ts'
import { searchIndexChecks, searchIndexContract } from './search-index-contract.ts'
import { durableSegmentStoreContract, segmentStoreChecks, segmentStoreContract } from './segment-store-contract.ts'
import { durableSnapshotStoreContract, snapshotStoreChecks, snapshotStoreContract } from './snapshot-store-contract.ts'
import type { Check, MakeLayer } from './store-layer.ts'
import { durableVectorStoreContract, vectorStoreChecks, vectorStoreContract } from './vector-store-contract.ts'

/** Contract of a store that forgets when it is closed. */
export const storeContract = (name: string, makeLayer: MakeLayer): void => {
  eventStoreContract(name, makeLayer)
  archivedLogContract(name, makeLayer)
  lockContract(name, makeLayer)
  contentStoreContract(name, makeLayer)
  searchIndexContract(name, makeLayer)
  snapshotStoreContract(name, makeLayer)
  segmentStoreContract(name, makeLayer)
  vectorStoreContract(name, makeLayer)
  erasureStoreContract(name, makeLayer)
}

/** Contract of a store that remembers. */
export const durableStoreContract = (name: string, makeLayer: MakeLayer): void => {
  storeContract(name, makeLayer)
  durableEventStoreContract(name, makeLayer)
  durableArchivedLogContract(name, makeLayer)
  durableSnapshotStoreContract(name, makeLayer)
  durableSegmentStoreContract(name, makeLayer)
  durableVectorStoreContract(name, makeLayer)
}

/** The rules that every store is held to, one by one. */
export const storeChecks: ReadonlyArray<Check> = [
  ...eventStoreChecks,
  ...archivedLogChecks,
  ...lockChecks,
  ...contentStoreChecks,
  ...searchIndexChecks,
  ...snapshotStoreChecks,
  ...segmentStoreChecks,
  ...vectorStoreChecks,
  ...erasureStoreChecks,
]
