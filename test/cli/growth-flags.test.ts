/** The four options of growth on the command line: each changes what becomes of a question, and without the first one nothing grows. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Json, makePlace, type Place } from './place.ts'

const notes = fileURLToPath(new URL('../../packages/cli/demo/notes', import.meta.url))
const grow = '--auto-neurogenesis'

/** Questions about things of the notes that these do not answer: two of one family, and one of another. */
const winter = 'Which deploy window did the harbour crew agree on for winter?'
const summer = 'Which deploy window did the harbour crew agree on for summer?'
const lantern = 'Who repairs the lantern of the booking service at night?'

let place: Place
beforeEach(async () => {
  place = makePlace()
  cpSync(notes, join(place.home, 'notes'), { recursive: true })
  await place.ask('ingest', 'notes')
})
afterEach(() => place.remove())

const asked = async (question: string, ...more: ReadonlyArray<string>): Promise<Json> =>
  (await place.ask('recall', question, '--session', 'talk', ...more)).novelty
const cues = async (): Promise<number> =>
  (await place.ask('log', '--type', 'NodeAdded', '--limit', '5000')).events.filter(({ data }: Json) => data.nodeType === 'cue').length

test('S0.7 S0.11 S0.93 without --auto-neurogenesis no cue grows, and with it one does', async () => {
  expect(await asked(winter)).toMatchObject({ verdict: 'novel', created: false, refused: 'off' })
  expect(await cues()).toBe(0)

  expect(await asked(winter, grow)).toMatchObject({ verdict: 'novel', created: true })
  expect(await cues()).toBe(1)
})

test('S0.12 S0.64 --auto-max-per-session: a session makes so many cues', async () => {
  expect(await asked(winter, grow, '--auto-max-per-session', '1')).toMatchObject({ created: true })
  expect(await asked(lantern, grow, '--auto-max-per-session', '1')).toMatchObject({ created: false, refused: 'session' })
  expect(await asked(lantern, grow, '--auto-max-per-session', '2')).toMatchObject({ created: true })
})

test('S0.12 S0.66 --auto-window: a question of the same family makes none for so many turns', async () => {
  expect(await asked(winter, grow)).toMatchObject({ created: true })
  expect(await asked(summer, grow, '--auto-window', '1')).toMatchObject({ verdict: 'novel', created: false, refused: 'cooldown' })
  // Without the option eight turns are the window, and this is the second.
  expect(await asked(summer, grow)).toMatchObject({ created: false, refused: 'cooldown' })
  expect(await asked(summer, grow, '--auto-window', '1')).toMatchObject({ created: true })
})

test('S0.12 S0.26 --auto-known-threshold: from this likeness on a question is known', async () => {
  expect(await asked(winter, grow, '--auto-known-threshold', '0.1')).toMatchObject({ verdict: 'known', created: false })
  expect(await asked(winter, grow, '--auto-known-threshold', '1')).toMatchObject({ verdict: 'novel', created: true })
})
