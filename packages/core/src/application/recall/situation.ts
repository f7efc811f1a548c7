/** Looks up the situation of a question: what its session is busy with, and what worked before for its memories and its kind. */

import * as Effect from 'effect/Effect'
import { type GraphView, isRecallable } from '../../domain/graph.ts'
import { openErrors } from '../../domain/growth/seen.ts'
import type { NodeNumber, SessionNumber } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { TurnRecord } from '../../domain/projections/turns/turn-record.ts'
import { fileName, situationDigest } from '../../domain/recall/situation.ts'
import type { Worked } from '../../domain/recall/worked.ts'
import { nextTurn } from '../../domain/recording/turn.ts'
import { units } from '../../domain/strength.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { type ContentDrafts, cleanText, keptBody } from '../brain/contents.ts'
import { type NodeNames, nodeNames } from '../naming/names.ts'
import type { RecallRequest } from '../requests.ts'
import { type GatheredHints, type HintedQuestion, ofAreas, openSession } from './hints.ts'

type Situated = Pick<RecallRequest, 'asker' | 'changed' | 'channel' | 'files' | 'session' | 'workspace'>

/**
 * Gathers the digest of the situation, as a content of the turn too, and the memories that it points to: those given for an open task, those
 * with the name of a touched file in their title, and those that got over an open error. Memories of another subject are left out.
 */
export const gatherSituation = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { learning, seeding }: Profile,
  { asker, changed = [], channel = asker?.channel, files = [], session, workspace }: Situated,
  { isFollowUp, text }: HintedQuestion,
  { drafts, now, tags }: { readonly drafts: ContentDrafts; readonly now: number } & Pick<GatheredHints, 'tags'>,
) {
  const number = session === undefined ? undefined : yield* openSession(brain, session)
  const errors = number === undefined ? [] : openErrors(brain.state, { session: number, turn: nextTurn(brain.state) })
  const open = number === undefined ? undefined : openTask(brain.state.recentTurns(), number, now - learning.delayed.seconds * 1_000)
  const written = yield* Effect.forEach(changed, (file) => clean(fileName(file)))
  const names = yield* Effect.forEach(files, (file) => clean(fileName(file)))
  const kinds = [...new Set(errors.map(({ error }) => error))]
  const named = kinds.length === 0 ? undefined : yield* nodeNames(brain, brain.state.graph, kinds, 'names')
  const told = {
    project: workspace === undefined ? undefined : yield* clean(fileName(workspace)),
    channel: channel === undefined ? undefined : yield* clean(channel),
    task: yield* keptBody(brain, open?.question),
    areas: tags,
    errors: kinds.flatMap((error) => named?.id(error).replace(/^error:/, '') ?? []),
    changed: written,
    opened: names.filter((name) => !written.includes(name)),
  }
  const digest = situationDigest(told, seeding.situationTokens)
  const pointed =
    seeding.situation === 0
      ? []
      : yield* pointedTo(brain, { errors: kinds, files: [...new Set([...written, ...names])], open, pool: text.pool })
  const symbolic = new Set(pointed.filter((node) => isFollowUp || text.score(node) > 0))
  return { digest, situation: digest === '' ? undefined : drafts.add(digest), symbolic }
})

const clean = (text: string) => Effect.map(cleanText(text), (cleaned) => cleaned.text)

/** Returns the newest turn of a session that ended, unless it ended well. */
const openTask = (recent: Iterable<TurnRecord>, session: SessionNumber, oldest: number): TurnRecord | undefined => {
  for (const turn of recent) {
    if (turn.at < oldest) return undefined
    const { outcome } = turn
    if (turn.session !== session || outcome === undefined || outcome === 'unknown') continue
    return outcome === 'success' ? undefined : turn
  }
  return undefined
}

interface Pointing extends Pick<HintedQuestion['text'], 'pool'> {
  readonly errors: ReadonlyArray<NodeNumber>
  readonly files: ReadonlyArray<string>
  readonly open: TurnRecord | undefined
}

const pointedTo = Effect.fnUntraced(function* (brain: OpenBrain, { errors, files, open, pool }: Pointing) {
  const { graph } = brain.state
  const fixes = errors.flatMap((error) =>
    graph
      .out(error)
      .filter((edge) => graph.strengthOf(edge) > 0)
      .map(graph.targetOf),
  )
  const titled = files.length === 0 ? [] : yield* ofAreas(brain, files.map(withoutEnding), pool)
  return [...(open?.included ?? []), ...titled, ...fixes].filter((node) => isRecallable(graph, node))
})

const withoutEnding = (name: string): string => name.replace(/(?<=.)\.[^.]*$/, '')

/** Returns what worked before, in words: a list of tools, and each procedure. */
export const workedLines = Effect.fnUntraced(function* (brain: OpenBrain, graph: GraphView, { procedures, tools }: Worked) {
  if (tools.length + procedures.length === 0) return []
  const names = yield* nodeNames(brain, graph, [...tools.map(({ tool }) => tool), ...procedures], 'texts')
  const called = tools.flatMap(({ tool }) => names.text(tool) ?? [])
  return [...(called.length === 0 ? [] : [called.join(', ')]), ...procedures.flatMap((node) => names.text(node) ?? [])]
})

/** The nodes that {@link toldWorked} names. */
export const nodesOfWorked = ({ procedures, tools }: Worked): ReadonlyArray<NodeNumber> => [
  ...tools.flatMap(({ memory, tool }) => [tool, memory]),
  ...procedures,
]

export const toldWorked = ({ procedures, tools }: Worked, names: Pick<NodeNames, 'id' | 'title'>) => ({
  tools: tools.map(({ memory, strength, tool }) => ({ tool: names.id(tool), memory: names.id(memory), strength: units(strength) })),
  procedures: procedures.map((node) => ({ node: names.id(node), steps: names.title(node) })),
})
