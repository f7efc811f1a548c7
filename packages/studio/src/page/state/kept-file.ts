/** Answers from the file that this page stands in, where it stands in one and nobody can be asked. */

import type { OperationName } from '@crabtrail/core'
import type { MemoryFile } from '../../file/memory-file.ts'

const held = document.getElementById('memory')?.textContent ?? undefined

/** Undefined on a page that a studio serves. */
export const keptFile: MemoryFile | undefined = held === undefined ? undefined : JSON.parse(held)

type Asked = Readonly<Record<string, unknown>>

const named = <A>(all: Readonly<Record<string, A>>, name: unknown): A | undefined =>
  typeof name === 'string' && Object.hasOwn(all, name) ? all[name] : undefined

/** Returns the answer to a request; undefined where the file does not hold it. */
export const answerOfFile = (file: MemoryFile, name: OperationName, asked: Asked): object | undefined => {
  const { brain, position } = file
  if (asked['at'] !== undefined && asked['at'] !== String(position)) return undefined
  switch (name) {
    case 'tags':
      return { brain, position, tags: [] }
    case 'timeline':
    case 'stats':
    case 'list':
    case 'sessions':
      return file[name]
    case 'turns':
      return turnsOf(file, asked)
    case 'why':
      return named(file.why, asked['turn'])
    case 'show':
      return named(file.show, asked['what'])
    case 'names':
      return namesOf(file, asked)
    case 'log':
      if (asked['turn'] !== undefined) return named(file.followed, asked['turn'])
      return named(asked['type'] === 'MessageJudged' ? file.judged : file.verdicts, asked['session'])
    case 'unlearn':
      return named(file.without, asked['ofSession'])
    default:
      return undefined
  }
}

/** A memory has a name here where any answer of the file shows it. */
const namesOf = ({ brain, position, show }: MemoryFile, { nodes }: Asked): object => {
  const wanted: ReadonlySet<unknown> = new Set(Array.isArray(nodes) ? nodes : [])
  return { brain, position, names: Object.values(show).flatMap((one) => one.nodes.filter(({ node }) => wanted.has(node))) }
}

const numberOf = (turn: string): number => Number(turn.replace(/^t/, ''))

const turnsOf = (file: MemoryFile, { before, limit, session }: Asked): object => {
  const wanted = file.turns.filter(
    (one) => (typeof before !== 'string' || numberOf(one.turn) < numberOf(before)) && (session === undefined || one.session === session),
  )
  const shown = wanted.slice(0, typeof limit === 'number' ? limit : wanted.length)
  return { brain: file.brain, position: file.position, turns: shown, more: shown.length < wanted.length }
}
