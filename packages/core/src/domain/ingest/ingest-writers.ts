/**
 * Parts the passages of a note by who wrote them: what others wrote becomes a passage of its own beside what the agent or the owner did.
 *
 * A sentence that the note had keeps its writer however often it is read again; only what is new is judged. Headings stand above what others
 * did not write too: a passage under a heading that others wrote is theirs whole, since it could not be shown without it.
 */
import type { Chunk } from '../documents/document.ts'
import { noteSentences, type Sentence } from '../documents/note-sentences.ts'
import { type Background, isOthers, isOthersHeading } from './passage-origin.ts'
import { spelledWords } from './word-marks.ts'

/** A passage of the note as it is stored. */
export interface StoredPassage {
  readonly title: string
  readonly text: string
  /** It holds what others wrote, and nothing else. */
  readonly isOthers: boolean
  /** It may be put before a model. */
  readonly isTrusted: boolean
}

export interface WrittenChunk extends Chunk {
  readonly isOthers: boolean
}

interface Note {
  readonly title: string
  /** The last part of its key. */
  readonly fileName: string
  readonly chunks: ReadonlyArray<Chunk>
}

type Writer = 'own' | 'others' | 'trusted'

/** Without a background nothing new is others'. A note that has nothing of others is given back as it is. */
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
        : [{ ...chunk, text: parts.own, links: chunk.links.filter((link) => parts.own.includes(link)), isOthers: false }]),
      ...(parts.others === '' ? [] : [asOthers(chunk, parts.others)]),
    ]
  })
}

/** It leads nowhere and is filed under nothing: by that it would bring up what it was written about. */
const asOthers = ({ heading, ordinal, span, title }: Chunk, text: string): WrittenChunk => ({
  heading,
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

/** As `chunkTitle` joins them. */
const titleParts = ' › '

/** Trusted sentences stay in the passage of others until an untrusted sentence joins them; then they move to the agent’s. */
const partsOf = (text: string, writerOf: (sentence: string) => Writer): { readonly own: string; readonly others: string } => {
  const sentences = noteSentences(text).map((sentence) => ({ ...sentence, writer: writerOf(sentence.text) }))
  const hasOthers = sentences.some(({ writer }) => writer === 'others')
  const isOwn = (writer: Writer): boolean => writer === 'own' || (writer === 'trusted' && hasOthers)
  if (sentences.every(({ writer }) => isOwn(writer))) return { own: text, others: '' }
  return { own: joined(sentences.filter(({ writer }) => isOwn(writer))), others: joined(sentences.filter(({ writer }) => !isOwn(writer))) }
}

/** Sentences of one line stay in one; `''` where none has a word. */
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
