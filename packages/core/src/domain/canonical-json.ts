/** Canonical JSON: keys in code-unit order, no spaces, no -0, no value that JSON would drop or change. */

export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

/**
 * Returns the canonical text of a value. Equal values have equal texts, so texts can be hashed and compared.
 *
 * Throws a RangeError for NaN and ±∞ and a TypeError for anything that JSON cannot hold (`undefined`, functions, bigints): an error of our
 * own code, not the caller's.
 */
export const canonicalJson = (value: unknown): string => {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value)
    case 'number':
      if (!Number.isFinite(value)) throw new RangeError(`canonical JSON cannot hold ${value}`)
      return JSON.stringify(value + 0)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? canonicalArray(value) : canonicalObject(value)
    default:
      throw new TypeError(`canonical JSON cannot hold ${typeof value}`)
  }
}

const canonicalArray = (values: ReadonlyArray<unknown>): string => {
  let text = '['
  for (let i = 0; i < values.length; i++) text += (i === 0 ? '' : ',') + canonicalJson(values[i])
  return `${text}]`
}

const canonicalObject = (value: object): string => {
  let text = '{'
  for (const key of Object.keys(value).sort()) {
    const field: unknown = Reflect.get(value, key)
    if (field === undefined) continue
    text += `${text.length === 1 ? '' : ','}${JSON.stringify(key)}:${canonicalJson(field)}`
  }
  return `${text}}`
}
