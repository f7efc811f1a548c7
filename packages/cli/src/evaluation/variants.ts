/** The memory as it is, and with parts of it switched off by the settings of its brain: what each part is worth is the difference. */
import { InvalidRequest, type Request } from '@crabtrail/core'
import * as Result from 'effect/Result'
import { nearest } from '../arguments/nearest.ts'

export interface Variant {
  readonly name: string
  /** In place of the profile's own. */
  readonly settings: NonNullable<Request.InitRequest['settings']>
}

/** Everything as the profile has it. */
export const whole: Variant = { name: 'all', settings: {} }

/** The words alone: no vector is compared, nothing is walked, a title or a speaker that is named counts for nothing more, the order is that of the scores. */
const textAlone: Variant = {
  name: 'text alone',
  settings: { 'budget.hops': 0, 'walk.coverage': 0, 'seeding.title': 0, 'seeding.speaker': 1, 'seeding.vector': 0 },
}

const without = {
  /** Nothing is walked. Titles, speakers and the order by coverage stay. */
  edges: { name: 'no edges', settings: { 'budget.hops': 0 } },
  /** Mentions are trusted whatever the best texts are. */
  gate: { name: 'no gate', settings: { 'walk.gateClosed': 0, 'walk.gateOpen': 0 } },
  /** The order is that of the scores. */
  coverage: { name: 'no coverage order', settings: { 'walk.coverage': 0 } },
} as const satisfies Readonly<Record<string, Variant>>

const ablations = Object.keys(without) as ReadonlyArray<keyof typeof without>

/** What `--ablate` names, `edges,gate` or `all`; beside any of them the text alone. */
export const variantsOf = (ablate: string | undefined): Result.Result<ReadonlyArray<Variant>, InvalidRequest> => {
  if (ablate === undefined) return Result.succeed([whole])
  const words = ablate.split(',').map((word) => word.trim())
  const unknown = words.find((word) => word !== 'all' && !Object.hasOwn(without, word))
  if (unknown !== undefined) {
    const meant = nearest(unknown, [...ablations, 'all'])
    const hint = meant === undefined ? '' : `did you mean ${meant}? `
    const problem = `${JSON.stringify(unknown)} is no part; ${hint}They are ${ablations.join(', ')}, with commas between them, or all`
    return Result.fail(new InvalidRequest({ field: '--ablate', problem }))
  }
  const named = ablations.filter((part) => words.includes(part) || words.includes('all'))
  return Result.succeed([whole, textAlone, ...named.map((part) => without[part])])
}
