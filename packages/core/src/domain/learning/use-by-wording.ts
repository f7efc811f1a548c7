/** Finds memories whose wording an answer took over: stretches of words that neither the question nor another memory has. */
import type { NodeNumber } from '../identity.ts'
import { type Stretch, stretches, weightOf, wholeWord, wordsOf } from '../text/wording.ts'
import type { UsedItem, UseItem } from './use-item.ts'
import type { UseSettings } from './use-settings.ts'

export const wordedItems = (
  items: ReadonlyArray<UseItem>,
  question: string,
  said: ReadonlyArray<string>,
  settings: UseSettings,
): ReadonlyArray<UsedItem> => {
  const asked = new Set(wordsOf(question))
  const spoken = new Set(said.flatMap((text) => stretches(text, settings.gram).map(keyOf)))
  const wordings = items.map(({ node, text, title }) => ({ node, own: ownStretches([title, text], asked, settings) }))
  const owners = new Map<string, NodeNumber | 'several'>()
  for (const { node, own } of wordings) for (const key of own.keys()) owners.set(key, owners.has(key) ? 'several' : node)

  return wordings.flatMap(({ node, own }): ReadonlyArray<UsedItem> => {
    const keys = [...own.keys()].filter((key) => owners.get(key) === node)
    const taken = keys.filter((key) => spoken.has(key))
    const share = taken.length / keys.length
    if (taken.length < settings.gramsLeast || (share < settings.share && taken.length < settings.gramsEnough)) return []
    const fresh = new Set(taken.flatMap((key) => (own.get(key) ?? []).filter((word) => !asked.has(word) && hasLetter.test(word))))
    return weightOfAll(fresh) < settings.newWords * wholeWord ? [] : [{ node, evidence: 'text', share }]
  })
}

/** A row of numbers is a date more often than not. */
const hasLetter = /\p{L}/u

/** By key; those of the question's words alone are nobody's. */
const ownStretches = (texts: ReadonlyArray<string>, asked: ReadonlySet<string>, { gram }: UseSettings): ReadonlyMap<string, Stretch> =>
  new Map(
    texts
      .flatMap((text) => stretches(text, gram))
      .filter((stretch) => stretch.some((word) => !asked.has(word)))
      .map((stretch) => [keyOf(stretch), stretch]),
  )

const keyOf = (stretch: Stretch): string => stretch.join(' ')

const weightOfAll = (words: Iterable<string>): number => {
  let weight = 0
  for (const word of words) weight += weightOf(word)
  return weight
}
