/** Returns the length of a part of a text in bytes of UTF-8. A lone surrogate counts as the replacement character, 3 bytes. */
export const utf8Length = (text: string, start = 0, end = text.length): number => {
  let bytes = 0
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) bytes += 1
    else if (unit < 0x800) bytes += 2
    else if (pairAt(text, at, end)) {
      bytes += 4
      at += 1
    } else bytes += 3
  }
  return bytes
}

/** Returns the end of the longest part from `start` that fits in `maxBytes` without splitting a code point, at most `end`. */
export const utf8Fit = (text: string, start: number, end: number, maxBytes: number): number => {
  let bytes = 0
  let at = start
  while (at < end) {
    const unit = text.charCodeAt(at)
    const pair = pairAt(text, at, end)
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : pair ? 4 : 3
    if (bytes > maxBytes) return at
    at += pair ? 2 : 1
  }
  return end
}

const pairAt = (text: string, at: number, end: number): boolean => {
  const unit = text.charCodeAt(at)
  if (unit < 0xd800 || unit > 0xdbff || at + 1 >= end) return false
  const next = text.charCodeAt(at + 1)
  return next >= 0xdc00 && next <= 0xdfff
}
