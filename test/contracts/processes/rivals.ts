/** Starts rival processes and gives them orders. */
import { type ChildProcess, fork } from 'node:child_process'

import { afterAll } from 'vitest'
import { bundled } from '../../src/bundled/bundled.ts'
import type { Order, Report } from './rival.ts'

export interface Rival {
  /** Gives an order, and returns its outcome. */
  readonly obey: (order: Order) => Promise<Report>
  /** Gives an order that the process does not survive. */
  readonly perish: (order: Order) => Promise<void>
}

/** Ready to be told; ended with the tests of the file. */
export const startRivals = (count: number): Promise<ReadonlyArray<Rival>> => Promise.all(Array.from({ length: count }, startRival))

const startRival = async (): Promise<Rival> => {
  const child = fork(bundled(new URL('./rival.ts', import.meta.url)), { serialization: 'advanced' })
  afterAll(() => child.kill())
  await report(child)
  return {
    obey: (order) => {
      const answered = report(child)
      child.send(order)
      return answered
    },
    perish: (order) => {
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      child.send(order)
      return ended
    },
  }
}

const report = (child: ChildProcess): Promise<Report> =>
  new Promise((resolve, reject) => {
    const gone = (code: number | null) => reject(new Error(`a rival ended with code ${code}`))
    child.once('exit', gone)
    child.once('message', (message: Report) => {
      child.off('exit', gone)
      resolve(message)
    })
  })
