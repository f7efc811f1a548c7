/** Lists what the memory holds: the documents that were read in, and what was said; and tells what memories are called. */
import * as Schema from 'effect/Schema'
import { origins, unapproved } from '../../domain/graph.ts'
import { limits } from '../limits.ts'
import { anyText, asOf, inBrain, list as listOf, NodeText, optional, reading, required, whole } from './operation.ts'

export const ListRequest = Schema.Struct({
  ...inBrain,
  beginning: optional(
    anyText(limits.idBytes),
    'Only documents whose name, or the name of whose file, begins so, in any case; of notes their ids.',
    {
      absent: 'all',
      argument: 'BEGINNING',
    },
  ),
  at: asOf,
  limit: optional(whole(1, 10_000), 'The most documents, and the most notes, that are listed.', { absent: '50', value: 'N' }),
})
export type ListRequest = typeof ListRequest.Type

const day = (description: string) => required(Schema.NullOr(Schema.String), `${description} A day of UTC: 2026-11-23.`)

export const ListedDocument = Schema.Struct({
  document: required(Schema.String, 'Its key.'),
  passages: required(Schema.Int, 'Passages that can be recalled.'),
  changed: day('When it was read in or last changed; `null` where the log does not say.'),
  origin: required(Schema.NullOr(Schema.Literals(origins)), 'Who wrote its first passage; `null` without a passage.'),
  root: required(
    Schema.NullOr(Schema.String),
    'The folder that it was found in, or the name that it is filed under; `null` for a single file.',
  ),
})
export type ListedDocument = typeof ListedDocument.Type

export const ListedNote = Schema.Struct({
  node: Schema.String,
  begins: required(Schema.String, 'The first words of its text, at most 120 characters.'),
  type: Schema.String,
  state: Schema.String,
  origin: Schema.Literals(origins),
  superseded: optional(Schema.Literal(true), 'Another memory states now what it stated. Absent: none does.'),
  review: optional(Schema.Literals(unapproved), 'It waits for the owner’s yes, or the owner refused it. Absent: neither.'),
  changed: day('When it was said, or its text last changed.'),
})
export type ListedNote = typeof ListedNote.Type

const Group = <S extends Schema.Top>(item: S, items: string) =>
  Schema.Struct({ items: required(Schema.Array(item), items), count: required(Schema.Int, 'All that match, listed or not.') })

export const ListAnswer = Schema.Struct({
  brain: Schema.String,
  position: Schema.Int,
  documents: Group(ListedDocument, 'By name.'),
  notes: Group(ListedNote, 'What was said and belongs to no document: notes, corrections and captured turns, the newest first.'),
})
export type ListAnswer = typeof ListAnswer.Type

export const list = reading({
  sentence: 'Lists the documents that were read in and the notes that were said, with their days.',
  brain: 'refuse',
  request: ListRequest,
  answer: ListAnswer,
})

/** Memories that are named at once at most. */
export const namesMost = 500

export const NamesRequest = Schema.Struct({
  ...inBrain,
  nodes: required(listOf(NodeText, namesMost), 'The memories, by their ids as printed.'),
  at: asOf,
})
export type NamesRequest = typeof NamesRequest.Type

export const NamesAnswer = Schema.Struct({
  brain: Schema.String,
  position: Schema.Int,
  names: required(
    Schema.Array(Schema.Struct({ node: Schema.String, title: Schema.String })),
    'The title or first words of each that is known, in the order of the request. One that was not there yet is called as it is now.',
  ),
})
export type NamesAnswer = typeof NamesAnswer.Type

export const names = reading({
  sentence: 'Names many memories at once: their titles, or the first words of those without one.',
  brain: 'refuse',
  request: NamesRequest,
  answer: NamesAnswer,
})
