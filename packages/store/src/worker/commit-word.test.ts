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
    const words = Array.from({ length: 20_000 }, openWord)
    const ready = new SharedArrayBuffer(4)
    const program = `
      const { parentPort, workerData } = require('node:worker_threads')
      import(workerData.module).then(({ enterCommit }) => {
        Atomics.store(new Int32Array(workerData.ready), 0, 1)
        parentPort.postMessage(workerData.words.map((word) => enterCommit(word)))
      })`
    const worker = new Worker(program, {
      eval: true,
      workerData: { words, ready, module: new URL('./commit-word.ts', import.meta.url).href },
    })
    const answer = new Promise<ReadonlyArray<boolean>>((resolve, reject) => worker.once('message', resolve).once('error', reject))

    while (Atomics.load(new Int32Array(ready), 0) === 0) await new Promise(setImmediate)
    const host = words.map((word) => abandon(word))
    const thread = await answer
    await worker.terminate()

    expect(words.filter((_, index) => host[index] === thread[index])).toEqual([])
  })
})
