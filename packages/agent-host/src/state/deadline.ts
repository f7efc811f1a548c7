/** The time that a reply may wait for the memory: set, or a small share of what the turns of this host take anyway. Pure. */

/** `auto`: as {@link deadlineFor} computes it. A number of milliseconds stays what it is. */
export type DeadlineSetting = 'auto' | number

/** A reply never waits longer for the memory than this share of the median wait for the model. */
const share = 0.1
/** Below this a recall on an idle machine would be given up. */
export const leastMs = 300
/** Beyond this a person notices that the memory holds the reply up, however slow the model is. */
export const mostMs = 1_500
/** Fewer waits say nothing of this host: the first turn after a start takes several times as long as the others. */
const fewestWaits = 5
/** The newest waits count, so that the deadline follows a machine that becomes idle or busy within some twenty turns. */
const waitsKept = 21

/** Milliseconds from the handed over prompt to the end of each of the newest turns that ended well, oldest first. */
export type Waits = ReadonlyArray<number>

export const withWait = (waits: Waits, waitedMs: number): Waits =>
  Number.isFinite(waitedMs) && waitedMs >= 0 ? [...waits, Math.round(waitedMs)].slice(-waitsKept) : waits

/** The lower of the two middle ones where their number is even; undefined without any. */
export const medianOf = (waits: Waits): number | undefined => waits.toSorted((a, b) => a - b)[Math.ceil(waits.length / 2) - 1]

/** The deadline of the next turn in whole milliseconds. */
export const deadlineFor = (setting: DeadlineSetting, waits: Waits): number => {
  if (setting !== 'auto') return setting
  const median = waits.length < fewestWaits ? undefined : medianOf(waits)
  return median === undefined ? leastMs : Math.min(mostMs, Math.max(leastMs, Math.floor(median * share)))
}

/** The shortest and the longest deadline that a turn can have. */
export const shortestDeadline = (setting: DeadlineSetting): number => (setting === 'auto' ? leastMs : setting)
export const longestDeadline = (setting: DeadlineSetting): number => (setting === 'auto' ? mostMs : setting)

/** Waits that another process wrote down; empty for anything else. */
export const waitsIn = (written: unknown): Waits =>
  Array.isArray(written) ? written.filter((one): one is number => Number.isSafeInteger(one) && one >= 0).slice(-waitsKept) : []

export const deadlineInWords = (setting: DeadlineSetting, waits: Waits): string => {
  const now = deadlineFor(setting, waits)
  if (setting !== 'auto') return `a reply waits at most ${now} ms for the memory, as it is set`
  const median = medianOf(waits)
  const counted = `the newest ${waits.length} turns`
  const why =
    median === undefined || waits.length < fewestWaits
      ? `the least, until ${fewestWaits} turns tell how long this host takes`
      : `a tenth of the ${median} ms that ${counted} waited for the model, within ${leastMs} and ${mostMs} ms`
  return `a reply waits at most ${now} ms for the memory: ${why}`
}
