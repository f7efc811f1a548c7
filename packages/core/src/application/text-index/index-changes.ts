/** What events mean for the text index: the one place that says which texts are searchable, between which positions. */
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import type { GraphView } from '../../domain/graph.ts'
import type { ContentRef, NodeNumber, Position } from '../../domain/identity.ts'
import { isItem, isLive, type NodeType } from '../../domain/node.ts'
import { indexTerms } from '../../domain/text/tokenise.ts'
import type { IndexChange, IndexSpace } from '../ports/event-store.ts'

/** A node's text and title as an event leaves them. */
interface IndexedNode {
  /** Absent: it is not searched by its words. */
  readonly space: IndexSpace | undefined
  readonly title: ContentRef | undefined
  readonly text: ContentRef
  readonly live: boolean
}

/** Where a memory is searched: documents and cues apart from each other, tools nowhere. */
export const spaceOf = (type: NodeType): IndexSpace | undefined => (type === 'cue' ? 'cue' : isItem(type) ? 'document' : undefined)

/** Follows events one by one; `before` is the graph they come on top of. */
export interface IndexFollower {
  /** References whose bodies the changes need. */
  readonly needs: ReadonlyArray<ContentRef>
  readonly changes: (body: (ref: ContentRef) => string | undefined) => ReadonlyArray<IndexChange>
}

export const followIndex = (events: ReadonlyArray<BrainEvent>, before: GraphView): IndexFollower => {
  const nodes = new Map<NodeNumber, IndexedNode>()
  const steps: Array<{
    readonly node: NodeNumber
    readonly at: Position
    readonly from: IndexedNode | undefined
    readonly to: IndexedNode
    readonly space: IndexSpace
  }> = []
  const known = (node: NodeNumber): IndexedNode | undefined => {
    const followed = nodes.get(node)
    if (followed !== undefined) return followed
    const view = before.node(node)
    return view && { space: spaceOf(view.type), title: view.title, text: view.text, live: isLive(view.state) }
  }
  const step = (node: NodeNumber, at: Position, to: IndexedNode) => {
    const from = known(node)
    nodes.set(node, to)
    if (to.space !== undefined && (from?.live === true || to.live)) steps.push({ node, at, from, to, space: to.space })
  }
  for (const event of events) follow(event, known, step)
  return {
    needs: steps.flatMap(({ to }) => (to.live ? [to.text, ...(to.title === undefined ? [] : [to.title])] : [])),
    changes: (body) =>
      steps.flatMap(({ at, from, node, space, to }): ReadonlyArray<IndexChange> => {
        const end: ReadonlyArray<IndexChange> = from?.live === true ? [{ change: 'end', space, node, until: at }] : []
        const text = to.live ? body(to.text) : undefined
        if (text === undefined) return end
        const { counts, length, words } = indexTerms({ title: to.title === undefined ? undefined : body(to.title), text })
        const add = {
          change: 'add',
          space,
          node,
          terms: [...counts.keys()],
          counts: [...counts.values()],
          length,
          words,
          from: at,
        } as const
        return [...end, add]
      }),
  }
}

const follow = (
  event: BrainEvent,
  known: (node: NodeNumber) => IndexedNode | undefined,
  step: (node: NodeNumber, at: Position, to: IndexedNode) => void,
): void => {
  const change = (node: NodeNumber, fields: Partial<IndexedNode>) => {
    const before = known(node)
    if (before !== undefined) step(node, event.position, { ...before, ...fields })
  }
  switch (event.type) {
    case 'NodeAdded': {
      const { node, nodeType, text, title } = event.data
      return step(node, event.position, { space: spaceOf(nodeType), title, text, live: true })
    }
    case 'NodeRevised': {
      const { node, text, title } = event.data
      if (text === undefined && title === undefined) return
      return change(node, { ...(text === undefined ? {} : { text }), ...(title === undefined ? {} : { title }) })
    }
    case 'NodeRetired':
    case 'NodeMerged':
      return change(event.data.node, { live: false })
    case 'NodeRestored':
      return change(event.data.node, { live: true })
    default:
      return
  }
}
