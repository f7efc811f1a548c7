/**
 * Settings of a profile, each described once: bounds, default, unit, source and meaning are annotations of its schema.
 *
 * The default profile, the reference page, the messages about wrong values and the generators of the tests are made from them.
 */
import * as Schema from 'effect/Schema'

export type SettingValue = number | string | ReadonlyArray<string>

interface SettingNote {
  /** Value in the profile `balanced`. */
  readonly default: SettingValue
  readonly unit: string
  /** Origin of the default: a row of docs/requirements.md, a measurement, or our own choice. */
  readonly from: string
  /** Sentence for the reference page and for messages. */
  readonly says: string
  /** Values it may have, for the reference page; empty for lists, whose unit names them. */
  readonly limits: string
  /** The same for a message, as `a number from 0 to 1`. */
  readonly wanted: string
}

export interface Setting extends SettingNote {
  /** Path in the profile, as `walk.fade`. */
  readonly name: string
  readonly accepts: (value: unknown) => boolean
}

const untuned = 'ours, not tuned yet'
export const trial = 'a trial on open question sets, made before this code'
export const calibrated = 'calibrated on questions with and without an answer, docs/results/confidence.md'

/** A setting without its sentence, which `says` adds. */
const described = <S extends Schema.Top>(schema: S, note: Omit<SettingNote, 'says'>) => ({
  says: (says: string) => schema.annotate({ setting: { ...note, says } satisfies SettingNote }),
})

/** A decimal number from `minimum` to `maximum`. Strengths, utilities and rates are in units here (1 = 10⁹ nano-units). */
export const decimal = (minimum: number, maximum: number, value: number, unit: string, from = untuned) => {
  const limits = `${minimum} to ${maximum}`
  const schema = Schema.Finite.check(Schema.isBetween({ minimum, maximum }))
  return described(schema, { default: value, unit, from, limits, wanted: `a number from ${limits}` })
}

/** A whole number from `minimum` to `maximum`. */
export const count = (minimum: number, maximum: number, value: number, unit: string, from = untuned) => {
  const limits = `${minimum} to ${maximum}`
  const schema = Schema.Int.check(Schema.isBetween({ minimum, maximum }))
  return described(schema, { default: value, unit, from, limits, wanted: `a whole number from ${limits}` })
}

type Words = ReadonlyArray<string>

/** One of several words. */
export const choice = <const W extends Words>(words: W, value: W[number], unit: string, from = untuned) => {
  const limits = words.join(', ')
  return described(Schema.Literals(words), { default: value, unit, from, limits, wanted: `one of ${limits}` })
}

/** Any of several words; may be none. */
export const list = <const W extends Words>(words: W, value: ReadonlyArray<W[number]>, unit: string, from = untuned) =>
  described(Schema.Array(Schema.Literals(words)), { default: value, unit, from, limits: '', wanted: `a list of ${words.join(', ')}` })

interface Group {
  readonly fields: Schema.Struct.Fields
}

/** Every described setting of a schema, in the order of its fields. A field without a description is none. */
export const settingsIn = (schema: Group, within = ''): ReadonlyArray<Setting> =>
  Object.entries(schema.fields).flatMap(([field, inner]): ReadonlyArray<Setting> => {
    const name = `${within}${field}`
    if (isGroup(inner)) return settingsIn(inner, `${name}.`)
    const described = noteOf(inner)
    return described === undefined ? [] : [{ ...described, name, accepts: Schema.is(inner) }]
  })

/**
 * Returns recorded settings with the default of every described setting that they lack; all defaults for none. Values that are there stay
 * as they are, right or wrong.
 */
export const completed = (schema: Group, recorded: unknown = {}): unknown => {
  if (!isRecord(recorded)) return recorded
  const whole: Record<string, unknown> = {}
  for (const [field, inner] of Object.entries(schema.fields)) {
    if (isGroup(inner)) whole[field] = completed(inner, recorded[field])
    else if (Object.hasOwn(recorded, field)) whole[field] = recorded[field]
    else whole[field] = noteOf(inner)?.default
  }
  return whole
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const noteOf = (schema: Schema.Constraint): SettingNote | undefined =>
  Schema.resolveAnnotations(schema)?.['setting'] as SettingNote | undefined

const isGroup = (schema: object): schema is Group => 'fields' in schema
