/** What may be said after an answer that came out of a note, of a half of the corpus: corrections, and messages that are about something else. */
import type { WordedMemory } from '../../packages/core/src/domain/hearing/spoken-holder.ts'
import type { Fact, Half } from './half.ts'
import { bodyOf } from './talk-case.ts'

export const saidKinds = [
  'held',
  'stated',
  'remark',
  'foreign-remark',
  'foreign-correction',
  'question',
  'unrelated',
  'sentence',
  'denied-sentence',
  'changed-sentence',
] as const
/**
 * `held` and `stated` are the corrections that another note holds, the first of a fact and the others. A `remark` is about the answer but holds no
 * fact of another note; a `foreign` message was written for another question; `question` asks for another fact, `unrelated` for no note. A
 * `sentence` is one of another note, alone, behind a no, and behind a word of change.
 */
export type SaidKind = (typeof saidKinds)[number]

export interface SaidNext {
  readonly kind: SaidKind
  readonly half: Half
  readonly notes: ReadonlyArray<WordedMemory>
  readonly question: string
  /** The answer came out of it. */
  readonly drawn: WordedMemory
  readonly says: string
  /** The note that holds what is said instead. */
  readonly holder?: WordedMemory
}

const denying = { en: 'No, ', de: 'Nein, ', fr: 'Non, ', es: 'No, ', zh: '不对，' }
const changing = { en: 'Actually, ', de: 'Inzwischen: ', fr: 'Maintenant, ', es: 'Ahora ', zh: '现在' }
const sentences = /(?<=[.!?;。；])\s*/u

export const saidNext = (half: Half): ReadonlyArray<SaidNext> => {
  const names = Object.keys(half.notes)
  const notes = names.map((name, at): WordedMemory => {
    const note = half.notes[name] ?? ''
    return { node: at + 1, title: (note.split('\n')[0] ?? '').replace('# ', ''), text: bodyOf(note) }
  })
  const noteOf = (name: string): WordedMemory => {
    const note = notes[names.indexOf(name)]
    if (note === undefined) throw new Error(`no note ${name}`)
    return note
  }
  const asked = [
    ...half.facts.map(({ note, question }) => ({ question, drawn: noteOf(note), newer: undefined })),
    ...half.renewed.map(({ note, question, stale }) => ({ question, drawn: noteOf(stale), newer: noteOf(note) })),
  ]
  const corrections = half.renewed.flatMap(({ corrections: all, note, question, stale }) =>
    all.map(
      (says, at): SaidNext => ({
        kind: at === 0 ? 'held' : 'stated',
        half,
        notes,
        question,
        drawn: noteOf(stale),
        says,
        holder: noteOf(note),
      }),
    ),
  )
  const remarks = half.remarks.flatMap(({ about, asked: other, says }): ReadonlyArray<SaidNext> => {
    const fact = half.facts.find(({ note }) => note === about)
    return fact === undefined || other !== undefined
      ? []
      : [{ kind: 'remark', half, notes, question: fact.question, drawn: noteOf(about), says }]
  })
  const questions = (of: ReadonlyArray<Fact>) =>
    of.flatMap(({ note, paraphrase, question }) => [question, paraphrase].map((says) => ({ note: noteOf(note), says })))
  const others = asked.flatMap(({ drawn, newer, question }): ReadonlyArray<SaidNext> => {
    const said = (kind: SaidKind, says: ReadonlyArray<string>) =>
      says.map((one): SaidNext => ({ kind, half, notes, question, drawn, says: one }))
    const foreign = notes.filter((note) => note !== drawn && note !== newer)
    const spoken = foreign.flatMap(({ text }) => text.split(sentences).filter((sentence) => sentence !== ''))
    return [
      ...said(
        'foreign-remark',
        half.remarks.flatMap(({ about, kind, says }) => (noteOf(about) === drawn || kind === 'unheld' ? [] : [says])),
      ),
      ...said(
        'foreign-correction',
        half.renewed.flatMap(({ corrections: all, note }) => (noteOf(note) === newer ? [] : all)),
      ),
      ...said(
        'question',
        questions([...half.facts, ...half.renewed]).flatMap(({ note, says }) => (note === drawn || note === newer ? [] : [says])),
      ),
      ...said('unrelated', half.unrelated),
      ...said('sentence', spoken),
      ...said(
        'denied-sentence',
        spoken.map((sentence) => denying[half.language] + sentence),
      ),
      ...said(
        'changed-sentence',
        spoken.map((sentence) => changing[half.language] + sentence),
      ),
    ]
  })
  return [...corrections, ...remarks, ...others]
}
