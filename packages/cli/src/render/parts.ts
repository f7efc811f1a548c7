/** Parts of several answers: what changed, the history of a strength, corrections, bars, and where the answer was read. */
import type { Answer } from '@crabtrail/core'
import { doubtMark } from '@crabtrail/text/evidence/readings'
import { aligned, change, clipped, counted, indented, type Page, plainLine, step, wrapped } from './page.ts'

/** Returns one line for each strength and utility that moved, from its first to its last value; an edge is spelled as in an argument. */
export const changes = (
  edges: ReadonlyArray<Answer.EdgeChange>,
  utilities: ReadonlyArray<Answer.UtilityChange>,
  page: Page,
): ReadonlyArray<string> =>
  aligned([
    ...inAll(edges, edgeName).map((edge) => ['strength', edgeName(edge), change(edge.from, edge.to, page)]),
    ...inAll(utilities, ({ node }) => node).map((utility) => ['utility', utility.node, change(utility.from, utility.to, page)]),
  ])

/** Joins several movements of the same edge or node into one. */
const inAll = <A extends { readonly from: number; readonly to: number }>(
  changed: ReadonlyArray<A>,
  nameOf: (one: A) => string,
): ReadonlyArray<A> =>
  [...Map.groupBy(changed, nameOf).values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : { ...first, to: more.at(-1)?.to ?? first.to },
  )

export const edgeName = (edge: { readonly source: string; readonly kind: string; readonly target: string }): string =>
  `${edge.source}>${edge.kind}>${edge.target}`

export const behind = (backlog: number, page: Page): ReadonlyArray<string> =>
  backlog === 0 ? [] : [page.faint(`the learner is ${counted(backlog, 'fact')} behind; ${page.command('learn')} works them off`)]

export const ending = (answer: { readonly brain: string; readonly position: number }, page: Page): string =>
  page.faint(`  ${answer.brain} at ${answer.position}`)

/** Says how many memories wait in the queue. */
export const waitsForYes = (count: number): string => `${counted(count, 'memory waits', 'memories wait')} for your yes`

/** Returns a line for each correction of a memory that was said in a conversation and that no memory holds. */
export const doubtLines = (
  { doubts = [] }: { readonly doubts?: ReadonlyArray<Answer.Doubt> },
  page: Page,
  lines = 3,
): ReadonlyArray<string> =>
  doubts.flatMap(({ bare = false, day, feedback, said }) => {
    const mark = doubtMark(bare, `${day} (${feedback})`, JSON.stringify(said))
    return wrapped(mark, page.width - 4, lines).map(page.bad)
  })

/** Returns a line for each memory that supersedes this one, and one for those that it stands in the place of. */
export const supersededLines = (
  { inPlaceOf = [], supersededBy = [] }: Pick<Answer.WhyItem, 'inPlaceOf' | 'supersededBy'>,
  page: Page,
): ReadonlyArray<string> => [
  ...supersededBy.flatMap(({ by, feedback, gone, part, reason, rule }) => {
    const how = [rule, ...(reason === rule ? [] : [reason]), ...(feedback === undefined ? [] : [`said in ${feedback}`])].join(', ')
    const meant = part === undefined ? '' : `: ${JSON.stringify(part)}`
    const lost = gone === undefined ? '' : ', which no longer states it'
    return wrapped(`superseded by ${plainLine(by)} (${how})${meant}${lost}`, page.width - 4, 3).map(page.bad)
  }),
  ...(inPlaceOf.length === 0 ? [] : wrapped(`in the place of ${named(inPlaceOf)}`, page.width - 4, 3)),
]

const namedMost = 4
const named = (nodes: ReadonlyArray<string>): string => {
  const first = nodes.slice(0, namedMost).map((node) => plainLine(node))
  return nodes.length > namedMost ? `${first.join(', ')} and ${nodes.length - namedMost} more` : first.join(', ')
}

type SupersededChange = NonNullable<Answer.UnlearnAnswer['superseded']>[number]

/** Says that a memory holds again, or no longer. */
export const supersessionLine = ({ by, holds, node, review, still = [] }: SupersededChange): string => {
  if (review !== undefined) {
    const why = review === 'waits' ? 'waits for your yes' : 'was refused'
    return `holds     ${node}  still: ${by} ${why}, and takes its place only once you approve it`
  }
  if (still.length > 0) return `holds     ${node}  still not: no longer superseded by ${by}, but by ${still.join(', ')}`
  return `holds     ${node}  ${holds ? 'again, no longer superseded by' : 'no longer, superseded by'} ${by}`
}

const namers: Readonly<Record<Answer.AliasOf['by'], string>> = { person: 'a person', document: 'its document', model: 'a model' }

/** Names an alias, its memory and who named it. */
export const aliasWords = ({ by, node, text }: Answer.AliasOf): string => `${JSON.stringify(text)} of ${node}, by ${namers[by]}`

/** Returns one line for each event, with its cause, and below it the message that came with the verdict, or the signals that it sums up. */
export const steps = (history: ReadonlyArray<Answer.BlameStep>, page: Page): ReadonlyArray<string> =>
  stepRows(history, page).flatMap((row, at) => {
    const { parts = [], said } = history[at] ?? {}
    const summed = parts.map(({ signal, turn, value, weight }) => `${signal} ${weight} × ${value.toFixed(2)} (${turn})`).join(' + ')
    const below = [...(said === undefined ? [] : [JSON.stringify(said)]), ...(summed === '' ? [] : [summed])]
    return [
      row,
      ...indented(
        below.map((line) => page.faint(clipped(line, page.width - 10))),
        6,
      ),
    ]
  })

/** `wrong f4 on t2 by owner`, in words. */
export const saidBy = ({ actor, feedback, turn, verdict }: Pick<Answer.BlameStep, 'actor' | 'feedback' | 'turn' | 'verdict'>) =>
  [verdict, feedback, turn === null ? null : `on ${turn}`, `by ${actor}`].filter((part) => part !== null)

/** Columns of the key of a session; a host may make long ones. */
const keyWidth = 32

/** Names the session in which something was said: `in visitor s4`. Returns nothing for what was said in none. */
export const inSession = ({ session, sessionKey }: Pick<Answer.BlameStep, 'session' | 'sessionKey'>): ReadonlyArray<string> =>
  session === null ? [] : [['in', ...(sessionKey === null ? [] : [clipped(sessionKey, keyWidth)]), session].join(' ')]

const stepRows = (history: ReadonlyArray<Answer.BlameStep>, page: Page): ReadonlyArray<string> =>
  aligned(
    history.map((one) => [
      String(one.position),
      page.faint(one.at),
      change(one.from, one.to, page),
      step(one.delta),
      [...saidBy(one), ...inSession(one)].join(' '),
      page.faint(one.cause === null ? one.reason : `${one.reason} ←${one.cause}`),
    ]),
    [0, 3],
  )

const half = 5

/** Draws a change around zero in eleven columns: `█` is in both values, `▓` was gained, `░` was lost; beyond 1 a side is full. */
export const bar = (from: number, to: number, page: Page): string => {
  const side = (sign: 1 | -1): string => {
    const [was, is] = [from, to].map((value) => Math.min(half, Math.round(Math.max(0, sign * value) * half)))
    const cells = Array.from({ length: half }, (_, at) => cellOf(at < (was ?? 0), at < (is ?? 0)))
    return (sign === 1 ? cells : cells.reverse()).join('')
  }
  const drawn = `${side(-1)}│${side(1)}`
  return from === to ? page.faint(drawn) : to > from ? page.good(drawn) : page.bad(drawn)
}

const cellOf = (was: boolean, is: boolean): string => (was && is ? '█' : is ? '▓' : was ? '░' : ' ')

/** Returns the bar of a change and its numbers: `│▓▓▓    0 → 0.6 ▲`. */
export const drawnChange = (from: number, to: number, page: Page): string => `${bar(from, to, page)}  ${change(from, to, page)}`

/** `4 → 1 ▲`: a smaller place is a better one. `–` stands for a memory that was not found. */
export const placeChange = (from: number | null, to: number | null, page: Page): string => {
  const text = `${from ?? '–'} → ${to ?? '–'}`
  if (from === to) return page.faint(`${text} =`)
  const isUp = to !== null && (from === null || to < from)
  return isUp ? page.good(`${text} ▲`) : page.bad(`${text} ▼`)
}

/** Prints the next step: its sentence, and its commands as they are typed for this store and brain. */
export const nextLines = (
  { commands, says }: { readonly says: string; readonly commands: ReadonlyArray<ReadonlyArray<string>> },
  page: Page,
): ReadonlyArray<string> => [...wrapped(says, page.width, 3), ...commands.map((words) => `  ${page.strong(page.command(...words))}`)]
