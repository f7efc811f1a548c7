/** A question set as a history: its questions are asked, half of them are answered with verdicts by its key, then all are asked again. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { absence, filesOf } from '../eval/question-sets.ts'
import type { History } from './transcript.ts'

interface Row {
  readonly id: string
  readonly scope?: string
}

interface Question extends Row {
  readonly question: string
  readonly goldIds: ReadonlyArray<string>
}

/** Makes a history of a question set; only the first conversation of a set with several is read. */
export const questionSetHistory = (name: string): History => {
  const files = filesIn(name)
  const absent = files === undefined ? absence(name) : undefined
  return {
    ...(absent === undefined ? {} : { absent }),
    texts: 'left-out',
    play: async ({ look, memory }) => {
      if (files === undefined) return
      const corpus = linesOf<Row>(files.corpus)
      const scope = corpus[0]?.row.scope
      const rows = corpus.filter(({ row }) => row.scope === scope)
      const questions = linesOf<Question>(files.queries).flatMap(({ row }) => (row.scope === scope ? [row] : []))
      const some = questions.filter((_, at) => at % Math.ceil(questions.length / 30) === 0)
      await memory.init({ actor: 'keeper' })
      await memory.ingest({
        documents: [{ source: name, format: 'jsonl', text: rows.map(({ text }) => text).join('\n') }],
        actor: 'keeper',
      })
      const askAll = async () => {
        for (const { question } of some) await memory.recall({ question, record: false, limit: 10 })
      }
      await askAll()
      for (const { goldIds, question } of some.filter((_, at) => at % 2 === 0)) {
        const answer = await memory.recall({ question, limit: 10 })
        const shown = answer?.items.map(({ node }) => node) ?? []
        const right = shown.filter((node) => goldIds.some((id) => node.endsWith(`#${id}`)))
        const wrong = shown.filter((node) => !right.includes(node)).slice(0, 2)
        const turn = answer?.turn ?? ''
        if (right.length > 0) await memory.feedback({ verdict: 'used', turn, nodes: right, actor: 'keeper' })
        if (wrong.length > 0) await memory.feedback({ verdict: 'not-relevant', turn, nodes: wrong, actor: 'keeper' })
      }
      await askAll()
      if (rows.length < 100) await look([])
    },
  }
}

/** The files of the set here, or of a set beside the checkout. */
const filesIn = (name: string): { readonly corpus: string; readonly queries: string } | undefined => {
  const here = (part: string) => fileURLToPath(new URL(`../eval/sets/${name}.${part}.jsonl`, import.meta.url))
  if (existsSync(here('corpus'))) return { corpus: here('corpus'), queries: here('queries') }
  const beside = filesOf(name)
  return existsSync(beside.corpus) ? beside : undefined
}

const linesOf = <A>(path: string): ReadonlyArray<{ readonly row: A; readonly text: string }> => {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [{ row: JSON.parse(line) as A, text: line }]))
}
