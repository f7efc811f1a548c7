import { join } from 'node:path'
import { layerSqlite } from '@crabtrail/store/sqlite'
import { contentStoreContract } from '../content-store-contract.ts'
import { durableStoreContract, eventStoreContract } from '../event-store-contract.ts'
import { lockContract } from '../lock-contract.ts'
import { searchIndexContract } from '../search-index-contract.ts'
import type { MakeLayer } from '../store-layer.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()
let made = 0
const makeLayer: MakeLayer = () => layerSqlite({ path: join(folder, `${made++}.db`) })

eventStoreContract('layerSqlite', makeLayer)
durableStoreContract('layerSqlite', makeLayer)
lockContract('layerSqlite', makeLayer)
contentStoreContract('layerSqlite', makeLayer)
searchIndexContract('layerSqlite', makeLayer)
