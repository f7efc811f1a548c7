import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fillNotes, type Json, makePlace, type Place } from '../cli/place.ts'
import { makeSmallDisk, noSmallDisk, type SmallDisk } from './small-disk.ts'

if (noSmallDisk !== undefined) process.stdout.write(`small disks are not tried: ${noSmallDisk}\n`)

describe.runIf(noSmallDisk === undefined)('a store on a disk', () => {
  let place: Place
  let disk: SmallDisk
  let store: ReadonlyArray<string>
  let before: string
  beforeEach(async () => {
    place = makePlace()
    fillNotes(place)
    disk = makeSmallDisk(join(place.home, 'disk'), 1_024)
    store = ['--store', join(place.home, 'disk', 'a.db')]
    await place.ask('ingest', 'notes', ...store)
    await place.ask('recall', 'how do we roll back the harbour service?', ...store)
    await place.ask('used', 'deploy.md#rollback', ...store)
    before = await exported()
  })
  afterEach(() => {
    disk.remove()
    place.remove()
  })

  const exported = async () => (await place.run('export', ...store)).stdout
  const expectRefusal = async (args: ReadonlyArray<string>, expected: Json) => {
    const [code, error] = await place.fail(...args, ...store)
    expect([args[0], code, error]).toEqual([args[0], 1, expect.objectContaining({ tag: 'StoreUnavailable', ...expected })])
  }

  const writes: ReadonlyArray<ReadonlyArray<string>> = [
    ['recall', 'who answers the telephone?'],
    ['used', 'deploy.md'],
    ['strength', 'deploy.md', 'incident.md', '0.5'],
    ['rollback', '--to', '3'],
    ['ingest', 'more.md'],
    ['init', '--brain', 'other'],
    ['doctor', '--rebuild-index'],
  ]
  const reads: ReadonlyArray<ReadonlyArray<string>> = [['show'], ['log'], ['why', 't1'], ['stats'], ['brains'], ['verify']]

  test('that is full: what would write is refused with what to do and leaves nothing, what reads answers, and room is all it needs', async () => {
    place.write('more.md', Array.from({ length: 300 }, (_, i) => `## Berth ${i}\n\nShip ${i} lies here and waits.\n`).join('\n'))
    disk.fill()

    for (const args of writes)
      await expectRefusal(args, {
        reason: 'full',
        message: expect.stringContaining('the disk is full, nothing more was written: make room'),
      })
    for (const args of reads) expect([args[0], (await place.run(...args, ...store)).code]).toEqual([args[0], 0])

    expect(await exported()).toBe(before)
    disk.makeRoom()
    expect(await exported()).toBe(before)
    expect(await place.ask('verify', '--rederive', ...store)).toMatchObject({ ok: true })
    expect(await place.ask('recall', 'who answers the telephone?', ...store)).toMatchObject({ turn: 't2' })
  })

  test('that runs full in the middle: what does not fit is refused whole, what was read in before stays', async () => {
    const passages = Array.from({ length: 2_000 }, (_, i) => `## Berth ${i}\n\nShip ${i} lies at quay ${i % 90} and waits for its pilot.\n`)
    place.write('more.md', passages.join('\n'))

    await expectRefusal(['ingest', 'more.md'], { reason: 'full' })

    expect(await exported()).toBe(before)
    expect(await place.ask('verify', '--rederive', ...store)).toMatchObject({ ok: true })
  })

  test('that can only be read: what reads answers, and what would write is told so', async () => {
    place.write('more.md', '# More\n\nShips.\n')
    disk.setReadOnly()

    for (const args of writes) {
      await expectRefusal(args, {
        reason: 'read-only',
        message: expect.stringMatching(/(it|its disk) can only be read: .+/),
      })
    }
    for (const args of reads) expect([args[0], (await place.run(...args, ...store)).code]).toEqual([args[0], 0])
    expect(await exported()).toBe(before)
  })
})
