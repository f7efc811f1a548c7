/** Arbitrary values of a schema of settings: numbers within bounds, words of a list, and groups of these. */
import fc from 'fast-check'

/** Arbitraries in place of what the schema says, by the names of the fields. */
export type Narrowed<Settings> = { readonly [Name in keyof Settings]?: fc.Arbitrary<Settings[Name]> | Narrowed<Settings[Name]> }

interface Bounds {
  readonly minimum?: number
  readonly maximum?: number
  readonly number?: string
}

interface Shape {
  readonly fields?: Readonly<Record<string, Shape>>
  readonly literals?: ReadonlyArray<unknown>
  readonly ast: { readonly checks?: ReadonlyArray<{ readonly annotations?: object | undefined }> | undefined }
}

/** Fails for a field that is neither bounded nor narrowed: a new kind of setting has to be told. */
export const valuesOf = <Settings>(schema: { readonly Type: Settings }, narrowed: Narrowed<Settings>): fc.Arbitrary<Settings> =>
  valuesIn(schema as unknown as Shape, narrowed, '') as fc.Arbitrary<Settings>

const valuesIn = ({ ast, fields, literals }: Shape, narrowed: object | undefined, place: string): fc.Arbitrary<unknown> => {
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
  const { maximum, minimum, number } = boundsOf(ast)
  if (minimum === undefined || maximum === undefined) throw new Error(`${place} has no bounds: name its values`)
  if (number === 'integer') return fc.integer({ min: minimum, max: maximum })
  return fc.oneof(
    fc.double({ min: minimum, max: maximum, noNaN: true }).map((value) => value + 0),
    fc.constantFrom(minimum, maximum),
  )
}

const boundsOf = ({ checks = [] }: Shape['ast']): Bounds =>
  Object.assign(
    {},
    ...checks.map(({ annotations }) => (annotations as { readonly arbitraryConstraint?: Bounds } | undefined)?.arbitraryConstraint ?? {}),
  )
