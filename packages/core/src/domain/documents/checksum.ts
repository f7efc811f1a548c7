/** Sixteen hexadecimal digits that tell texts apart (two lanes of FNV-1a). Not a secret and no proof: for names, never for trust. */
export const checksum = (text: string): string => lane(text, 0x811c9dc5) + lane(text, 0x1b873593)

const lane = (text: string, basis: number): string => {
  let hash = basis
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193)
    hash = Math.imul(hash ^ (unit >>> 8), 0x01000193)
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}
