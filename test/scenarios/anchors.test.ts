import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Embedder, EmbedderFailed } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { afterEach, describe, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'

type Service = Embedder['Service']

/** What texts mean, by a word in them. Each vector has length 1, and `nap` is half like `sleep`. */
const meanings: ReadonlyArray<readonly [word: string, vector: ReadonlyArray<number>]> = [
  ['hammock', [1, 0, 0, 0]],
  ['nap', [0.5, 0.5, 0.5, 0.5]],
  ['ferry', [0, 1, 0, 0]],
  ['bandsaw', [0, 0, 1, 0]],
  ['sleep', [1, 0, 0, 0]],
]
const meaning = (text: string) => new Float32Array(meanings.find(([word]) => text.includes(word))?.[1] ?? [0, 0, 0, 1])
const embedder: Service = {
  id: 'meanings',
  dimension: 4,
  embed: (texts) => Effect.succeed(texts.map(meaning)),
}

/** By name, as they are read in. */
const notes = [
  ['attic.md', 'Guests take a nap under the roof.'],
  ['garden.md', 'The hammock hangs between the two pear trees.'],
  ['quay.md', 'The ferry leaves from the second quay.'],
  ['shop.md', 'We keep the bandsaw where visitors never come.'],
] as const
/** Its words are those of the shop; its meaning is that of the garden. */
const question = 'Where can visitors sleep?'

let stage: Stage
const begin = async (profile: string, service: Service | undefined) => {
  stage = await openStage('empty', service === undefined ? {} : { embedder: service })
  await stage.memory.init({ profile })
  await stage.memory.ingest({ documents: notes.map(([source, text]) => ({ source, format: 'markdown', text })) })
  return stage.memory.recall({ question })
}
afterEach(() => stage.leave())

/** The seeds of the last turn, best first: the note, how it was found, and its energy. The notes are numbered in their order. */
const seeds = async (): Promise<ReadonlyArray<readonly [source: string | undefined, found: string, energy: number]>> => {
  const { nodes, scores, sources } = Object((await stage.log()).events.findLast(({ type }) => type === 'SeedsSelected')?.data)
  return nodes.map((node: number, at: number) => [notes[node - 1]?.[0], sources[at], scores[at]])
}
/** Opens a copy of the store as a new process with this embedder would. */
const continueWith = async (service: Service) => {
  const before = stage
  await before.store.close()
  stage = await openStage('empty', { embedder: service }, before.path)
  rmSync(dirname(before.path), { recursive: true })
}
const isSound = async () => expect(await stage.memory.verify({ rederive: true })).toMatchObject({ ok: true })

describe('what a walk starts at', () => {
  test('S1.32 under neurogated: the nearest texts by vectors, each with its similarity as its energy', async () => {
    await begin('neurogated', embedder)

    expect(await seeds()).toEqual([
      ['garden.md', 'vector', 1_000_000_000],
      ['attic.md', 'vector', 500_000_000],
    ])
    await isSound()
  })

  test('S0.6 under crabpath: what words and vectors find, and what the host’s own search found', async () => {
    await begin('crabpath', embedder)
    const sources = async () => (await seeds()).map(([name, found]) => [name, found])
    expect(await sources()).toEqual([
      ['shop.md', 'lexical'],
      ['garden.md', 'vector'],
      ['attic.md', 'vector'],
    ])

    const [source, text] = notes[2]
    await stage.memory.recall({ question: 'And when?', hits: [{ source, text }] })

    expect(await sources()).toEqual([
      ['quay.md', 'hit'],
      ['attic.md', 'vector'],
    ])
    await isSound()
  })

  test('under balanced: what words and vectors find, each by both', async () => {
    await begin('balanced', embedder)
    const fused = await seeds()
    await stage.leave()
    await begin('balanced', undefined)
    const byWords = await seeds()

    expect(fused.map(([name, found]) => [name, found])).toEqual([
      ['shop.md', 'lexical'],
      ['garden.md', 'vector'],
      ['attic.md', 'vector'],
    ])
    // It is less alike than the texts found are in the mean.
    expect(fused[0]?.[2]).toBeLessThan(byWords[0]?.[2] ?? 0)
  })

  test('INV-246 under balanced: only seeds have what vectors add, so that the log alone gives the walk again', async () => {
    stage = await openStage('empty', { embedder })
    await stage.memory.init({ settings: { 'budget.seeds': 2 } })
    await stage.memory.ingest({ documents: notes.map(([source, text]) => ({ source, format: 'markdown', text })) })

    const { items } = await stage.memory.recall({ question })

    expect(items.map(({ node }) => node)).toEqual(['shop.md', 'garden.md'])
    await isSound()
  })

  test('INV-247 under balanced: vectors of another embedder are compared with no question', async () => {
    await begin('balanced', embedder)
    const named = (await seeds()).map(([name]) => name)
    const turned: Service = {
      ...embedder,
      id: 'turned',
      embed: (texts) => Effect.succeed(texts.map(meaning).map((one) => one.toReversed())),
    }
    const off = new EmbedderFailed({ embedder: 'turned', reason: 'failing', detail: 'off', retryable: false })
    const failing: Service = {
      ...turned,
      // It knows the question, so vectors of the one before would be compared with it if they were there.
      embed: (texts, kind) => (kind === 'question' ? turned.embed(texts, kind) : Effect.fail(off)),
    }

    await continueWith(failing)
    await stage.memory.recall({ question })
    const between = (await seeds()).map(([name]) => name)
    await continueWith(turned)
    // The first question opens the brain, and the upkeep embeds what is open.
    await stage.memory.recall({ question })
    await stage.memory.upkeep({})
    await stage.memory.recall({ question })

    expect(named).toEqual(['shop.md', 'garden.md', 'attic.md'])
    expect(between).toEqual(['shop.md'])
    expect((await seeds()).map(([name]) => name)).toEqual(named)
  })

  test.each(['neurogated', 'crabpath'])(
    'under %s without an embedder, with one of spelling, and with one that is silent: the best by words',
    async (profile) => {
      const failed = new EmbedderFailed({ embedder: 'meanings', reason: 'failing', detail: 'it is off', retryable: false })
      const embed: Service['embed'] = (texts, kind) => (kind === 'question' ? Effect.fail(failed) : embedder.embed(texts, kind))
      for (const service of [undefined, { ...embedder, likeness: 'spelling' as const }, { ...embedder, embed }]) {
        await begin(profile, service)
        expect(await seeds()).toEqual([['shop.md', 'lexical', expect.any(Number)]])
        await stage.leave()
      }
      await begin(profile, embedder)
      expect((await seeds()).map(([, found]) => found)).toContain('vector')
    },
  )
})
