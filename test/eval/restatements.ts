/** Labelled pairs of statements, and what the rule of superseding decides about each where all older statements of its language are known. */
import { readFileSync } from 'node:fs'
import { contrastsWith, type KnownPassage, knownPassage, supersededBy } from '../../packages/core/src/domain/superseding/supersede.ts'

export interface Pair {
  readonly language: string
  /** `seen` or `held`. */
  readonly set: string
  readonly isMatch: boolean
  readonly how: string
  readonly kind: string
  readonly older: KnownPassage
  readonly newer: { readonly title: string; readonly text: string }
}

const path = new URL('sets/restatements.tsv', import.meta.url)

const isList = (text: string): boolean => text.startsWith('- ')

export const pairs: ReadonlyArray<Pair> = readFileSync(path, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('# '))
  .map((line, place): Pair => {
    const [language = '', set = '', label, how = '', kind = '', , title = '', older = '', newer = ''] = line
      .replaceAll('\\n', '\n')
      .split('\t')
    return {
      ...{ language, set, isMatch: label === 'match', how, kind },
      older: knownPassage(place + 1, { title, text: older }),
      newer: { title: isList(newer) ? title : '', text: newer },
    }
  })

/** The older statements of a language, each text once. */
const known = Map.groupBy(
  [...new Map(pairs.map((pair) => [`${pair.language} ${pair.older.text}`, pair])).values()],
  ({ language }) => language,
)

/** Returns the texts that the newer statement of a pair supersedes. */
const supersededOf = ({ language, newer }: Pair): ReadonlyArray<string> => {
  const passages = known.get(language)?.map(({ older }) => older) ?? []
  const texts = new Map(passages.map(({ node, text }) => [node, text]))
  return supersededBy(contrastsWith(newer, passages), passages).map(({ node }) => texts.get(node) ?? '')
}

export interface Measured {
  readonly found: number
  readonly matches: number
  /** Decisions about pairs or texts that do not match. */
  readonly wrong: ReadonlyArray<string>
  readonly missed: ReadonlyArray<string>
}

export const measure = (some: ReadonlyArray<Pair>): Measured => {
  const [wrong, missed]: [Array<string>, Array<string>] = [[], []]
  for (const pair of some) {
    const texts = supersededOf(pair)
    const isFound = texts.includes(pair.older.text)
    wrong.push(...texts.filter((text) => !pair.isMatch || text !== pair.older.text).map((text) => `${text} ← ${pair.newer.text}`))
    if (pair.isMatch && !isFound) missed.push(`${pair.language} ${pair.kind}: ${pair.older.text} ← ${pair.newer.text}`)
  }
  const matches = some.filter(({ isMatch }) => isMatch).length
  return { found: matches - missed.length, matches, wrong, missed }
}

export const precisionOf = ({ found, wrong }: Measured): number => found / Math.max(1, found + wrong.length)
export const recallOf = ({ found, matches }: Measured): number => found / Math.max(1, matches)
