/** The documents of a reading: their passages as they are now, and the nodes that are stored for them. */

import type { DocumentFormat } from '@crabtrail/text/passages/document'
import type { UncountedAlias } from '../aliases/aliases.ts'
import type { ContentRef, NodeNumber, SourceNumber } from '../identity.ts'
import type { Known } from './match-passages.ts'
import type { FormerText, PlacedChunk } from './match-reading.ts'

/** A passage of a document as it is now, with references of the contents to store. */
export interface IngestedChunk extends PlacedChunk {
  readonly span: readonly [start: number, end: number]
  readonly heading: ReadonlyArray<string>
  /** Thread in which passages follow each other; undefined: the passage is in no thread. */
  readonly thread: string | undefined
  /**
   * True if the passage holds text of others. It is never trusted, whatever the origin of the document, and gets no sequence or heading
   * edges.
   */
  readonly isOthers?: boolean
  readonly links: ReadonlyArray<string>
  /** Tags that the passage is found by, besides its title; `''` for none. */
  readonly tags?: string
  /** The aliases that the document gives the passage, one a line; `''` for none. */
  readonly aliases?: string
  /** Aliases that the document names and that do not count; absent for none. */
  readonly uncounted?: ReadonlyArray<UncountedAlias>
  /** In nano-units from 0 to 1. */
  readonly importance?: number | undefined
  /** The day that the passage tells, in days since 1970-01-01; see `days.ts`. */
  readonly day?: number | undefined
  /** The day on which it is read, where it tells none and speaks of a day such as "tomorrow". It counts for a text that is new. */
  readonly readOn?: number | undefined
  readonly contents: {
    readonly id: ContentRef
    /** Undefined for a passage without a title. */
    readonly title: ContentRef | undefined
    readonly text: ContentRef
    /** Undefined if no links are stored for the passage. */
    readonly links: ContentRef | undefined
    /** Undefined for a passage without tags. */
    readonly tags?: ContentRef | undefined
    /** Undefined for a passage without aliases. */
    readonly aliases?: ContentRef | undefined
  }
}

/** A stored node. */
export interface StoredNode extends Known {
  /** Undefined if no links were ever stored. */
  readonly links: ReadonlyArray<string> | undefined
  readonly tags?: string
  /** The aliases that its document gave it, one a line; `''` for none. */
  readonly aliases?: string
  readonly importance?: number | undefined
  readonly day?: number | undefined
  /** Id under the current key of the document; undefined if the id stays the same or cannot be derived. */
  readonly movedId: ContentRef | undefined
}

/** A node of a document that is not read, with drafts of its contents for another node. */
export interface OtherNode extends StoredNode {
  readonly contents: {
    readonly id: ContentRef
    /** Undefined for a passage without a title. */
    readonly title: ContentRef | undefined
    readonly links: ContentRef | undefined
    readonly tags: ContentRef | undefined
    /** Undefined for a node without aliases by its document. */
    readonly aliases?: ContentRef | undefined
  }
}

export interface IngestedDocument {
  readonly format: DocumentFormat
  /** Undefined for a new source. A known source may have had another key. */
  readonly source: SourceNumber | undefined
  /** True if the source is known under another key. */
  readonly moved: boolean
  /** `root` is defined only if it is to be recorded. */
  readonly contents: { readonly key: ContentRef; readonly digest: ContentRef; readonly root: ContentRef | undefined }
  readonly chunks: ReadonlyArray<IngestedChunk>
  /** All nodes ever read from the document, live or not. */
  readonly stored: ReadonlyArray<StoredNode>
}

/** A source with unchanged text that was found under another root. */
export interface ElsewhereSource {
  readonly source: SourceNumber
  readonly key: ContentRef
  readonly root: ContentRef
}

export interface IngestChanges {
  /** Changed documents only. */
  readonly documents: ReadonlyArray<IngestedDocument>
  readonly elsewhere: ReadonlyArray<ElsewhereSource>
  readonly gone: ReadonlyArray<SourceNumber>
  /** Nodes of other documents that have the text of a passage or of a node of the documents. Absent: none. */
  readonly others?: ReadonlyArray<OtherNode>
  /** Live nodes with other texts that had the text of a passage before. Absent: none. */
  readonly former?: ReadonlyArray<FormerText>
  /** Sources that later batches of the run retire. Absent: none. */
  readonly goneLater?: ReadonlyArray<SourceNumber>
  /** Passages, by id, of which the caller says which node they were. Absent: none. */
  readonly became?: ReadonlyArray<{ readonly node: NodeNumber; readonly place: string }>
}
