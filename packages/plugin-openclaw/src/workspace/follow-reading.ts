/** Observes what each agent reads and what its owner says, and keeps in a file the part that must survive a restart. */
import { spokenText } from '@crabtrail/text/words/spoken-text'
import * as Result from 'effect/Result'
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'
import { type HeardContext, type HeardPrompt, isAsked, sessionKindOf, talkOf } from '../host/conversation.ts'
import { failed, guarded, type PluginParts } from '../host/handler.ts'
import { placeIn } from '../host/naming.ts'
import { beginRun, emptyReading, endRun, hearOwner, isForeign, type Reading, readOthers } from '../host/reading.ts'
import { runKeyOf } from '../host/runs.ts'
import { conversationOf, keepNewest, readStateFile, writeStateFile } from '../host/shared-state.ts'
import { type AnsweredTool, othersText } from './others-text.ts'

type Host = Pick<OpenClawPluginApi, 'on'>

const name = 'reading'
const hookOptions = { timeoutMs: 5_000 }
const unheardKept = 64
const callsKept = 256
/** Characters of a message that are looked at; words beyond are not recognised as the sender's. */
const saidMost = 64_000

/** Must be registered before the workspaces are followed, so that a turn's reading is known when its notes are checked. */
export const followReading = (api: Host, parts: PluginParts): void => {
  const hears = <Event>(work: (event: Event, place: Place, context: HeardContext) => void) =>
    guarded(name, parts, (event: Event, context: HeardContext) => {
      const place = placeOf(parts, context)
      if (place === undefined) return
      const before = savedOf(place.reading)
      work(event, place, context)
      if (savedOf(place.reading) !== before) save(parts)
    })
  api.on(
    'before_prompt_build',
    hears((event: HeardPrompt, { conversation, reading, run }) => {
      const said = (event.currentUserMessage ?? event.prompt).slice(0, saidMost)
      keepNewest(parts.state.readings.unheard, run, { prompt: said }, unheardKept)
      beginRun(reading, run, conversation, Date.now())
    }),
    hookOptions,
  )
  api.on(
    'before_agent_run',
    hears((event: { readonly senderIsOwner?: boolean }, place, context) => {
      const prompt = parts.state.readings.unheard.get(place.run)
      if (prompt !== undefined && parts.state.readings.unheard.delete(place.run)) hearSpeaker(event, prompt, place, context)
    }),
    hookOptions,
  )
  api.on(
    'before_tool_call',
    guarded(name, parts, ({ toolCallId }: Called) => {
      if (toolCallId !== undefined) keepNewest(parts.state.readings.calls, toolCallId, Date.now(), callsKept)
    }),
    hookOptions,
  )
  api.on(
    'after_tool_call',
    hears((event: AnsweredTool & Called & { readonly durationMs?: number }, { conversation, reading, run }, { workspaceDir }) => {
      const text = othersText(event, (key) => isForeign(reading, key), workspaceDir)
      if (text !== undefined) readOthers(reading, run, conversation, text, startOf(event, parts.state.readings.calls))
    }),
    hookOptions,
  )
  api.on(
    'agent_end',
    hears((_event: object, { reading, run }) => endRun(reading, run, Date.now())),
    hookOptions,
  )
}

interface Called {
  readonly toolCallId?: string
}

/**
 * Returns when a call began. A tool that copies text into a note writes before it answers, and on a busy machine its answer is told late, so
 * the noted beginning counts; without one, the time that the host measured.
 */
const startOf = ({ durationMs = 0, toolCallId = '' }: Called & { readonly durationMs?: number }, calls: Map<string, number>): number => {
  const began = calls.get(toolCallId)
  calls.delete(toolCallId)
  return Math.min(began ?? Number.POSITIVE_INFINITY, Date.now() - durationMs)
}

/** A message of the owner ends the influence of others; a message of somebody else begins it. */
const hearSpeaker = (
  sender: { readonly senderIsOwner?: boolean },
  prompt: HeardPrompt,
  { conversation, reading, run }: Place,
  context: HeardContext,
): void => {
  const speaker = speakerOf(sender, context)
  const text = spokenText(prompt.prompt)
  if (speaker === 'owner') hearOwner(reading, run, conversation, text, Date.now())
  if (speaker === 'others' && text !== '') readOthers(reading, run, conversation, text, Date.now())
}

/** `host`: the host itself asks, for example at a heartbeat or before a compaction; also an unknown speaker. */
const speakerOf = ({ senderIsOwner }: { readonly senderIsOwner?: boolean }, context: HeardContext): 'owner' | 'others' | 'host' => {
  if (isAsked(context)) return senderIsOwner === undefined ? 'host' : senderIsOwner ? 'owner' : 'others'
  const { inputProvenance, sessionKey = '', trigger = 'user' } = context
  if (isHook.test(sessionKey)) return 'others'
  const isAgent = trigger === 'user' && sessionKindOf(context) === 'interactive' && inputProvenance?.kind === 'inter_session'
  return isAgent ? 'others' : 'host'
}

/** A session that a mail or a web hook started. */
const isHook = /^(?:agent:[^:]*:)?hook:/i

interface Place {
  readonly reading: Reading
  readonly conversation: string
  readonly run: string
}

const placeOf = (parts: PluginParts, context: HeardContext): Place | undefined => {
  const [talk, run] = [talkOf(parts.naming, context), runKeyOf(context)]
  if (Result.isFailure(talk) || run === undefined) return undefined
  return { reading: readingOf(parts, placeIn(talk.success)), conversation: conversationOf(talk.success), run }
}

/** The reading of each agent, by the name of {@link placeIn}: agents of a team brain have one each. */
export const readingOf = ({ state }: Pick<PluginParts, 'state'>, place: string): Reading => {
  const known = state.readings.places.get(place) ?? emptyReading()
  state.readings.places.set(place, known)
  return known
}

/** Loads the file of an earlier process. Never rejects. */
export const loadReadings = (parts: Pick<PluginParts, 'memory' | 'state'>): Promise<void> => {
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
export const save = (parts: PluginParts): void => {
  const { readings } = parts.state
  const path = readingPath(parts.memory.files)
  readings.written = Promise.all([readings.written, loadReadings(parts)])
    .then(() => writeReading(path, readings.places))
    .catch((error: unknown) => failed(parts, name, error))
}

/**
 * Path of a small file beside the database with the times of influenced runs: a gateway that ends between a write and its reading must not
 * take others' text for the agent's own. Holds times and digests, no text and no names.
 */
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
