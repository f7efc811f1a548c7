/** The content of the memory: sources, nodes and the edges between them. */
import * as Schema from 'effect/Schema'
import { aliasNamers, edgeKinds, nodeTypes, reviews, supersedingReasons, supersedingRules } from '../graph.ts'
import { CallNumber, EdgeNumber, FeedbackNumber, NodeNumber, SourceNumber } from '../identity.ts'
import {
  CalendarDay,
  Count,
  DayOrNone,
  fact,
  Milliseconds,
  NanoUnits,
  Nodes,
  Numbered,
  Ref,
  Refs,
  Span,
  UnitInterval,
  Word,
} from './event-definition.ts'

const nodeContents = {
  id: ['node-id', 'node'],
  title: ['node-title', 'node'],
  text: ['node-text', 'node'],
  links: ['node-links', 'node'],
  tags: ['node-tag', 'node'],
} as const
/**
 * The folder in which a source was found, or the name it is filed under. It is a content of each source, so that erasing a source erases
 * it.
 */
const sourceRoot = { root: ['source-root', 'source'] } as const

export const contentEvents = {
  /**
   * A document, note or transcript was read for the first time. `digest` names the digest of its bytes, so that a change is found without
   * the text.
   */
  SourceAdded: fact(
    { source: SourceNumber, key: Ref, digest: Ref, format: Word, root: Schema.optionalKey(Ref) },
    { key: ['source-key', 'source'], digest: ['source-digest', 'source'], ...sourceRoot },
  ),
  /** A source has new text, or is back after it was retired. An absent root is unchanged. */
  SourceRevised: fact(
    { source: SourceNumber, digest: Ref, root: Schema.optionalKey(Ref) },
    { digest: ['source-digest', 'source'], ...sourceRoot },
  ),
  /** A source has another key or folder with the same text. */
  SourceRenamed: fact({ source: SourceNumber, key: Ref, root: Schema.optionalKey(Ref) }, { key: ['source-key', 'source'], ...sourceRoot }),
  SourceRetired: fact({ source: SourceNumber, reason: Schema.Literals(['gone', 'forgotten']) }),
  /** One of several commits of one run. The links of all are joined with the last commit: until then some may be missing. */
  BatchStored: fact({ batch: Numbered, batches: Numbered }),

  /** A node was made. Its origin is in the envelope. */
  NodeAdded: fact(
    {
      node: NodeNumber,
      id: Ref,
      title: Schema.optionalKey(Ref),
      text: Ref,
      /** The link targets as they are written, a JSON list: the documents that they lead to may be read later. Absent: no links. */
      links: Schema.optionalKey(Ref),
      /** The tags that its author gave it: areas, projects, triggers. */
      tags: Schema.optionalKey(Refs),
      /** The importance that its author gave it, in nano-units from 0 to 1. */
      importance: Schema.optionalKey(UnitInterval),
      /** The day that it is about: of its message, line, heading or file, or the day on which it was said. */
      day: Schema.optionalKey(CalendarDay),
      nodeType: Schema.Literals(nodeTypes),
      state: Schema.Literals(['probation', 'normal']),
      source: Schema.optionalKey(SourceNumber),
      span: Schema.optionalKey(Span),
      /** `captured`: taken from a conversation without being asked for. Absent: read from a document, said as a note, or made by the memory. */
      how: Schema.optionalKey(Schema.Literals(['captured'])),
    },
    nodeContents,
  ),
  /**
   * A node changed. Absent fields are unchanged. The origin of the new text is in the envelope; where absent, it is that of the old text.
   */
  NodeRevised: fact(
    {
      node: NodeNumber,
      id: Schema.optionalKey(Ref),
      title: Schema.optionalKey(Ref),
      text: Schema.optionalKey(Ref),
      links: Schema.optionalKey(Ref),
      tags: Schema.optionalKey(Refs),
      importance: Schema.optionalKey(UnitInterval),
      /** -1: no day any more. */
      day: Schema.optionalKey(DayOrNone),
      /** The source that it is read from now, and the one before; together or not at all. */
      source: Schema.optionalKey(SourceNumber),
      formerSource: Schema.optionalKey(SourceNumber),
      /** The span in the text as it was cleaned when this was read. A passage that only moved keeps its old span. */
      span: Schema.optionalKey(Span),
    },
    nodeContents,
  ),
  /** A record lost its title: the released `NodeRevised` has no way to record that. */
  NodeUntitled: fact({ node: NodeNumber }),
  NodeMerged: fact({ node: NodeNumber, into: NodeNumber }),
  NodeRetired: fact({ node: NodeNumber, reason: Schema.Literals(['source', 'death', 'unlearned', 'forgotten', 'rollback']) }),
  NodeRestored: fact({ node: NodeNumber, state: Schema.Literals(['probation', 'normal', 'protected']) }),
  NodeProtected: fact({ node: NodeNumber, protection: Schema.Literals(['on', 'off']) }),
  /**
   * The owner allows, or no longer allows, that a memory of others' text is put before a model. A later `NodeRevised` of others' text also
   * ends it.
   */
  NodeTrusted: fact({ node: NodeNumber, trust: Schema.Literals(['on', 'off']) }),
  /**
   * The text of a memory waits for the owner's yes, because a model or others brought it; or the owner said yes or no to it. It ends when the
   * memory gets another text.
   */
  NodeReviewed: fact({ node: NodeNumber, review: Schema.Literals(reviews) }),
  /**
   * Its owner called a memory wrong in a conversation. `said` is the text of that feedback, said at `saidAt`; `bare` where it says no more than
   * that. `part` is the stretch of its text that is meant; absent: all of it. The doubt ends when the memory gets another text or its owner confirms it.
   */
  NodeDoubted: fact(
    {
      node: NodeNumber,
      feedback: FeedbackNumber,
      said: Ref,
      saidAt: Milliseconds,
      bare: Schema.optionalKey(Schema.Literal(true)),
      part: Schema.optionalKey(Span),
    },
    { said: ['feedback-text', 'feedback'] },
  ),
  /** The doubt of that feedback no longer applies, though the memory neither changed nor was confirmed. `reasserted`: a message said so, which has the number `by`. */
  DoubtLifted: fact({
    node: NodeNumber,
    feedback: FeedbackNumber,
    reason: Schema.Literals(['rollback', 'unlearned', 'reasserted']),
    by: Schema.optionalKey(FeedbackNumber),
  }),
  /**
   * The statement of a memory is no longer true: the memory `by` states what is. `part` is the stretch of its text that is meant; absent: all of
   * it. `says` is the stretch of the text of `by` that says so; absent: the whole text. `feedback` is that of the person, or of the judgement, that said so. Decided once; it ends when the memory gets another text. With `gone` it is recorded anew:
   * `by` got another text, which states it no longer, so nothing takes the place of the memory, which is as untrue as before.
   */
  NodeSuperseded: fact({
    node: NodeNumber,
    by: NodeNumber,
    rule: Schema.Literals(supersedingRules),
    reason: Schema.Literals(supersedingReasons),
    part: Schema.optionalKey(Span),
    says: Schema.optionalKey(Span),
    feedback: Schema.optionalKey(FeedbackNumber),
    gone: Schema.optionalKey(Schema.Literal(true)),
  }),
  /**
   * A memory is no longer superseded by another one. `feedback` is that of the person who said so. `erased`: the words that superseded it
   * were erased, and nothing else states what is true now. `withdrawn`: the text that said so was changed and says it no longer.
   */
  SupersessionLifted: fact({
    node: NodeNumber,
    by: NodeNumber,
    reason: Schema.Literals(['reasserted', 'rollback', 'unlearned', 'erased', 'withdrawn']),
    feedback: Schema.optionalKey(FeedbackNumber),
  }),
  /**
   * Somebody says by which other words a memory is asked for: questions that it answers, one a line of `names`. They take the place of what the same
   * `by` named before; without `names` and `call` nothing is left of that. With a `call` alone, a model found no question that it answers. They end
   * when the memory gets another text.
   */
  AliasesNamed: fact(
    {
      node: NodeNumber,
      by: Schema.Literals(aliasNamers),
      names: Schema.optionalKey(Ref),
      /** The call of the model that named them. */
      call: Schema.optionalKey(CallNumber),
    },
    { names: ['node-alias', 'node'] },
  ),
  /** A memory passed its probation: it was right for a question, or the owner noted the same. */
  NodePromoted: fact({ node: NodeNumber, reason: Schema.Literals(['success', 'noted']) }),

  /** An edge was linked. `strength` is its first strength; a mention also has its role and its name. */
  EdgeLinked: fact(
    {
      edge: EdgeNumber,
      source: NodeNumber,
      target: NodeNumber,
      kind: Schema.Literals(edgeKinds),
      strength: NanoUnits,
      reason: Schema.Literals(['ingest', 'verdict', 'beside', 'manual', 'growth', 'outcome', 'merge', 'model']),
      evidence: Schema.optionalKey(Count),
      role: Schema.optionalKey(Schema.Literals(['title', 'shared'])),
      label: Schema.optionalKey(Ref),
    },
    { label: ['edge-label', 'brain'] },
  ),
  EdgePruned: fact({ edge: EdgeNumber, reason: Schema.Literals(['weak', 'stale', 'reweighed', 'source', 'death', 'merge', 'rollback']) }),
  EdgeRestored: fact({ edge: EdgeNumber, reason: Schema.Literals(['rollback', 'source', 'asked']) }),

  /** The listed contents are erased for good: bodies, random bytes, fingerprints, index rows. The chain stays valid. */
  ContentErased: fact({
    contents: Refs,
    scope: Schema.Literals(['node', 'source', 'session', 'subject', 'turn']),
    nodes: Schema.optionalKey(Nodes),
  }),
}
