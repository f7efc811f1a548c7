/**
 * `reply_payload_sending`: tells the owner behind the reply, in one line, what was heard of his message, and how he takes it back. The host calls
 * this hook for replies over chat channels alone; in web chat and in a terminal `/trail why` shows the same.
 */
import { guarded, type PluginParts } from '../host/handler.ts'
import { deliveredRun, rest } from '../host/runs.ts'
import type { Run } from '../host/shared-state.ts'
import { plainLine } from '../render/errors.ts'

interface Sending<Payload> {
  readonly payload: Payload
  readonly kind: string
  readonly runId?: string
  readonly sessionKey?: string
}

interface Delivery {
  readonly runId?: string
  readonly sessionKey?: string
}

/** Most memories that the line names, and the longest name of one, in code units. */
const [namedMost, nameLongest] = [3, 60]

/** Returns the line; undefined where nothing was called wrong or changed. */
const heardLine = ({ calledWrong, changed }: Pick<Run, 'calledWrong' | 'changed'>): string | undefined => {
  const parts = [...saidOf(calledWrong, 'called wrong'), ...saidOf(changed, 'changed by what you said')]
  return parts.length === 0 ? undefined : `noted: ${parts.join('; ')} \u00b7 /trail undo`
}

const saidOf = (nodes: ReadonlyArray<string>, how: string): ReadonlyArray<string> => {
  if (nodes.length === 0) return []
  const named = nodes.slice(0, namedMost).map((node) => `\u00ab${plainLine(node, nameLongest)}\u00bb`)
  const more = nodes.length > namedMost ? ` and ${nodes.length - namedMost} more` : ''
  return [`${named.join(', ')}${more} ${nodes.length === 1 ? 'was' : 'were'} ${how}`]
}

/** Most milliseconds that a reply waits for what was heard: the memory answers long before a model does, unless it is at other work. */
const hearingMs = 500

/** Only behind the final text, once, and only where the owner talks with his agent in private. */
export const replyPayloadSending = (parts: PluginParts) =>
  guarded(
    'reply_payload_sending',
    parts,
    <Payload extends { readonly text?: string }>({ kind, payload, ...event }: Sending<Payload>, context: Delivery) => {
      const run = deliveredRun(parts.state, { ...event, ...context })
      const { text } = payload
      if (run?.access.memory !== 'owner' || kind !== 'final' || text === undefined || text.trim() === '') return undefined
      const told = () => {
        const line = heardLine(run)
        if (line === undefined) return undefined
        run.calledWrong = []
        run.changed = []
        return { payload: { ...payload, text: `${text}\n\n${line}` } }
      }
      return run.hearing === undefined ? told() : Promise.race([run.hearing, rest(hearingMs)]).then(told)
    },
  )
