/** `show` and `trust`: show a node or an edge, or a whole brain; let a memory that others wrote be given to the model. */
import { type Answer, originInWords } from '@crabtrail/core'
import { Output } from '../../render/output.ts'
import { aligned, amount, counted, indented, type Page, plainLine, wrapped } from '../../render/page.ts'
import { behind, doubtLines, edgeName, ending, supersededLines, waitsForYes } from '../../render/parts.ts'
import { answering, asking, printAnswer } from '../command.ts'
import { profileInWords, settingLines } from './brains.ts'

export const show = asking('show', ['what', 'limit', 'at'], {
  summary: 'show a node or an edge with its neighbours; without an argument the brain',
  example: 'crabtrail show deploy.md#rollback',
  access: 'read',
})(({ request }) =>
  Output.use(({ json }) => printAnswer((memory) => memory.show({ ...request, ...(json ? { digest: true } : {}) }), shown(request.what))),
)

export const trust = answering('trust', ['node', 'off'], {
  summary: 'let a memory that others wrote be given to the model, like the agent’s own',
  details: ['It ends by itself when the passage says something else that others wrote.'],
  example: 'crabtrail trust "memory/2026-11-20.md~others"',
  access: 'write',
})(() => trusting)

export const alias = answering('alias', ['node', 'aliases', 'remove'], {
  summary: 'name other words by which a memory is asked for; without a text list them',
  details: [
    'A question in these words finds the memory. They are searched only: no model is given them, and they change no text.',
    'They end when the passage gets another text.',
  ],
  example: 'crabtrail alias deploy.md#rollback "how do we go back to the old version?"',
  access: 'read',
  writes: ['aliases', 'remove'],
})(() => aliases)

const contentLines = 12

export const shown =
  (what: string | undefined) =>
  (answer: Answer.ShowAnswer, page: Page): ReadonlyArray<string> => {
    if (what === undefined) return brain(answer, page)
    const [node, ...neighbours] = answer.nodes
    const edge = answer.edges.find((one) => one.edge === what || edgeName(one) === what)
    if (edge !== undefined || node === undefined)
      return [...edgeTable(answer.edges, page), ...nodeTable(answer.nodes, page), ...foot(answer, page)]
    return [
      ...memory(node, answer.traced, page),
      ...(answer.edges.length === 0 ? [] : ['', ...edgeTable(answer.edges, page), ...leftOut(answer, page)]),
      ...(neighbours.length === 0 ? [] : ['', ...nodeTable(neighbours, page)]),
      ...foot(answer, page),
    ]
  }

const trusting = (answer: Answer.TrustAnswer, page: Page): ReadonlyArray<string> => [
  `${answer.node} is ${originInWords(answer)}${ending(answer, page)}`,
]

const aliases = (answer: Answer.AliasAnswer, page: Page): ReadonlyArray<string> => [
  `${answer.node} has ${answer.aliases.length === 0 ? 'no aliases' : counted(answer.aliases.length, 'alias', 'aliases')}${ending(answer, page)}`,
  ...indented(aliasLines(answer.aliases, page)),
]

const aliasLines = (named: ReadonlyArray<Answer.ShownAlias>, page: Page): ReadonlyArray<string> =>
  named.map(({ by, call, text }) => `${plainLine(text)}  ${page.faint(call === undefined ? by : `${by}, call ${call}`)}`)

const brain = (answer: Answer.ShowAnswer, page: Page): ReadonlyArray<string> => {
  const { nodes, edges, turns, feedbacks, sessions, waiting } = answer.counts
  return [
    `${page.strong(answer.brain)}  position ${answer.position}, ${profileInWords(answer)}`,
    ...indented([
      ...settingLines(answer.settings ?? []),
      [
        counted(nodes, 'node'),
        counted(edges, 'edge'),
        counted(turns, 'turn'),
        counted(feedbacks, 'feedback'),
        counted(sessions, 'session'),
      ].join(', '),
      ...(waiting === undefined ? [] : [`${waitsForYes(waiting)}: ${page.command('review')}`]),
      page.faint(`digest ${answer.digest}`),
    ]),
    ...behind(answer.backlog, page),
  ]
}

const memory = (node: Answer.ShownNode, traced: Answer.TracedLife | undefined, page: Page): ReadonlyArray<string> => [
  `${page.strong(node.node)}  ${node.title}`,
  ...indented([
    page.faint(
      `${node.type}, ${node.state}${node.source === null ? '' : `, ${plainLine(node.source)}`}, utility ${amount(node.utility)}${node.day === undefined ? '' : `, of ${node.day}`}`,
    ),
    page.faint(originInWords(node)),
    page.faint(lifeLine(node)),
    ...(traced === undefined ? [] : tracedLines(traced).map(page.faint)),
    ...doubtLines(node, page),
    ...supersededLines(node, page),
    ...(node.aliases === undefined ? [] : ['asked for as:', ...indented(aliasLines(node.aliases, page))]),
    ...node.content
      .split('\n')
      .slice(0, contentLines)
      .flatMap((line) => (line.trim() === '' ? [''] : wrapped(line, page.width - 2, contentLines))),
  ]),
]

const lifeLine = ({ life: { corrected, fired, first, grown, last, seen, used }, state, type }: Answer.ShownNode): string => {
  const born = grown === null ? [] : [`grown in ${grown}`]
  const probation = state === 'probation' ? ['on probation'] : []
  const asked = type === 'cue' ? [`asked ${counted(seen, 'time')}`] : []
  const times = first === null ? [] : [first === last ? `in ${first}` : `from ${first} to ${last}`]
  return `life: ${[...born, ...probation, ...asked, `recalled ${counted(fired, 'time')}`, `right ${used}, wrong ${corrected}`, ...times].join(', ')}`
}

/** Prints the life that the log tells: its texts and newest recall, the tools and errors beside it, and what disuse makes of it. */
const tracedLines = ({ added, errors, last, outlook, texts, tools }: Answer.TracedLife): ReadonlyArray<string> => [
  [
    ...(added === null ? [] : [`added ${minuteOf(added)}`]),
    ...(texts < 2 ? [] : [`${texts} texts`]),
    ...(last === null
      ? []
      : [`last recalled ${minuteOf(last.at)} in ${[last.turn, last.sessionKey ?? last.session ?? []].flat().join(', ')}`]),
  ].join(', '),
  ...listed(
    'tools beside it',
    tools.map(({ calls, failures, tool }) => `${tool} ${calls}${failures === 0 ? '' : ` (${failures} failed)`}`),
  ),
  ...listed(
    'errors beside it',
    errors.map(({ error, turns }) => `${error} ${turns}`),
  ),
  ...(outlook === null ? [] : [outlookLine(outlook)]),
]

const listedMost = 5

const listed = (what: string, items: ReadonlyArray<string>): ReadonlyArray<string> =>
  items.length === 0 ? [] : [`${what}: ${items.slice(0, listedMost).map(plainLine).join(', ')}${items.length > listedMost ? ', …' : ''}`]

const outlookLine = ({ grace, idle, isRetiring, score }: NonNullable<Answer.TracedLife['outlook']>): string =>
  [
    `unused for ${counted(idle, 'turn')}${grace === 0 ? '' : ` of ${grace}`}`,
    `vitality ${amount(score)}`,
    ...(isRetiring ? ['retiring: the next run of maintenance removes it'] : []),
  ].join(', ')

const minuteOf = (time: string): string => time.slice(0, 16).replace('T', ' ')

const nodeTable = (nodes: ReadonlyArray<Answer.ShownNode>, page: Page): ReadonlyArray<string> => [
  page.strong(counted(nodes.length, 'node')),
  ...indented(
    aligned(
      nodes.map((node) => [
        node.node,
        `utility ${amount(node.utility)}`,
        page.faint(`${node.type}, ${node.state}`),
        page.faint(node.title),
      ]),
    ),
  ),
]

const edgeTable = (edges: ReadonlyArray<Answer.ShownEdge>, page: Page): ReadonlyArray<string> => [
  page.strong(counted(edges.length, 'edge')),
  ...indented(
    aligned(
      edges.map((edge) => [
        amount(edge.strength),
        edgeName(edge),
        page.faint(
          [
            ...(edge.read === undefined ? [] : [`read ${amount(edge.read)} with those beside it`]),
            `used ${edge.uses}`,
            `skipped ${edge.skips}`,
            ...(edge.linked ? [] : ['pruned']),
          ].join(', '),
        ),
      ]),
      [0],
    ),
  ),
]

/** Returns a line that says how many edges there are, where not all are listed. */
const leftOut = ({ degree, edges }: Answer.ShowAnswer, page: Page): ReadonlyArray<string> =>
  degree === undefined || degree <= edges.length
    ? []
    : indented([page.faint(`the strongest ${edges.length} of ${degree} edges; --limit N lists more`)])

const foot = (answer: Answer.ShowAnswer, page: Page): ReadonlyArray<string> => [
  '',
  ending(answer, page).trimStart(),
  ...behind(answer.backlog, page),
]
