/** Puts what supersedes what into the form that answers have. */
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import type { GraphView, Supersession } from '../../domain/graph.ts'
import { type NodeNumber, printedFeedback } from '../../domain/identity.ts'
import type { NodeNames } from '../naming/names.ts'
import type { SupersededChange, Superseding } from '../operations/superseding.ts'

/** `names` must know `by`. The superseded part is told where `names` has the text of `node`. */
export const toldSuperseding = (names: NodeNames, node: NodeNumber, { by, feedback, part, reason, rule }: Supersession): Superseding => {
  const text = part === undefined ? undefined : names.text(node)?.slice(part[0], part[1])
  return {
    by: names.id(by),
    rule,
    reason,
    ...(text === undefined ? {} : { part: text }),
    ...(feedback === undefined ? {} : { feedback: printedFeedback(feedback) }),
  }
}

/** The memories that supersede some memory, for their names. */
export const holdersAmong = (graph: GraphView, nodes: ReadonlyArray<NodeNumber>): ReadonlyArray<NodeNumber> =>
  nodes.flatMap((node) => graph.supersededBy(node).map(({ by }) => by))

/** Returns a function from a memory to those that it supersedes, by rising number. */
export const supersededOf = (graph: GraphView): ((by: NodeNumber) => ReadonlyArray<NodeNumber>) => {
  const older = new Map<NodeNumber, Array<NodeNumber>>()
  for (const node of graph.superseded()) {
    for (const { by } of graph.supersededBy(node)) {
      const known = older.get(by)
      if (known === undefined) older.set(by, [node])
      else known.push(node)
    }
  }
  return (by) => older.get(by) ?? []
}

interface Change {
  readonly node: NodeNumber
  readonly by: NodeNumber
  readonly holds: boolean
}

/** Returns which memories a commit lets hold again and which it sets aside, without those that it lifts and sets anew. */
export const supersessionsChanged = (events: ReadonlyArray<BrainEvent>): ReadonlyArray<Change> => {
  const changes = new Map<string, Change>()
  for (const { data, type } of events) {
    if (type !== 'NodeSuperseded' && type !== 'SupersessionLifted') continue
    const [key, holds] = [`${data.node} ${data.by}`, type === 'SupersessionLifted']
    const known = changes.get(key)
    if (known !== undefined && known.holds !== holds) changes.delete(key)
    else changes.set(key, { node: data.node, by: data.by, holds })
  }
  return [...changes.values()]
}

export const toldChanges = (names: NodeNames, changes: ReadonlyArray<Change>): ReadonlyArray<SupersededChange> =>
  changes.map(({ by, holds, node }) => ({ node: names.id(node), by: names.id(by), holds }))
