/** Parts of the store that need no database engine. The stores are exported from `/sqlite` and `/in-memory`. */
export { layerCryptography } from './cryptography.ts'
export { grantSql } from './postgres/schema/grant.ts'
export { layerSourcePlaces } from './source-places.ts'
