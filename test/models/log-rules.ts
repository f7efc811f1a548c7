/** Rules that must hold in every log, whoever wrote it: each rule reads the log and says, event by event, what breaks it. */
import type { BrainEventOf } from '../../packages/core/src/domain/events/brain-event.ts'
import type { Profile } from '../../packages/core/src/domain/profiles/profile.ts'
import { fadingRules } from './fading-rules.ts'
import { along, type LogRule } from './log-rule.ts'
import { isLive, learns, type NaiveGraph } from './naive-graph.ts'
import { outcomesAreShared, outcomesStayOnTheirTurns } from './outcome-rules.ts'
import { commitEnds, eventsOf, type RecordedLog } from './recorded-log.ts'
import type { RuleSettings } from './rule-settings.ts'
import { besideOf, ChangedPairs, movedTo } from './walked-ways.ts'

/** Everything that breaks a rule; empty for a good log. */
export const complaints = (log: RecordedLog, rules: ReadonlyArray<LogRule> = logRules): ReadonlyArray<string> =>
  rules.flatMap(({ breaches, name }) => breaches(log).map((breach) => `${name}: ${breach}`))

const unit = 1_000_000_000
const effects: ReadonlySet<string> = new Set([
  'FeedbackAttributed',
  'StrengthAdjusted',
  'UtilityAdjusted',
  'StrengthsDecayed',
  'StrengthsRestored',
  'TurnRestated',
  'LearningRestated',
])
/** The end of a turn teaches under profiles that drift, and then in its own commit. */
const teaching: ReadonlySet<string> = new Set([
  'FeedbackGiven',
  'OutcomeGiven',
  'StrengthSet',
  'RollbackRequested',
  'UnlearnRequested',
  'UnlearnWithdrawn',
  'BrainPromoted',
  'TurnCompleted',
  'MaintenanceRequested',
])

type InForce = Pick<Profile, 'strength' | 'tiers'> & Pick<RuleSettings, 'walk'>

/** Position → what the log says of bounds and tiers there. */
export const settingsOver = ({ events }: Pick<RecordedLog, 'events'>) => {
  const changes = events.flatMap((event) =>
    event.type === 'BrainCreated' ||
    event.type === 'ProfileChanged' ||
    (event.type === 'BrainPromoted' && event.data.settings !== undefined)
      ? [{ since: event.position, settings: event.data.settings as unknown as InForce }]
      : [],
  )
  return (position: number): InForce =>
    changes.findLast(({ since }) => since <= position)?.settings ?? { strength: { min: 0, max: 0 }, tiers: { habitual: 0, reflex: 0 } }
}

const positionsRun: LogRule = {
  name: 'positions run on and times never fall',
  breaches: ({ commits, events }) =>
    commits.flatMap(({ at, count, first, prev }, i) => {
      const before = commits[i - 1]
      const next = before === undefined ? 1 : before.first + before.count
      return [
        ...(first === next ? [] : [`the commit at ${first} should begin at ${next}`]),
        ...(before !== undefined && at < before.at ? [`the commit at ${first} is of ${at}, the one before of ${before.at}`] : []),
        ...(prev === (before?.hash ?? '') ? [] : [`the commit at ${first} does not hold the hash before`]),
        ...(i === commits.length - 1 && first + count - 1 !== events.length
          ? [`${events.length} events, and the last commit ends otherwise`]
          : []),
      ]
    }),
}

const effectsFollow: LogRule = {
  name: 'effects follow from teaching facts in log order',
  breaches: (log) => {
    let newest = 0
    return along(log, (event, _, complain) => {
      if (!effects.has(event.type)) return
      const cause = log.events[(event.cause ?? 0) - 1]
      if (cause === undefined || cause.position >= event.position || !teaching.has(cause.type))
        return complain(`is caused by ${event.cause}`)
      const ofEnd = event.type === 'StrengthAdjusted' && (event.data.rule === 'drift' || event.data.rule === 'growth')
      const merges = event.type === 'StrengthAdjusted' && event.data.rule === 'merge'
      if (ofEnd !== (cause.type === 'TurnCompleted') || (merges && cause.type !== 'MaintenanceRequested'))
        complain(`follows from a ${cause.type}`)
      if (event.type === 'StrengthsDecayed' && cause.type !== 'MaintenanceRequested') complain(`follows from a ${cause.type}`)
      if (cause.position < newest) complain(`comes after an effect of the later fact ${newest}`)
      newest = Math.max(newest, cause.position)
    })
  },
}

const strengthsChain: LogRule = {
  name: 'every change starts where the one before ended, within the bounds, by what was asked',
  breaches: (log) => {
    const settings = settingsOver(log)
    const changed = new ChangedPairs()
    return along(log, (event, graph, complain) => {
      changed.heed(graph, event)
      if (event.type === 'StrengthAdjusted') {
        const { asked, edge, from, rule, to } = event.data
        const inForce = settings(event.cause ?? 0)
        if (graph.edges.get(edge)?.strength !== from) complain(`starts at ${from}, edge ${edge} is at ${graph.edges.get(edge)?.strength}`)
        const isOther = rule === 'merge' || changed.since(graph, edge, event.cause ?? 0)
        const expected = rule === 'set' ? from + asked : movedTo(from, asked, besideOf(graph, edge, inForce), inForce.strength)
        if (!isOther && to !== expected) complain(`goes to ${to}, asked ${asked} from ${from}`)
      }
      if (event.type === 'UtilityAdjusted' && graph.nodes.get(event.data.node)?.utility !== event.data.from) complain('starts elsewhere')
      if (event.type !== 'StrengthsRestored') return
      const { edges, from, nodes, to, utilityFrom, utilityTo } = event.data
      if (
        [from, to].some(({ length }) => length !== edges.length) ||
        [utilityFrom, utilityTo].some(({ length }) => length !== nodes.length)
      ) {
        complain('has lists of different lengths')
      }
      for (const [i, edge] of edges.entries()) if (graph.edges.get(edge)?.strength !== from[i]) complain(`edge ${edge} starts elsewhere`)
      for (const [i, node] of nodes.entries())
        if (graph.nodes.get(node)?.utility !== utilityFrom[i]) complain(`node ${node} starts elsewhere`)
    })
  },
}

const fixedKindsStay: LogRule = {
  name: 'edges of kinds that do not learn keep their first strength',
  breaches: (log) =>
    along(log, (event, graph, complain) => {
      const moved = event.type === 'StrengthAdjusted' ? [event.data.edge] : event.type === 'StrengthsRestored' ? event.data.edges : []
      for (const edge of moved) {
        const known = graph.edges.get(edge)
        if (known === undefined || !learns(known)) complain(`moves edge ${edge} of kind ${known?.kind}`)
      }
    }),
}

const feedbackStaysOnItsTurn: LogRule = {
  name: "feedback moves only what its turn walked, edges that learn beside that, and its cue's edges to the named nodes",
  breaches: (log) => {
    const walked = new Map<number, Set<number>>()
    const shown = new Map<number, Set<number>>()
    const into = (map: Map<number, Set<number>>, turn: number | undefined, numbers: ReadonlyArray<number>) => {
      const known = map.get(turn ?? 0) ?? new Set()
      for (const number of numbers) known.add(number)
      map.set(turn ?? 0, known)
    }
    return along(log, (event, graph, complain) => {
      if (event.type === 'EdgeFollowed') into(walked, event.turn, [event.data.edge])
      if (event.type === 'NodeFired') into(shown, event.turn, [event.data.node])
      if (event.type === 'ContextBundled') into(shown, event.turn, event.data.nodes)
      if (event.type === 'FeedbackGiven') {
        for (const node of event.data.nodes)
          if (shown.get(event.turn ?? 0)?.has(node) !== true) complain(`judges node ${node} that its turn did not show`)
        for (const node of event.data.instead ?? []) if (!isLive(graph.nodes.get(node))) complain(`names node ${node} that is not live`)
      }
      const cause = log.events[(event.cause ?? 0) - 1]
      if (cause?.type !== 'FeedbackGiven') return
      const named = new Set([...cause.data.nodes, ...(cause.data.instead ?? [])])
      if (event.type === 'UtilityAdjusted' && !named.has(event.data.node)) complain(`lowers node ${event.data.node} that was not named`)
      if (event.type !== 'StrengthAdjusted') return
      const edge = graph.edges.get(event.data.edge)
      const steps = walked.get(cause.turn ?? 0) ?? new Set()
      const beside = [...steps].some((step) => {
        const one = graph.edges.get(step)
        return one !== undefined && edge !== undefined && one.source === edge.source && one.target === edge.target
      })
      const ofCue = edge !== undefined && edge.source === cause.data.cue && named.has(edge.target)
      if (!steps.has(event.data.edge) && !beside && !ofCue) complain(`moves edge ${event.data.edge}`)
    })
  },
}

const verdictsKeepTheirSign: LogRule = {
  name: 'a verdict never moves an edge or a utility the other way',
  breaches: (log) => {
    return along(log, (event, _, complain) => {
      const cause = log.events[(event.cause ?? 0) - 1]
      if (cause?.type !== 'FeedbackGiven' || (event.type !== 'StrengthAdjusted' && event.type !== 'UtilityAdjusted')) return
      const sign = event.data.reason === 'instead' ? 1 : Math.sign(cause.data.outcome)
      const moved = event.data.to - event.data.from
      if (sign === 0 || Math.sign(event.data.asked) !== sign || (moved !== 0 && Math.sign(moved) !== sign)) {
        complain(`asks ${event.data.asked} and moves ${moved} for an outcome of ${cause.data.outcome}`)
      }
    })
  },
}

/** Requests that may attribute a feedback anew: other signals count from there on. */
const restating: ReadonlySet<string> = new Set(['RollbackRequested', 'UnlearnRequested', 'UnlearnWithdrawn', 'BrainPromoted'])

/** Share one or none; a verdict that was spent before credits nothing again. One that was refused or is worth nothing spends nothing. */
const feedbackIsSpentOnce: LogRule = {
  name: 'each feedback is attributed once, and each verdict credits once',
  breaches: (log) => {
    const attributed = new Set<number>()
    const refused = new Set<number>()
    const spentBy = new Map<number, ReadonlyArray<string>>()
    const given = new Map(eventsOf(log, 'FeedbackGiven').map((one) => [one.data.feedback, one]))
    return along(log, (event, _, complain) => {
      const fact = log.events[(event.cause ?? 0) - 1]
      if (event.type === 'FeedbackAttributed') {
        const { feedback, reason, shares, turns } = event.data
        if (restating.has(fact?.type ?? '')) {
          spentBy.delete(feedback)
          refused.delete(feedback)
          const again = given.get(feedback)
          if (reason !== undefined) refused.add(feedback)
          else if (again !== undefined && again.data.outcome !== 0) spentBy.set(feedback, verdictsOf(again))
          return
        }
        if (attributed.has(feedback)) complain(`attributes f${feedback} again`)
        attributed.add(feedback)
        if (fact?.type === 'OutcomeGiven') return
        const whole = turns.length === 1 && shares.length === 1 && shares[0] === unit
        if (reason === undefined ? !whole : turns.length + shares.length > 0) complain(`shares ${shares} of ${turns} with reason ${reason}`)
        if (reason !== undefined) refused.add(feedback)
        if (fact?.type !== 'FeedbackGiven' || reason !== undefined) return
        const spent = new Set([...spentBy.values()].flat())
        const fresh = verdictsOf(fact).filter((verdict) => !spent.has(verdict))
        if (fresh.length === 0) complain(`credits f${feedback}, all of which was said before`)
        if (fact.data.outcome !== 0) spentBy.set(feedback, fresh)
      }
      if (event.type !== 'StrengthAdjusted' && event.type !== 'UtilityAdjusted') return
      if (fact?.type === 'FeedbackGiven' && !attributed.has(fact.data.feedback)) complain('comes before its attribution')
      if (fact?.type === 'FeedbackGiven' && refused.has(fact.data.feedback))
        complain(`follows from f${fact.data.feedback}, which was refused`)
    })
  },
}

const verdictsOf = ({ commit, data, turn }: BrainEventOf<'FeedbackGiven'>): ReadonlyArray<string> => {
  const said = (node: number, word: string) => [turn, node, word, data.tier, commit.actor].join()
  return [...new Set([...data.nodes.map((node) => said(node, data.applied)), ...(data.instead ?? []).map((node) => said(node, 'instead'))])]
}

const walksAreWhole: LogRule = {
  name: 'every candidate edge of a turn is followed or skipped exactly once, from a visited node',
  breaches: (log) => {
    const ends = new Set(commitEnds(log))
    let visited = new Set<number>()
    let limit = 0
    let looked = new Map<number, BrainEventOf<'EdgeFollowed' | 'EdgeSkipped'>>()
    const settings = settingsOver(log)
    return along(log, (event, graph, complain) => {
      if (event.type === 'TurnStarted') [visited, looked, limit] = [new Set(), new Map(), event.data.candidates]
      if (event.type === 'SeedsSelected') visited = new Set([...event.data.nodes, ...(event.data.cues ?? [])])
      if (event.type === 'NodeFired') visited.add(event.data.node)
      if (event.type === 'EdgeFollowed' || event.type === 'EdgeSkipped') {
        const { edge, strength } = event.data
        const known = graph.edges.get(edge)
        if (looked.has(edge)) complain(`looks at edge ${edge} twice`)
        looked.set(edge, event)
        if (known === undefined || !known.linked || !isLive(graph.nodes.get(known.target))) complain(`edge ${edge} was not there`)
        if (known?.strength !== strength) complain(`edge ${edge} was at ${known?.strength}, not ${strength}`)
        if (known !== undefined && !visited.has(known.source)) complain(`edge ${edge} leaves node ${known.source}, which was not visited`)
        if (event.type === 'EdgeFollowed' && known !== undefined && !visited.has(known.target))
          complain(`edge ${edge} leads to node ${known.target}, which was not visited`)
      }
      if (event.type === 'ContextBundled' && ends.has(event.position))
        for (const text of missed(graph, looked, limit, settings(event.position))) complain(text)
    })
  },
}

/** Cues stand for questions, and tools are only led to. */
const unwalked: ReadonlySet<string> = new Set(['cue', 'tool_call'])

/** A node that was walked on from had the edges to all its targets looked at, or where it has more than `limit` those to the strongest. */
const missed = (
  graph: NaiveGraph,
  looked: ReadonlyMap<number, unknown>,
  limit: number,
  { strength: bounds, tiers }: Pick<Profile, 'strength' | 'tiers'>,
): ReadonlyArray<string> => {
  const sources = new Set([...looked.keys()].map((edge) => graph.edges.get(edge)?.source))
  return [...sources].flatMap((source) => {
    const own = [...graph.edges].filter(
      ([, { linked, source: from, target }]) =>
        linked && from === source && isLive(graph.nodes.get(target)) && !unwalked.has(graph.nodes.get(target)?.type ?? 'cue'),
    )
    const ways = [...Map.groupBy(own, ([, { target }]) => target).values()].map((edges) => ({
      edges: edges.map(([number]) => number),
      strength: Math.min(
        bounds.max * unit,
        Math.max(
          bounds.min * unit,
          edges.reduce((sum, [, { strength }]) => sum + strength, 0),
        ),
      ),
    }))
    const left = ways.filter(({ edges }) => !edges.every((edge) => looked.has(edge)))
    const carrying = ways.filter(({ strength }) => strength >= 0)
    const weakest = Math.min(
      ...carrying.filter((way) => !left.includes(way)).map(({ strength }) => Math.max(strength, tiers.habitual * unit)),
    )
    const isWrong = ({ strength }: (typeof ways)[number]) => strength < 0 || carrying.length - left.length < limit || strength > weakest
    return left.filter(isWrong).flatMap(({ edges }) => edges.map((edge) => `leaves out edge ${edge} of node ${source}`))
  })
}

/** Rules of what is learned, which hold whenever the learner ran. */
export const learningRules: ReadonlyArray<LogRule> = [
  effectsFollow,
  strengthsChain,
  fixedKindsStay,
  feedbackStaysOnItsTurn,
  verdictsKeepTheirSign,
  feedbackIsSpentOnce,
  outcomesAreShared,
  outcomesStayOnTheirTurns,
  ...fadingRules,
]

export const logRules: ReadonlyArray<LogRule> = [positionsRun, ...learningRules, walksAreWhole]
