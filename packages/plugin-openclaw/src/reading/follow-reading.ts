/** Hears what each agent reads and what its owner says, and keeps of it what outlives a gateway. */
import { spokenText } from '@crabtrail/core'
import * as Result from 'effect/Result'
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'
import { failed, guarded } from '../guarded.ts'
import type { PluginParts } from '../parts.ts'
import { runKeyOf } from '../runs.ts'
import { conversationOf, keepNewest } from '../shared-state.ts'
import { type HeardContext, type HeardPrompt, isAsked, sessionKindOf, talkOf } from '../signals.ts'
import { type AnsweredTool, othersText } from './others-text.ts'
import { beginRun, emptyReading, endRun, hearOwner, isForeign, type Reading, readOthers } from './reading.ts'
import { readingPath, readReading, writeReading } from './reading-file.ts'

type Host = Pick<OpenClawPluginApi, 'on'>

const name = 'reading'
const hookOptions = { timeoutMs: 5_000 }
const unheardKept = 64
/** Characters of a message; what is said beyond is not told from others' words. */
const saidMost = 64_000

/** To be called before what follows the workspaces: what a turn read is known before its notes are looked at. */
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
    'after_tool_call',
    hears((event: AnsweredTool & { readonly durationMs?: number }, { conversation, reading, run }, { workspaceDir }) => {
      const text = othersText(event, (key) => isForeign(reading, key), workspaceDir)
      // A tool that copies a text into a note does so before it answers.
      if (text !== undefined) readOthers(reading, run, conversation, text, Date.now() - (event.durationMs ?? 0))
    }),
    hookOptions,
  )
  api.on(
    'agent_end',
    hears((_event: object, { reading, run }) => endRun(reading, run, Date.now())),
    hookOptions,
  )
}

/** A message of the owner in person ends the influence of others; a message of somebody else begins it. */
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

/** `host`: what it asks by itself, as at a heartbeat or to have notes written before a compaction; and whoever is not known. */
const speakerOf = ({ senderIsOwner }: { readonly senderIsOwner?: boolean }, context: HeardContext): 'owner' | 'others' | 'host' => {
  if (isAsked(context)) return senderIsOwner === undefined ? 'host' : senderIsOwner ? 'owner' : 'others'
  const { inputProvenance, sessionKey = '', trigger = 'user' } = context
  if (isHook.test(sessionKey)) return 'others'
  const isAgent = trigger === 'user' && sessionKindOf(context) === 'interactive' && inputProvenance?.kind === 'inter_session'
  return isAgent ? 'others' : 'host'
}

/** A session that a mail or a web hook set off. */
const isHook = /^(?:agent:[^:]*:)?hook:/i

interface Place {
  readonly reading: Reading
  readonly conversation: string
  readonly run: string
}

const placeOf = (parts: PluginParts, context: HeardContext): Place | undefined => {
  const [talk, run] = [talkOf(context), runKeyOf(context)]
  if (Result.isFailure(talk) || run === undefined) return undefined
  return { reading: readingOf(parts, talk.success.brain), conversation: conversationOf(talk.success), run }
}

export const readingOf = ({ state }: Pick<PluginParts, 'state'>, brain: string): Reading => {
  const known = state.readings.brains.get(brain) ?? emptyReading()
  state.readings.brains.set(brain, known)
  return known
}

/** Loads the readings that an earlier process left. Never rejects. */
export const loadReadings = (parts: Pick<PluginParts, 'memory' | 'state'>): Promise<void> => {
  const { readings } = parts.state
  readings.loaded ??= readReading(readingPath(parts.memory.worker().status().path), Date.now()).then((left) => {
    for (const [brain, { influenced, marked, spans }] of left) {
      const reading = readingOf(parts, brain)
      for (const one of influenced) reading.influenced.add(one)
      for (const one of marked) reading.marked.add(one)
      reading.spans = [...spans, ...reading.spans]
    }
  })
  return readings.loaded
}

/** The part that is kept in the file, as text, to see whether it changed. */
export const savedOf = ({ influenced, marked, spans }: Reading): string => JSON.stringify([[...influenced], [...marked], spans])

/** Behind what was known before, so that nothing an earlier process left is lost. */
export const save = (parts: PluginParts): void => {
  const { readings } = parts.state
  const path = readingPath(parts.memory.worker().status().path)
  readings.written = Promise.all([readings.written, loadReadings(parts)])
    .then(() => writeReading(path, readings.brains))
    .catch((error: unknown) => failed(parts, name, error))
}
