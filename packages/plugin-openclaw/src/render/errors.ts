/**
 * Errors of the memory as text for one kind of reader. A text names only what that reader can do: commands of the chat in a chat, tools
 * for a model, `openclaw crabtrail` in a terminal.
 */
import type { IntegrityBroken, NotFound } from '@crabtrail/core'
import { isWorkerFailure, type WorkerFailure } from '@crabtrail/store/worker'
import { withoutObeyed } from '@crabtrail/text/languages/unicode'
import { messageOf } from '../host/handler.ts'

export type Reader = 'chat' | 'model' | 'terminal'

/** True for an error that the asker can correct: the memory works and refused the request. */
export const isRefusal = (error: unknown): error is Extract<WorkerFailure, { readonly _tag: (typeof refusals)[number] }> =>
  isWorkerFailure(error) && refusals.some((tag) => tag === error._tag)

const refusals = ['InvalidRequest', 'NotFound', 'Ambiguous'] as const satisfies ReadonlyArray<WorkerFailure['_tag']>

/** Any other error is its own message. */
export const errorInWords = (error: unknown, reader: Reader): string => {
  if (!isWorkerFailure(error)) return messageOf(error)
  switch (error._tag) {
    case 'NotFound':
      return unshown(error, reader) ?? absent(error, reader) ?? error.message
    case 'IntegrityBroken':
      return reader === 'terminal'
        ? `${broken(error)}; openclaw crabtrail doctor looks at all of it; restore a backup`
        : `${broken(error)}; it has to be restored from a backup`
    default:
      return error.message
  }
}

const broken = ({ brain, position, problem }: IntegrityBroken): string => `${brain} is broken at position ${position}: ${problem}`

/** A memory that the turn did not show can still be named as the right one. */
const unshown = ({ name, turn }: NotFound, reader: Reader): string | undefined =>
  reader === 'chat' && turn !== undefined
    ? `${turn} did not show ${name}; if it answers that question, name it in the place of one that was shown: /trail wrong 1 instead ${typed(name)}`
    : undefined

/** Replaces advice that names a command which this reader does not have. */
const absent = ({ name, near, promoted, what }: NotFound, reader: Reader): string | undefined => {
  switch (what) {
    case 'node':
      return `no note ${name} is known there; ${near === undefined ? lists[reader] : proposed(near)}`
    case 'turn':
      return name === 'to judge'
        ? `no turn of this conversation looked at that; ${lists[reader]}`
        : `no turn ${name} is known; ${lists[reader]}`
    // The message names the store's file, which says where the owner's files lie; a chat may have other people in it.
    case 'brain':
      return `nothing is remembered for ${name} yet${reader === 'terminal' ? '; openclaw crabtrail status lists who remembers' : ''}`
    case 'session':
      return reader === 'chat' ? `no session ${name} is known; ${sessions}` : undefined
    case 'signal':
      return reader === 'chat' ? `nothing was taught there; ${sessions}` : undefined
    case 'actor':
    case 'branch':
    case 'edge':
    case 'feedback':
    case 'judge':
    case 'position':
    case 'promotion':
    case 'source':
    case 'tag':
      return undefined
    case 'unlearning':
      return promoted === true ? `nothing was unlearned ${name}: a branch was promoted there; ${promotions[reader]}` : undefined
    default:
      return what satisfies never
  }
}

const proposed = (near: ReadonlyArray<string>): string => `did you mean ${near.map(typed).join(' or ')}?`

const lists: Readonly<Record<Reader, string>> = {
  chat: '/trail why lists what the last turn looked at',
  model: 'memory_why lists what a turn looked at; name the notes by the ids it prints',
  terminal: 'openclaw crabtrail why lists what the last turn looked at',
}

const promotions: Readonly<Record<Reader, string>> = {
  chat: 'its owner can take that back in a terminal',
  model: 'its owner can take that back in a terminal',
  terminal: 'openclaw crabtrail promote --take-back takes the newest promotion back',
}

const sessions = '/trail unlearn session lists the conversations that taught'

/**
 * A problem for a chat, where nobody can type a command of the terminal: names the setting and its value instead, or where the command
 * stands.
 */
export const problemInChat = (text: string): string =>
  text
    .replace(
      /openclaw config set (\S+) (?:'([^']*)'|(\S+))/,
      (_, setting, quoted, value) => `set ${setting} to ${quoted ?? value} in the host’s configuration`,
    )
    .replace(/[:;](?:[^:;]*:)? openclaw .*$/s, '; the status in a terminal says what to do')

/**
 * Text from a memory on one line of a chat or a terminal. Anybody may have written it, and both obey control characters.
 *
 * Guarantee: no control characters, no characters that change the writing direction, at most `most` characters.
 */
export const plainLine = (text: string, most = 80): string => {
  const line = withoutObeyed(text, () => ' ')
    .replaceAll(/[\t\n ]+/g, ' ')
    .trim()
  const characters = [...line]
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`
}

const typedWithin =
  (most: number) =>
  (id: string): string =>
    /[\s,[\]]/.test(id) ? `"${plainLine(id, most)}"` : plainLine(id, most)

/** An id in the form that `/trail` reads; a long one is cut. */
export const typed = typedWithin(80)

/** An id in the form that `/trail` reads, as long as a request may name it: for a command that is to be sent as it is. */
export const typedWhole = typedWithin(512)
