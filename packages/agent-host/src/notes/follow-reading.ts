/** Observes what each agent reads and what its owner says, and keeps in a file the part that must survive a restart. */
import { spokenText } from '@crabtrail/text/words/spoken-text'
import * as Result from 'effect/Result'
import { type HeardContext, type HeardPrompt, talkOf } from '../conversation/conversation.ts'
import { placeIn } from '../conversation/naming.ts'
import { failed, type HostParts } from '../state/parts.ts'
import { beginRun, emptyReading, endRun, hearOwner, isForeign, type Reading, readOthers } from '../state/reading.ts'
import { runKeyOf } from '../state/runs.ts'
import { conversationOf, keepNewest, readStateFile, writeStateFile } from '../state/shared-state.ts'
import { type AnsweredTool, othersText } from './others-text.ts'

const name = 'reading'
const unheardKept = 64
const callsKept = 256
/** Characters of a message that are looked at; words beyond are not recognised as the sender's. */
const saidMost = 64_000

/** Runs `work` for an agent and a run that are known, and saves what it changed. */
const following = (parts: HostParts, context: HeardContext, work: (place: Place) => void): void => {
  const place = placeOf(parts, context)
  if (place === undefined) return
  const before = savedOf(place.reading)
  work(place)
  if (savedOf(place.reading) !== before) save(parts)
}

/** A message is about to be answered; its sender is not known for sure yet. */
export const hearMessage = (parts: HostParts, { currentUserMessage, prompt }: HeardPrompt, context: HeardContext): void =>
  following(parts, context, ({ conversation, reading, run }) => {
    keepNewest(parts.state.readings.unheard, run, { prompt: (currentUserMessage ?? prompt).slice(0, saidMost) }, unheardKept)
    beginRun(reading, run, conversation, Date.now())
  })

/** The speaker is known: the owner ends the influence of others, and somebody else begins it. `host`: the host itself, or nobody known. */
export const hearSpeaker = (parts: HostParts, context: HeardContext, speaker: 'owner' | 'others' | 'host'): void =>
  following(parts, context, ({ conversation, reading, run }) => {
    const { unheard } = parts.state.readings
    const message = unheard.get(run)
    if (message === undefined || !unheard.delete(run)) return
    const text = spokenText(message.prompt)
    if (speaker === 'owner') hearOwner(reading, run, conversation, text, Date.now())
    if (speaker === 'others' && text !== '') readOthers(reading, run, conversation, text, Date.now())
  })

interface Called {
  readonly toolCallId?: string
}

export const hearCall = ({ state }: Pick<HostParts, 'state'>, { toolCallId }: Called): void => {
  if (toolCallId !== undefined) keepNewest(state.readings.calls, toolCallId, Date.now(), callsKept)
}

type EndedCall = AnsweredTool & Called & { readonly durationMs?: number }

/** A tool answered: text of others in its answer influences the conversation from the beginning of the call. */
export const hearAnswer = (parts: HostParts, call: EndedCall, context: HeardContext): void =>
  following(parts, context, ({ conversation, reading, run }) => {
    const text = othersText(parts.host.tools, call, (key) => isForeign(reading, key), context.workspaceDir)
    if (text !== undefined) readOthers(reading, run, conversation, text, startOf(call, parts.state.readings.calls))
  })

export const hearEnd = (parts: HostParts, context: HeardContext): void =>
  following(parts, context, ({ reading, run }) => endRun(reading, run, Date.now()))

/** Returns when a call began, as noted, else as measured: a tool that copies text writes before it answers, and the answer may be told late. */
const startOf = ({ durationMs = 0, toolCallId = '' }: EndedCall, calls: Map<string, number>): number => {
  const began = calls.get(toolCallId)
  calls.delete(toolCallId)
  return Math.min(began ?? Number.POSITIVE_INFINITY, Date.now() - durationMs)
}

interface Place {
  readonly reading: Reading
  readonly conversation: string
  readonly run: string
}

const placeOf = (parts: HostParts, context: HeardContext): Place | undefined => {
  const [talk, run] = [talkOf(parts.naming, context), runKeyOf(context)]
  if (Result.isFailure(talk) || run === undefined) return undefined
  return { reading: readingOf(parts, placeIn(talk.success)), conversation: conversationOf(talk.success), run }
}

/** The reading of each agent, by the name of {@link placeIn}: agents of a team brain have one each. */
export const readingOf = ({ state }: Pick<HostParts, 'state'>, place: string): Reading => {
  const known = state.readings.places.get(place) ?? emptyReading()
  state.readings.places.set(place, known)
  return known
}

/** Loads the file of an earlier process. Never rejects. */
export const loadReadings = (parts: Pick<HostParts, 'memory' | 'state'>): Promise<void> => {
  const { readings } = parts.state
  readings.loaded ??= readReading(readingPath(parts.memory.files), Date.now()).then((left) => {
    for (const [place, { influenced, marked, spans }] of left) {
      const reading = readingOf(parts, place)
      for (const one of influenced) reading.influenced.add(one)
      for (const one of marked) reading.marked.add(one)
      reading.spans = [...spans, ...reading.spans]
    }
  })
  return readings.loaded
}

/** The part that goes into the file, as text, to detect changes. */
export const savedOf = ({ influenced, marked, spans }: Reading): string => JSON.stringify([[...influenced], [...marked], spans])

/** Waits for the loading first, so that nothing of an earlier process is overwritten. */
export const save = (parts: HostParts): void => {
  const { readings } = parts.state
  const path = readingPath(parts.memory.files)
  readings.written = Promise.all([readings.written, loadReadings(parts)])
    .then(() => writeReading(path, readings.places))
    .catch((error: unknown) => failed(parts, name, error))
}

/** A file of times and digests, no text and no names: a gateway that ends between a write and its reading must not take others' text for the agent's. */
export const readingPath = (database: string): string => `${database}.reading.json`

interface KeptReading {
  readonly influenced: ReadonlyArray<string>
  /** `to` is null for a run that was under way. */
  readonly spans: ReadonlyArray<readonly [from: number, to: number | null]>
  readonly marked: ReadonlyArray<string>
}

interface ReadingFile {
  readonly format: 1
  /** By the names of {@link placeIn}. */
  readonly brains: Readonly<Record<string, KeptReading>>
}

export const writeReading = (path: string, readings: ReadonlyMap<string, Reading>): Promise<void> => {
  const brains = Object.fromEntries([...readings].flatMap(([place, reading]) => (isEmpty(reading) ? [] : [[place, keptOf(reading)]])))
  return writeStateFile(path, { format: 1, brains } satisfies ReadingFile)
}

/** State of an earlier process; empty when there is no readable file. A run that was under way counts as ended at `now`. */
export const readReading = async (path: string, now: number): Promise<ReadonlyMap<string, Reading>> => {
  try {
    const { brains = {} }: Partial<ReadingFile> = (await readStateFile(path)) ?? {}
    return new Map(Object.entries(brains).map(([place, kept]) => [place, restoredReading(kept, now)]))
  } catch {
    return new Map()
  }
}

const isEmpty = ({ influenced, marked, spans }: Reading): boolean => influenced.size + marked.size + spans.length === 0

const keptOf = ({ influenced, marked, spans }: Reading): KeptReading => ({
  influenced: [...influenced],
  spans: spans.map(({ from, to }) => [from, to ?? null]),
  marked: [...marked],
})

const restoredReading = ({ influenced, marked, spans }: KeptReading, now: number): Reading => ({
  ...emptyReading(),
  influenced: new Set(influenced),
  spans: spans.map(([from, to]) => ({ run: '', from, to: to ?? now })),
  marked: new Set(marked),
})
