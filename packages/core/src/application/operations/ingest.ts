/** Reads documents in, and keeps notes that are said. */

import { utf8Length } from '@crabtrail/text/languages/unicode'
import { documentFormats, lackKinds } from '@crabtrail/text/passages/document'
import * as Schema from 'effect/Schema'
import { modelFallbacks } from '../../domain/events/model-events.ts'
import { unaskedReasons } from '../../domain/events/turn-events.ts'
import { limits } from '../limits.ts'
import { MostlyGone } from '../request-errors.ts'
import {
  type BrainNeed,
  dryRun,
  ensuring,
  inBrain,
  inSession,
  list,
  NodeText,
  onDay,
  optional,
  required,
  shownText,
  speaker,
  TurnText,
  text,
  whole,
  writing,
} from './operation.ts'
import { SupersededNode } from './superseding.ts'

/** A list of numbers that stand for words: see `packages/text/src/evidence/passage-origin.ts`. */
const Marks = Schema.Array(Schema.Number)

export const NoteBackground = Schema.Struct({
  afterOthers: Schema.Boolean,
  others: Marks,
  owner: Schema.Array(Marks),
}).annotate({
  description: 'The words that an agent had read and heard before it wrote a note, as marks. Only marks that the note has are needed.',
})
export type NoteBackground = typeof NoteBackground.Type

/** A path, as long as file systems allow. */
const Root = text(limits.pathBytes)

const anyDocument = {
  source: required(Schema.String, 'The key of the document; see `sourceKey`.'),
  format: Schema.Literals(documentFormats),
  root: optional(Root, 'The folder: the name that its documents are filed under, or its absolute path where it has no name.'),
  background: optional(NoteBackground, 'Given: an agent wrote the note, and what others wrote in it is told from the rest.'),
}

export const DocumentInput = Schema.Struct({ ...anyDocument, text: Schema.String })
export type DocumentInput = typeof DocumentInput.Type

/** A document that is read from its file when it is needed, where the process has a port that reads files. */
export const DocumentFile = Schema.Struct({ ...anyDocument, file: required(Schema.String, 'The absolute path.') })
export type DocumentFile = typeof DocumentFile.Type

/** True for a document that is read from its file: a request is JSON, and tells the two by their fields. */
export const isDocumentFile = (document: DocumentInput | DocumentFile): document is DocumentFile => 'file' in document

/** A folder that was read whole. */
export const FolderInput = Schema.Struct({
  root: Root,
  below: required(Schema.String, 'The beginning of the keys of its documents; empty for the root itself without a name.'),
  reach: optional(
    Schema.Literals(['notes', 'files']),
    'The kind of files that it was searched for. Other files that were read from it once are not missed.',
    {
      absent: 'notes',
    },
  ),
})
export type FolderInput = typeof FolderInput.Type

export const IngestRequest = Schema.Struct({
  ...inBrain,
  ...speaker,
  ...inSession,
  documents: required(Schema.Array(Schema.Union([DocumentInput, DocumentFile])), 'The documents, with their text or their file.', {
    argument: 'PATH',
  }),
  folders: optional(
    Schema.Array(FolderInput),
    'Folders that were read whole: a document that was read from one before, and is neither among the documents nor `present`, is retired.',
    { host: true },
  ),
  present: optional(
    Schema.Array(Schema.String),
    'Keys of documents and folders that exist and were not read: what is known of them and below them stays.',
    { host: true },
  ),
  prune: optional(Schema.Boolean, 'Retires what is gone also where that is most of a folder, or all of it.'),
  again: optional(Schema.Boolean, 'Reads in again what was forgotten of these documents, now and from now on.'),
  became: optional(
    list(text(2 * limits.idBytes + 1), limits.documentsPerCommit),
    'Says which memory a passage was, by their ids: what was learned on OLD goes with NEW. The documents of both are read.',
    { value: 'OLD>NEW' },
  ),
  ...onDay,
  causes: optional(
    Schema.Boolean,
    'Asks the language model which passages are causes of others near them, once for each passage, and links them. It sends passages of the documents to the model and costs money.',
  ),
  aliases: optional(
    Schema.Boolean,
    'Asks the language model by which other words people may ask for the passages, once for each text. It sends passages of the documents to the model and costs money.',
  ),
  ...dryRun,
})
export type IngestRequest = typeof IngestRequest.Type

/** Returns the reason why a document is skipped; undefined if it is accepted. */
export const documentProblem = ({ source, text }: DocumentInput): string | undefined => {
  const bytes = utf8Length(text)
  if (bytes > limits.documentBytes) return `it has ${bytes} bytes; at most ${limits.documentBytes}`
  return source === '' || utf8Length(source) > limits.idBytes ? `its key is empty or longer than ${limits.idBytes} bytes` : undefined
}

/** A request that brings no document creates no brain. */
const brainFor = ({ documents, dryRun }: IngestRequest): BrainNeed => {
  const brings = documents.some((one) => isDocumentFile(one) || documentProblem(one) === undefined)
  return dryRun !== true && brings ? 'create' : 'imagine'
}

const Skipped = Schema.Struct({ path: Schema.String, reason: Schema.String })

/** Reasons why a run stopped asking a model: a passage has no room in a question, or it may not ask now. */
export const askedStops = unaskedReasons.filter((reason) => reason !== 'no-model' && reason !== 'busy')
export type AskedStop = (typeof askedStops)[number]

/** The calls of a model that a run made while it read documents in: how many, how they ended, and their cost. */
export const AskedAnswer = Schema.Struct({
  calls: required(Schema.Int, 'Calls of the model in this run.'),
  failed: required(Schema.Int, 'Calls without an answer that could be used.'),
  lastFailure: optional(Schema.Literals(modelFallbacks), 'Why the last of them failed.'),
  detail: optional(Schema.String, 'What is wrong, and what to do.'),
  refused: required(Schema.Int, 'Entries of its answers that did not count.'),
  tokens: required(Schema.Number, 'Tokens of both directions, as the server counts them.'),
  estimated: optional(
    Schema.Int,
    'Failed calls of which the server did not say what they took: they count with the messages of one request. Absent for none.',
  ),
  costUsd: required(Schema.Number, 'By the prices in the settings.'),
  left: required(Schema.Int, 'Calls that were not made; the next run that asks for the same makes them.'),
  stopped: optional(Schema.Literals(askedStops), 'Why calls are left.'),
  pausedUntil: optional(Schema.String, 'Where the model is paused: when the pause ends.'),
  expected: optional(
    Schema.Struct({ calls: Schema.Int, tokensIn: Schema.Number, costUsd: Schema.Number, milliseconds: Schema.Number }),
    'Of a dry run alone: what the calls would take, at most in money, if no request is repeated, and about in time.',
  ),
})
export type AskedAnswer = typeof AskedAnswer.Type

const CausesAnswer = Schema.Struct({
  ...AskedAnswer.fields,
  edges: required(Schema.Int, 'Causal edges that were linked, both directions counted.'),
})

const AliasesAnswer = Schema.Struct({
  ...AskedAnswer.fields,
  passages: required(Schema.Int, 'Passages that the model named aliases for.'),
  elsewhere: optional(
    Schema.Int,
    'Passages that another process is asking about, or was when it ended: they are not asked about twice before its call is over. Absent for none.',
  ),
})

export const IngestAnswer = Schema.Struct({
  brain: Schema.String,
  documents: Schema.Int,
  nodes: Schema.Struct({ added: Schema.Int, revised: Schema.Int, unchanged: Schema.Int, retired: Schema.Int }),
  edges: Schema.Struct({ linked: Schema.Int, pruned: Schema.Int }),
  renamed: required(
    Schema.Array(Schema.Struct({ from: Schema.String, to: Schema.String })),
    'Sources that hold the same under another key.',
  ),
  retired: required(Schema.Array(Schema.String), 'Keys of sources that are not in their folder any more.'),
  skipped: Schema.Array(Skipped),
  lacks: optional(
    Schema.Array(
      Schema.Struct({
        path: required(Schema.String, 'The key of the document.'),
        kind: required(
          Schema.Literals(lackKinds),
          'Any text; text under its headings; a row under what may be its header; a value in a column; text in a record; or front matter that can be read.',
        ),
        part: optional(Schema.String, 'The column or the record, of several the first.'),
        count: optional(Schema.Int, 'How many columns or records, where there are several.'),
      }),
    ),
    'What documents of the request do not hold, although their form promises it, changed or not. Absent where nothing is missing.',
  ),
  repaired: required(Schema.Int, 'Characters of new text that were dropped or replaced because they cannot be stored.'),
  others: optional(
    Schema.Array(Schema.String),
    'Keys of notes that hold untrusted text of others. Absent where no document has a background.',
  ),
  unlearned: optional(
    Schema.Struct({
      nodes: required(Schema.Int, 'Passages of the documents that stay out because they were unlearned and have the same text still.'),
      replaced: required(Schema.Int, 'Passages that were read in because they have another text than was unlearned.'),
      requests: required(
        Schema.Array(
          Schema.Struct({
            withdrawn: required(
              Schema.Array(Schema.Int),
              'Positions of the unlearnings that name the passages: they come back when each is withdrawn by `unlearn` with `undo`.',
            ),
            nodes: required(Schema.Array(Schema.String), 'Passages that stay out and come back then.'),
            others: required(Schema.Int, 'Further memories that come back then.'),
            signals: required(Schema.Int, 'Signals that teach again then.'),
          }),
        ),
        'The unlearnings that keep passages out, oldest first.',
      ),
    }),
    'Passages of the documents that were unlearned: how many stay out with the same text, how many were read in with another, and the unlearnings, each with what its withdrawal brings back. Absent where there are none.',
  ),
  unsure: optional(
    Schema.Array(
      Schema.Struct({
        node: required(Schema.String, 'A memory on which something was learned.'),
        was: required(Schema.String, 'The id that it had before.'),
        places: required(
          Schema.Array(Schema.String),
          'Other passages with its text or one like it, each of which it may be instead; at most 20.',
        ),
        instead: required(Schema.Array(Schema.String), 'Other memories with its text that have no passage any more; at most 20.'),
        allPlaces: optional(Schema.Int, 'How many other passages there are, if more than are listed.'),
        allInstead: optional(Schema.Int, 'How many other memories there are, if more than are listed.'),
      }),
    ),
    'Memories of which nothing tells whether a passage is the one that they were. `became` settles it: `NODE>PLACE`, or `INSTEAD>NODE`. At most 100. Absent for none, and after a dry run.',
  ),
  allUnsure: optional(Schema.Int, 'How many `unsure` memories there are, if more than are listed.'),
  waiting: optional(
    Schema.Int,
    'Memories that wait for the owner’s yes, whenever they came in: `review` lists them. Absent for none, and after a dry run.',
  ),
  waitingNew: optional(Schema.Int, 'Those of them that this reading brought or changed. Absent for none, and after a dry run.'),
  superseded: optional(
    Schema.Array(SupersededNode),
    'Memories that the new text supersedes, and copies of superseded ones. Absent for none, and after a dry run.',
  ),
  withoutEffect: optional(
    Schema.Array(
      Schema.Struct({
        node: required(Schema.String, 'The memory that names what it takes the place of, what takes its place, or an alias.'),
        name: required(Schema.String, 'The name, as it is written there.'),
        reason: required(
          Schema.Literals(['unknown', 'ambiguous', 'too-many', 'too-long']),
          'Why it has no effect: nothing that was read is called so, or more than one thing is; of an alias in front matter: 32 stand before it, or it has more than 200 characters.',
        ),
        candidates: required(
          Schema.Array(Schema.String),
          'The documents and memories that it may mean; at most 20. Empty for an unknown name and for an alias.',
        ),
      }),
    ),
    'Names in statements of the new text that supersede nothing, and aliases in its front matter that do not count; at most 100. Absent for none, and after a dry run.',
  ),
  causes: optional(CausesAnswer, 'What a model was asked about causes. Absent where nobody asked for them.'),
  aliases: optional(AliasesAnswer, 'What a model was asked about aliases. Absent where nobody asked for them.'),
  redacted: required(Schema.Record(Schema.String, Schema.Int), 'Secrets that were taken out of new text, by kind.'),
  position: Schema.Int,
})
export type IngestAnswer = typeof IngestAnswer.Type

export const ingest = writing(
  {
    sentence: 'Reads documents in: stores what changed since, and retires what is gone from its folder.',
    brain: 'create',
    brainFor,
    request: IngestRequest,
    answer: IngestAnswer,
  },
  MostlyGone,
)

export const NameAliasesRequest = Schema.Struct({
  ...inBrain,
  ...speaker,
  calls: optional(whole(1, 1_000), 'The most calls of the model.', { absent: '1', value: 'N' }),
})
export type NameAliasesRequest = typeof NameAliasesRequest.Type

export const NameAliasesAnswer = Schema.Struct({
  brain: Schema.String,
  ...AliasesAnswer.fields,
  left: required(Schema.Int, 'Calls that the next run makes.'),
  postponed: required(Schema.Int, 'Memories that wait for another day, because a call of today gave no answer about them.'),
  stopped: optional(Schema.Literals(unaskedReasons), 'Why no call was made, or no more.'),
  position: Schema.Int,
})
export type NameAliasesAnswer = typeof NameAliasesAnswer.Type

export const nameAliases = writing({
  sentence:
    'Asks the language model by which other words people may ask for memories that it was not asked about: in turn the newest and those that are recalled most, ten in a call.',
  brain: 'refuse',
  request: NameAliasesRequest,
  answer: NameAliasesAnswer,
})

export const NoteRequest = Schema.Struct({
  ...inBrain,
  ...ensuring,
  ...speaker,
  ...inSession,
  text: required(shownText(limits.noteBytes), 'The note.', { argument: 'TEXT' }),
  supersedes: optional(
    Schema.Array(NodeText).check(Schema.isMaxLength(limits.nodesNamed)),
    'The memories in whose place the note stands. An agent names only what an agent noted.',
    {
      value: 'NODE',
    },
  ),
  ...onDay,
  turn: optional(TurnText, 'The turn in which it is said: `t17` or `17`. Absent: it is said outside of one.', { host: true }),
  background: optional(NoteBackground, 'Given: an agent says the note, and it is not trusted where it repeats what others wrote.', {
    host: true,
  }),
})
export type NoteRequest = typeof NoteRequest.Type

export const NoteAnswer = Schema.Struct({
  brain: Schema.String,
  node: required(Schema.String, 'The memory of the note.'),
  became: required(
    Schema.Literals(['added', 'restored', 'refreshed', 'known']),
    'A new memory, one that is back, one that was there already, or a passage that says the same word for word.',
  ),
  origin: required(Schema.String, 'The origin of its text: untrusted where it repeats what others wrote.'),
  state: Schema.String,
  redacted: required(Schema.Record(Schema.String, Schema.Int), 'Secrets that were taken out, by kind.'),
  superseded: optional(
    Schema.Array(
      Schema.Struct({
        ...SupersededNode.fields,
        title: Schema.String,
        was: required(Schema.String, 'The beginning of what it states, which no longer holds.'),
        now: required(Schema.String, 'The beginning of the text of `by`, which holds now.'),
      }),
    ),
    'Memories that the note supersedes. Absent for none.',
  ),
  stay: optional(
    Schema.Array(Schema.String),
    'Memories that were named and that the note does not supersede: they are gone or superseded already, or not of the agent that says the note. Absent for none.',
  ),
  position: Schema.Int,
})
export type NoteAnswer = typeof NoteAnswer.Type

export const note = writing({
  sentence: 'Keeps one text as a memory; the same text again is the same memory.',
  brain: 'create',
  request: NoteRequest,
  answer: NoteAnswer,
})
