/** Deeds that are done to a store while it is being ended: one of each kind. */
import { layerMemory, layerRedactor, Memory, type MemoryError, type MemoryHere } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import type { StoreLayer } from '../contracts/store-layer.ts'

const passages = Array.from({ length: 12 }, (_, i) => `## Berth ${i}\n\nShip ${i} lies at the quay and waits for its pilot.\n`)
const documents = (name: string) => [{ source: `${name}.md`, format: 'markdown', text: `# ${name}\n\n${passages.join('\n')}` } as const]

export const deedNames = ['make', 'ingest', 'revise', 'verdict', 'snapshot', 'index', 'checkpoint'] as const
export type Deed = (typeof deedNames)[number]

/** The store is made by the first, and is there for all others. */
const deeds: Readonly<Record<Deed, (memory: MemoryHere) => Effect.Effect<unknown, MemoryError>>> = {
  make: (memory) => memory.ingest({ documents: documents('first') }),
  ingest: (memory) => memory.ingest({ documents: documents('second') }),
  revise: (memory) => memory.ingest({ documents: [{ source: 'first.md', format: 'markdown', text: '# first\n\nNo ship is here.\n' }] }),
  verdict: (memory) =>
    Effect.flatMap(memory.recall({ question: 'which ship waits?' }), ({ items }) =>
      memory.feedback({ verdict: 'used', nodes: items.slice(0, 1).map(({ node }) => node) }),
    ),
  snapshot: (memory) => Effect.andThen(memory.recall({ question: 'a pilot?' }), memory.doctor({ rebuildSnapshots: true })),
  index: (memory) => memory.doctor({ rebuildIndex: true }),
  checkpoint: (memory) => Effect.andThen(memory.recall({ question: 'a pilot?' }), memory.upkeep({})),
}

export const doDeed = (store: StoreLayer, deed: Deed): Promise<unknown> => {
  const memory = layerMemory.pipe(Layer.provide(Layer.mergeAll(store, layerCryptography, layerRedactor)))
  return Effect.runPromise(Effect.provide(Memory.use(deeds[deed]), memory, { local: true }))
}
