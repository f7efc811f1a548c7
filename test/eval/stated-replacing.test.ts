/**
 * Two alternations of words, measured on text by a hand that had seen neither code nor rules (2026-11-29): sentences that say that one file replaces
 * another, or only sound so, in nine languages; and questions by the kind of value that they ask for, in ten.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { kindsAsked } from '../../packages/text/src/evidence/message-reading.ts'
import { openStore } from '../models/open-store.ts'
import { inShort } from '../src/in-full.ts'

const linesOf = (name: string): ReadonlyArray<ReadonlyArray<string>> =>
  readFileSync(new URL(`sets/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))

const known = {
  'kiln.md': '# Kiln\n\nFire at 980 degrees.\n',
  'hof.md': '# Hof\n\nDer Hof ist am Samstag offen.\n',
  'plan-2024.md': '# Plan 2024\n\nTwo fairs and one sale.\n',
  'decisions/0007-caching.md': '# Caching\n\nWe cache for an hour.\n',
  'recipes/soup.md': '# Soup\n\nLentils and salt.\n',
  'winter.md': '# Winter plan\n\nClosed in January.\n',
}

/**
 * What becomes of a sentence in a note that is read later: which of the two notes the other one replaces, or neither; `wrong` where a note gives way
 * that the sentence does not name.
 */
const outcomeOf = async (sentence: string) => {
  const store = openStore()
  const memory = await store.memory()
  const documents = Object.entries(known).map(([source, text]) => ({ source, format: 'markdown' as const, text }))
  await memory.ingest({ documents, today: '2026-05-01' })
  const text = `# New note\n\n${sentence}\n\nThe bench is oak.\n`
  await memory.ingest({ documents: [{ source: 'new.md', format: 'markdown', text }], today: '2026-05-09' })
  const { nodes } = await memory.show({ what: 'new.md' })
  const shown = [nodes, ...(await Promise.all(Object.keys(known).map(async (what) => (await memory.show({ what })).nodes)))].flat()
  await store.close()
  const over = shown.filter(({ supersededBy = [] }) => supersededBy.length > 0).map(({ node }) => node)
  if (over.length === 0) return 'nothing'
  if (over.includes('new.md')) return 'newer'
  return over.every((node) => isNamed(node, sentence)) ? 'older' : 'wrong'
}

const isNamed = (node: string, sentence: string): boolean =>
  node === 'winter.md' ? sentence.toLowerCase().includes('winter') : sentence.includes(node)

test('a sentence that only sounds like replacing replaces nothing, and none replaces the wrong way round', async () => {
  const part = inShort(5, 1)
  const lines = linesOf('stated-replacing.tsv').filter((_, at) => at % part === 0)
  let taken = 0
  const wrong: Array<string> = []
  for (const [label = '', , sentence = ''] of lines) {
    const outcome = await outcomeOf(sentence)
    if (outcome === 'nothing') continue
    if (outcome === label) taken++
    else wrong.push(`${label} as ${outcome}: ${sentence}`)
  }
  process.stdout.write(`taken up ${taken} of ${lines.filter(([label]) => label !== 'other').length} sentences of replacing\n`)

  expect(wrong).toEqual([])
  expect(taken).toBeGreaterThanOrEqual(inShort(8, 25))
})

test('a question is told to ask for a kind of value hardly ever where it asks for another', () => {
  const lines = linesOf('asked-kinds.tsv')
  const asked = { other: [], number: ['number'], name: ['name'], day: ['number', 'day'] } as const
  const told = lines.map(([kind = '', , question = '']) => ({ kinds: kindsAsked(question), right: asked[kind as keyof typeof asked] }))
  const some = told.filter(({ kinds }) => kinds.length > 0)
  const right = some.filter(({ kinds, right }) => kinds.some((kind) => (right as ReadonlyArray<string>).includes(kind)))
  process.stdout.write(`right kind of ${right.length} questions, a wrong one of ${some.length - right.length}, of ${lines.length}\n`)

  expect(some.length - right.length).toBeLessThanOrEqual(1)
  expect(right.length).toBeGreaterThanOrEqual(76)
})
