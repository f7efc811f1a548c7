/**
 * The form of a heading that stands in an id: lower case, hyphens for white space, letters and digits of any script.
 *
 * Never empty: a heading without a letter or digit is named by its checksum, so that two of them stay apart.
 */
import { checksum } from './checksum.ts'

export const slugOf = (heading: string): string => {
  const slug = heading
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-')
  return slug === '' ? checksum(heading) : slug
}
