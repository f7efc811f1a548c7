/** The graph that documents made, from an export of it, so that two of them can be compared whatever numbers and salts they gave out. */
import { phrasesOf } from '../../packages/text/src/words/phrases.ts'
import { graphAt, isLive } from './naive-graph.ts'
import { readLog } from './recorded-log.ts'

/** Live memories and the edges between them; `named` says a node by its id, for brains that gave out other numbers. */
export const madeGraph = (lines: ReadonlyArray<string>, named: 'by id' | 'by number') => {
  const { contents, events } = readLog(lines)
  const { edges, nodes } = graphAt(events, events.length)
  const ids = new Map<number, string>()
  const titles = new Map<number, string>()
  for (const event of events) {
    if (event.type === 'NodeUntitled') titles.delete(event.data.node)
    if (event.type !== 'NodeAdded' && event.type !== 'NodeRevised') continue
    if (event.data.id !== undefined) ids.set(event.data.node, contents.get(event.data.id) ?? '')
    if (event.data.title !== undefined) titles.set(event.data.node, contents.get(event.data.title) ?? '')
  }
  const labels = new Map<number, string | undefined>()
  for (const { data, type } of events)
    if (type === 'EdgeLinked' && data.label !== undefined) labels.set(data.edge, contents.get(data.label))
  /** By which of the names that both ends have is left to chance; that both have it is not. */
  const joining = (edge: number, ...ends: ReadonlyArray<number>): ReadonlyArray<string> => {
    const label = labels.get(edge)
    if (label === undefined) return []
    const has = ends.map((node) => phrasesOf({ title: titles.get(node), text: contents.get(nodes.get(node)?.text ?? '') ?? '' }))
    return [has.every(({ about, mentions }) => about.has(label) || mentions.has(label)) ? 'by a name of both' : `by ${label}`]
  }
  const name = (node: number) => (named === 'by id' ? `${ids.get(node)}` : `${node} ${ids.get(node)}`)
  return {
    nodes: [...nodes]
      .filter(([, node]) => isLive(node))
      .map(([number, { origin, text, utility }]) => [name(number), titles.get(number), contents.get(text), origin, utility])
      .sort(),
    edges: [...edges]
      .filter(([, { linked, source, target }]) => linked && isLive(nodes.get(source)) && isLive(nodes.get(target)))
      .map(([number, { kind, source, strength, target }]) =>
        [...(named === 'by id' ? [] : [number]), name(source), kind, name(target), ...joining(number, source, target), strength].join(' '),
      )
      .sort(),
  }
}
