/**
 * Two alternations of words, measured on text by a hand that had seen neither code nor rules (2026-11-29): sentences that say that one file replaces
 * another, or only sound so, in nine languages; and questions by the kind of value that they ask for, in ten.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { kindsAsked } from '../../packages/core/src/domain/text/asked-kinds.ts'
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

/** What becomes of a sentence in a note that is read later: which of the two notes the other one replaces, or neither. */
const outcomeOf = async (sentence: string) => {
  const store = openStore()
  const memory = await store.memory()
  const documents = Object.entries(known).map(([source, text]) => ({ source, format: 'markdown' as const, text }))
  await memory.ingest({ documents, today: '2026-05-01' })
  const text = `# New note\n\n${sentence}\n\nThe bench is oak.\n`
  await memory.ingest({ documents: [{ source: 'new.md', format: 'markdown', text }], today: '2026-05-09' })
  const { superseding } = await memory.stats({})
  const { nodes } = await memory.show({ what: 'new.md' })
  await store.close()
  if (superseding.superseded === 0) return 'nothing'
  return nodes.some(({ node, supersededBy = [] }) => node.startsWith('new.md') && supersededBy.length > 0) ? 'newer' : 'older'
}

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
  expect(taken * part).toBeGreaterThanOrEqual(part === 1 ? 25 : 10)
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
