import { layerInMemory } from '@crabtrail/store/in-memory'
import * as Layer from 'effect/Layer'
import { contentStoreContract } from '../content-store-contract.ts'
import { eventStoreContract } from '../event-store-contract.ts'
import { lockContract } from '../lock-contract.ts'
import { searchIndexContract } from '../search-index-contract.ts'
import type { MakeLayer } from '../store-layer.ts'

const makeLayer: MakeLayer = () => Layer.fresh(layerInMemory)

eventStoreContract('layerInMemory', makeLayer)
lockContract('layerInMemory', makeLayer)
contentStoreContract('layerInMemory', makeLayer)
searchIndexContract('layerInMemory', makeLayer)
