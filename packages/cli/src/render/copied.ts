/** What a backup holds, and what restoring one did. */
import type { Proof, ProvenBrain } from '../copies/prove-copy.ts'
import type { BrainBefore } from '../copies/what-is-there.ts'
import { aligned, counted, indented, type Page } from './page.ts'

export interface BackedUp extends Proof {
  readonly file: string
  readonly bytes: number
  readonly tookMs: number
}

export const backedUp = ({ brains, bytes, file, notes, tookMs }: BackedUp, page: Page): ReadonlyArray<string> => [
  `${page.strong(file)}  ${sizeOf(bytes)}, proven, in ${tookMs} ms; it holds everything, so guard it`,
  ...indented(positions(brains, page)),
  ...notes,
]

export interface Restored extends Proof {
  readonly store: string
  readonly bytes: number
  /** Of the store that was there. */
  readonly before: ReadonlyArray<BrainBefore> | null
  readonly aside: string | null
}

/** `is` for what was done, `would be` for what would. */
export const restored =
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

/** Where the store that was there had come further, or another way. */
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
