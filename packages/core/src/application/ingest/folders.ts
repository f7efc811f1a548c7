/** Finds sources that are missing from the folders that were read, and limits how many may be retired without confirmation. */
import * as Effect from 'effect/Effect'
import { isFollowed, liesIn } from '../../domain/documents/source-key.ts'
import type { SourceNumber } from '../../domain/identity.ts'
import { MostlyGone } from '../request-errors.ts'
import type { KnownSource } from './known-sources.ts'
import type { Placing } from './placing.ts'
import type { Reading } from './reading.ts'

/** Known documents of a folder from which losing more than half of them needs confirmation. */
const fewKnown = 10
/** Known documents from which losing all of them needs confirmation even if the folder holds other documents. */
const leastKnown = 3

export interface FollowedFolder {
  readonly root: string
  readonly below: string
  readonly known: ReadonlyArray<KnownSource>
  readonly gone: ReadonlyArray<KnownSource>
}

/**
 * Returns the known and the missing sources of each folder. A disk that is not mounted looks like an empty folder; {@link confirmGone}
 * guards against that.
 */
export const followFolders = (reading: Reading, sources: ReadonlyArray<KnownSource>, { isOf }: Placing): ReadonlyArray<FollowedFolder> =>
  reading.folders.map(({ below, reach, root, told }) => {
    const known = sources.filter(
      (one) =>
        told &&
        !one.retired &&
        isOf(one.root, root) &&
        liesIn(one.key, below) &&
        isFollowed(one.key.slice(below === '' ? 0 : below.length + 1), reach),
    )
    return { root, below, known, gone: known.filter(({ key }) => !isPresent(reading, key)) }
  })

const isPresent = ({ kept, present }: Reading, key: string): boolean => present.has(key) || kept.some((folder) => liesIn(key, folder))

/**
 * Fails with MostlyGone if the run would retire most of a folder, or all of a folder that holds no document. A request with `prune` skips
 * this check. Sources in `moved` do not count as lost.
 */
export const confirmGone = (
  folders: ReadonlyArray<FollowedFolder>,
  reading: Reading,
  moved: ReadonlySet<SourceNumber>,
): Effect.Effect<void, MostlyGone> => {
  for (const { below, gone, known, root } of folders) {
    const lost = gone.filter(({ source }) => !moved.has(source)).length
    const isEmpty = !reading.documents.some((one) => one.root === root && liesIn(one.key, below))
    const isMost = known.length >= fewKnown && lost * 2 > known.length
    const isAll = lost === known.length && (isEmpty || known.length >= leastKnown)
    if (lost > 0 && (isMost || isAll)) return Effect.fail(new MostlyGone({ root, known: known.length, gone: lost }))
  }
  return Effect.void
}
