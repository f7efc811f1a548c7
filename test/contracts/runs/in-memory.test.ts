import { layerInMemory } from '@crabtrail/store/in-memory'
import * as Layer from 'effect/Layer'
import { storeContract } from '../store-contract.ts'

storeContract('layerInMemory', () => Layer.fresh(layerInMemory))
