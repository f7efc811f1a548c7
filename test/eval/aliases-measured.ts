/** Measures what aliases are worth: a set of texts is read in, each text gets the aliases that a reader wrote for it, and questions are asked of both. */
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
  /** Questions of which a right text is in the context, and messages without a right text that are given a context. */
  readonly given: number
  readonly wronglyGiven: number
}

const source = 'set.jsonl'

export const measureAliases = async (
  rows: ReadonlyArray<AliasedRow>,
  questions: ReadonlyArray<GoldQuestion>,
  aliases: ReadonlyMap<string, ReadonlyArray<string>>,
  settings: Readonly<Record<string, number>> = {},
): Promise<AliasMeasures> => {
  const store = openStore({ layer: layerInMemory })
  const memory = await store.memory()
  await memory.init({ settings })
  const text = rows.map(({ id, text: body, title = '' }) => JSON.stringify({ id, title, text: body })).join('\n')
  await memory.ingest({ documents: [{ source, format: 'jsonl', text }] })
  for (const [id, named] of aliases) if (named.length > 0) await memory.alias({ node: `${source}#${id}`, aliases: named })
  let [ndcg, found, given, wronglyGiven, asked] = [0, 0, 0, 0, 0]
  for (const { goldIds, question } of questions) {
    const { context, items } = await memory.recall({ question, record: false, limit: 10 })
    const gold = new Set(goldIds.map((id) => `${source}#${id}`))
    if (gold.size === 0) {
      if (context.items.length > 0) wronglyGiven++
      continue
    }
    asked++
    const places = items.map(({ node }) => gold.has(node))
    ndcg += dcg(places) / dcg(Array.from({ length: Math.min(10, gold.size) }, () => true))
    found += places.slice(0, 5).filter(Boolean).length / gold.size
    if (context.items.some((node) => gold.has(node))) given++
  }
  await store.close()
  return { ndcg10: (100 * ndcg) / asked, recall5: (100 * found) / asked, given, wronglyGiven }
}

const dcg = (places: ReadonlyArray<boolean>): number =>
  places.reduce((sum, isRight, place) => sum + (isRight ? 1 / Math.log2(place + 2) : 0), 0)
