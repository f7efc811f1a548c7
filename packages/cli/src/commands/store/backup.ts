/** `backup` and `restore`: a proven copy of a store, and a backup in place of a store. */

import { backupSqlite, CopyRefused, restoreSqlite } from '@crabtrail/store/sqlite'
import * as Duration from 'effect/Duration'
import * as Effect from 'effect/Effect'
import { type BrainBefore, type Proof, type ProvenBrain, proveCopy, whatIsThere } from '../../copies.ts'
import { tellable } from '../../documents/whole-file.ts'
import { exits, FileRefused, NotForServers, type NotWhole } from '../../failures.ts'
import { Opening } from '../../memory.ts'
import { report } from '../../render/output.ts'
import { aligned, counted, indented, type Page, pasteable } from '../../render/page.ts'
import { command } from '../command.ts'

export const backup = command({
  summary: 'copy the whole store while other programs write to it; the copy holds everything, so guard it',
  details: [
    'It is the store at one moment, in one file that only its owner may read, proven by verify before it counts.',
    'A store that is not whole is not backed up (exit code 5), so that no good backup is lost to a bad one.',
    'It is for a store in a file: a PostgreSQL database is backed up by pg_dump, and the refusal says how.',
  ],
  positionals: [{ name: 'FILE', path: true, help: 'the file to write; its folder must exist' }],
  flags: { force: { help: 'replace an earlier backup, once the new one is whole' } },
  example: 'crabtrail backup /mnt/disk/crabtrail-monday.db',
  access: 'none',
})(
  Effect.fn('backup')(function* ({ flags, words }) {
    const store = yield* fileOf('backup', words.file)
    const over = flags.force === true ? 'backup' : 'nothing'
    const [took, { bytes, file, proof }] = yield* Effect.timed(
      backupSqlite({ path: store, target: words.file, over }, (copy) => proveCopy(copy, store)).pipe(Effect.mapError(refusedCopy)),
    )
    yield* report({ file: tellable(file), bytes, ...proof, tookMs: inMs(took) }, backedUp)
    return exits.done
  }),
)

export const restore = command({
  summary: 'put a backup in the place of the store: proven first, then whole or not at all',
  details: [
    'Nothing may have the store open meanwhile: a gateway is stopped first.',
    'What was erased since the backup was made is in it still, and has to be erased again.',
    'It is for a store in a file: a PostgreSQL database is restored by pg_restore, and the refusal says how.',
  ],
  positionals: [{ name: 'FILE', path: true, help: 'a backup, or another store' }],
  flags: {
    force: { help: 'replace a store that is there; the old one is kept beside it, and its name is printed' },
    'dry-run': { reads: true, help: 'prove the backup, say what it would change, and change nothing' },
  },
  example: 'crabtrail restore /mnt/disk/crabtrail-monday.db --force',
  access: 'none',
})(
  Effect.fn('restore')(function* ({ flags, words }) {
    const store = yield* fileOf('restore', words.file)
    const isLook = flags['dry-run'] === true
    const answer = yield* restoreSqlite(
      { backup: words.file, path: store, over: flags.force === true ? 'store' : 'nothing', mode: isLook ? 'look' : 'restore' },
      (copy) => Effect.all({ proven: proveCopy(copy, words.file), before: whatIsThere(store, copy) }),
    ).pipe(Effect.mapError(refusedCopy), Effect.catchTag('NotWhole', badBackup))
    const { aside, bytes, proof } = answer
    const { before, proven } = proof
    yield* report(
      { store: tellable(answer.store), bytes, ...proven, before, aside: aside === undefined ? null : tellable(aside) },
      restored(isLook ? 'would be' : 'is'),
    )
    return exits.done
  }),
)

/** Returns the path of the store. A PostgreSQL database has tools of its own, which copy it while programs write to it. */
const fileOf = (name: 'backup' | 'restore', file: string): Effect.Effect<string, NotForServers, Opening> =>
  Opening.use(({ store }) =>
    store.kind === 'sqlite'
      ? Effect.succeed(store.path)
      : Effect.fail(new NotForServers({ command: name, place: store.place, instead: insteadOf[name](store.place, file) })),
  )

const insteadOf: Readonly<Record<'backup' | 'restore', (place: string, file: string) => string>> = {
  backup: (place, file) => `run ${pasteable(['pg_dump', '--schema=crabtrail', '-Fc', '-f', file, place])}`,
  // With --clean it fails where there is a store: what is inherited by a partition cannot be dropped there.
  restore: (place, file) =>
    `into a database that has no store yet run ${pasteable(['pg_restore', '--single-transaction', '-d', place, file])}, then ${pasteable(['crabtrail', 'verify', '--store', place])}`,
}

const inMs = (took: Duration.Duration): number => Math.round(Duration.toMillis(took))

/** Reports a backup that is not whole as a refused file: the memory itself is not broken. */
const badBackup = ({ brain, check, path, problem }: NotWhole) =>
  Effect.fail(
    new FileRefused({ path, problem: `${brain} is not whole in it (${check}: ${problem}); nothing was restored: take another backup` }),
  )

/** Reports a copy that cannot be placed as a file that cannot be written. */
const refusedCopy = <E>(error: E | CopyRefused): Exclude<E, CopyRefused> | FileRefused =>
  error instanceof CopyRefused ? new FileRefused({ path: error.place, problem: error.problem }) : (error as Exclude<E, CopyRefused>)

type BackedUp = Proof & Readonly<Record<'bytes' | 'tookMs', number>> & { readonly file: string }

const backedUp = ({ brains, bytes, file, notes, tookMs }: BackedUp, page: Page): ReadonlyArray<string> => [
  `${page.strong(file)}  ${sizeOf(bytes)}, proven, in ${tookMs} ms; it holds everything, so guard it`,
  ...indented(positions(brains, page)),
  ...notes,
]

interface Restored extends Proof {
  readonly store: string
  readonly bytes: number
  /** The brains of the earlier store; `null` if none could be read. */
  readonly before: ReadonlyArray<BrainBefore> | null
  readonly aside: string | null
}

/** Prints a restore. `is`: it was done; `would be`: it was only tried. */
const restored =
  (verb: 'is' | 'would be') =>
  ({ aside, before, brains, bytes, notes, store }: Restored, page: Page): ReadonlyArray<string> => [
    `${page.strong(store)} ${verb} restored  ${sizeOf(bytes)}, proven`,
    ...indented(positions(brains, page)),
    ...undone(before ?? [], brains),
    ...(aside === null ? [] : [`the store that was there is ${page.strong(aside)} now`]),
    ...notes,
  ]

const positions = (brains: ReadonlyArray<ProvenBrain>, page: Page): ReadonlyArray<string> =>
  brains.length === 0
    ? ['no brain in it']
    : aligned(brains.map(({ brain, digest, position }) => [brain, `position ${position}`, page.faint(`digest ${digest}`)]))

const undone = (before: NonNullable<Restored['before']>, after: ReadonlyArray<ProvenBrain>): ReadonlyArray<string> =>
  before.flatMap(({ brain, common, erasedAt, position }) => {
    const now = after.find((one) => one.brain === brain)?.position
    if (now === undefined || common === null) return [`${brain} was there at ${position}, and is not in the backup`]
    const later = counted(position - common, 'event')
    const isBehind = common === now
    return [
      ...(position > common && isBehind ? [`${brain} was at ${position}: ${later} later than the backup`] : []),
      ...(position > common && !isBehind
        ? [`${brain} was at ${position}: ${later} since ${common}, where the backup went another way`]
        : []),
      ...(erasedAt !== null && erasedAt > common ? [`what was erased from ${brain} at ${erasedAt} is in the backup: forget it again`] : []),
    ]
  })

const sizeOf = (bytes: number): string => {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const amount = bytes / 1024 ** power
  return `${power === 0 ? amount : amount.toFixed(1)} ${units[power]}`
}
