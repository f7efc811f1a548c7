import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heldIn } from '../scenarios/bytes.ts'
import { fillNotes, makePlace } from './place.ts'

const place = makePlace()
const { ask, fail, run } = place
beforeAll(async () => {
  fillNotes(place)
  place.write('notes/anna.md', '# Anna\n\nAnna keeps the zanzibarite in locker 9041755210263.\n')
  await ask('ingest', 'notes')
})
afterAll(() => place.remove())

test('forget rehearses, erases, passes over what is read again, and lets it be read in again', async () => {
  const size = readFileSync(place.store).length
  const dry = await ask('forget', '--source', 'anna.md', '--dry-run')
  expect(dry.forgotten.map(({ name }: { readonly name: string }) => name)).toEqual(['anna.md', 'anna.md'])
  expect(readFileSync(place.store).length).toBe(size)

  const { contents, places, unreachable } = await ask('forget', '--source', 'anna.md')
  expect(contents).toBe(dry.contents)
  expect(places.map(({ place: name }: { readonly place: string }) => name)).toEqual(
    expect.arrayContaining(['contents', 'text index', 'snapshots']),
  )
  expect(unreachable.map(({ place: name }: { readonly place: string }) => name)).toEqual(
    expect.arrayContaining(['backups', 'exports', 'the host']),
  )
  expect(heldIn(place.store, ['zanzibarit', '9041755210263']).filter((held) => !held.includes('notes'))).toEqual([])

  const { code, stderr, stdout } = await run('ingest', 'notes')
  expect([code, stderr]).toEqual([0, 'crabtrail: anna.md: forgotten; skipped\n'])
  expect(stdout).toContain('0 added')
  expect((await run('forget', '--source', 'anna.md', '-q')).stdout).toBe('')
  expect((await run('forget', '--source', 'anna.md')).stdout).toContain('nothing of it is left to forget')

  expect((await ask('ingest', join('notes', 'anna.md'), '--again')).nodes.added).toBe(1)
  expect((await ask('verify')).ok).toBe(true)
})

test('forget says what is wrong, and forgets nothing', async () => {
  const before = (await ask('stats')).position

  expect(await fail('forget')).toMatchObject([2, { tag: 'InvalidRequest', field: 'node' }])
  expect(await fail('forget', '--node', 'deploy.md', '--subject', 'harbour')).toMatchObject([2, { field: 'node' }])
  expect(await fail('forget', '--node', 'nobody.md')).toMatchObject([3, { what: 'node' }])
  expect(await fail('forget', '--source', 'nobody.md')).toMatchObject([3, { what: 'source' }])
  expect(await fail('forget', '--session', 'nobody')).toMatchObject([3, { what: 'session' }])
  expect(await fail('forget', '--subject', 'of the')).toMatchObject([2, { field: 'subject' }])

  expect((await ask('stats')).position).toBe(before)
})
