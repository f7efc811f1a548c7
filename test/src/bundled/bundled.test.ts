import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { bundled } from './bundled.ts'

interface Whereabouts {
  readonly runs: string
  readonly lies: string
}

const source = new URL('./whereabouts.ts', import.meta.url)
const inBundle = { runs: expect.stringMatching(/[\\/]bundled[\\/][0-9a-f]{16}[\\/]/), lies: source.href }

test('a thread that is started with a source runs its bundle, and finds what lies beside the source', async () => {
  const [told]: Whereabouts[] = await once(new Worker(source), 'message')

  expect(told).toEqual(inBundle)
})

test('so does a process', () => {
  const told: Whereabouts = JSON.parse(execFileSync(process.execPath, [bundled(source)], { encoding: 'utf8' }))

  expect(told).toEqual(inBundle)
})

test('a file that has no bundle is what it is', () => {
  expect(pathToFileURL(bundled(new URL('./bundled.ts', import.meta.url))).href).toBe(new URL('./bundled.ts', import.meta.url).href)
})
