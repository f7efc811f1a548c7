/** Puts what supersedes what into the form that answers have. */
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import type { GraphView, Supersession } from '../../domain/graph.ts'
import { type NodeNumber, printedFeedback } from '../../domain/identity.ts'
import type { NodeNames } from '../naming/names.ts'
import type { SupersededChange, Superseding } from '../operations/superseding.ts'

/** `names` must know `by`. The superseded part is told where `names` has the text of `node`. */
export const toldSuperseding = (
  names: NodeNames,
  node: NodeNumber,
  { by, feedback, gone, part, reason, rule }: Supersession,
): Superseding => {
  const text = part === undefined ? undefined : names.text(node)?.slice(part[0], part[1])
  return {
    by: names.id(by),
    rule,
    reason,
    ...(text === undefined ? {} : { part: text }),
    ...(feedback === undefined ? {} : { feedback: printedFeedback(feedback) }),
    ...(gone === undefined ? {} : { gone }),
  }
}

/** The memories that supersede some memory, for their names. */
export const holdersAmong = (graph: GraphView, nodes: ReadonlyArray<NodeNumber>): ReadonlyArray<NodeNumber> =>
  nodes.flatMap((node) => graph.supersededBy(node).map(({ by }) => by))

/** Returns a function from a memory to those that it supersedes, by rising number. */
export const supersededOf = (graph: GraphView): ((by: NodeNumber) => ReadonlyArray<NodeNumber>) => {
  const older = new Map<NodeNumber, Array<NodeNumber>>()
  for (const node of graph.superseded()) {
    for (const { by, gone } of graph.supersededBy(node)) {
      if (gone !== undefined) continue
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
  /** The memories that supersede it all the same, by rising number. Empty where it holds. */
  readonly still: ReadonlyArray<NodeNumber>
}

/**
 * Returns which memories a commit lets hold again and which it sets aside, without those that it lifts and sets anew. `graph` is that before the
 * commit, or after it.
 */
export const supersessionsChanged = (graph: GraphView, events: ReadonlyArray<BrainEvent>): ReadonlyArray<Change> => {
  const changes = new Map<string, Omit<Change, 'still'>>()
  for (const { data, type } of events) {
    if (type !== 'NodeSuperseded' && type !== 'SupersessionLifted') continue
    const [key, holds] = [`${data.node} ${data.by}`, type === 'SupersessionLifted']
    const known = changes.get(key)
    if (known !== undefined && known.holds !== holds) changes.delete(key)
    else changes.set(key, { node: data.node, by: data.by, holds })
  }
  return [...changes.values()].map((change): Change => {
    if (!change.holds) return { ...change, still: [] }
    const stands = new Set(graph.supersededBy(change.node).map(({ by }) => by))
    for (const { by, holds, node } of changes.values()) if (node === change.node) stands[holds ? 'delete' : 'add'](by)
    return { ...change, still: [...stands].sort((a, b) => a - b) }
  })
}

/** The memories of changes, for their names. */
export const namedInChanges = (changes: ReadonlyArray<Change>): ReadonlyArray<NodeNumber> =>
  changes.flatMap(({ by, node, still }) => [by, node, ...still])

export const toldChanges = (names: NodeNames, changes: ReadonlyArray<Change>): ReadonlyArray<SupersededChange> =>
  changes.map(({ by, holds, node, still }) => ({
    node: names.id(node),
    by: names.id(by),
    holds,
    ...(still.length === 0 ? {} : { still: still.map((one) => names.id(one)) }),
  }))
