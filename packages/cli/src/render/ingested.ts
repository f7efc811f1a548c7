/** What documents became. */
import type { Answer } from '@crabtrail/core'
import { ending } from './learned.ts'
import { counted, indented, type Page } from './page.ts'

/** Names of one sort that are printed; `--json` has them all. */
const listed = 20

/** `done` for what was, `would be` for what would. */
export const ingested =
  (mood: 'done' | 'would be') =>
  (answer: Answer.IngestAnswer, page: Page): ReadonlyArray<string> => {
    const { documents, edges, nodes, renamed, retired } = answer
    const verb = mood === 'would be' ? mood : documents === 1 ? 'is' : 'are'
    const redacted = Object.entries(answer.redacted).map(([kind, count]) => `${count} ${kind}`)
    return [
      `${counted(documents, 'document')} ${verb} read in${ending(answer, page)}`,
      ...indented([
        `nodes: ${nodes.added} added, ${nodes.revised} revised, ${nodes.unchanged} unchanged, ${nodes.retired} retired`,
        `edges: ${edges.linked} linked, ${edges.pruned} pruned`,
        ...list(
          `${counted(renamed.length, 'document')} moved`,
          renamed.map(({ from, to }) => `${from} → ${to}`),
          page,
        ),
        ...list(`${counted(retired.length, 'document')} not there any more`, retired, page),
        ...(answer.repaired === 0 ? [] : [`${counted(answer.repaired, 'character')} put right`]),
        ...(redacted.length === 0 ? [] : [`secrets taken out: ${redacted.join(', ')}`]),
        ...(answer.skipped.length === 0 ? [] : [page.bad(`${answer.skipped.length} skipped`)]),
        ...(answer.skipped.some(({ reason }) => reason === 'forgotten') ? ['what was forgotten is read in again with --again'] : []),
      ]),
    ]
  }

const list = (headline: string, names: ReadonlyArray<string>, page: Page): ReadonlyArray<string> => {
  if (names.length === 0) return []
  const more = names.length - listed
  return [headline, ...indented([...names.slice(0, listed), ...(more > 0 ? [page.faint(`and ${more} more; --json has them all`)] : [])])]
}
