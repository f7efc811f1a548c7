/** Whether a text is `user:password` in base64, as the scheme Basic sends it. */
export const holdsCredentials = (encoded: string): boolean => {
  const digits = encoded.replace(/=+$/, '')
  if (digits.length < 4 || digits.length % 4 === 1) return false
  const decoded = textOf(digits)
  return decoded?.slice(1).includes(':') ?? false
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Undefined unless all of it can be seen. */
const textOf = (digits: string): string | undefined => {
  let bits = 0
  let held = 0
  let text = ''
  for (const digit of digits) {
    const value = alphabet.indexOf(digit)
    if (value < 0) return undefined
    bits = ((bits << 6) | value) & 0xffff
    held += 6
    if (held < 8) continue
    held -= 8
    const byte = (bits >> held) & 0xff
    if (byte < 0x20 || byte === 0x7f) return undefined
    text += String.fromCharCode(byte)
  }
  return text
}
