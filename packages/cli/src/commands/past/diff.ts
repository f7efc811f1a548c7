/** `diff`: what differs between two positions, and in the rankings of questions. */
import type { Answer } from '@crabtrail/core'
import { aligned, amount, clipped, counted, indented, type Page, type Row, score, widthOf } from '../../render/page.ts'
import { aliasWords, bar, drawnChange, edgeName, ending, placeChange, saidBy } from '../../render/parts.ts'
import { answering } from '../command.ts'

export const diff = answering('diff', ['a', 'b', 'question', 'questions', 'limit', 'today'], {
  summary: 'compare two positions: what was learned, which rankings moved, and which events moved them',
  example: 'crabtrail diff -200 --question "how do we roll back a deploy?"',
  access: 'read',
})(({ limit = listedMost }) => compared(limit))

/** Most lines of each list, so that an answer fits on one screen. The whole answer is printed with `--json`. */
const listedMost = 5
const rowsMost = 5

export const compared =
  (most: number) =>
  (answer: Answer.DiffAnswer, page: Page): ReadonlyArray<string> => {
    const { a, b, between } = answer
    const [events, turns, verdicts] = [
      counted(between.events, 'event'),
      counted(between.turns, 'turn'),
      counted(between.feedbacks, 'verdict'),
    ]
    const back = between.takenBack === undefined ? '' : `; ${counted(between.takenBack, 'verdict')} taken back`
    const lists = differences(answer, most, page)
    return [
      `${page.strong(`${a.position} → ${b.position}`)}  ${events}, ${turns}, ${verdicts} between${back}${ending(answer, page)}`,
      ...indented([page.faint(`${a.at ?? 'before the first event'} → ${b.at ?? 'before the first event'}`)]),
      ...[a, b].flatMap(({ isCommitEnd, position }) =>
        isCommitEnd ? [] : [page.faint(`  ${position} lies inside a commit: no answer was ever given from there`)],
      ),
      ...(lists.length === 0 ? ['nothing differs'] : lists),
      ...(answer.rankings ?? []).flatMap((ranking) => ['', ...rankingLines(ranking, most, page)]),
      ...(answer.questionsLeft === undefined
        ? []
        : ['', page.faint(`${counted(answer.questionsLeft, 'older question')} not compared; --question compares one`)]),
    ]
  }

/* The lists of what differs. */

/** The first rows of a list, each with what happened and to what, and the number of all. */
interface List {
  readonly title: string
  readonly rows: ReadonlyArray<readonly [what: string, name: string]>
  readonly count: number | undefined
}

const differences = (answer: Answer.DiffAnswer, most: number, page: Page): ReadonlyArray<string> => {
  const room = Math.max(20, page.width - 46)
  const rows = listsOf(answer, page).flatMap(({ count, rows: all, title }): ReadonlyArray<Row> => {
    const left = (count ?? all.length) - Math.min(most, all.length)
    const told = all.slice(0, most).map(([what, name]) => [title, what, clipped(name, room)])
    return left > 0 ? [...told, [title, '', page.faint(`and ${left} more`)]] : told
  })
  return indented(aligned(rows))
}

/** Returns the lists, what has a value first. An edge that is linked comes from 0, and one that is pruned goes there. */
const listsOf = (
  { aliases, counts, cues, doubts, edges, nodes, settings, states, superseded, trust, utilities }: Answer.DiffAnswer,
  page: Page,
): ReadonlyArray<List> => {
  const [added, removed] = [page.good('added'), page.bad('removed')]
  const spelled = (value: unknown) => JSON.stringify(value)
  const strength = (from: number, to: number) => `${bar(from, to, page)}  ${amount(from + to)}`
  const lists: ReadonlyArray<readonly [title: string, count: string, rows: List['rows']]> = [
    ['strength', 'edgesChanged', edges.changed.map((edge) => [drawnChange(edge.from, edge.to, page), edgeName(edge)])],
    ['linked', 'edgesAdded', edges.added.map((edge) => [strength(0, edge.strength), edgeName(edge)])],
    ['pruned', 'edgesRemoved', edges.removed.map((edge) => [strength(edge.strength, 0), edgeName(edge)])],
    ['utility', 'utilities', utilities.map(({ from, node, to }) => [drawnChange(from, to, page), node])],
    ['memory', 'nodesAdded', nodes.added.map(({ node }) => [added, node])],
    ['memory', 'nodesRemoved', nodes.removed.map(({ node }) => [removed, node])],
    ['memory', 'nodesRevised', nodes.revised.map(({ node }) => ['revised', node])],
    ['state', 'states', states.map(({ from, node, to }) => [`${from} → ${to}`, node])],
    ['cue', 'cuesAdded', cues.added.map(({ title }) => [added, spelled(title)])],
    ['cue', 'cuesRemoved', cues.removed.map(({ title }) => [removed, spelled(title)])],
    ['trust', 'trust', trust.map(({ node, to }) => [to ? page.good('may be given') : page.bad('is not given'), node])],
    ['doubt', 'doubtsAdded', doubts.added.map(({ feedback, node, said }) => [page.bad(`by ${feedback}`), `${node}: ${spelled(said)}`])],
    ['doubt', 'doubtsRemoved', doubts.removed.map(({ feedback, node }) => [page.good(`of ${feedback} lifted`), node])],
    ['newer', 'supersededAdded', superseded.added.map(({ by, node, rule }) => [page.bad('superseded'), `${node} by ${by} (${rule})`])],
    [
      'newer',
      'supersededRemoved',
      superseded.removed.map(({ by, node }) => [page.good('holds again'), `${node}, no longer superseded by ${by}`]),
    ],
    ['alias', 'aliasesAdded', aliases.added.map((one) => [added, aliasWords(one)])],
    ['alias', 'aliasesRemoved', aliases.removed.map((one) => [removed, aliasWords(one)])],
    ['setting', '', settings.map(({ from, setting, to }) => [setting, `${spelled(from)} → ${spelled(to)}`])],
  ]
  return lists.map(([title, count, rows]) => ({ title, rows, count: counts[count] }))
}

/* The rankings. */

const rankingLines = (ranking: Answer.ComparedRanking, most: number, page: Page): ReadonlyArray<string> => {
  const { eventCount, events, moved } = ranking
  const listed = moved.slice(0, most)
  return [
    page.strong(clipped(JSON.stringify(ranking.question), page.width)),
    ...(ranking.approximate === undefined ? [] : [page.faint(`  it may differ from what was seen then: ${ranking.approximate}`)]),
    ...indented(sideBySide(ranking, page)),
    ...(moved.length === 0
      ? indented([page.faint('nothing moved')])
      : indented(
          listed.flatMap((one) => [
            `${placeChange(one.from, one.to, page)}  ${page.strong(one.node)}${one.events.length > 0 ? '' : page.faint('  others moved past it')}`,
            ...indented(moverLines(one, events, page)),
          ]),
        )),
    ...(moved.length > listed.length ? [page.faint(`  and ${moved.length - listed.length} more moved`)] : []),
    ...(eventCount === 0 ? [] : [page.faint(`  ${counted(eventCount, 'change')} between the two on what the two walks looked at`)]),
  ]
}

/** Prints both rankings in two columns. `+` marks a memory that is given to the model. */
const sideBySide = ({ after, before }: Answer.ComparedRanking, page: Page): ReadonlyArray<string> => {
  const column = Math.floor((page.width - 6) / 2)
  const entry = (one: Answer.ComparedRanking['before'][number] | undefined, at: number): string =>
    one === undefined ? '' : clipped(`${one.given ? '+' : ' '}${String(at + 1).padStart(2)}  ${score(one.score)}  ${one.node}`, column)
  const rows = Math.min(rowsMost, Math.max(before.length, after.length))
  const pad = (text: string): string => text + ' '.repeat(Math.max(0, column - widthOf(text)))
  if (rows === 0) return [page.faint('nothing came to mind, before or after')]
  return [
    page.faint(`${pad(`before`)}  after`),
    ...Array.from({ length: rows }, (_, at) => `${pad(entry(before[at], at))}  ${entry(after[at], at)}`.trimEnd()),
  ]
}

const moverLines = (
  moved: Answer.ComparedRanking['moved'][number],
  events: Answer.ComparedRanking['events'],
  page: Page,
): ReadonlyArray<string> => {
  if (moved.events.length === 0) return []
  const own = new Set(moved.events)
  const told = events.filter(({ position }) => own.has(position)).slice(0, 2)
  const lines = told.map((one) => moverLine(one, page))
  return lines.length > 0 ? lines : [page.faint(`by ${moved.events.slice(0, 5).join(', ')}`)]
}

/** Prints a change by one event: its position, what it changed, from where to where, and who caused it. */
export const moverLine = (one: Answer.Mover, page: Page): string => {
  const moved = one.from === null || one.to === null ? one.type : drawnChange(one.from, one.to, page)
  const head = `${one.position}  ${moved}`
  const tail = `${saidBy(one).join(' ')}${one.cause === null ? '' : ` ←${one.cause}`}`
  return `${head}  ${clipped(one.name, Math.max(16, page.width - widthOf(head) - tail.length - 10))}  ${page.faint(tail)}`
}
