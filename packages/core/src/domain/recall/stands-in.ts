/** Finds a text in another one word for word. Spaces and line ends between words do not matter. */

const squeezed = (text: string): string => text.replace(/\s+/gu, ' ').trim()

/** For one text that many are looked for in. An empty text stands in none. */
export const standsIn = (whole: string): ((text: string) => boolean) => {
  const within = squeezed(whole)
  return (text) => {
    const wanted = squeezed(text)
    return wanted !== '' && within.includes(wanted)
  }
}
