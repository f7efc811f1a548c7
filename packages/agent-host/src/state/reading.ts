/**
 * Remembers which words an agent has read and heard, so that others' text can be told from the rest of a note that it writes.
 *
 * Holds digests of words, never text, bounded in number, size and time. A conversation in which others' text was read is influenced until
 * its owner speaks again; notes that the agent writes meanwhile count as others' text. Pure: the time is an argument.
 */
import { hash } from 'node:crypto'
import type { Request } from '@crabtrail/core'
import { marksOfRead, marksOfSaid } from '@crabtrail/text/evidence/passage-origin'
import type { HeardPrompt } from '../conversation/conversation.ts'

export interface Reading {
  /** Newest last. */
  reads: ReadonlyArray<Marked>
  /** One entry for each message of the owner, newest last. */
  said: ReadonlyArray<Marked>
  readonly influenced: Set<string>
  /** Times of runs in influenced conversations, until the notes are checked. */
  spans: ReadonlyArray<InfluencedSpan>
  /** Digests of the keys of notes written under influence and not read in since. */
  readonly marked: Set<string>
  /** Digests of the keys of notes that hold others' text: reading such a note is reading others. */
  readonly foreign: Set<string>
}

interface Marked {
  /** Milliseconds UTC. */
  readonly at: number
  readonly marks: ReadonlySet<number>
}

export interface InfluencedSpan {
  /** Key of the run; empty for a run of an earlier process. */
  readonly run: string
  readonly from: number
  /** End in milliseconds UTC; undefined while the run is under way. */
  readonly to: number | undefined
}

const readsKept = 128
const saidKept = 64
/** Bound for one agent, about 8 bytes each. */
const marksKept = 500_000
const keptMs = 7 * 86_400_000
const spansKept = 64
const digestsKept = 1_000
/** Longer tool results are cut here; they influence the conversation all the same. */
const charactersMost = 200_000
/** Milliseconds by which a file system may round a change time down. */
const tickMs = 20

export const emptyReading = (): Reading => ({
  reads: [],
  said: [],
  influenced: new Set(),
  spans: [],
  marked: new Set(),
  foreign: new Set(),
})

/** The first 64 bits of SHA-256: enough to distinguish names without storing them. */
const digestOf = (name: string): string => hash('sha256', name).slice(0, 16)

/** Others' text entered a conversation. From now on this run writes under its influence. An empty text means that its words are known already. */
export const readOthers = (reading: Reading, run: string, conversation: string, text: string, at: number): void => {
  if (text !== '') reading.reads = kept([...reading.reads, { at, marks: marksOfRead(text.slice(0, charactersMost)) }], readsKept, at)
  bounded(reading.influenced, digestOf(conversation))
  beginRun(reading, run, conversation, at)
}

/** A run starts or goes on in a conversation that may be influenced. */
export const beginRun = (reading: Reading, run: string, conversation: string, at: number): void => {
  const isKnown = reading.spans.some((span) => span.run === run && span.to === undefined)
  if (!reading.influenced.has(digestOf(conversation)) || isKnown) return
  reading.spans = [...reading.spans, { run, from: at, to: undefined }].slice(-spansKept)
}

/** The owner speaks: the conversation and the answering run are no longer influenced. */
export const hearOwner = (reading: Reading, run: string, conversation: string, text: string, at: number): void => {
  reading.said = kept([...reading.said, { at, marks: marksOfSaid(text) }], saidKept, at)
  reading.influenced.delete(digestOf(conversation))
  reading.spans = reading.spans.filter((span) => span.run !== run || span.to !== undefined)
}

export const endRun = (reading: Reading, run: string, at: number): void => {
  reading.spans = reading.spans.map((span) => (span.run === run && span.to === undefined ? { ...span, to: at } : span))
}

export interface ChangedNote {
  readonly key: string
  /** Milliseconds UTC. */
  readonly changedAt: number
}

/** Marks the notes that changed under influence, and drops spans that ended before the check. */
export const markChanged = (reading: Reading, changed: ReadonlyArray<ChangedNote>, lookedAt: number): void => {
  for (const { changedAt, key } of changed) {
    if (reading.spans.some(({ from }) => from <= changedAt + tickMs)) bounded(reading.marked, digestOf(key))
  }
  reading.spans = reading.spans.filter(({ to }) => to === undefined || to > lookedAt)
}

/** A note was read in. `isForeign`: it holds others' text. */
export const takeNote = (reading: Reading, key: string, isForeign: boolean): void => {
  reading.marked.delete(digestOf(key))
  if (isForeign) bounded(reading.foreign, digestOf(key))
  else reading.foreign.delete(digestOf(key))
}

export const isForeign = ({ foreign }: Reading, key: string): boolean => foreign.has(digestOf(key))

/** True from when others' text entered a conversation until its owner speaks again. */
export const isInfluenced = ({ influenced }: Reading, conversation: string): boolean => influenced.has(digestOf(conversation))

/** Digests of words that occur in the note. `isOthers`: the host attributes the note to others. */
export const backgroundOf = (reading: Reading, key: string, text: string, isOthers: boolean): Request.NoteBackground => {
  const [written, worded] = [[...marksOfRead(text)], [...marksOfSaid(text)]]
  return {
    afterOthers: isOthers || reading.marked.has(digestOf(key)),
    others: written.filter((mark) => reading.reads.some(({ marks }) => marks.has(mark))),
    owner: reading.said.map(({ marks }) => worded.filter((mark) => marks.has(mark))).filter((marks) => marks.length > 0),
  }
}

/** The newest entries within the bounds of number, size and age. */
const kept = (all: ReadonlyArray<Marked>, most: number, now: number): ReadonlyArray<Marked> => {
  const held: Marked[] = []
  let marks = 0
  for (const one of all.slice(-most).toReversed()) {
    marks += one.marks.size
    if (now - one.at >= keptMs || (held.length > 0 && marks > marksKept)) break
    held.unshift(one)
  }
  return held
}

/** Adds the newest entry and drops the oldest above the bound. */
const bounded = (set: Set<string>, digest: string): void => {
  set.delete(digest)
  set.add(digest)
  const [oldest] = set
  if (set.size > digestsKept && oldest !== undefined) set.delete(oldest)
}

export interface Readings {
  /** Readings by the names of `placeIn`: one for each agent. */
  readonly places: Map<string, Reading>
  /** Messages whose sender is not known yet, by run key. */
  readonly unheard: Map<string, HeardPrompt>
  /** The beginnings of tool calls under way, in milliseconds UTC, by the id of the call. */
  readonly calls: Map<string, number>
  /** Loading of the file of an earlier process; starts once. */
  loaded: Promise<void> | undefined
  /** Writes are queued, so that the newest state is the last on disk. */
  written: Promise<void>
}

export const noReadings = (): Readings => ({
  places: new Map(),
  unheard: new Map(),
  calls: new Map(),
  loaded: undefined,
  written: Promise.resolve(),
})
