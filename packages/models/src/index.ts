/** The cheap door: what needs no network. What asks a server is behind `/open-ai-compatible`, because it loads more. */
export { type HashedEmbedder, hashedDimension, hashedEmbedder, hashedVector, layerHashed } from './hashed.ts'
