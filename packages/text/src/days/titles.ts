/** Finds the titles in a text, by quotation marks and italics: a rule of writing that no language has to itself. */

const quoted =
  /"[^"\n]{1,200}"|“[^”\n]{1,200}”|„[^“”\n]{1,200}[“”]|«[^»\n]{1,200}»|「[^」\n]{1,200}」|『[^』\n]{1,200}』|《[^》\n]{1,200}》/gu
const emphasised = /(?<![\p{L}\p{N}*_])([*_])(?![\s*_])[^*_\n]{1,200}(?<!\s)\1(?![\p{L}\p{N}*_])/gu

/**
 * Returns the places of titles: text in quotation marks, and text of several words that is set in italics. A phrase such as "tomorrow" in the name
 * of a film says no day.
 */
export const placesOfTitles = (text: string): ReadonlyArray<{ readonly from: number; readonly to: number }> =>
  [...text.matchAll(quoted), ...[...text.matchAll(emphasised)].filter(([all]) => / /.test(all))].map(({ 0: all, index }) => ({
    from: index,
    to: index + all.length,
  }))
