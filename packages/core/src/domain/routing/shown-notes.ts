/**
 * Chooses what a routing model is shown of each note: the sentences that the question meets, with the rarest of its words first. Different notes
 * read differently.
 */

import { excerpt, type Found, foundIn } from '@crabtrail/text/words/excerpt'
import { sentenceStarts } from '@crabtrail/text/words/sentences'
import { plain } from '../model/model-task.ts'

export interface Note {
  /** What stands before the sentences, such as a heading; empty for none. */
  readonly title: string
  readonly text: string
  /** The name by which another note leads to it; empty for none. Its sentences are looked for as those of the question are. */
  readonly name: string
}

/** Characters of a text that are searched for sentences. */
const searchedMost = 20_000
/** Most characters of a title. */
const titleMost = 80

/** Returns a function to what is shown of the first `most` notes, in order, each in about as many characters and a title. */
export const shownNotes = (
  question: string,
  notes: ReadonlyArray<Note>,
): ((characters: number, most?: number) => ReadonlyArray<string>) => {
  const all = notes.map(({ name, text, title }) => readNote(`${question} ${name}`, plain(title).slice(0, titleMost), text))
  return (characters, most) => {
    const read = all.slice(0, most)
    const weight = rarity(read)
    return distinct(read, (note) => shown(note, weight, characters))
  }
}

interface ReadNote {
  readonly title: string
  readonly text: string
  readonly sought: string
  readonly sentences: ReadonlyArray<Sentence>
}

interface Sentence {
  readonly from: number
  readonly to: number
  readonly words: ReadonlySet<number>
}

const readNote = (sought: string, title: string, whole: string): ReadNote => {
  const text = plain(whole.slice(0, searchedMost))
  const found = foundIn(text, sought)
  const starts = [0, ...sentenceStarts(text).filter((start) => start < text.length)]
  const sentences = starts.map((from, place) => sentenceOf(from, starts[place + 1] ?? text.length, found))
  return { title, text, sought, sentences }
}

const sentenceOf = (from: number, to: number, found: ReadonlyArray<Found>): Sentence => ({
  from,
  to,
  words: new Set(found.flatMap((one) => (one.from >= from && one.from < to ? [one.word] : []))),
})

/** Returns the weight of a word of the question: the fewer of the notes have it, the more it tells them apart. */
const rarity = (notes: ReadonlyArray<ReadNote>): ((word: number) => number) => {
  const held = new Map<number, number>()
  for (const { sentences } of notes) {
    for (const word of new Set(sentences.flatMap(({ words }) => [...words]))) held.set(word, (held.get(word) ?? 0) + 1)
  }
  return (word) => 1 / (held.get(word) ?? 1)
}

const shown = ({ sentences, sought, text, title }: ReadNote, weight: (word: number) => number, characters: number): string => {
  const chosen = text.length <= characters ? sentences : chosenOf(sentences, weight, characters)
  const said = chosen === sentences ? text : parted(text, chosen, (sentence) => excerpt(sentence, sought, characters))
  return title === '' || said.startsWith(title) ? said : `${title}: ${said}`
}

/** Takes the sentence that adds most words of the question, again and again while one fits. The first is taken whatever its length. */
const chosenOf = (sentences: ReadonlyArray<Sentence>, weight: (word: number) => number, characters: number): ReadonlyArray<Sentence> => {
  const chosen = new Set<Sentence>()
  const covered = new Set<number>()
  let room = characters
  for (;;) {
    let best: { readonly sentence: Sentence; readonly adds: number } | undefined
    for (const sentence of sentences) {
      if (chosen.has(sentence) || (chosen.size > 0 && sentence.to - sentence.from > room)) continue
      const adds = [...sentence.words].reduce((sum, word) => (covered.has(word) ? sum : sum + weight(word)), 0)
      if (best === undefined || adds > best.adds) best = { sentence, adds }
    }
    if (best === undefined) break
    chosen.add(best.sentence)
    for (const word of best.sentence.words) covered.add(word)
    room -= best.sentence.to - best.sentence.from
  }
  return sentences.filter((sentence) => chosen.has(sentence))
}

/** Joins sentences in the order of the text, with `…` where something is left out. */
const parted = (text: string, chosen: ReadonlyArray<Sentence>, shorten: (sentence: string) => string): string => {
  const parts = chosen.map(({ from, to }, place) => {
    const isNext = from === (chosen[place - 1]?.to ?? 0)
    return `${isNext ? '' : '… '}${shorten(text.slice(from, to).trim())}`
  })
  const isWhole = chosen.at(-1)?.to === text.length
  return `${parts.join(' ')}${isWhole ? '' : ' …'}`.replaceAll(/…(?: …)+/gu, '…')
}

/** Shows notes that would read alike from where their texts differ. Copies say of which note. */
const distinct = (notes: ReadonlyArray<ReadNote>, show: (note: ReadNote) => string): ReadonlyArray<string> => {
  const places = new Map<string, number>()
  return notes.map((note, place) => {
    const text = show(note)
    const like = places.get(text)
    const own = like === undefined ? text : apart(note, notes[like], like + 1, text.length)
    const told = places.has(own) ? `${own} (another than ${(places.get(own) ?? 0) + 1})` : own
    places.set(told, place)
    return told
  })
}

const apart = ({ text, title }: ReadNote, other: ReadNote | undefined, number: number, characters: number): string => {
  const from = differing(text, other?.text ?? '')
  return from === undefined ? `(the same as ${number})` : `${title === '' ? '' : `${title}: `}… ${text.slice(from, from + characters)}`
}

/** Returns the beginning of the word in which a text begins to differ from another one; undefined where it does not. */
const differing = (text: string, other: string): number | undefined => {
  if (text === other) return undefined
  let at = 0
  while (at < text.length && text[at] === other[at]) at++
  const from = text.lastIndexOf(' ', at) + 1
  return from < text.length ? from : undefined
}
