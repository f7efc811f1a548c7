/** The cheap door: what every store needs and no engine. The stores themselves are behind `/sqlite` and `/in-memory`. */
export { layerCryptography } from './cryptography.ts'
export { layerSourcePlaces } from './source-places.ts'
