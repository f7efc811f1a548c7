/** Measures the nesting depth of JSON text: recursive readers and writers put nested lists and objects on the stack of the process. */

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
