/**
 * Splits the passages of a note by writer: text of others becomes a passage of its own, apart from text of the agent or the owner.
 *
 * A sentence that is stored already keeps its writer; only new sentences are classified. A passage under a heading that others wrote counts
 * as theirs as a whole, because it cannot be shown without that heading.
 */

import { type Background, isOthers, isOthersHeading } from '@crabtrail/text/evidence/passage-origin'
import type { Chunk } from '@crabtrail/text/passages/document'
import { readOutright } from '@crabtrail/text/statements/outright'
import { spelledWords } from '@crabtrail/text/words/names'
import { noteSentences, type Sentence } from '@crabtrail/text/words/sentences'

export interface StoredPassage {
  readonly title: string
  readonly text: string
  readonly isOthers: boolean
  readonly isTrusted: boolean
}

export interface WrittenChunk extends Chunk {
  readonly isOthers: boolean
}

interface Note {
  readonly title: string
  /** Last segment of the key of the note. */
  readonly fileName: string
  readonly chunks: ReadonlyArray<Chunk>
}

type Writer = 'own' | 'others' | 'trusted'

/**
 * Returns the passages of a note, split by writer. Without a background no new sentence counts as text of others. Passages without text of
 * others are returned with their text unchanged.
 */
export const chunksByWriter = (
  note: Note,
  stored: ReadonlyArray<StoredPassage>,
  background: Background | undefined,
): ReadonlyArray<WrittenChunk> => {
  if (background === undefined && !stored.some(({ isOthers }) => isOthers))
    return note.chunks.map((chunk) => ({ ...chunk, isOthers: false }))
  const writerOf = writers(stored, background)
  const isForeign = headings(note, stored, background)
  return note.chunks.flatMap((chunk): ReadonlyArray<WrittenChunk> => {
    if (isForeign(chunk)) return [asOthers(chunk, chunk.text)]
    const parts = partsOf(chunk.text, writerOf)
    return [
      ...(parts.own === ''
        ? []
        : [
            {
              ...chunk,
              text: parts.own,
              links: chunk.links.filter((link) => parts.own.includes(link) || (parts.others === '' && readOutright(link) !== undefined)),
              isOthers: false,
            },
          ]),
      ...(parts.others === '' ? [] : [asOthers(chunk, parts.others)]),
    ]
  })
}

/**
 * Returns a chunk of others' text. It has no links, tags or thread, so that recall does not reach it through the subject that it was
 * written about.
 */
const asOthers = ({ entry, heading, ordinal, span, title }: Chunk, text: string): WrittenChunk => ({
  heading,
  ...(entry === undefined ? {} : { entry }),
  ordinal,
  title,
  text,
  span,
  links: [],
  thread: undefined,
  isOthers: true,
})

const spelled = (text: string): string => spelledWords(text).join(' ')

const writers = (stored: ReadonlyArray<StoredPassage>, background: Background | undefined) => {
  const known = new Map<string, Writer>()
  for (const { isOthers, isTrusted, text } of stored) {
    const writer: Writer | undefined = isOthers ? (isTrusted ? 'trusted' : 'others') : isTrusted ? 'own' : undefined
    if (writer === undefined) continue
    for (const sentence of noteSentences(text)) {
      const before = known.get(spelled(sentence.text))
      if (before === undefined || writer === 'own' || before === 'others') known.set(spelled(sentence.text), writer)
    }
  }
  return (sentence: string): Writer =>
    known.get(spelled(sentence)) ?? (background !== undefined && isOthers(sentence, background) ? 'others' : 'own')
}

const headings = ({ fileName, title }: Note, stored: ReadonlyArray<StoredPassage>, background: Background | undefined) => {
  const own = stored.filter(({ isOthers, isTrusted }) => isTrusted && !isOthers)
  const known = new Set(own.flatMap((passage) => passage.title.split(titleParts).map(spelled)))
  const isForeign = (heading: string): boolean =>
    background !== undefined && !known.has(spelled(heading)) && isOthersHeading(heading, background)
  const isNoteForeign = isForeign(title) || (own.length === 0 && isForeign(fileName))
  return ({ heading }: Chunk): boolean => isNoteForeign || heading.some(isForeign)
}

/** Separator that `chunkTitle` puts between the parts of a title. */
const titleParts = ' › '

/**
 * Splits a text into own text and text of others. Trusted sentences of others stay with the others until an untrusted sentence joins them;
 * then they move to the own text.
 */
const partsOf = (text: string, writerOf: (sentence: string) => Writer): { readonly own: string; readonly others: string } => {
  const sentences = noteSentences(text).map((sentence) => ({ ...sentence, writer: writerOf(sentence.text) }))
  const hasOthers = sentences.some(({ writer }) => writer === 'others')
  const isOwn = (writer: Writer): boolean => writer === 'own' || (writer === 'trusted' && hasOthers)
  if (sentences.every(({ writer }) => isOwn(writer))) return { own: text, others: '' }
  return { own: joined(sentences.filter(({ writer }) => isOwn(writer))), others: joined(sentences.filter(({ writer }) => !isOwn(writer))) }
}

/** Joins sentences; sentences of one line stay on one line. Returns `''` if no sentence has a word. */
const joined = (sentences: ReadonlyArray<Sentence>): string => {
  if (!sentences.some(({ text }) => spelled(text) !== '')) return ''
  let whole = ''
  for (const [at, { line, paragraph, text }] of sentences.entries()) {
    const before = sentences[at - 1]
    const between = before === undefined ? '' : before.line === line ? ' ' : before.paragraph < paragraph ? '\n\n' : '\n'
    whole += between + (between === ' ' ? text.trimStart() : text)
  }
  return whole.trim()
}
