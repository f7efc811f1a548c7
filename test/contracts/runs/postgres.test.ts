import { sharedPostgres } from '../../src/shared-postgres.ts'
import { postgresStores } from '../postgres-stores.ts'
import { durableStoreContract } from '../store-contract.ts'

const { describePostgres, server } = sharedPostgres()

describePostgres('with a real server', () => {
  durableStoreContract('layerPostgres', postgresStores(server))
})
