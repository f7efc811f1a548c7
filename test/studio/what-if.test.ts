/** What the page says would be without a session: every kind of change has its line. */

import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { layerSqlite } from '@crabtrail/store/sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePlaceOfProcesses, type PlaceOfProcesses } from '../cli/place.ts'
import { openStore } from '../models/open-store.ts'
import { noBrowser } from './browser.ts'
import { type OpenedStudio, openStudio } from './opened-studio.ts'

let place: PlaceOfProcesses
let studio: OpenedStudio

/** Trust that was given, a name, a yes, and a word for a memory whose successor waits for a yes, each in a session of its own. */
const live = async (path: string): Promise<void> => {
  mkdirSync(dirname(path), { recursive: true })
  const store = openStore({ layer: layerSqlite({ path }), seed: 'what if' })
  const memory = await store.memory()
  const read = (source: string, text: string, origin: 'owner' | 'agent' | 'untrusted' = 'owner') =>
    memory.ingest({ documents: [{ source, format: 'markdown', text }], origin })
  await read('page.md', 'The lighthouse is painted white.', 'untrusted')
  await memory.trust({ node: 'page.md', session: 'trusting' })
  await read('pool.md', 'The pool opens at nine.')
  await memory.alias({ node: 'pool.md', aliases: ['Where can I swim?'], session: 'naming' })
  await memory.profile({ profile: 'balanced', settings: { review: 'on' } })
  await read('crane.md', 'The crane of the quay is green.', 'agent')
  await memory.review({ decision: 'approve', nodes: ['crane.md'], session: 'approving' })
  await read('hours.md', 'The pool opens at ten.', 'agent')
  const { turn } = await memory.recall({ question: 'When does the pool open?', session: 'correcting' })
  const said = { turn: turn ?? '' }
  await memory.feedback({ ...said, verdict: 'wrong', nodes: ['pool.md'], instead: ['hours.md'], session: 'correcting' })
  await memory.feedback({ ...said, verdict: 'used', nodes: ['pool.md'], session: 'holding' })
  await memory.learn({})
  await store.close()
}

describe.skipIf(noBrowser !== undefined)('without a session', () => {
  beforeAll(async () => {
    place = makePlaceOfProcesses()
    await live(place.store)
    studio = await openStudio(place)
  }, 120_000)
  afterAll(async () => {
    await studio?.close()
    place?.remove()
  })

  test.each([
    ['trusting', 'page.md', /would no longer be trusted$/],
    ['naming', 'pool.md', /would no longer be found by “Where can I swim\?”$/],
    ['approving', 'crane.md', /would wait for your yes again$/],
    ['holding', 'pool.md', /would hold until you approve .*hours/],
  ] as const)('%s, %s changes as it is told', async (session, node, says) => {
    const { page } = studio
    await studio.goTo(`#/what-if/${encodeURIComponent(`session:${session}`)}`)

    const beside = page.locator('.beside')
    expect(await beside.getByRole('status').textContent()).toMatch(/^Without \d+ signals?:/)
    const lines = beside.locator('p.line', { has: page.getByTitle(node, { exact: true }) })
    expect(await lines.allTextContents()).toEqual([expect.stringMatching(says)])
  })
})
