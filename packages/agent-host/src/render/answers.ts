/** Recall explanations and verdicts as short text for a chat, a terminal or a model. */

import { type AbsenceReason, type Answer, refusalInWords, ungainedInWords, whyNotInWords } from '@crabtrail/core'
import { counted } from '@crabtrail/text/counted'
import { doubtMark } from '@crabtrail/text/evidence/readings'
import { plainLine, typed } from './errors.ts'

export interface Hearer {
  /** False hides questions and words from the owner's other conversations. */
  readonly isOwner: boolean
}

/** At most `most` characters. */
export const recallInWords = (answer: Answer.WhyAnswer, most: number, hearer: Hearer): string => wholeLines(linesOf(answer, hearer), most)

/** Joins lines to at most `most` characters. Drops whole lines at the end and marks that with an ellipsis. */
export const wholeLines = (lines: ReadonlyArray<string>, most: number): string => {
  const kept: string[] = []
  let left = most - ellipsis.length - 1
  for (const line of lines) {
    left -= line.length + 1
    if (left < 0) return [...kept, ellipsis].join('\n')
    kept.push(line)
  }
  return kept.join('\n')
}

const ellipsis = '…'

/** Memories that a turn put before the model, in the order of the context. */
export const shownItems = ({ items }: Answer.WhyAnswer): ReadonlyArray<Answer.WhyItem> => items.filter(({ included }) => included)

const linesOf = (answer: Answer.WhyAnswer, hearer: Hearer): ReadonlyArray<string> => {
  const { absent, not, question, turn } = answer
  const heading = question === '' ? turn : `${turn}: "${plainLine(question, 120)}"`
  if (not !== undefined) {
    const [reason = '', ...words] = whyNotInWords(not, scoreOf(not)).map((clause) => plainLine(clause, 160))
    return [heading, `${plainLine(not.node)} was not recalled: ${reason}.`, ...against(not, hearer), ...words.map(asSentence)]
  }
  if (absent !== undefined) return [heading, `The turn went on without memory: ${absences[absent]}`]
  const given = shownItems(answer)
  const held = answer.items.filter(({ included }) => !included)
  return [
    heading,
    ...(answer.items.length === 0 ? ['No memory matched. Ask for one by its id to see why it is missing.'] : []),
    ...(answer.items.length > 0 && given.length === 0 ? ['Nothing was sure enough to be put before the model.'] : []),
    ...given.flatMap((item, index) => [
      `${index + 1}. ${plainLine(item.node)} (${scoreOf(item)})`,
      `   ${wayTo(item, answer, hearer)}`,
      ...newestDoubt(item.doubts).map((mark) => `   ${mark}`),
    ]),
    ...(held.length === 0 ? [] : ['Left out:']),
    ...held.slice(0, 5).map((item) => `- ${plainLine(item.node)} (${scoreOf(item)}): ${reasonDropped(item, answer, hearer)}`),
  ]
}

/** Says why a turn was given no memory, as one sentence. */
export const noneGivenInWords = ({ absent, dropped, items, turn }: Answer.WhyAnswer): string => {
  const last = `the last turn, ${turn}, was given no memory:`
  if (absent !== undefined) return `${last} ${absences[absent]}`
  const [first] = items
  if (first === undefined) return `${last} nothing matched.`
  const reason = dropped.find((one) => one.node === first.node)?.reason ?? 'unsure'
  return `${last} of ${plainLine(first.node, 60)}, the first that matched, ${reason === 'unsure' ? 'the memory was not sure enough' : dropInWords(reason)}.`
}

/** The newest doubt about a memory; the model gets it with the memory. */
export const newestDoubt = (doubts: ReadonlyArray<Answer.Doubt> = []): ReadonlyArray<string> =>
  doubts.slice(-1).map(({ bare = false, day, said }) => doubtMark(bare, day, `"${plainLine(said, 120)}"`))

const scoreOf = ({ score }: Pick<Answer.WhyItem, 'score'>): string => score.toFixed(2)

const wayTo = ({ path, seed, utility }: Answer.WhyItem, { cues }: Answer.WhyAnswer, { isOwner }: Hearer): string => {
  const last = path.at(-1)
  const own = seed === null ? [] : [seeds[seed.from] ?? "it has the question's words"]
  const cue = cues.find(({ node }) => node === path[0]?.source)
  const taught = last === undefined ? 0 : last.history.filter(({ verdict }) => verdict !== null).length
  const led =
    last === undefined
      ? []
      : [
          cue === undefined
            ? `${plainLine(last.source, 60)} leads to it (${last.kind} ${last.strength.toFixed(2)})`
            : `it was taught for ${isOwner ? `questions like "${plainLine(cue.question, 60)}"` : 'such questions'} (${last.strength.toFixed(2)}, ${counted(taught, 'verdict')})`,
        ]
  const worth = utility === 1 ? [] : [`its utility is ${utility.toFixed(2)}`]
  return [...own, ...led, ...worth].join('; ') || 'the walk reached it'
}

/** Sources of a seed other than words alone. */
const seeds: Readonly<Record<string, string>> = {
  hit: 'a memory search found it',
  vector: 'it is spelled or meant like the question',
  warm: 'it was given in a turn before',
  symbolic: 'the situation points to it',
  fused: "it has words of the question's, and is spelled or meant like it",
}

/** The message of a verdict is in the owner's words, so only the owner sees it. */
const verdictOf = ({ at, said, turn, verdict }: Answer.BlameStep, { isOwner }: Hearer): string => {
  const words = isOwner && said !== undefined ? `"${plainLine(said, 120)}"` : 'a verdict'
  return `${words} (${verdict}${turn === null ? '' : ` on ${turn}`}, ${at.slice(0, 10)})`
}

const against = ({ against: step, reason }: Answer.WhyNot, hearer: Hearer): ReadonlyArray<string> =>
  step === undefined || !['suppressed', 'useless', 'passed-over', 'behind'].includes(reason)
    ? []
    : [`It is kept back because of ${verdictOf(step, hearer)}.`]

const reasonDropped = (
  { inhibitedBy, node, seed, supersededBy = [] }: Answer.WhyItem,
  { dropped }: Answer.WhyAnswer,
  hearer: Hearer,
): string => {
  const reason = dropped.find((one) => one.node === node)?.reason
  const last = inhibitedBy?.history.findLast(({ delta, feedback }) => delta < 0 && feedback !== null)
  const because = last === undefined ? '' : ` because of ${verdictOf(last, hearer)}`
  const held = inhibitedBy === null ? '' : `; held down (${inhibitedBy.strength.toFixed(2)})${because}`
  const found = seed?.from === 'vector' ? `; ${seeds['vector']}` : ''
  const trust = lettingGo(reason, node)
  const newest = reason === 'superseded' ? supersededBy.at(-1) : undefined
  const newer = newest === undefined ? '' : `: ${plainLine(newest.by, 60)}`
  return `${reason === undefined ? 'not among the first' : dropInWords(reason)}${newer}${trust}${held}${found}`
}

/** Says how the owner lets a memory be given that he did not write. */
export const lettingGo = (reason: Answer.WhyAnswer['dropped'][number]['reason'] | undefined, node: string): string => {
  const command = reason === 'origin' ? 'trust' : reason === 'review' ? 'review approve' : undefined
  return command === undefined ? '' : `; the owner can let it be given: /trail ${command} ${typed(node)}`
}

/** Says why a memory was not put before the model. */
export const dropInWords = (reason: Answer.WhyAnswer['dropped'][number]['reason']): string => drops[reason]

const drops: Readonly<Record<Answer.WhyAnswer['dropped'][number]['reason'], string>> = {
  budget: 'the token budget was used up',
  duplicate: 'it says what another one says',
  limit: 'not among the first',
  origin: 'others wrote it, as a web page that the agent had read',
  unsure: 'not sure enough',
  inhibited: 'it was held down',
  superseded: 'another memory states what is true now',
  erased: 'it was erased',
  'adds-nothing': 'it adds nothing that the question asks for',
  'in-prompt': 'it stands in the prompt already',
  review: 'the owner did not say yes to it',
}

const absences: Readonly<Record<AbsenceReason, string>> = {
  deadline: 'the memory did not answer in time.',
  late: 'the answer came too late.',
  locked: 'another program held the store.',
  unavailable: 'the store could not be reached.',
  off: 'memory is switched off in this conversation; /trail on, said there, switches it on.',
  'not-interactive': 'nobody asked: a heartbeat, a cron or a subagent.',
  'too-long': 'the message is too long.',
  'no-text': 'the message has no text.',
  ended: 'the host no longer waited.',
  failed: 'the memory failed; its status says what is wrong.',
  group: 'it was asked in a group or channel, where no memory is given.',
  'not-owner': 'the asker is not known as the owner.',
  'unknown-asker': 'the host did not say who asks.',
  disputed: 'the host and its owner list disagree on who asks.',
}

const asSentence = (clause: string): string => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`

/** Returns one or two lines, with the largest changes first and one change for each memory. */
export const verdictInWords = (answer: Answer.FeedbackAnswer): string => {
  const { adjustments, feedback, refused, turn, ungained = [], utility, verdict } = answer
  const said = `Noted as ${feedback}${turn === null ? '' : ` on ${turn}`}: ${verdict}.`
  if (refused !== undefined) return `${said} It teaches nothing: ${refusalInWords(refused)}.`
  const without = ungained.map((one) => ` ${plainLine(one.node, 60)} ${ungainedInWords(one)}.`).join('')
  if (adjustments.length === 0 && utility.length === 0)
    return `${said} ${without === '' ? 'Nothing had to be changed.' : `Nothing was changed.${without}`}`
  return `${said} ${movesInWords(adjustments, utility)}.${without}`
}

/** Returns the moved strengths and utilities, with the largest changes first and one change for each memory; empty where nothing moved. */
export const movesInWords = (edges: ReadonlyArray<Answer.EdgeChange>, utilities: ReadonlyArray<Answer.UtilityChange>): string => {
  const largest = edges.toSorted((a, b) => Math.abs(b.to - b.from) - Math.abs(a.to - a.from))
  const ofEach = largest.filter((one, at) => largest.findIndex(({ target }) => target === one.target) === at)
  const moved = [
    ...ofEach.map((one) => `${plainLine(one.target, 60)} ${one.from.toFixed(2)} → ${one.to.toFixed(2)}`),
    ...utilities.map((one) => `utility of ${plainLine(one.node, 60)} ${one.from.toFixed(2)} → ${one.to.toFixed(2)}`),
  ]
  const untold = edges.length + utilities.length - Math.min(moved.length, movesTold)
  return `${moved.slice(0, movesTold).join('; ')}${untold > 0 ? ` and ${untold} more` : ''}`
}

const movesTold = 4

/** Returns one or two lines about a note that was kept. */
export const notedInWords = ({ became, node, origin, redacted, state, stay = [], superseded = [] }: Answer.NoteAnswer): string => {
  const id = plainLine(node, 80)
  const secrets = Object.values(redacted).reduce((sum, count) => sum + count, 0)
  const taken = secrets === 0 ? '' : ` ${secrets === 1 ? 'A secret was' : `${secrets} secrets were`} taken out.`
  if (became === 'known') return `${id} says this already; nothing had to be noted.`
  const older = superseded.map((one) => ` It supersedes ${plainLine(one.node, 60)}: ${plainLine(one.was, 80)} → ${plainLine(one.now, 80)}.`)
  const left = stay.map((one) => ` ${plainLine(one, 60)} stays as it is: a note of yours takes the place of your own notes alone.`)
  const kept = `${became === 'refreshed' ? 'Noted before' : 'Noted'} as ${id}.${older.join('')}${left.join('')}`
  const trust = `It repeats what others wrote, so it is not given unasked until the owner says /trail trust ${typed(node)}.`
  if (origin !== 'owner' && origin !== 'agent') return `${kept}${taken} ${trust}`
  return `${kept}${taken}${state === 'probation' ? ' It is on probation until it helps with a question.' : ''}`
}
