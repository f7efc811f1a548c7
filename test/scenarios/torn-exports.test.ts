import { createHash } from 'node:crypto'
import { ContentStore, parseBrainKey } from '@crabtrail/core'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Result from 'effect/Result'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packBody, type StoredEvent } from '../../packages/core/src/domain/events/codec/commit-body.ts'
import { dump } from '../contracts/store-dump.ts'
import { ended } from '../models/ended.ts'
import { everyEvent } from '../models/every-event.ts'
import { openStore } from '../models/open-store.ts'
import { openStage, type Stage } from './stage.ts'

/** Fingerprints of sources that are not to be read in again. */
const buried = ['01'.repeat(16), '02'.repeat(16)]

let stage: Stage
let whole: ReadonlyArray<string>
beforeAll(async () => {
  stage = await openStage('demo notes')
  const { memory } = stage
  const { items } = await memory.recall({ question: 'How do we roll back a bad deploy of the API?', key: 'asked' })
  await memory.feedback({ verdict: 'wrong', nodes: [items[0]?.node ?? ''], text: 'it was the office', key: 'told' })
  await stage.store.run(ContentStore.use((contents) => contents.bury(Result.getOrThrow(parseBrainKey('default')), buried)))
  whole = (await memory.export({})).lines
})
afterAll(() => stage.leave())

/** Refused by either store, and neither is touched. */
const refused = async (lines: ReadonlyArray<string>): Promise<{ readonly line: number; readonly problem: string }> => {
  const found: Array<unknown> = []
  for (const store of [openStore(), openStore({ layer: layerSqlite({ path: `${stage.path}.other` }) })]) {
    try {
      const memory = await store.memory()
      if ((await memory.brains({})).brains.length === 0) await memory.init({ brain: 'kept' })
      const before = await store.run(dump)

      await memory.import({ lines }).then(
        (answer) => expect.unreachable(JSON.stringify(answer)),
        (error) => found.push({ tag: error._tag, line: error.line, problem: error.problem }),
      )

      expect(await store.run(dump)).toEqual(before)
    } finally {
      await store.close()
    }
  }
  expect(found[0]).toEqual(found[1])
  expect(found[0]).toMatchObject({ tag: 'BadImport' })
  return found[0] as { readonly line: number; readonly problem: string }
}

const at = (kind: string, place = 0): number => {
  const found = [...whole.keys()].filter((i) => whole[i]?.startsWith(`{"${kind}"`))
  return found.at(place) ?? Number.NaN
}
const without = (...gone: ReadonlyArray<number>) => whole.filter((_, i) => !gone.includes(i))
const changed = (line: number, change: (value: Record<string, Record<string, unknown>>) => object) =>
  whole.map((text, i) => (i === line ? JSON.stringify(change(JSON.parse(text))) : text))
const field = (line: number, kind: string, fields: object) =>
  changed(line, (value) => ({ ...value, [kind]: { ...value[kind], ...fields } }))
const inserted = (line: number, ...texts: ReadonlyArray<string>) => [...whole.slice(0, line), ...texts, ...whole.slice(line)]

describe('an export that was cut short', () => {
  test('behind the last event is refused: the log is whole, and not one content is there', async () => {
    expect(await refused(whole.slice(0, at('content')))).toMatchObject({
      line: 4,
      problem: expect.stringMatching(/^the event at 2 names content [0-9a-f]{64}, which the file does not hold: it is cut short$/),
    })
  })

  test('by its last line is refused, and by its tombstones, which nothing else names', async () => {
    for (const lines of [whole.slice(0, -1), whole.slice(0, at('tombstone', 1)), whole.slice(0, at('tombstone'))]) {
      expect(await refused(lines)).toMatchObject({
        line: lines.length,
        problem: 'the last line, which says how many there are before it, is not there: the file is cut short',
      })
    }
    for (const lines of [without(at('tombstone')), without(at('tombstone'), at('tombstone', 1))]) {
      expect((await refused(lines)).problem).toBe(
        `it says that ${whole.length - 1} lines stand before it, and there are ${lines.length - 1}`,
      )
    }
  })

  test('by its last content is refused, whatever that is', async () => {
    expect((await refused(whole.slice(0, at('content', -1)))).problem).toContain('which the file does not hold')
  })

  test.each([0, 7, -2])('by a content in its midst is refused: %i', async (place) => {
    expect((await refused(without(at('content', place)))).problem).toContain('which the file does not hold')
  })

  test('behind a commit, or within one, is refused', async () => {
    expect((await refused(whole.slice(0, at('commit', -1)))).problem).toContain('the file is cut short')
    expect((await refused(whole.slice(0, at('commit', -1) + 1))).problem).toContain('events follow where the commit counts')
  })

  test('within a line is refused', async () => {
    expect((await refused([...whole.slice(0, -1), whole.at(-1)?.slice(0, -9) ?? ''])).problem).toContain('it is not JSON')
  })
})

describe('an export is refused that', () => {
  test('calls a content erased that no event erased', async () => {
    const { ref }: { readonly ref: string } = JSON.parse(whole[at('content')] ?? '').content

    expect(await refused(changed(at('content'), () => ({ content: { ref, erased: true } })))).toEqual({
      line: at('content') + 1,
      problem: `content ${ref} is called erased, and no event erased it`,
      tag: 'BadImport',
    })
  })

  test('has only the salt of a content whose body is kept', async () => {
    const sealed = whole.map((line) =>
      line.includes('"body":"it was the office"') ? line.replace('"body":"it was the office",', '') : line,
    )

    expect((await refused(sealed)).problem).toContain('has lost its body')
  })

  test('has a content twice, or one that no event names', async () => {
    const body = 'nobody named me'
    const ref = createHash('sha256').update(Buffer.alloc(16)).update(body).digest('hex')
    const stray = JSON.stringify({ content: { ref, salt: '00'.repeat(16), body } })

    expect((await refused(inserted(at('end'), whole[at('content')] ?? ''))).problem).toContain('stands here a second time')
    expect((await refused(inserted(at('end'), stray))).problem).toBe(`no event names content ${ref}`)
  })

  test('has two headers, as two files in one would', async () => {
    expect(await refused([...whole, ...whole])).toMatchObject({
      line: whole.length + 1,
      problem: expect.stringContaining('a second header'),
    })
    expect((await refused(inserted(1, whole[0] ?? ''))).problem).toContain('a second header')
  })

  test('has an event that belongs to no commit', async () => {
    const event = whole[at('event')] ?? ''

    for (const line of [1, at('commit', 1), at('content'), at('end')]) {
      expect(await refused(inserted(line, event))).toEqual({
        line: line + 1,
        problem: 'an event that belongs to no commit',
        tag: 'BadImport',
      })
    }
  })

  test('has a tombstone too many, another one, or one twice', async () => {
    const stone = JSON.stringify({ tombstone: { fingerprint: '03'.repeat(16) } })
    const more = `it says that ${whole.length - 1} lines stand before it, and there are ${whole.length}`

    expect((await refused(inserted(at('end'), stone))).problem).toBe(more)
    expect((await refused(inserted(at('end'), whole[at('tombstone')] ?? ''))).problem).toBe(more)
    expect(await refused(whole.map((line, i) => (i === at('tombstone') ? stone : line)))).toEqual({
      line: whole.length,
      problem: 'the lines before it are not what it says: they were changed',
      tag: 'BadImport',
    })
  })

  test('has anything behind its last line, or two of them', async () => {
    const behind = 'it stands behind the last line, which says how many there are before it'

    for (const kind of ['end', 'tombstone', 'content', 'commit'])
      expect(await refused([...whole, '', whole[at(kind)] ?? ''])).toEqual({ line: whole.length + 2, problem: behind, tag: 'BadImport' })
    expect((await refused(inserted(1, whole.at(-1) ?? ''))).problem).toBe(behind)
    expect((await refused(field(at('end'), 'end', { mood: 'calm' }))).problem).toContain('none of commit')
  })

  test('does not begin with a header, or is empty', async () => {
    for (const lines of [[], [''], whole.slice(1), whole.toReversed()]) expect((await refused(lines)).problem).toContain('header')
    expect((await refused(whole.slice(0, 1))).problem).toBe('it holds no commit')
  })

  test.each([
    ['a key of an odd number of digits', { fingerprintKey: 'abc' }],
    ['a key of sixteen bytes', { fingerprintKey: 'ab'.repeat(16) }],
    ['a key of a hundred bytes', { fingerprintKey: 'ab'.repeat(100) }],
    ['format 0', { format: 0 }],
    ['half a format', { format: 1.5 }],
    ['no position', { position: undefined }],
    ['a hash that is too short', { hash: 'ab' }],
  ])('has a header with %s', async (_, fields) => {
    expect(await refused(field(0, 'crabtrail', fields))).toMatchObject({
      line: 1,
      problem: expect.stringMatching(`^its header is not one that Crabtrail writes: ${Object.keys(fields)} `),
    })
  })

  test('has a header that names another end, or no brain', async () => {
    expect((await refused(field(0, 'crabtrail', { position: 7 }))).problem).toContain('where the header says 7')
    expect((await refused(field(0, 'crabtrail', { hash: 'ab'.repeat(32) }))).problem).toContain('not the one that the header says')
    expect((await refused(ended(field(0, 'crabtrail', { brain: 'my brain' })))).problem).toContain('cannot be part of a brain key')
  })

  test('has a commit with half a key, or with the key of another', async () => {
    const [first = 0, second = 0] = [...whole.keys()].filter((i) => whole[i]?.startsWith('{"commit"') && whole[i].includes('"key":'))
    const { key }: { readonly key: string } = JSON.parse(whole[first] ?? '').commit

    expect((await refused(field(first, 'commit', { signal: undefined }))).problem).toContain('only one of key and signal')
    expect((await refused(field(second, 'commit', { key }))).problem).toContain('has the key of the one at')
    expect((await refused(field(first, 'commit', { key: 'abc' }))).problem).toContain('none of commit')
  })

  test('has a commit of a time that is no date, though its hash is right', async () => {
    const last = at('commit', -1)
    const { commit } = JSON.parse(whole[last] ?? '')
    const events = whole.slice(last + 1, last + 1 + commit.count).map((line): StoredEvent => JSON.parse(line).event)
    const late = 8_640_000_000_000_001
    const hash = createHash('sha256')
      .update(JSON.stringify([commit.prev, commit.first, commit.count, late, commit.actor, commit.session ?? null, packBody(events)]))
      .digest('hex')
    const header = JSON.parse(whole[0] ?? '').crabtrail
    const lines = whole.map((line, i) =>
      i === 0
        ? JSON.stringify({ crabtrail: { ...header, hash } })
        : i === last
          ? JSON.stringify({ commit: { ...commit, at: late, hash } })
          : line,
    )

    expect(await refused(lines)).toMatchObject({ line: last + 1 })
  })

  test('has salts, fingerprints or hashes of another size', async () => {
    expect((await refused(field(at('content'), 'content', { salt: 'abc' }))).line).toBe(at('content') + 1)
    expect((await refused(inserted(at('end'), '{"tombstone":{"fingerprint":"abc"}}'))).line).toBe(whole.length)
    expect((await refused(field(at('commit'), 'commit', { hash: 'abc' }))).line).toBe(at('commit') + 1)
  })
})

test('an export with erased and sealed contents is taken as it is, with blank lines, and counts what it brought', async () => {
  const store = openStore()
  try {
    const memory = await store.memory()
    const museum = await everyEvent()
    const kept = museum.filter((line) => line.startsWith('{"content"') && !line.includes('"erased":')).length

    expect(await memory.import({ lines: museum.flatMap((line) => [line, '']) })).toMatchObject({ contents: kept })
    expect((await memory.export({})).lines).toEqual(museum)
    expect(museum.length - kept).toBeGreaterThan(2)
    const spelled = whole.map((line) => `${JSON.stringify(JSON.parse(line)).replaceAll('é', '\\u00e9').replaceAll(':{', ': {')}\r`)
    expect(ended(whole)).toEqual(whole)
    expect(await memory.import({ brain: 'respelled', lines: spelled })).toMatchObject({ position: (await stage.memory.show({})).position })
    expect((await memory.export({ brain: 'respelled' })).lines.filter((line) => line.startsWith('{"tombstone"'))).toEqual(
      buried.map((fingerprint) => JSON.stringify({ tombstone: { fingerprint } })),
    )
    expect(await memory.import({ brain: 'copy', lines: whole })).toMatchObject({ digest: (await stage.memory.show({})).digest })
    expect(await memory.verify({ brain: 'copy', rederive: true })).toMatchObject({ ok: true })
  } finally {
    await store.close()
  }
})
