/**
 * Keeps the words that an agent has read and heard, so that text of others can be told from the rest of a note that it writes.
 *
 * Held as marks of words, never as text, and bounded in number, size and time. A conversation in which others' text was read is under its
 * influence until its owner speaks again; what the agent writes meanwhile counts as theirs. Pure: the time is given.
 */

import { hash } from 'node:crypto'
import { marksOfRead, marksOfSaid, type Request } from '@crabtrail/core'
import type { HeardPrompt } from '../host/conversation.ts'

export interface Reading {
  /** Newest last. */
  reads: ReadonlyArray<Marked>
  /** A message of the owner each, newest last. */
  said: ReadonlyArray<Marked>
  /** Digests of conversations that are under the influence of what others wrote. */
  readonly influenced: Set<string>
  /** When runs of such conversations were under way, unless the notes were looked at since. */
  spans: ReadonlyArray<InfluencedSpan>
  /** Digests of the keys of notes that were written then and not read in since. */
  readonly marked: Set<string>
  /** Digests of the keys of notes in which others' text stands: whoever reads one reads others. */
  readonly foreign: Set<string>
}

interface Marked {
  /** Milliseconds UTC. */
  readonly at: number
  readonly marks: ReadonlySet<number>
}

export interface InfluencedSpan {
  /** Empty for one of an earlier process. */
  readonly run: string
  readonly from: number
  /** Absent while the run is under way. */
  readonly to: number | undefined
}

const readsKept = 128
const saidKept = 64
/** Most digests that are kept for one agent, some eight bytes each. */
const marksKept = 500_000
const keptMs = 7 * 86_400_000
const spansKept = 64
const digestsKept = 1_000
/** Characters of one answer of a tool that are remembered; a longer one influences the conversation all the same. */
const charactersMost = 200_000
/** A file system may round the time of a change down to the last tick of its clock. */
const tickMs = 20

export const emptyReading = (): Reading => ({
  reads: [],
  said: [],
  influenced: new Set(),
  spans: [],
  marked: new Set(),
  foreign: new Set(),
})

/** Says as little of what it is made of as can be told apart. */
const digestOf = (name: string): string => hash('sha256', name).slice(0, 16)

/** Others' text came into a conversation; what this run writes from now on is under its influence. Without a text its words are known already. */
export const readOthers = (reading: Reading, run: string, conversation: string, text: string, at: number): void => {
  if (text !== '') reading.reads = kept([...reading.reads, { at, marks: marksOfRead(text.slice(0, charactersMost)) }], readsKept, at)
  bounded(reading.influenced, digestOf(conversation))
  beginRun(reading, run, conversation, at)
}

/** A run begins, or goes on, in a conversation that may be influenced. */
export const beginRun = (reading: Reading, run: string, conversation: string, at: number): void => {
  const isKnown = reading.spans.some((span) => span.run === run && span.to === undefined)
  if (!reading.influenced.has(digestOf(conversation)) || isKnown) return
  reading.spans = [...reading.spans, { run, from: at, to: undefined }].slice(-spansKept)
}

/** The owner speaks: the conversation is the owner's again, and so is the run that answers. */
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

/** The notes were looked at: marks those that changed under influence. Spans that ended before need not be kept for what comes later. */
export const markChanged = (reading: Reading, changed: ReadonlyArray<ChangedNote>, lookedAt: number): void => {
  for (const { changedAt, key } of changed) {
    if (reading.spans.some(({ from }) => from <= changedAt + tickMs)) bounded(reading.marked, digestOf(key))
  }
  reading.spans = reading.spans.filter(({ to }) => to === undefined || to > lookedAt)
}

/** A note was read in as it stood; `isForeign`: others' text stands in it. */
export const takeNote = (reading: Reading, key: string, isForeign: boolean): void => {
  reading.marked.delete(digestOf(key))
  if (isForeign) bounded(reading.foreign, digestOf(key))
  else reading.foreign.delete(digestOf(key))
}

export const isForeign = ({ foreign }: Reading, key: string): boolean => foreign.has(digestOf(key))

/** Only the marks that the note has. `isOthers`: the host says that others wrote it. */
export const backgroundOf = (reading: Reading, key: string, text: string, isOthers: boolean): Request.NoteBackground => {
  const [written, worded] = [[...marksOfRead(text)], [...marksOfSaid(text)]]
  return {
    afterOthers: isOthers || reading.marked.has(digestOf(key)),
    others: written.filter((mark) => reading.reads.some(({ marks }) => marks.has(mark))),
    owner: reading.said.map(({ marks }) => worded.filter((mark) => marks.has(mark))).filter((marks) => marks.length > 0),
  }
}

/** The newest of them that are neither too many nor too old. */
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

/** The oldest goes. */
const bounded = (set: Set<string>, digest: string): void => {
  set.delete(digest)
  set.add(digest)
  const [oldest] = set
  if (set.size > digestsKept && oldest !== undefined) set.delete(oldest)
}

/** The state that all copies of the plugin in a process share about texts that agents have read. */

export interface Readings {
  /** By brain. */
  readonly brains: Map<string, Reading>
  /** Messages to runs whose sender is not known yet, by the key of the run. */
  readonly unheard: Map<string, HeardPrompt>
  /** The loading of the readings of an earlier process; begun once. */
  loaded: Promise<void> | undefined
  /** One after the other, so that the file says at last what was known last. */
  written: Promise<void>
}

export const noReadings = (): Readings => ({ brains: new Map(), unheard: new Map(), loaded: undefined, written: Promise.resolve() })
