import { sqliteStores } from '../sqlite-stores.ts'
import { durableStoreContract } from '../store-contract.ts'

durableStoreContract('layerSqlite by node:sqlite', sqliteStores('node:sqlite'))
