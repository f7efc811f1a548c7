/**
 * Measures growth: how much chatter becomes cues, how many questions whose answers were held back do, and how often one question makes two.
 * Limits of rate are lifted. Results: docs/results/growth.md.
 */
import { readFileSync } from 'node:fs'
import { hashedEmbedder } from '@crabtrail/models'
import * as Result from 'effect/Result'
import { expect, test } from 'vitest'
import { readSet } from '../../packages/eval/src/sets/files.ts'
import { type AskedMemory, openStore } from '../models/open-store.ts'
import { absence, filesOf } from './question-sets.ts'

const chatter = readFileSync(new URL('sets/chatter.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t')[1] ?? '')
const lifted = { 'growth.cooldown': 0, 'growth.perSession': 1_000_000, 'growth.perHour': 100_000 }
const nth = 4

/** The same question again: without its marks, its halves changed over, and in small letters but for names written as one word. */
const again = (question: string): string => {
  const words = question
    .replace(/[?.,!:]+(?=\s|$)/g, '')
    .split(' ')
    .map((word) => (/\p{Ll}\p{Lu}/u.test(word) ? word : word.toLowerCase()))
  const half = Math.ceil(words.length / 2)
  return [...words.slice(half), ...words.slice(0, half)].join(' ')
}

type Rows =
  ReturnType<typeof readSet> extends Result.Result<infer QuestionSet, unknown>
    ? QuestionSet extends { readonly rows: infer R }
      ? R
      : never
    : never

const filled = async (memory: AskedMemory, brain: string, rows: Rows) => {
  await memory.init({ brain, settings: lifted })
  for (let at = 0; at < rows.length; at += 500) {
    const documents = rows.slice(at, at + 500).map(({ text, title }, i) => ({
      source: `${at + i}.txt`,
      format: 'text' as const,
      text: title === undefined ? text : `${title}\n${text}`,
    }))
    await memory.ingest({ brain, documents })
  }
}

const asked = async (memory: AskedMemory, brain: string, questions: ReadonlyArray<string>) => {
  const verdicts = new Map<string, number>()
  let made = 0
  for (const question of questions) {
    const { novelty } = await memory.recall({ brain, question, autoNeurogenesis: true })
    if (novelty.created === true) made++
    verdicts.set(novelty.verdict, (verdicts.get(novelty.verdict) ?? 0) + 1)
  }
  return { made, verdicts: Object.fromEntries(verdicts) }
}

const measure = async (name: string, foreign: string, embedder: typeof hashedEmbedder | undefined) => {
  const set = Result.getOrThrow(readSet(filesOf(name), 'crabtrail'))
  const others = Result.getOrThrow(readSet(filesOf(foreign), 'crabtrail')).questions.filter((_, i) => i % 20 === 0)
  const store = openStore(embedder === undefined ? {} : { embedder })
  const memory = await store.memory()
  const sum = { questions: 0, made: 0, novel: 0, seconds: 0, chatter: 0, chatterMade: 0, foreign: 0, foreignMade: 0 }
  const verdicts: Record<string, number> = {}
  for (const [i, scope] of [...new Set(set.rows.map((row) => row.scope))].entries()) {
    const questions = set.questions.filter((one) => one.scope === scope).filter((_, at) => at % nth === 0)
    const held = new Set(questions.flatMap(({ gold }) => [...gold]))
    const brain = `scope-${i}`
    await filled(
      memory,
      brain,
      set.rows.filter((row, at) => row.scope === scope && row.until === undefined && !held.has(at)),
    )
    const said = questions.map(({ text }) => text)
    const first = await asked(memory, brain, said)
    const second = await asked(memory, brain, said.map(again))
    const small = await asked(memory, brain, chatter)
    const strange = await asked(
      memory,
      brain,
      others.map(({ text }) => text),
    )
    sum.questions += said.length
    sum.made += first.made
    sum.novel += first.verdicts['novel'] ?? 0
    sum.seconds += second.made
    sum.chatter += chatter.length
    sum.chatterMade += small.made
    sum.foreign += others.length
    sum.foreignMade += strange.made
    for (const [verdict, count] of Object.entries(first.verdicts)) verdicts[verdict] = (verdicts[verdict] ?? 0) + count
  }
  await store.close()
  return { ...sum, verdicts }
}

test.each([
  ['locomo', 'git-kysely', undefined],
  ['git-kysely', 'locomo', undefined],
  ['locomo', 'git-kysely', hashedEmbedder],
  ['git-kysely', 'locomo', hashedEmbedder],
] as const)('%s, with questions of %s as foreign ones', { timeout: 900_000 }, async (name, foreign, embedder) => {
  if (absence(name) !== undefined || absence(foreign) !== undefined) return
  const found = await measure(name, foreign, embedder)
  process.stdout.write(`${name} ${embedder === undefined ? 'words' : 'embedder'} ${JSON.stringify(found)}\n`)

  expect(found.chatterMade / found.chatter).toBeLessThanOrEqual(0.01)
  expect(found.novel / found.questions).toBeGreaterThanOrEqual(0.9)
  expect(found.seconds / found.made).toBeLessThanOrEqual(0.02)
})
