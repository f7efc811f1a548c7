/** Rules of decay: the edges and cues that maintenance may remove, whoever asked for it. */
import type { Profile } from '../../packages/core/src/domain/profiles/profile.ts'
import { along, type LogRule } from './log-rule.ts'
import { learns, type NaiveGraph } from './naive-graph.ts'

const unit = 1_000_000_000
type Settings = Pick<Profile, 'tiers' | 'forgetting'>

const edgesOf = (graph: NaiveGraph, node: number) =>
  [...graph.edges.values()].filter(({ linked, source, target }) => linked && (source === node || target === node))

/** Drifts, growth and merges are nobody's word. */
const onlyTheWeak: LogRule = {
  name: 'forgetting lets go of edges that are weak, of a kind that learns, unused and not spoken of lately',
  breaches: (log) => {
    let settings: Settings | undefined
    return along(log, (event, graph, complain) => {
      if (event.type === 'BrainCreated' || event.type === 'ProfileChanged') settings = event.data.settings as unknown as Settings
      if (event.type !== 'EdgePruned' || (event.data.reason !== 'weak' && event.data.reason !== 'stale')) return
      const edge = graph.edges.get(event.data.edge)
      const { below, churned, stale, staleTurns, young } = (settings ?? expectSettings()).forgetting.prune
      if (edge === undefined || !learns(edge)) return complain(`lets edge ${event.data.edge} go, of kind ${edge?.kind}`)
      const idle = graph.lastTurn - edge.lastRenewed
      if (Math.abs(edge.strength) >= Math.max(below, churned) * unit) complain(`lets go a strength of ${edge.strength}`)
      if (idle <= young) complain(`lets go what was used or spoken of ${idle} turns ago`)
      const isStale = Math.abs(edge.strength) < stale * unit && idle > staleTurns
      if (isStale !== (event.data.reason === 'stale')) complain(`calls ${edge.strength}, unused for ${idle} turns, ${event.data.reason}`)
    })
  },
}

const expectSettings = (): Settings => {
  throw new Error('the log does not begin with the settings of a brain')
}

const onlyWhatGrew: LogRule = {
  name: 'only kinds of question die or become one, and none that carries anything dies',
  breaches: (log) => {
    let habitual = 0
    return along(log, (event, graph, complain) => {
      if (event.type === 'BrainCreated' || event.type === 'ProfileChanged')
        habitual = (event.data.settings as unknown as Settings).tiers.habitual
      if (event.type === 'NodeMerged') {
        const [one, into] = [graph.nodes.get(event.data.node), graph.nodes.get(event.data.into)]
        if (one?.type !== 'cue' || into?.type !== 'cue' || into.state !== 'normal') complain(`merges a ${one?.type} into a ${into?.type}`)
        if (edgesOf(graph, event.data.node).length > 0) complain('leaves edges behind')
      }
      if (event.type !== 'NodeRetired' || event.data.reason !== 'death') return
      const node = graph.nodes.get(event.data.node)
      if (node?.type !== 'cue' || node.state !== 'normal') complain(`kills a ${node?.state} ${node?.type}`)
      if (edgesOf(graph, event.data.node).length > 0) complain('leaves edges behind')
      const gone = [...graph.edges.values()].filter(({ linked, source }) => !linked && source === event.data.node)
      // What went with it in the same commit, and what went before: nothing of it carried anything.
      const strong = gone.filter(({ strength }) => Math.abs(strength) >= habitual * unit)
      if (strong.length > 0) complain(`kills what led somewhere by ${strong.map(({ strength }) => strength)}`)
    })
  },
}

export const fadingRules: ReadonlyArray<LogRule> = [onlyTheWeak, onlyWhatGrew]
