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

/* Measures the nesting depth of JSON text: recursive readers and writers put nested lists and objects on the stack of the process. */

/** The most levels of a text. Records, transcripts, exports and settings have fewer than ten; a stack overflows at some thousands. */
export const jsonLevelsMax = 256

/** True for a text nested deeper than `jsonLevelsMax`. Takes linear time, stops at the first level too many, and accepts text that is no JSON. */
export const isTooDeep = (json: string): boolean => {
  if (json.length <= 2 * jsonLevelsMax) return false
  const marks = /["[\]{}]/g
  let depth = 0
  for (let found = marks.exec(json); found !== null; found = marks.exec(json)) {
    if (found[0] === '"') marks.lastIndex = endOfString(json, found.index)
    else if (found[0] === '[' || found[0] === '{') depth += 1
    else depth -= 1
    if (depth > jsonLevelsMax) return true
  }
  return false
}

/** Returns the offset behind the closing quote, or the end of the text where there is none. */
export const endOfString = (json: string, quote: number): number => {
  const end = /["\\]/g
  end.lastIndex = quote + 1
  for (let found = end.exec(json); found !== null; found = end.exec(json)) {
    if (found[0] === '"') return found.index + 1
    end.lastIndex = found.index + 2
  }
  return json.length
}
