/** Checks the places where documents were found before, to tell a moved folder from two folders with files of the same name. */
import { statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { type Sight, SourcePlaces } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'

/** False for a name that documents are filed under, and for a path from which a secret was removed. */
const isPath = (root: string): boolean => isAbsolute(root) && !isRedacted(root)

const isRedacted = (name: string): boolean => name.includes('[redacted:')

const seen = (path: string): Sight => {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined ? 'gone' : 'there'
  } catch {
    return 'unknown'
  }
}

export const layerSourcePlaces: Layer.Layer<never> = Layer.succeed(SourcePlaces, {
  folder: (root) => Effect.sync(() => (isPath(root) ? seen(root) : 'unknown')),
  document: (root, key) =>
    Effect.sync(() => {
      if (!isPath(root) || isRedacted(key)) return 'unknown'
      // Names are stored in composed form (NFC); the file name may be decomposed (NFD).
      const sights = [key, key.normalize('NFD')].map((name) => seen(join(root, name)))
      return sights.find((sight) => sight !== 'gone') ?? 'gone'
    }),
})
