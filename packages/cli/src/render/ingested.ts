/** What documents became. */
import type { Answer } from '@crabtrail/core'
import { ending } from './learned.ts'
import { aligned, counted, indented, type Page } from './page.ts'

/** `are` for what was done, `would be` for what would. */
export const ingested =
  (verb: 'are' | 'would be') =>
  (answer: Answer.IngestAnswer, page: Page): ReadonlyArray<string> => {
    const { nodes, edges } = answer
    const redacted = Object.entries(answer.redacted).map(([kind, count]) => `${count} ${kind}`)
    return [
      `${counted(answer.documents, 'document')} ${verb} read in${ending(answer, page)}`,
      ...indented([
        `nodes: ${nodes.added} added, ${nodes.revised} revised, ${nodes.unchanged} unchanged, ${nodes.retired} retired`,
        `edges: ${edges.linked} linked, ${edges.pruned} pruned`,
        ...(answer.repaired === 0 ? [] : [`${counted(answer.repaired, 'character')} put right`]),
        ...(redacted.length === 0 ? [] : [`secrets taken out: ${redacted.join(', ')}`]),
        ...(answer.skipped.length === 0 ? [] : [page.bad(`${answer.skipped.length} skipped`)]),
        ...indented(aligned(answer.skipped.map((one) => [one.path, page.faint(one.reason)]))),
      ]),
    ]
  }
