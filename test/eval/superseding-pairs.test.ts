/**
 * Pairs of ordinary notes by a hand that had seen neither code nor rules. Of 300 pairs both notes stay true: the newer must supersede nothing.
 * Of 60 pairs the newer replaces the older outright. In short every fifth of these, and of those.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { lower } from '../../packages/text/src/languages/unicode.ts'
import { type AskedMemory, openStore } from '../models/open-store.ts'
import { inShort } from '../src/in-full.ts'

interface Pair {
  readonly kind: string
  readonly older: string
  readonly newer: string
  readonly question: string
  /** The heading above both; empty for none. */
  readonly title: string
}

/** The pairs of a kind stand together, so that every kind has its share. */
const part = inShort(5, 1)

const pairsIn = (name: string): ReadonlyArray<Pair> =>
  readFileSync(new URL(`sets/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [kind = '', older = '', newer = '', question = '', title = ''] = line.split('\t')
      return { kind, older, newer, question, title }
    })
    .filter((_, at) => at % part === 0)

const said = async (memory: AskedMemory, { newer, older }: Pair) => {
  await memory.note({ text: older, today: '2026-05-01' })
  await memory.note({ text: newer, today: '2026-05-09' })
}
/** In two files under one heading: one that is named after it, and one for what comes in. */
const read = async (memory: AskedMemory, { newer, older, title }: Pair) => {
  for (const [source, text] of [
    [`${lower(title).replaceAll(/[^\p{L}\p{N}]+/gu, '-') || 'note'}.md`, older],
    ['inbox.md', newer],
  ] as const)
    await memory.ingest({ documents: [{ source, format: 'markdown', text: `# ${title}\n\n${text}\n` }], today: '2026-05-09' })
}

/** Tells each pair to a memory of its own: whether the older was superseded, and which of the two a model is given for the question. */
const outcomes = async (pairs: ReadonlyArray<Pair>, tell: typeof said) => {
  const found: Array<Pair & { readonly isSuperseded: boolean; readonly given: number }> = []
  for (const pair of pairs) {
    const store = openStore()
    const memory = await store.memory()
    await tell(memory, pair)
    const { superseding } = await memory.stats({})
    const { context } = await memory.recall({ question: pair.question, record: false })
    found.push({ ...pair, isSuperseded: superseding.superseded > 0, given: context.items.length })
    await store.close()
  }
  return found
}
const told = ({ kind, newer, older }: Pair) => `${kind}: ${older} | ${newer}`

describe('of 300 pairs of ordinary notes that are both true', () => {
  const pairs = pairsIn('ordinary-pairs.tsv')

  test('the newer supersedes none', async () => {
    const found = await outcomes(pairs, said)
    const counts = [0, 1, 2].map((given) => found.filter((one) => one.given === given).length)
    process.stdout.write(`of ${found.length} questions ${counts[2]} are given both notes, ${counts[1]} one, ${counts[0]} none\n`)

    expect(found).toHaveLength(300 / part)
    expect(found.filter(({ isSuperseded }) => isSuperseded).map(told)).toEqual([])
  }, 300_000)
})

describe('of 60 pairs whose newer note replaces the older outright', () => {
  test('some are superseded, and of the others the newer is not hidden', async () => {
    const found = await outcomes(pairsIn('outright-pairs.tsv'), read)
    const superseded = found.filter(({ isSuperseded }) => isSuperseded)
    process.stdout.write(`superseded ${superseded.length} of ${found.length}\n`)

    expect(found).toHaveLength(60 / part)
    expect(superseded.length).toBeGreaterThan(0)
  }, 300_000)
})
