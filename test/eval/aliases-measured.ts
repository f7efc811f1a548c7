/** Measures what aliases are worth: a set of texts is read in, each text gets the aliases that a reader wrote for it, and questions are asked of both. */
import type { Embedder } from '@crabtrail/core'
import { layerInMemory } from '@crabtrail/store/in-memory'
import { openStore } from '../models/open-store.ts'

export interface AliasedRow {
  readonly id: string
  readonly title?: string
  readonly text: string
}

export interface GoldQuestion {
  readonly question: string
  readonly goldIds: ReadonlyArray<string>
}

export interface AliasMeasures {
  /** Mean NDCG@10 and mean share of the right texts among the first five, in per cent. */
  readonly ndcg10: number
  readonly recall5: number
  /** Questions with a right text among the first five, and of these the questions without a right text in the context. */
  readonly found: number
  readonly silent: number
  /** Questions of which a right text is in the context, and messages without a right text that are given a context. */
  readonly given: number
  readonly wronglyGiven: number
  /** Mean tokens of the contexts that are not empty. */
  readonly tokens: number
}

const source = 'set.jsonl'

export const measureAliases = async (
  rows: ReadonlyArray<AliasedRow>,
  questions: ReadonlyArray<GoldQuestion>,
  aliases: ReadonlyMap<string, ReadonlyArray<string>>,
  settings: Readonly<Record<string, number>> = {},
): Promise<AliasMeasures> => {
  const [measured] = await measureEach(rows, [questions], aliases, settings)
  if (measured === undefined) throw new Error('one list of questions has one measure')
  return measured
}

/** Nobody waits here, and a vector that came too late would count as one that does not help. */
const unhurried = { loadMs: 60_000, questionMs: 60_000, readMs: 600_000, upkeepMs: 600_000 }

/** Reads the texts in once, and measures each list of questions by itself. */
export const measureEach = async (
  rows: ReadonlyArray<AliasedRow>,
  lists: ReadonlyArray<ReadonlyArray<GoldQuestion>>,
  aliases: ReadonlyMap<string, ReadonlyArray<string>>,
  settings: Readonly<Record<string, number>> = {},
  embedder?: Embedder['Service'],
): Promise<ReadonlyArray<AliasMeasures>> => {
  const store = openStore({ layer: layerInMemory, ...(embedder === undefined ? {} : { embedder, pace: unhurried }) })
  const memory = await store.memory()
  await memory.init({ settings })
  const text = rows.map(({ id, text: body, title = '' }) => JSON.stringify({ id, title, text: body })).join('\n')
  await memory.ingest({ documents: [{ source, format: 'jsonl', text }] })
  for (const [id, named] of aliases) if (named.length > 0) await memory.alias({ node: `${source}#${id}`, aliases: named })
  if (embedder !== undefined) while (((await memory.upkeep({})).embedded ?? 0) > 0);
  // As in use: a brain of enough memories measures its own bar of confidence.
  await memory.maintain({})
  const measured: Array<AliasMeasures> = []
  for (const questions of lists) {
    const answers: Array<Answered> = []
    for (const { goldIds, question } of questions) {
      const { context, items } = await memory.recall({ question, record: false, limit: 10 })
      const gold = new Set(goldIds.map((id) => `${source}#${id}`))
      answers.push({ gold, ranked: items.map(({ node }) => node), given: context.items, tokens: context.tokens })
    }
    measured.push(measuresOf(answers))
  }
  await store.close()
  return measured
}

interface Answered {
  readonly gold: ReadonlySet<string>
  readonly ranked: ReadonlyArray<string>
  readonly given: ReadonlyArray<string>
  readonly tokens: number
}

const measuresOf = (answers: ReadonlyArray<Answered>): AliasMeasures => {
  const own = answers.filter(({ gold }) => gold.size > 0)
  const isRightGiven = ({ given, gold }: Answered) => given.some((node) => gold.has(node))
  const rightIn5 = ({ gold, ranked }: Answered) => ranked.slice(0, 5).filter((node) => gold.has(node)).length
  const isFull = ({ given }: Answered) => given.length > 0
  const full = answers.filter(isFull)
  const ndcg = own.map(({ gold, ranked }) => {
    const best = Array.from({ length: Math.min(10, gold.size) }, () => true)
    return dcg(ranked.map((node) => gold.has(node))) / dcg(best)
  })
  const found = own.filter((one) => rightIn5(one) > 0)
  return {
    ndcg10: 100 * mean(ndcg),
    recall5: 100 * mean(own.map((one) => rightIn5(one) / one.gold.size)),
    found: found.length,
    silent: found.filter((one) => !isRightGiven(one)).length,
    given: own.filter(isRightGiven).length,
    wronglyGiven: answers.filter((one) => one.gold.size === 0 && isFull(one)).length,
    tokens: mean(full.map(({ tokens }) => tokens)),
  }
}

const mean = (numbers: ReadonlyArray<number>): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length

const dcg = (places: ReadonlyArray<boolean>): number =>
  places.reduce((sum, isRight, place) => sum + (isRight ? 1 / Math.log2(place + 2) : 0), 0)
