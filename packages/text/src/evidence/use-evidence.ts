/**
 * Finds the memories of a context that the answer used.
 *
 * Strict, because a result strengthens the memory: being recalled is no use, nor is repeating words that the question has or that several
 * of the memories have. The result does not depend on the order of the items. More text never removes evidence, but may bring stronger
 * evidence to the cap.
 */
import { fold, lower } from '../languages/unicode.ts'
import { withoutContexts } from '../words/context-fence.ts'
import { type DistinctName, distinctNames } from '../words/names.ts'
import { type Stretch, stretches, weightOf, wholeWord, wordsOf } from '../words/phrases.ts'

export interface UseInput {
  /** The question of the turn. */
  readonly question: string
  /** The memories put before the model, each node once. */
  readonly items: ReadonlyArray<UseItem>
  readonly reply: string
  /** Parameters of tool calls, as JSON or plain text. Calls that judge memories are left out: they name memories for another reason. */
  readonly toolTexts: ReadonlyArray<string>
  readonly settings: UseSettings
}

/** Returns the used memories, strongest evidence first, at most `perTurn`. */
export const usedItems = ({ items, question, reply, settings, toolTexts }: UseInput): ReadonlyArray<UsedItem> => {
  const said = [withoutContexts(reply, 'context'), ...toolTexts.map((text) => withoutContexts(parameterText(text), 'context'))].filter(
    (text) => text !== '',
  )
  if (said.length === 0 || items.length === 0) return []
  const best = new Map<number, UsedItem>()
  for (const found of [...namedItems(items, question, said, settings), ...wordedItems(items, question, said, settings)]) {
    const known = best.get(found.node)
    if (known === undefined || stronger(found, known) < 0) best.set(found.node, found)
  }
  return [...best.values()].sort(stronger).slice(0, settings.perTurn)
}

/** Returns the found memories that may still be credited. All attempts at a turn are one turn and share its cap. */
export const creditable = (
  found: ReadonlyArray<number>,
  credited: ReadonlySet<number>,
  { perTurn }: Pick<UseSettings, 'perTurn'>,
): ReadonlyArray<number> => found.filter((node) => !credited.has(node)).slice(0, Math.max(0, perTurn - credited.size))

const stronger = (one: UsedItem, other: UsedItem): number =>
  evidences.indexOf(one.evidence) - evidences.indexOf(other.evidence) || other.share - one.share || one.node - other.node

/** Returns the values of JSON without its keys, which belong to the tool, with escapes decoded. */
const parameterText = (text: string): string =>
  text
    .replace(/"[^"\\]{0,64}"\s{0,8}:/g, ' ')
    .replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_, code: string | undefined, sign: string | undefined) =>
      code === undefined ? (whitespaceEscapes.has(sign ?? '') ? ' ' : (sign ?? '')) : String.fromCharCode(Number.parseInt(code, 16)),
    )

const whitespaceEscapes = new Set('nrtbf')

/** A memory that was put before a model, and the evidence that the answer used it. */

export interface UseItem {
  readonly node: number
  readonly id: string
  readonly title: string
  readonly text: string
}

/**
 * The kinds of evidence, surest first: the answer names the memory's id, file or path; it repeats its wording; it holds identifiers that
 * only this memory has.
 */
export const evidences = ['id', 'text', 'identifier'] as const
export type Evidence = (typeof evidences)[number]

export interface UsedItem {
  readonly node: number
  readonly evidence: Evidence
  /** The share of the memory's own stretches or identifiers that were found, above 0 to 1. */
  readonly share: number
}

/** The thresholds of the evidence. */

export interface UseSettings {
  /** The number of words in a row that are compared. */
  readonly gram: number
  /** The least number of own stretches: fewer are chance. */
  readonly gramsLeast: number
  /** The number of own stretches that is enough, whatever the length of the item. */
  readonly gramsEnough: number
  /** The least share of the item's own stretches, where they are fewer than enough, or of its own identifiers. */
  readonly share: number
  /** The least number of words in the found stretches, numbers aside, that the question does not have. */
  readonly newWords: number
  /** The number of characters of the shortest name or number that counts. */
  readonly identifier: number
  /** The most items a turn. */
  readonly perTurn: number
}

export const balancedUse: UseSettings = { gram: 3, gramsLeast: 2, gramsEnough: 4, share: 0.15, newWords: 2, identifier: 5, perTurn: 3 }

/** Finds memories by names in an answer: their id, their file or path, an identifier or number that only one of them has. */

const namedItems = (
  items: ReadonlyArray<UseItem>,
  question: string,
  said: ReadonlyArray<string>,
  { identifier, share: least }: UseSettings,
): ReadonlyArray<UsedItem> => {
  const asked = new Set([...distinctNames(question, identifier).flatMap(({ tails }) => tails), ...bracketed(question)])
  const named = items.map((item) => ({
    node: item.node,
    place: placeNames(item, identifier),
    inside: distinctNames(`${item.title}\n${item.text}`, identifier),
  }))
  const owners = ownersOf(named.map(({ inside, node, place }) => ({ node, names: [...place, ...inside] })))
  const answer = said.flatMap((text) => distinctNames(text, identifier))
  const heard: Heard = {
    wholes: new Set(answer.map(({ whole }) => whole).concat(said.flatMap(bracketed))),
    tails: new Set(answer.flatMap(({ tails }) => tails)),
  }

  return named.flatMap(({ inside, node, place }): ReadonlyArray<UsedItem> => {
    const isOwn = (key: string) => owners.get(key) === node && !asked.has(key)
    if (place.some((name) => isHeard(name, heard, isOwn))) return [{ node, evidence: 'id', share: 1 }]
    const own = distinctByWhole(inside).filter(({ tails }) => tails.some(isOwn))
    const found = own.filter((name) => isHeard(name, heard, isOwn))
    const share = found.length / own.length
    return found.length > 0 && share >= least ? [{ node, evidence: 'identifier', share }] : []
  })
}

interface Heard {
  readonly wholes: ReadonlySet<string>
  readonly tails: ReadonlySet<string>
}

/** True where the answer names a path: as a whole, also at the end of a longer path, or by an end of it that is alone in the answer. */
const isHeard = ({ tails, whole }: DistinctName, heard: Heard, isOwn: (key: string) => boolean): boolean =>
  (isOwn(whole) && heard.tails.has(whole)) || tails.some((tail) => isOwn(tail) && heard.wholes.has(tail))

/** Returns the names of an item's place: its id as it is printed before the item, and the file that the id begins with. */
const placeNames = ({ id }: UseItem, shortest: number): ReadonlyArray<DistinctName> => {
  const printed = idKey(id)
  const file = id.replace(/#.*$|~\d+$/s, '')
  return [{ whole: printed, tails: [printed] }, ...distinctNames(id, shortest), ...distinctNames(file, shortest)]
}

/** Returns the ids between brackets, in a spelling that no name has. */
const bracketed = (text: string): ReadonlyArray<string> => [...text.matchAll(/\[([^[\]\n]{1,512})\]/g)].map(([, id = '']) => idKey(id))

const idKey = (id: string): string => `[${lower(fold(id))}]`

/** Returns the owner of each name and of each end of one; a key of several items has no owner. */
const ownersOf = (
  named: ReadonlyArray<{ readonly node: number; readonly names: ReadonlyArray<DistinctName> }>,
): ReadonlyMap<string, number | 'several'> => {
  const owners = new Map<string, number | 'several'>()
  for (const { names, node } of named) {
    for (const key of names.flatMap(({ tails }) => tails)) owners.set(key, (owners.get(key) ?? node) === node ? node : 'several')
  }
  return owners
}

const distinctByWhole = (names: ReadonlyArray<DistinctName>): ReadonlyArray<DistinctName> => [
  ...new Map(names.map((name) => [name.whole, name])).values(),
]

/** Finds memories whose wording an answer repeats: stretches of words that neither the question nor another memory has. */

const wordedItems = (
  items: ReadonlyArray<UseItem>,
  question: string,
  said: ReadonlyArray<string>,
  settings: UseSettings,
): ReadonlyArray<UsedItem> => {
  const asked = new Set(wordsOf(question))
  const spoken = new Set(said.flatMap((text) => stretches(text, settings.gram).map(keyOf)))
  const wordings = items.map(({ node, text, title }) => ({ node, own: ownStretches([title, text], asked, settings) }))
  const owners = new Map<string, number | 'several'>()
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

/** True for a word with a letter: a row of numbers is usually a date. */
const hasLetter = /\p{L}/u

/** Returns the stretches of texts by key, without those that hold words of the question alone. */
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

/**
 * Finds the memories that a reply drew on, with the share of each: a correction of the reply may be about them.
 *
 * It finds more than `usedItems`, which strengthens memories and must be sure: a reply of one word may come from one memory. Words of the
 * question do not count, and a word that several of the memories have counts for each in part.
 */

export interface Drawn {
  readonly node: number
  /** The share of this memory, above 0. The shares of all memories that a reply drew on sum to 1. */
  readonly share: number
}

/** The least share of the reply's words, without those of the question, that a memory must hold for the reply to be made of it. */
const ofReply = 0.2
/** The same share for a reply of one word. */
const ofShortReply = 0.5
/** The least share of a memory's words, without those of the question, that the reply must hold; beside it at least `wordsLeast` words. */
const ofMemory = 0.3
const wordsLeast = 2
/** The weight of a number, in words: two memories rarely share one by chance. */
const numberWeight = 2

/**
 * Returns the memories that a reply drew on, largest share first; none where the reply could have been given without them. Independent of
 * the order of the items.
 */
export const drawnOn = (input: UseInput): ReadonlyArray<Drawn> => {
  const { items, question, reply, settings } = input
  const asked = new Set(wordsOf(question))
  const beside = (text: string) => new Set(wordsOf(text).filter((word) => !asked.has(word)))
  const said = beside(withoutContexts(reply, 'context'))
  const known = items.map(({ node, text, title }) => ({ node, own: beside(`${title}\n${text}`) }))
  const holders = new Map<string, number>()
  for (const { own } of known) for (const word of own) holders.set(word, (holders.get(word) ?? 0) + 1)
  const sure = new Set(usedItems({ ...input, settings: { ...settings, perTurn: items.length } }).map(({ node }) => node))
  const [whole, weights] = [weigh(said, () => 1), new Map<number, number>()]
  for (const { node, own } of known) {
    const shared = [...said].filter((word) => own.has(word))
    const [weight, size] = [weigh(shared, (word) => holders.get(word) ?? 1), weigh(own, () => 1)]
    const isMade = weight >= (weight < wordsLeast ? ofShortReply : ofReply) * whole && weight >= 1
    const isTaken = weight >= wordsLeast && weight >= ofMemory * size
    if (sure.has(node) || isMade || isTaken) weights.set(node, Math.max(weight, 1))
  }
  const sum = [...weights.values()].reduce((all, weight) => all + weight, 0)
  return [...weights].map(([node, weight]) => ({ node, share: weight / sum })).sort((a, b) => b.share - a.share || a.node - b.node)
}

const weigh = (words: Iterable<string>, holders: (word: string) => number): number => {
  let weight = 0
  for (const word of words) weight += ((isNumber.test(word) ? numberWeight : 1) * weightOf(word)) / wholeWord / holders(word)
  return weight
}

const isNumber = /\p{N}.*\p{N}/u
