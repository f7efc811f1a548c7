/** A rule for logs, and the way along a log that rules go. */
import type { BrainEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { apply, emptyGraph, type NaiveGraph } from './naive-graph.ts'
import type { RecordedLog } from './recorded-log.ts'

export interface LogRule {
  readonly name: string
  readonly breaches: (log: RecordedLog) => ReadonlyArray<string>
}

/** Calls `visit` for every event with the graph as it was just before it. */
export const along = (
  log: RecordedLog,
  visit: (event: BrainEvent, graph: NaiveGraph, complain: (text: string) => void) => void,
): ReadonlyArray<string> => {
  const found: Array<string> = []
  const graph = emptyGraph()
  for (const event of log.events) {
    visit(event, graph, (text) => found.push(`${event.position} ${event.type} ${text}`))
    apply(graph, event)
  }
  return found
}
