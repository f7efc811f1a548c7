/** What is no longer in the folders that were read, and whether so much may go unasked. */
import * as Effect from 'effect/Effect'
import { isFollowed } from '../../domain/documents/followed-path.ts'
import { liesIn } from '../../domain/documents/source-key.ts'
import type { SourceNumber } from '../../domain/identity.ts'
import { cleanText } from '../brain/text-input.ts'
import { MostlyGone } from '../request-errors.ts'
import type { IngestRequest } from '../requests.ts'
import type { KnownSource } from './known-sources.ts'
import type { Reading } from './reading.ts'

/** A folder with fewer known documents may lose most of them, but never all. */
const fewKnown = 10

export interface FollowedFolder {
  readonly root: string
  readonly below: string
  readonly known: ReadonlyArray<KnownSource>
  readonly gone: ReadonlyArray<KnownSource>
}

/** Whether anything of it is there is told apart from what is known: a disk that is not mounted is a folder without documents. */
export const followFolders = Effect.fnUntraced(function* (
  { folders = [] }: IngestRequest,
  reading: Reading,
  sources: ReadonlyArray<KnownSource>,
) {
  return yield* Effect.forEach(
    folders,
    Effect.fnUntraced(function* (folder) {
      const root = (yield* cleanText(folder.root)).text
      const below = (yield* cleanText(folder.below)).text
      const known = sources.filter(
        (one) =>
          !one.retired && one.root === root && liesIn(one.key, below) && isFollowed(one.key.slice(below === '' ? 0 : below.length + 1)),
      )
      return { root, below, known, gone: known.filter(({ key }) => !isPresent(reading, key)) } satisfies FollowedFolder
    }),
  )
})

const isPresent = ({ present, presentBelow }: Reading, key: string): boolean =>
  present.has(key) || presentBelow.some((folder) => liesIn(key, folder))

/** Refuses to retire most of a folder, or all of one that holds no document, unless somebody said so. `moved` are not lost. */
export const confirmGone = (
  folders: ReadonlyArray<FollowedFolder>,
  reading: Reading,
  moved: ReadonlySet<SourceNumber>,
): Effect.Effect<void, MostlyGone> => {
  for (const { below, gone, known, root } of folders) {
    const lost = gone.filter(({ source }) => !moved.has(source)).length
    const isEmpty = !reading.documents.some((one) => one.root === root && liesIn(one.key, below))
    const isMost = known.length >= fewKnown && lost * 2 > known.length
    if (lost > 0 && (isMost || (isEmpty && lost === known.length)))
      return Effect.fail(new MostlyGone({ root, known: known.length, gone: lost }))
  }
  return Effect.void
}
