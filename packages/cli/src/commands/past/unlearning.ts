/** `unlearn`, `undo` and `rollback`: take back what some signals taught, the last verdict of a session, or everything since a position. */
import type { Answer } from '@crabtrail/core'
import { aligned, amount, change, clipped, counted, indented, type Page, score } from '../../render/page.ts'
import { aliasWords, edgeName, ending, supersessionLine } from '../../render/parts.ts'
import { answering } from '../command.ts'

const selection = ['ofSession', 'ofTurn', 'ofFeedback', 'ofOrigin', 'ofActor', 'ofJudge', 'since', 'until', 'withNodes'] as const

export const unlearn = answering('unlearn', [...selection, 'undo', 'dryRun', 'key'], {
  summary: 'take back what some signals taught; what all others taught stays, and it can be withdrawn',
  reads: ['dryRun'],
  meant: 'ofSession',
  example: 'crabtrail unlearn --session visitor --dry-run',
  access: 'write',
})((request) => unlearned(request.undo !== undefined))

export const undo = answering('undo', ['session', 'at', 'dryRun', 'key'], {
  summary: 'take back the last verdict of a session, or the last strength set by hand in it',
  reads: ['dryRun'],
  example: 'crabtrail undo',
  access: 'write',
})(() => undone)

export const rollback = answering('rollback', ['to', 'dryRun', 'session', 'key'], {
  summary: 'set strengths and utilities back to an earlier position; contents stay, and it can be undone',
  reads: ['dryRun'],
  meant: 'to',
  example: 'crabtrail rollback --to -100 --dry-run',
  access: 'write',
})((request) => rolledBack(request.dryRun === true ? 'would be' : 'are'))

export const unlearned =
  (withdraws: boolean) =>
  (answer: Answer.UnlearnAnswer, page: Page): ReadonlyArray<string> => {
    const nothing = withdraws
      ? 'that unlearning stands no longer: it was withdrawn, or a rollback ended it'
      : 'all of it is unlearned already'
    const isNothing = answer.request === null && answer.would === undefined
    const parts = [...signalsInWords(answer, withdraws), ...memoriesInWords(answer, withdraws)]
    return [
      `${isNothing ? nothing : parts.join('; ')}${ending(answer, page)}`,
      ...indented(whatMoved(answer, page)),
      ...(withdraws ? [] : wayBack(answer, page)),
    ]
  }

/** Tells the signals. It leaves them out where there are none and memories are told. */
const signalsInWords = ({ elsewhere, nodes, signals: { length }, would }: Answer.UnlearnAnswer, withdraws: boolean) => {
  if (length === 0 && nodes.length > 0) return []
  const isDry = would !== undefined
  const teaches = length === 1 ? 'teaches' : 'teach'
  const head = withdraws ? `${isDry ? 'would teach' : teaches} again` : `${isDry ? 'would be' : 'taken'} out`
  const others = elsewhere === undefined ? '' : withdraws ? stillOut(elsewhere) : outBefore(elsewhere)
  return [`${counted(length, 'signal')} ${head}${others}`]
}

const memoriesInWords = ({ nodes: { length }, would }: Answer.UnlearnAnswer, withdraws: boolean): ReadonlyArray<string> => {
  if (length === 0) return []
  const memories = counted(length, 'memory', 'memories')
  if (withdraws) return [`${memories} ${would !== undefined ? 'would be' : length === 1 ? 'is' : 'are'} back`]
  return [`${memories} ${would === undefined ? 'retired' : 'would be retired'}`]
}

const outBefore = (signals: number): string => `, ${signals} of them ${signals === 1 ? 'was' : 'were'} out already`
const stillOut = (signals: number): string => `, but for ${signals} that another unlearning takes out as well`

export const undone = (answer: Answer.UndoAnswer, page: Page): ReadonlyArray<string> => {
  const { also = [], took } = answer
  const [again, others] = [also.filter((one) => saysTheSame(one, took)), also.filter((one) => !saysTheSame(one, took))]
  const repeated = again.length > 0 ? `, and ${counted(again.length, 'verdict')} that said the same again` : ''
  const said = others.map((one) => `and ${signalInWords(one)}, said at ${one.position}`)
  const verb = answer.would === undefined ? 'took back' : 'would take back'
  return [
    `${verb} ${page.strong(signalInWords(took))}, said at ${took.position}${repeated}${ending(answer, page)}`,
    ...indented([
      ...firstLines(said, 'verdict', page, verdictsMost),
      ...(answer.idle === true && answer.still === undefined ? [idle] : whatMoved(answer, page)),
    ]),
    ...stillTeaching(answer, page),
    ...wayBack(answer, page),
  ]
}

const idle = 'nothing differs without it; another undo goes on with what was said before it'

type TakenSignal = Answer.UndoAnswer['took']

const signalInWords = ({ edge, feedback, nodes, review, turn, value, verdict }: TakenSignal): string => {
  if (review !== undefined) return `${review} ${nodes.join(', ')}`
  const said =
    edge === null
      ? [feedback, verdict, turn === null ? undefined : `on ${turn}`, nodes.length === 0 ? undefined : `of ${nodes.join(', ')}`]
      : ['strength', nodes.join(' > '), value === undefined ? undefined : `set to ${amount(value)}`]
  return said.filter((part) => part !== undefined && part !== null).join(' ')
}

const saysTheSame = (one: TakenSignal, other: TakenSignal): boolean =>
  one.verdict === other.verdict && one.nodes.length === other.nodes.length && one.nodes.every((node) => other.nodes.includes(node))

/** Says which verdicts teach some of the same, and how the first of them is taken out. */
const stillTeaching = ({ still = [], would }: Answer.UndoAnswer, page: Page): ReadonlyArray<string> => {
  const [first, ...more] = still
  if (first === undefined) return []
  const others = more.length === 0 ? '' : ` and ${counted(more.length, 'other verdict')}`
  const says = `${first}${others} ${more.length === 0 ? 'says' : 'say'} some of the same, and ${would === undefined ? '' : 'would '}`
  const teaches = would !== undefined || more.length > 0 ? 'teach' : 'teaches'
  return [`${says}${teaches} it`, page.faint(`${page.command('unlearn', '--feedback', first)} takes that out`)]
}

/** Prints a rollback. `are`: it was done; `would be`: it was a dry run. */
export const rolledBack =
  (verb: 'are' | 'would be') =>
  (answer: Answer.RollbackAnswer, page: Page): ReadonlyArray<string> => {
    return [
      `strengths, utilities and kinds of question ${verb} as they were at ${page.strong(String(answer.to))}${ending(answer, page)}`,
      ...(answer.rounded === undefined ? [] : indented([answer.rounded])),
      ...indented(whatMoved(answer, page)),
      ...indented([
        ...nodeLines(answer.back ?? [], verb === 'are' ? 'is back' : 'would be back', page),
        ...nodeLines(answer.out ?? [], verb === 'are' ? 'is out' : 'would be out', page),
      ]),
      ...promotionKept(answer, page),
      ...settingsKept(answer, page),
      ...(answer.before === undefined ? [] : [page.faint(`${page.command('rollback', '--to', String(answer.before))} takes this back`)]),
    ]
  }

/** The settings of a promotion stay in force until the promotion itself is taken back. */
const promotionKept = ({ promotion }: Answer.RollbackAnswer, page: Page): ReadonlyArray<string> =>
  promotion === undefined
    ? []
    : [
        `the settings of the promotion at ${promotion} stay in force`,
        page.faint(`${page.command('promote', '--take-back')} takes them back`),
      ]

/** A rollback restores what was learned, and leaves the settings alone. */
const settingsKept = ({ settings = [], to }: Answer.RollbackAnswer, page: Page): ReadonlyArray<string> =>
  settings.length === 0
    ? []
    : [
        `${counted(settings.length, 'setting')} ${settings.length === 1 ? 'stays as it is' : 'stay as they are'} now, and not as at ${to}:`,
        ...indented(aligned(settings.map(({ from, setting, to: now }) => [setting, `${String(from)} then, ${String(now)} now`]))),
        page.faint(`${page.command('profile')} puts others in force`),
      ]

/** Lines of one kind that are printed at most, so that an answer fits a screen. */
const linesMost = 12
const questionsMost = 3
const memoriesMost = 3
const verdictsMost = 3
const nodesMost = 8

type Mark = 'doubts' | 'reviews' | 'superseded' | 'trust'
type Restoring = Pick<Answer.UnlearnAnswer, 'restored' | 'would' | 'rankings' | Mark> & {
  readonly aliases?: Answer.UnlearnAnswer['aliases']
  readonly nodes?: ReadonlyArray<string>
}

const whatMoved = (answer: Restoring, page: Page): ReadonlyArray<string> => {
  const { edges, utilities } = answer.restored ?? answer.would ?? { edges: [], utilities: [] }
  const rows = [
    ...edges.map((edge) => ({ ...edge, kind: 'strength', name: edgeName(edge) })),
    ...utilities.map((utility) => ({ ...utility, kind: 'utility', name: utility.node })),
  ].sort((one, other) => Math.abs(other.to - other.from) - Math.abs(one.to - one.from))
  const shown = rows.slice(0, linesMost)
  // The name is last, so that a long one takes no number off the screen, and whole, because `blame` wants it whole.
  const lines = aligned(shown.map(({ from, kind, name, to }) => [kind, bar(from), '→', bar(to), change(from, to, page), name]))
  return [
    ...(rows.length === 0 ? ['no strength and no utility differs'] : lines),
    ...(rows.length > shown.length ? [page.faint(`and ${rows.length - shown.length} more; --json has all`)] : []),
    ...markLines(answer, page),
    ...nodeLines(answer.nodes ?? [], 'memory', page),
    ...questionLines(answer.rankings ?? [], page),
  ]
}

/** Returns a line for each mark of a memory that is taken back, or is in force again. */
export const markLines = (
  { aliases, doubts = [], reviews = [], superseded = [], trust = [] }: Pick<Restoring, 'aliases' | Mark>,
  page: Page,
): ReadonlyArray<string> => [
  ...firstLines(doubts.map(doubtLine), 'memory', page),
  ...firstLines(superseded.map(supersessionLine), 'memory', page),
  ...aliasLines(aliases, page),
  ...firstLines(trust.map(trustLine), 'memory', page),
  ...firstLines(reviews.map(reviewLine), 'memory', page),
]

type MarkOf<Name extends Mark> = NonNullable<Restoring[Name]>[number]

const doubtLine = ({ from, node, to }: MarkOf<'doubts'>): string => `doubts    ${node}  ${from} → ${to}`

const trustLine = ({ node, to }: MarkOf<'trust'>): string => `trust     ${node}  is ${to ? 'trusted again' : 'no longer trusted'}`

const aliasLines = (aliases: Restoring['aliases'], page: Page): ReadonlyArray<string> => {
  const { added, removed } = aliases ?? { added: [], removed: [] }
  const lines = [
    ...removed.map((one) => `alias     ${aliasWords(one)}  goes`),
    ...added.map((one) => `alias     ${aliasWords(one)}  is back`),
  ]
  return firstLines(lines, 'alias', page)
}

/** Says how a text stands with the owner from now on. */
const reviewLine = ({ from, node, to }: Answer.ReviewChange): string => `review    ${node}  ${from ?? 'none'} → ${to ?? 'none'}`

const nodeLines = (nodes: ReadonlyArray<string>, label: string, page: Page): ReadonlyArray<string> =>
  firstLines(
    nodes.map((node) => `${label.padEnd(8)}  ${node}`),
    'memory',
    page,
    nodesMost,
  )

const several = { alias: 'aliases', memory: 'memories', verdict: 'verdicts' } as const

/** Returns the first lines of a list, and how many more there are. */
const firstLines = (lines: ReadonlyArray<string>, of: keyof typeof several, page: Page, most = linesMost): ReadonlyArray<string> => {
  const more = lines.length - most
  if (more <= 0) return lines
  return [...lines.slice(0, most), page.faint(`and ${counted(more, `more ${of}`, `more ${several[of]}`)}; --json has all`)]
}

const blocks = ' ▏▎▍▌▋▊▉█'
const barWidth = 6

/** Draws a value from −1 to 1 as a bar of its size; a negative one has a minus before it. */
export const bar = (value: number): string => {
  const eighths = Math.round(Math.min(1, Math.abs(value)) * barWidth * 8)
  const full = Math.floor(eighths / 8)
  const drawn = '█'.repeat(full) + (eighths % 8 === 0 ? '' : (blocks[eighths % 8] ?? ''))
  return `${value < 0 ? '-' : ' '}${drawn.padEnd(barWidth)}`
}

const questionLines = (questions: ReadonlyArray<Answer.ChangedRanking>, page: Page): ReadonlyArray<string> => {
  const shown = questions.slice(0, questionsMost)
  const listed = (list: Answer.ChangedRanking['before']) => list.slice(0, memoriesMost).map((one) => `${one.node} ${score(one.score)}`)
  return [
    ...shown.flatMap(({ after, before, question, turn }) => [
      clipped(`${turn} ${JSON.stringify(question)}`, page.width - 2),
      clipped(`  now    ${listed(before).join(', ')}`, page.width - 2),
      clipped(`  after  ${listed(after).join(', ')}`, page.width - 2),
    ]),
    ...(questions.length > shown.length
      ? [page.faint(`and ${counted(questions.length - shown.length, 'more question')} would rank otherwise; --json has all`)]
      : []),
  ]
}

const wayBack = ({ request, would }: Answer.UnlearnAnswer, page: Page): ReadonlyArray<string> =>
  request === null || would !== undefined ? [] : [page.faint(`${page.command('unlearn', '--undo', String(request))} withdraws it`)]
