/** The inputs of an ingest: documents and the places where they were found, as plain JSON values. */
import type { DocumentFormat } from '../domain/documents/document.ts'
import type { Reach } from '../domain/documents/followed-path.ts'

/** The words that an agent had read and heard before it wrote a note, as marks: see {@link Background}. Only marks that the note has are needed. */
export interface NoteBackground {
  readonly afterOthers: boolean
  readonly others: ReadonlyArray<number>
  readonly owner: ReadonlyArray<ReadonlyArray<number>>
}

export interface DocumentInput {
  /** The source key: see {@link sourceKey}. */
  readonly source: string
  readonly format: DocumentFormat
  readonly text: string
  /** The folder: the name its documents are filed under, or the absolute path where there is none. */
  readonly root?: string
  /** Given: it is a note that an agent writes, and what others wrote in it is told from the rest. */
  readonly background?: NoteBackground
}

/** A document that is read from its file when it is needed, where somebody reads files for the memory. */
export interface DocumentFile extends Omit<DocumentInput, 'text'> {
  /** Absolute path. */
  readonly file: string
}

/** A folder that was read whole. */
export interface FolderInput {
  readonly root: string
  /** The beginning of the keys of its documents, as {@link DocumentInput.source}; `''` for the root itself without a name. */
  readonly below: string
  /** The kind of files that it was searched for. Absent: `notes`; other files that were read from it once are then not missed. */
  readonly reach?: Reach
}
