import { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { abandon, enterCommit, isAbandoned, isUntouched, openWord } from './commit-word.ts'

describe('the word of a request', () => {
  test('is the worker’s when it commits first, also when it asks again', () => {
    const word = openWord()

    expect(isUntouched(word)).toBe(true)
    expect(enterCommit(word)).toBe(true)
    expect(abandon(word)).toBe(false)
    expect(enterCommit(word)).toBe(true)
    expect([isAbandoned(word), isUntouched(word)]).toEqual([false, false])
  })

  test('is the host’s when it stops waiting first', () => {
    const word = openWord()

    expect(abandon(word)).toBe(true)
    expect(enterCommit(word)).toBe(false)
    expect(abandon(word)).toBe(true)
    expect([isAbandoned(word), isUntouched(word)]).toEqual([true, false])
  })

  test('has exactly one winner when both threads move at the same time', async () => {
    const words = Array.from({ length: 2_000 }, openWord)
    const rounds = new SharedArrayBuffer(8)
    const worker = new Worker(program, {
      eval: true,
      workerData: { words, rounds, module: new URL('./commit-word.ts', import.meta.url).href },
    })
    const answer = new Promise<ReadonlyArray<boolean>>((resolve, reject) => worker.once('message', resolve).once('error', reject))
    const round = new Int32Array(rounds)
    while (Atomics.load(round, 1) === 0) await new Promise(setImmediate)

    const host = words.map((word, index) => {
      Atomics.store(round, 0, index + 1)
      while (Atomics.load(round, 1) <= index);
      return abandon(word)
    })
    const thread = await answer
    await worker.terminate()

    expect(words.filter((_, index) => host[index] === thread[index])).toEqual([])
  })
})

/** Meets the host before every word, so that both move in the same instant. */
const program = `
  const { parentPort, workerData } = require('node:worker_threads')
  const round = new Int32Array(workerData.rounds)
  import(workerData.module).then(({ enterCommit }) => {
    parentPort.postMessage(workerData.words.map((word, index) => {
      Atomics.store(round, 1, index + 1)
      while (Atomics.load(round, 0) <= index);
      return enterCommit(word)
    }))
  })`
