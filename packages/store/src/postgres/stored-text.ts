/**
 * Text as PostgreSQL can store it: its texts hold every character but U+0000.
 *
 * U+0000 is stored as U+0001 U+0001, and U+0001 as U+0001 U+0002. Texts keep their order, and their beginnings stay their beginnings, so
 * stored texts can be compared and searched by prefix. Both characters are rare: nearly every text is stored as it is.
 */

/** Begins a pair that stands for one character. */
const mark = '\u0001'
const markItself = '\u0001\u0002'
const nul = '\u0001\u0001'

export const storedText = (text: string): string =>
  text.includes('\0') || text.includes(mark) ? text.replaceAll(mark, markItself).replaceAll('\0', nul) : text

/** Every pair begins at an even place behind the first mark of its row, so replacing from left to right finds the pairs that were written. */
export const originalText = (stored: string): string =>
  stored.includes(mark) ? stored.replaceAll(nul, '\0').replaceAll(markItself, mark) : stored
