/** Looks where documents were found before, so that a folder that moved is told from two that hold files of one name. */
import { statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { type Sight, SourcePlaces } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'

/** A name to file documents under is no place, nor is a path of which something was taken out. */
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
      // Names are remembered composed; the file may be called by the same letters taken apart.
      const sights = [key, key.normalize('NFD')].map((name) => seen(join(root, name)))
      return sights.find((sight) => sight !== 'gone') ?? 'gone'
    }),
})
