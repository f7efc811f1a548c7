/** Errors of the memory for one kind of reader. A text names only what that reader can do: chat commands, tools, or commands of a terminal. */
import type { NotFound } from '@crabtrail/core'
import { isWorkerFailure, type WorkerFailure } from '@crabtrail/store/worker'
import { withoutObeyed } from '@crabtrail/text/languages/unicode'
import { messageOf } from '../state/parts.ts'

export interface Reader {
  readonly broken: string
  readonly lists: string
  readonly promoted: string
  /** Where brains are listed, as the end of a sentence; empty where they are not. */
  readonly brains: string
  /** How conversations that taught are listed; undefined where the error says so itself. */
  readonly sessions?: string
  /** How a memory is named as the right one; undefined where the error says so itself. */
  readonly right?: (name: string) => string
}

const elsewhere = { broken: 'it has to be restored from a backup', promoted: 'its owner can take that back in a terminal', brains: '' }

export const inChat: Reader = {
  ...elsewhere,
  lists: '/trail why lists what the last turn looked at',
  sessions: '/trail unlearn session lists the conversations that taught',
  right: (name) => `name it in the place of one that was shown: /trail wrong 1 instead ${typed(name)}`,
}

export const forModel: Reader = {
  ...elsewhere,
  lists: 'memory_why lists what a turn looked at; name the notes by the ids it prints',
}

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
      return `${error.brain} is broken at position ${error.position}: ${error.problem}; ${reader.broken}`
    default:
      return error.message
  }
}

/** A memory that the turn did not show can still be named as the right one. */
const unshown = ({ name, turn }: NotFound, { right }: Reader): string | undefined =>
  right === undefined || turn === undefined ? undefined : `${turn} did not show ${name}; if it answers that question, ${right(name)}`

/** Replaces advice that names a command which this reader does not have. */
const absent = ({ name, near, promoted, what }: NotFound, { brains, lists, promoted: takesBack, sessions }: Reader): string | undefined => {
  switch (what) {
    case 'node':
      return `no note ${name} is known there; ${near === undefined ? lists : proposed(near)}`
    case 'turn':
      return name === 'to judge' ? `no turn of this conversation looked at that; ${lists}` : `no turn ${name} is known; ${lists}`
    // The message names the store's file, which says where the owner's files lie; a chat may have other people in it.
    case 'brain':
      return `nothing is remembered for ${name} yet${brains}`
    case 'session':
      return sessions && `no session ${name} is known; ${sessions}`
    case 'signal':
      return sessions && `nothing was taught there; ${sessions}`
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
      return promoted === true ? `nothing was unlearned ${name}: a branch was promoted there; ${takesBack}` : undefined
    default:
      return what satisfies never
  }
}

const proposed = (near: ReadonlyArray<string>): string => `did you mean ${near.map(typed).join(' or ')}?`

/** Text from a memory, which anybody may have written, on one line of at most `most` characters, without control or direction characters. */
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
