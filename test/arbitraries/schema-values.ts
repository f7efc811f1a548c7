/**
 * Arbitrary values of a schema of settings: numbers within bounds, words of a list, lists of words, and groups of these.
 *
 * A setting with a default gets values that matter to short histories: small ones, and ones up to twice its default.
 */
import fc from 'fast-check'

/** Arbitraries in place of what the schema says, by the names of the fields. */
export type Narrowed<Settings> = { readonly [Name in keyof Settings]?: fc.Arbitrary<Settings[Name]> | Narrowed<Settings[Name]> }

interface Bounds {
  readonly minimum?: number
  readonly maximum?: number
  readonly number?: string
  /** The default of the setting. */
  readonly usual?: number
}

interface Shape {
  readonly fields?: Readonly<Record<string, Shape>>
  readonly literals?: ReadonlyArray<unknown>
  /** Schema of the items of a list. */
  readonly value?: Shape
  readonly ast: { readonly checks?: ReadonlyArray<{ readonly annotations?: object | undefined }> | undefined }
}

/** Fails for a field that is neither bounded nor narrowed: a new kind of setting has to be told. */
export const valuesOf = <Settings>(schema: { readonly Type: Settings }, narrowed: Narrowed<Settings>): fc.Arbitrary<Settings> =>
  valuesIn(schema as unknown as Shape, narrowed, '') as fc.Arbitrary<Settings>

const valuesIn = ({ ast, fields, literals, value }: Shape, narrowed: object | undefined, place: string): fc.Arbitrary<unknown> => {
  if (narrowed instanceof fc.Arbitrary) return narrowed
  const own = (narrowed ?? {}) as Readonly<Record<string, object | undefined>>
  if (fields !== undefined) {
    const unknown = Object.keys(own).filter((name) => !Object.hasOwn(fields, name))
    if (unknown.length > 0) throw new Error(`${place} has no ${unknown.join(', ')}`)
    return fc.record(
      Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valuesIn(field, own[name], `${place}.${name}`)])),
    )
  }
  if (literals !== undefined) return fc.constantFrom(...literals)
  if (value?.literals !== undefined) return fc.subarray([...value.literals])
  const { maximum, minimum, number, usual } = boundsOf(ast)
  if (minimum === undefined || maximum === undefined) throw new Error(`${place} has no bounds: name its values`)
  const most = (least: number) => (usual === undefined ? maximum : Math.min(maximum, Math.max(least, 2 * usual)))
  if (number === 'integer')
    return fc.oneof(fc.integer({ min: minimum, max: Math.min(maximum, minimum + 6) }), fc.integer({ min: minimum, max: most(minimum + 6) }))
  return fc.oneof(
    fc.double({ min: minimum, max: most(1), noNaN: true }).map((value) => value + 0),
    fc.constantFrom(...new Set([minimum, most(1), usual ?? minimum])),
  )
}

const boundsOf = ({ checks = [] }: Shape['ast']): Bounds =>
  Object.assign(
    {},
    ...checks.map(({ annotations }) => {
      const { arbitraryConstraint, setting } = (annotations ?? {}) as {
        readonly arbitraryConstraint?: Bounds
        readonly setting?: { readonly default: number }
      }
      return { ...arbitraryConstraint, ...(setting === undefined ? {} : { usual: setting.default }) }
    }),
  )
