/** English words that say nothing about what a text is about. Other languages rely on rarity alone. */

const groups = [
  'a an the this that these those',
  'i you he she it we they me my your his her its our their',
  'of in on at to for from by with about into and or not no so if then than as there',
  'is are was were be been do does did has have had can could would should will',
  'what which who whom whose when where why how',
  // What an apostrophe leaves behind: "it's", "don't".
  's t',
]

const stopWords: ReadonlySet<string> = new Set(groups.flatMap((group) => group.split(' ')))

/** `word` in lower case, before stemming. */
export const isStopWord = (word: string): boolean => stopWords.has(word)
