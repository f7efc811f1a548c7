/** Prints what a memory holds as text for a chat or a model: what a question would be given, one memory, and what an erasure takes. */

import { type Answer, originInWords } from '@crabtrail/core'
import { counted } from '@crabtrail/text/counted'
import { excerpt } from '@crabtrail/text/words/excerpt'
import { dropInWords, lettingGo, newestDoubt, wholeLines } from './answers.ts'
import { plainLine } from './errors.ts'

/* What a question would be given. */

const leftOutMost = 5
const excerptCharacters = 160

/** Says which memories would be given for a question, in their order, and why others would not. At most `most` characters. */
export const wouldGiveInWords = (answer: Answer.RecallAnswer, question: string, most: number): string => {
  const { context, items, skipped } = answer
  const asked = `"${plainLine(question, 120)}"`
  if (skipped !== undefined) return `For ${asked} the turn would go on without memory: ${skipped}.`
  const given = context.items.flatMap((node) => items.find((item) => item.node === node) ?? [])
  const left = context.dropped.filter(({ node }) => !context.items.includes(node))
  const heading =
    given.length === 0
      ? `Nothing would be given for ${asked}${items.length === 0 ? ': no memory matches.' : ': nothing is sure enough, or all of it is said already.'}`
      : `Would be given for ${asked}, ${context.tokens} tokens:`
  return wholeLines(
    [
      heading,
      ...given.flatMap((item, at) => [
        `${at + 1}. ${named(item.node, item.title)}`,
        `   ${plainLine(excerpt(item.content, question, excerptCharacters), excerptCharacters + 10)}`,
      ]),
      ...(left.length === 0 ? [] : ['Left out:']),
      ...left.slice(0, leftOutMost).map(({ node, reason }) => `- ${plainLine(node)}: ${dropInWords(reason)}${lettingGo(reason, node)}`),
      ...(left.length > leftOutMost ? [`and ${left.length - leftOutMost} more`] : []),
      'Nothing was recorded.',
    ],
    most,
  )
}

/** A title that repeats the id is left out. */
const named = (node: string, title: string): string =>
  title === '' || title === node ? plainLine(node) : `${plainLine(node)}: ${plainLine(title, 60)}`

/* One memory. */

const linesMost = 40

/** Says what a memory says, where it comes from, since when, and how it was used. At most `most` characters: the text is cut first. */
export const memoryInWords = (answer: Answer.ShowAnswer, most: number): string => {
  const [memory] = answer.nodes
  if (memory === undefined) return 'There is no such memory.'
  const { content, doubts, life, node, state, supersededBy, title } = memory
  const since = answer.changed === undefined ? [] : [`since ${answer.changed}`]
  const last = life.last === null ? '' : `, last in ${life.last}`
  const head = [
    named(node, title),
    `${[originInWords(memory), states[state] ?? state, ...since].join('; ')}.`,
    `Recalled ${times(life.fired)}, right ${times(life.used)}, wrong ${times(life.corrected)}${last}.`,
    ...newestDoubt(doubts).map((mark) => `It was ${mark}`),
    ...supersededBy.slice(-1).map(({ by }) => `Another memory states what is true now: ${plainLine(by)}`),
  ]
  const lines = content.split('\n', linesMost + 1)
  const text = lines.slice(0, linesMost).map((line) => plainLine(line, 400))
  return wholeLines([...head, '', ...text, ...(lines.length > linesMost ? ['…'] : [])], most)
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

const states: Readonly<Record<string, string>> = {
  normal: 'in use',
  probation: 'on probation until it helps with a question',
  protected: 'protected from being forgotten by itself',
  retired: 'retired: its text is gone from the file, and it is not given',
}

/* What an erasure takes. */

/** Says each memory that would go by its title and first words, and what would go with them. At most `most` characters. */
export const wouldForgetInWords = (answer: Answer.ForgetAnswer, name: string, most: number): string => {
  const memories = answer.forgotten.filter(({ begins }) => begins !== undefined)
  const documents = answer.forgotten.filter(({ what }) => what === 'source')
  const others = answer.contents - memories.reduce((sum, { contents }) => sum + contents, 0)
  const count = counted(memories.length, 'memory', 'memories')
  const last = [
    ...documents.slice(0, 3).map((document) => `With it the document ${plainLine(document.name)} as a whole.`),
    ...(documents.length > 3 ? [`And ${counted(documents.length - 3, 'more document')} as a whole.`] : []),
    ...(others > 0
      ? [
          `And ${counted(others, 'more text that names or quotes', 'more texts that name or quote')} it: names of documents, questions, verdicts.`,
        ]
      : []),
    ...(answer.returns ?? []).slice(0, 2).map((node) => `${plainLine(node)} would hold again.`),
  ]
  const lines = memories.map(({ begins = '', name: node, title = '' }) => `- ${named(node, title)}: "${plainLine(begins, 100)}"`)
  const shown = fitting(lines, most - last.join('\n').length - 200)
  const more = lines.length - shown.length
  const { erased = [] } = answer
  const before =
    erased.length === 0 ? 'Nothing was erased yet.' : `Erased so far: only the copies in branches of this memory (${erased.length}).`
  return [
    `${before} Of "${plainLine(name, 60)}" ${count} would go for good:`,
    ...shown,
    ...(more > 0 ? [`and ${more} more, which do not fit here`] : []),
    ...last,
  ].join('\n')
}

/** Returns the first lines that have at most `most` characters together; one at least. */
const fitting = (lines: ReadonlyArray<string>, most: number): ReadonlyArray<string> => {
  let used = 0
  const end = lines.findIndex((line) => {
    used += line.length + 1
    return used > most
  })
  return end === -1 ? lines : lines.slice(0, Math.max(1, end))
}

/** The receipt: what was erased, and which copies the memory cannot reach. */
export const forgottenInWords = (answer: Answer.ForgetAnswer, name: string): string => {
  const { branches = [], contents, forgotten, position, returns = [], unfinished, unreachable } = answer
  if (contents === 0) return `Nothing of "${plainLine(name, 60)}" is left to forget.`
  const nodes = forgotten.filter(({ what }) => what === 'node').length
  const kept = unreachable.filter(({ place }) => place in copies).map(({ place }) => copies[place])
  const copied = unreachable.length - kept.length
  return [
    `Forgotten for good: ${counted(contents, 'text')} of ${counted(nodes, 'memory', 'memories')} and what quoted them, at position ${position}.`,
    ...(branches.length === 0 ? [] : [`Also in ${counted(branches.length, 'branch', 'branches')} of this memory.`]),
    ...returns.slice(0, 3).map((node) => `${plainLine(node)} holds again.`),
    ...(unfinished === undefined ? [] : ['The files of the store may hold bytes of it until the store is next free.']),
    `Not erased, because the memory cannot reach it: ${kept.join('; ')}.`,
    ...(copied > 0 ? [`There ${copied === 1 ? 'is 1 more copy' : `are ${copied} more copies`} of the memory that may hold it.`] : []),
  ].join('\n')
}

const copies: Readonly<Record<string, string>> = {
  backups: 'backups',
  exports: 'exports',
  'the host': 'the history of conversations and the files that say it',
  models: 'what models were sent',
  'the disk': 'older blocks of the disk',
}
