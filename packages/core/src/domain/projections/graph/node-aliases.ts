/** Folds the aliases of nodes: those that each of the three who name them named last; of a document and a model, for the text that the node has. */

import type { EventData } from '../../events/brain-event.ts'
import { aliasesOfPerson, type NodeAliases, withAliases } from '../../graph.ts'
import type { ContentRef, NodeNumber } from '../../identity.ts'
import { type GraphColumns, hasNode } from './graph-columns.ts'

export const foldAliases = (columns: GraphColumns, { node, ...named }: EventData<'AliasesNamed'>): void => {
  if (hasNode(columns, node)) setAliases(columns, node, withAliases(columns.aliases.get(node) ?? [], named))
}

/** Ends the aliases of a text that a node has no more. */
export const endAliases = (columns: GraphColumns, node: NodeNumber): void =>
  setAliases(columns, node, aliasesOfPerson(columns.aliases.get(node) ?? []))

export const eraseAliases = (columns: GraphColumns, gone: ReadonlySet<ContentRef>): void => {
  for (const [node, named] of columns.aliases) {
    const left = named.filter(({ names }) => names === undefined || !gone.has(names))
    if (left.length < named.length) setAliases(columns, node, left)
  }
}

const setAliases = ({ aliases }: GraphColumns, node: NodeNumber, named: ReadonlyArray<NodeAliases>): void => {
  if (named.length === 0) aliases.delete(node)
  else aliases.set(node, named)
}
