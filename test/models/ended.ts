/** Lines of an export with the right last line, whatever was done to the others: what no count and no digest can find, and rules must. */
import { createHash } from 'node:crypto'
import { canonicalJson } from '@crabtrail/core'

export const ended = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const before = lines.filter((line) => !line.startsWith('{"end"'))
  const digest = createHash('sha256')
  for (const line of before) digest.update(`${canonicalJson(JSON.parse(line))}\n`)
  return [...before, canonicalJson({ end: { lines: before.length, sha256: digest.digest('hex') } })]
}
