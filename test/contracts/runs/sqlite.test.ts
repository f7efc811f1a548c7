import { sqliteStores } from '../sqlite-stores.ts'
import { durableStoreContract } from '../store-contract.ts'

durableStoreContract('layerSqlite by better-sqlite3', sqliteStores('better-sqlite3'))
