/**
 * Chooses texts that are likely, and then varied: each next one counts less for words that the chosen ones have already. The likeliest texts are often
 * alike by words that say nothing of the subject, such as "changed this week". Half of them stay all the same, because texts that say the same of one
 * thing are alike, too.
 *
 * A greedy choice by covered words, as in maximal marginal relevance (Carbonell and Goldstein 1998) and submodular summaries (Lin and Bilmes
 * 2011), without a measure of likeness between texts.
 */

/** The share that is left of a word for each chosen text that has it. */
const repeatedShare = 0.5

/**
 * Returns at most `most` of the texts: the first half of that as they come, the likeliest first, and behind them varied ones in the order of their
 * choice. `parts`: what each word of the question adds to the score of a text, 0 or more, in one order for all texts. Ties go to the text that
 * comes first.
 */
export const varied = <A>(texts: ReadonlyArray<A>, parts: (text: A) => ReadonlyArray<number>, most: number): ReadonlyArray<A> => {
  const open = new Map(texts.map((text) => [text, parts(text)]))
  const weights: Array<number> = []
  const chosen: Array<A> = []
  while (chosen.length < most) {
    const next = chosen.length < Math.ceil(most / 2) ? texts[chosen.length] : bestNext(open, weights)
    if (next === undefined) break
    for (const [word, part] of (open.get(next) ?? []).entries()) if (part > 0) weights[word] = (weights[word] ?? 1) * repeatedShare
    open.delete(next)
    chosen.push(next)
  }
  return chosen
}

const bestNext = <A>(open: ReadonlyMap<A, ReadonlyArray<number>>, weights: ReadonlyArray<number>): A | undefined => {
  let best: { readonly text: A; readonly score: number } | undefined
  for (const [text, parts] of open) {
    const score = parts.reduce((sum, part, word) => sum + part * (weights[word] ?? 1), 0)
    if (best === undefined || score > best.score) best = { text, score }
  }
  return best?.text
}
