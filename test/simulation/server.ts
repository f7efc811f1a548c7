/**
 * Questions of simulated processes to a real PostgreSQL server: while one is under way, virtual time stands still.
 *
 * Simulated: the end of a process that has connections open. The server itself is real and always there; of two processes that ask at the same
 * moment it decides who is first, so a seed does the same again only as far as the two do not meet.
 */
import { Client } from 'pg'
import { currentMachine, currentProcess } from './machine.ts'

type Callback = (...given: ReadonlyArray<unknown>) => void
type Method = (this: Client, ...given: ReadonlyArray<unknown>) => unknown

let watched = false

export const watchServer = (): void => {
  if (watched) return
  watched = true
  const prototype = Client.prototype as unknown as { connect: Method; query: Method }
  const { connect, query } = prototype
  prototype.connect = function (...given) {
    const process = currentProcess()
    process?.closers.add(() => streamOf(this)?.destroy())
    return counted(connect, this, given)
  }
  prototype.query = function (...given) {
    return counted(query, this, given)
  }
}

const streamOf = (client: Client) =>
  (client as unknown as { readonly connection?: { readonly stream?: { readonly destroy: () => void } } }).connection?.stream

/** Counts a call as work of the outside, until it calls back or its promise ends. */
const counted = (method: Method, client: Client, given: ReadonlyArray<unknown>): unknown => {
  const time = currentMachine()?.time
  if (time === undefined) return method.apply(client, [...given])
  time.outside++
  let ended = false
  const end = () => {
    if (!ended) time.outside--
    ended = true
  }
  // A process that is killed hears no answer any more.
  currentProcess()?.closers.add(end)
  const last = given.at(-1)
  if (typeof last === 'function') {
    const back: Callback = (...answer) => {
      end()
      last(...answer)
    }
    return method.apply(client, [...given.slice(0, -1), back])
  }
  const answer = method.apply(client, [...given])
  if (answer instanceof Promise) answer.then(end, end)
  else end()
  return answer
}
