/** Entry for the embedder that needs no network. The embedder that calls a server is in `/open-ai-compatible`, because it loads more. */
export { type HashedEmbedder, hashedDimension, hashedEmbedder, hashedVector, layerHashed } from './hashed.ts'
