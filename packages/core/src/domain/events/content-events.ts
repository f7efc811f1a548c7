/** What the memory consists of: sources, nodes and the edges between them. */
import * as Schema from 'effect/Schema'
import { edgeKinds, nodeTypes } from '../graph.ts'
import { Count, fact, Milliseconds, NanoUnits, Numbered, Ref, Refs, UnitInterval, Word } from './event-definition.ts'

/** UTF-16 offsets in the source's text, end exclusive. */
const Span = Schema.Tuple([Count, Count])
const nodeContents = {
  id: ['node-id', 'node'],
  title: ['node-title', 'node'],
  text: ['node-text', 'node'],
  links: ['node-links', 'node'],
  tags: ['node-tag', 'node'],
} as const
/** The folder a source was found in, or the name it is filed under: a content of each source, so that erasing a source reaches it. */
const sourceRoot = { root: ['source-root', 'source'] } as const

export const contentEvents = {
  /** A document, note or transcript was read for the first time. `digest` names the digest of its bytes: a change is seen without the text. */
  SourceAdded: fact(
    { source: Numbered, key: Ref, digest: Ref, format: Word, root: Schema.optionalKey(Ref) },
    { key: ['source-key', 'source'], digest: ['source-digest', 'source'], ...sourceRoot },
  ),
  /** Also said of a source that was retired and is there again. A root that is absent stays as it was. */
  SourceRevised: fact(
    { source: Numbered, digest: Ref, root: Schema.optionalKey(Ref) },
    { digest: ['source-digest', 'source'], ...sourceRoot },
  ),
  /** The same text under another key, or in another folder. */
  SourceRenamed: fact({ source: Numbered, key: Ref, root: Schema.optionalKey(Ref) }, { key: ['source-key', 'source'], ...sourceRoot }),
  SourceRetired: fact({ source: Numbered, reason: Schema.Literals(['gone', 'forgotten']) }),
  /** One commit of several that a run stores its documents in. The links of all are joined with the last: until then some may be missing. */
  BatchStored: fact({ batch: Numbered, batches: Numbered }),

  /** Its origin stands in the envelope. */
  NodeAdded: fact(
    {
      node: Numbered,
      id: Ref,
      title: Schema.optionalKey(Ref),
      text: Ref,
      /** The targets of its links as they are written, a JSON list: what they lead to may be read later. Absent: it has none. */
      links: Schema.optionalKey(Ref),
      /** What its author filed it under: areas, projects, triggers. */
      tags: Schema.optionalKey(Refs),
      /** What its author said of its weight, in nano-units from 0 to 1. */
      importance: Schema.optionalKey(UnitInterval),
      nodeType: Schema.Literals(nodeTypes),
      state: Schema.Literals(['probation', 'normal']),
      source: Schema.optionalKey(Numbered),
      span: Schema.optionalKey(Span),
    },
    nodeContents,
  ),
  /** Fields that are absent stay as they were. The new text's origin stands in the envelope; absent, it is the old one's. */
  NodeRevised: fact(
    {
      node: Numbered,
      id: Schema.optionalKey(Ref),
      title: Schema.optionalKey(Ref),
      text: Schema.optionalKey(Ref),
      links: Schema.optionalKey(Ref),
      tags: Schema.optionalKey(Refs),
      importance: Schema.optionalKey(UnitInterval),
      /** Of the text as it was cleaned when this was read; a passage that only moved keeps its old one. */
      span: Schema.optionalKey(Span),
    },
    nodeContents,
  ),
  /** A record lost its title: `NodeRevised` was released without a way to say so. */
  NodeUntitled: fact({ node: Numbered }),
  NodeMerged: fact({ node: Numbered, into: Numbered }),
  NodeRetired: fact({ node: Numbered, reason: Schema.Literals(['source', 'death', 'unlearned', 'forgotten']) }),
  NodeRestored: fact({ node: Numbered, state: Schema.Literals(['probation', 'normal', 'protected']) }),
  NodeProtected: fact({ node: Numbered, protection: Schema.Literals(['on', 'off']) }),
  /** The owner lets a memory of others' text be put before a model, or no longer. A later `NodeRevised` of others' text ends it too. */
  NodeTrusted: fact({ node: Numbered, trust: Schema.Literals(['on', 'off']) }),
  /**
   * Somebody said in a conversation that it is otherwise, and no other memory holds what he said: his words are the text of that feedback, said at
   * `saidAt`. Ends when the memory gets another text or its owner confirms it.
   */
  NodeDoubted: fact({ node: Numbered, feedback: Numbered, said: Ref, saidAt: Milliseconds }, { said: ['feedback-text', 'feedback'] }),
  /** The doubt of that feedback no longer stands, though the memory neither changed nor was confirmed. */
  DoubtLifted: fact({ node: Numbered, feedback: Numbered, reason: Schema.Literals(['rollback', 'unlearned']) }),
  /** A probation passed. */
  NodePromoted: fact({ node: Numbered, reason: Schema.Literals(['success']) }),

  /** `strength` is the edge's first strength; a mention also says its role and names its phrase. */
  EdgeLinked: fact(
    {
      edge: Numbered,
      source: Numbered,
      target: Numbered,
      kind: Schema.Literals(edgeKinds),
      strength: NanoUnits,
      reason: Schema.Literals(['ingest', 'verdict', 'beside', 'manual', 'growth', 'outcome', 'merge', 'model']),
      evidence: Schema.optionalKey(Count),
      role: Schema.optionalKey(Schema.Literals(['title', 'shared'])),
      label: Schema.optionalKey(Ref),
    },
    { label: ['edge-label', 'brain'] },
  ),
  EdgePruned: fact({ edge: Numbered, reason: Schema.Literals(['weak', 'stale', 'reweighed', 'source', 'death', 'merge']) }),
  EdgeRestored: fact({ edge: Numbered, reason: Schema.Literals(['rollback', 'unlearn', 'source', 'asked']) }),

  /** The listed contents are gone for good: bodies, random bytes, fingerprints, index rows. The chain stays valid. */
  ContentErased: fact({
    contents: Refs,
    scope: Schema.Literals(['node', 'source', 'session', 'subject', 'turn']),
    nodes: Schema.optionalKey(Schema.Array(Numbered)),
  }),
}
