/** Passages are joined to those that they are most like, where the settings say so (S1.10, S1.28): in the commit that reads them in. */
import { type Embedder, EmbedderFailed } from '@crabtrail/core'
import { hashedEmbedder, hashedVector } from '@crabtrail/models'
import * as Effect from 'effect/Effect'
import { afterEach, describe, expect, test } from 'vitest'
import { eventsOf } from '../models/recorded-log.ts'
import { openStage, type Stage } from './stage.ts'

type Service = Embedder['Service']

let stage: Stage
afterEach(() => stage.leave())
const open = async (profile: string, embedder?: Service, settings: Readonly<Record<string, number>> = {}) => {
  stage = await openStage('empty', embedder === undefined ? {} : { embedder })
  await stage.memory.init({ profile, settings })
}

const document = (source: string, text: string) => ({ source, format: 'text', text }) as const
const read = (...documents: ReadonlyArray<readonly [source: string, text: string]>) =>
  stage.memory.ingest({ documents: documents.map(([source, text]) => document(source, text)) })

/** The linked edges of likeness, by the texts that they join, with their strengths. */
const likenesses = async () => {
  const log = await stage.log()
  const ids = new Map<number, string>()
  for (const { data, type } of log.events) if (type === 'NodeAdded') ids.set(data.node, log.contents.get(data.id) ?? '')
  const pruned = new Set<number>()
  for (const { data, type } of log.events) {
    if (type === 'EdgePruned') pruned.add(data.edge)
    if (type === 'EdgeRestored') pruned.delete(data.edge)
  }
  return eventsOf(log, 'EdgeLinked')
    .filter(({ data }) => data.kind === 'similarity' && !pruned.has(data.edge))
    .map(({ data }) => [ids.get(data.source), ids.get(data.target), data.strength / 1e9] as const)
}

const crane = 'The harbour crane lifts heavy containers'
const boat = 'The harbour pilot boards every boat'
const lamp = 'A lamp shines'

describe('by words', () => {
  test('S1.28: a passage leads to those that were there before it, as strongly as they are alike', async () => {
    await open('neurogated')
    await read(['crane.txt', crane])
    await read(['boat.txt', boat], ['lamp.txt', lamp], ['cranes.txt', 'Heavy containers: the harbour crane lifts'])

    // Harbour, crane, lift, heavy, container and harbour, pilot, board, every, boat have one word in common: 1 / √(5·5).
    expect(await likenesses()).toEqual([
      ['boat.txt', 'crane.txt', 0.2],
      ['cranes.txt', 'crane.txt', 1],
      ['cranes.txt', 'boat.txt', 0.2],
    ])
    const log = await stage.log()
    const commitOf = (type: string, at: number) => log.events.filter((event) => event.type === type)[at]?.commit
    expect(commitOf('EdgeLinked', 0)).toEqual(commitOf('NodeAdded', 1))
    expect((await stage.memory.verify({ rederive: true })).checks.filter(({ ok }) => !ok)).toEqual([])
  })

  test('under balanced there are none', async () => {
    await open('balanced')
    await read(['crane.txt', crane], ['cranes.txt', 'Heavy containers: the harbour crane lifts'])

    expect(await likenesses()).toEqual([])
  })

  test('S1.10: to five at most, the most alike', async () => {
    await open('neurogated')
    const words = ['alder', 'birch', 'cedar', 'dogwood', 'elder', 'fir', 'ginkgo']
    for (const [i] of words.entries()) await read([`${i}.txt`, words.slice(0, i + 1).join(' ')])
    await read(['all.txt', words.join(' ')])

    const from = (await likenesses()).filter(([source]) => source === 'all.txt')
    expect(from.map(([, target]) => target)).toEqual(['6.txt', '5.txt', '4.txt', '3.txt', '2.txt'])
    // A text is titled by its file: “6” is a word of it, and “all” says nothing.
    const alike = (shared: number) => shared / Math.sqrt((shared + 1) * 7)
    expect(from.map(([, , strength]) => strength)).toEqual([7, 6, 5, 4, 3].map((shared) => expect.closeTo(alike(shared), 8)))
  })

  test('a passage that changes is joined anew, and so are those that lead to it', async () => {
    await open('neurogated')
    await read(['crane.txt', crane])
    await read(['cranes.txt', 'Heavy containers: the harbour crane lifts'])
    await read(['crane.txt', 'The harbour is closed'])

    const [one, ...others] = await likenesses()
    expect(others).toEqual([])
    expect(one).toEqual(['cranes.txt', 'crane.txt', expect.any(Number)])
    // Crane (its file), harbour, close: two of them are among the five.
    expect(one?.[2]).toBeCloseTo(2 / Math.sqrt(15), 8)

    await read(['crane.txt', crane])
    expect(await likenesses()).toEqual([['cranes.txt', 'crane.txt', 1]])
  })

  test('where one goes, the next nearest takes its place', async () => {
    await open('neurogated')
    const words = ['alder', 'birch', 'cedar', 'dogwood', 'elder', 'fir', 'ginkgo']
    const documents = [...words.map((_, i) => document(`${i}.txt`, words.slice(0, i + 1).join(' '))), document('all.txt', words.join(' '))]
    const folder = (some: typeof documents) =>
      stage.memory.ingest({
        documents: some.map((one) => ({ ...one, root: '/notes' })),
        folders: [{ root: '/notes', below: '' }],
        prune: true,
      })
    await folder(documents)
    await folder(documents.filter(({ source }) => source !== '6.txt'))

    const from = (await likenesses()).filter(([source]) => source === 'all.txt')
    expect(from.map(([, target]) => target).toSorted()).toEqual(['1.txt', '2.txt', '3.txt', '4.txt', '5.txt'])
  })
})

test('S1.40 S1.41 S1.60 a turn out of use takes 0.01 of an edge in sequence, and nothing of one between what is alike', async () => {
  // Even where other edges of its family fade.
  await open('neurogated', undefined, { 'forgetting.decay.SIM': 0.9 })
  const text = `# Harbour\n\n${crane}.\n\n## Boats\n\n${boat}.\n\n## Cranes\n\nHeavy containers: the harbour crane lifts.\n`
  await stage.memory.ingest({ documents: [{ source: 'harbour.md', format: 'markdown', text }] })
  const linked = eventsOf(await stage.log(), 'EdgeLinked').filter(({ data }) => data.strength > 0)
  const kept = async (kind: string) => {
    const ofKind = linked.filter(({ data }) => data.kind === kind)
    const strengths = await Promise.all(ofKind.map(({ data }) => stage.memory.blame({ edge: `e${data.edge}` })))
    return ofKind.map(({ data }, i) => (strengths[i]?.strength ?? 0) / (data.strength / 1e9))
  }
  for (let turn = 0; turn < 5; turn++) await stage.memory.recall({ question: 'Zeppelin?' })
  await stage.memory.maintain({})

  // Out of use begins behind the first turn.
  expect(await kept('sequential')).toEqual(Array.from({ length: 2 }, () => expect.closeTo(0.99 ** 4, 8)))
  expect((await kept('similarity')).length).toBeGreaterThan(1)
  expect(new Set(await kept('similarity'))).toEqual(new Set([1]))
})

describe('by vectors', () => {
  const counted = () => {
    const asked = { texts: 0 }
    const embed: Service['embed'] = (texts, kind) =>
      Effect.suspend(() => {
        asked.texts += texts.length
        return hashedEmbedder.embed(texts, kind)
      })
    return { asked, embedder: { id: hashedEmbedder.id, dimension: hashedEmbedder.dimension, embed } satisfies Service }
  }
  const cosineOf = (one: string, other: string) => {
    const [a, b] = [hashedVector(one), hashedVector(other)]
    return a.reduce((sum, number, i) => sum + number * (b[i] ?? 0), 0)
  }

  test('S1.28: the strength is the cosine, and each text is embedded once', async () => {
    const { asked, embedder } = counted()
    await open('neurogated', embedder)
    await read(['crane.txt', crane])
    await read(['boat.txt', boat])

    expect(await likenesses()).toEqual([['boat.txt', 'crane.txt', expect.closeTo(cosineOf(`crane\n${crane}`, `boat\n${boat}`), 5)]])
    await stage.memory.upkeep({})
    expect(asked.texts).toBe(2)
  })

  test('of an embedder that does not answer words are compared', async () => {
    const failing: Service['embed'] = () =>
      Effect.fail(new EmbedderFailed({ embedder: 'broken', reason: 'failing', detail: 'it is broken', retryable: true }))
    await open('neurogated', { id: 'broken', dimension: 4, embed: failing })
    await read(['crane.txt', crane])
    await read(['cranes.txt', 'Heavy containers: the harbour crane lifts'])

    expect(await likenesses()).toEqual([['cranes.txt', 'crane.txt', 1]])
  })
})
