/**
 * Decides which of the known passages a new statement supersedes: those that give the same attribute of the same thing another value, and those
 * that state the old value of that thing in other words.
 */

import type { SupersedingRule } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import { type PassageWords, wordsOfPassage } from './around.ts'
import { withClauseBefore } from './change-before.ts'
import { type Contrast, contrastOf, saysAgain, statesValue } from './contrast.ts'
import { isNow } from './own-words.ts'
import { mayBeOwn, type Statement, type Stating, sentencesIn, statementsIn, tokensOf } from './statement.ts'
import { areAboutTwoThings } from './two-things.ts'
import { saysTheSame } from './wordings.ts'

export interface KnownPassage extends Stating {
  readonly node: NodeNumber
  /** The statements of the text. */
  readonly statements: ReadonlyArray<Statement>
  readonly around: PassageWords
  /** The memory that states what is true now of what this one stated; its own number where that is gone. Absent: it is not superseded. */
  readonly holder?: NodeNumber | undefined
}

export const knownPassage = (node: NodeNumber, stating: Stating): KnownPassage => ({
  node,
  ...stating,
  statements: statementsIn(stating),
  around: wordsOfPassage(stating),
})

export interface Superseded {
  readonly node: NodeNumber
  readonly rule: Exclude<SupersedingRule, 'copy' | 'named'>
  /** The sentence of the passage that is superseded, in UTF-16 offsets of its text. Absent: the passage has no other. */
  readonly part?: readonly [from: number, to: number]
}

/** A new statement with what is known. */
export interface NewStatement extends Stating {
  /** The text that it takes the place of: what that states already is not new. Absent for a new text. */
  readonly former?: string | undefined
}

interface Found extends Contrast {
  readonly node: NodeNumber
  readonly older: Statement
}

/** The contrasts of a new text, before it is known which of the exchanged words are names of things. */
export interface Contrasts {
  readonly statements: ReadonlyArray<Statement>
  readonly found: ReadonlyArray<Found>
  /** The holders of memories that the text says again, or contrasts with: if the text is true now, these are not. */
  readonly holders: ReadonlySet<NodeNumber>
  /** Texts to search for: names that may be things, and the old values with their subjects. */
  readonly lookups: ReadonlyArray<string>
}

/** Most new statements of a text that are compared, and most lookups for it. */
const statementsMost = 24
const lookupsMost = 4
/** Most pairs of an old and a new statement that are compared. A longer text is compared with the best passages alone. */
const pairsMost = 10_000

/** Compares a text with the passages that share words with it. */
export const contrastsWith = ({ former, ...text }: NewStatement, all: ReadonlyArray<KnownPassage>): Contrasts => {
  const known = all.filter((passage) => !isHeldByAnother(passage))
  const before = new Set(former === undefined ? [] : statementsIn({ ...text, text: former }).map(saidIn))
  const statements = statementsIn(text)
    .map(withClauseBefore)
    .filter((one) => (mayBeOwn(one) || one.clauseBefore !== undefined) && !before.has(saidIn(one)))
    .slice(0, statementsMost)
  let pairs = 0
  const isCompared = ({ statements: older }: KnownPassage) => {
    pairs += statements.length * older.length
    return pairs <= pairsMost
  }
  const contrasting = settled(known.filter(isCompared).flatMap((passage) => bestContrast(statements, text.title, passage) ?? []))
  const found = areOfTwoThings(contrasting, known) ? [] : contrasting
  const words = found.flatMap(({ written }) => written)
  const holders = new Set(all.flatMap((passage) => (isSpokenOf(statements, passage) ? (passage.holder ?? []) : [])))
  return { statements, found, holders, lookups: [...new Set(words)].slice(0, lookupsMost) }
}

/** True for a passage in whose place another one stands. */
const isHeldByAnother = ({ holder, node }: KnownPassage): boolean => holder !== undefined && holder !== node

/** The words and values of a statement, to tell whether a text had it before. */
export const saidIn = ({ keys, values }: Statement): string => JSON.stringify([keys, values.map(({ text }) => text)])

const isSpokenOf = (said: ReadonlyArray<Statement>, { holder, statements }: KnownPassage): boolean =>
  holder !== undefined &&
  statements.some((older) => said.some((newer) => saysAgain(older, newer) || contrastOf(older, newer)?.rule === 'same-words'))

const bestContrast = (statements: ReadonlyArray<Statement>, title: string, { node, ...passage }: KnownPassage): Found | undefined => {
  let best: Found | undefined
  const titles = [passage.title, title].map((one) => new Set(tokensOf(one).map(({ key }) => key)))
  const isReply = passage.text.startsWith('assistant: ')
  for (const older of passage.statements) {
    if (!older.isOwn && !isReply) continue
    for (const newer of statements) {
      const found = contrastOf(older, newer, passage.around)
      if (found === undefined || found.names.some((name) => isTitle(name, titles)) || namesNew(passage, found, newer)) continue
      if (found.rule === 'same-words') return { ...found, node, older }
      if (best === undefined || found.score > best.score) best = { ...found, node, older }
    }
  }
  return best
}

/** True for a passage that already has the new name, unless the same words say that it holds now. */
const namesNew = ({ text }: Stating, { names: [, name = []], rule }: Contrast, { clauses }: Statement): boolean => {
  if (name.length === 0 || (rule === 'same-words' && isNow(clauses.join(' ')))) return false
  const keys = tokensOf(text).map(({ key }) => key)
  return keys.some((_, at) => name.every((key, i) => keys[at + i] === key))
}

/** A name in the title of a passage is its subject. */
const isTitle = (name: ReadonlyArray<string>, titles: ReadonlyArray<ReadonlySet<string>>): boolean =>
  titles.some((title) => name.every((key) => title.has(key)))

/** The same words decide before other words. Of other words only the best count, and only where all of them have one old value. */
const settled = (found: ReadonlyArray<Found>): ReadonlyArray<Found> => {
  const sameWords = found.filter(({ rule }) => rule === 'same-words')
  if (sameWords.length > 0) return sameWords
  const plain = found.filter(({ wording }) => wording === undefined)
  const strong = plain.filter(({ rule }) => rule !== 'same-kind')
  // Which wordings say the same is known later.
  if (plain.length === 0) return found
  const pool = strong.length > 0 ? strong : plain
  const top = Math.max(...pool.map(({ score }) => score))
  const best = pool.filter(({ score }) => score === top)
  return new Set(best.map(({ from }) => from)).size === 1 ? best : []
}

/** True where two old values belong to two things that only the headings above them tell apart: which of them is meant is not known. */
const areOfTwoThings = (found: ReadonlyArray<Found>, known: ReadonlyArray<KnownPassage>): boolean => {
  if (new Set(found.map(({ from }) => from)).size < 2) return false
  const places = found.flatMap(({ from, node, older }) => {
    const passage = known.find((one) => one.node === node)
    return passage === undefined ? [] : [{ ...passage, from, path: '', sentence: passage.text.slice(...older.span) }]
  })
  return places.some((one, at) =>
    places.slice(at + 1).some((other) => one.from !== other.from && areAboutTwoThings(one, other, one.sentence)),
  )
}

/** Decides what a text supersedes. `nearby` are all passages that were found, those of the lookups among them. */
export const supersededBy = ({ found, statements }: Contrasts, nearby: ReadonlyArray<KnownPassage>): ReadonlyArray<Superseded> => {
  const isThing = thingsAmong(nearby.map((passage) => passage.statements))
  const said = nearby.flatMap((passage) => passage.statements)
  const meant = found.filter(({ names, wording }) => !names.some(isThing) && (wording === undefined || saysTheSame(wording, said)))
  const isReworded = meant.some(({ wording }) => wording !== undefined)
  const direct = isReworded && new Set(meant.map(({ from }) => from)).size > 1 ? [] : meant
  const superseded = new Map<NodeNumber, Superseded>()
  for (const { node, older, rule } of direct) {
    const passage = nearby.find((one) => one.node === node)
    if (passage !== undefined) superseded.set(node, { node, rule, ...partOf(passage, older) })
  }
  const olds = new Set(direct.map(({ from }) => from))
  for (const passage of olds.size === 0 ? [] : nearby) {
    const { node, statements: theirs } = passage
    if (superseded.has(node) || isHeldByAnother(passage)) continue
    const isList = theirs.some(({ listed }) => listed !== undefined)
    const states = (one: Statement) =>
      (!isList || one.listed !== undefined) && [...olds].some((old) => statements.some((of) => statesValue(one, old, of)))
    const older = theirs.find(states)
    if (older !== undefined) superseded.set(node, { node, rule: 'same-value', ...partOf(passage, older) })
  }
  return [...superseded.values()]
}

const partOf = ({ text }: Stating, { span }: Statement): Pick<Superseded, 'part'> => (sentencesIn(text).length > 1 ? { part: span } : {})

/** Returns what a text takes the place of because it says what that superseded. A passage of several sentences does not give way. */
export const supersededAgain = ({ holders }: Contrasts, nearby: ReadonlyArray<KnownPassage>): ReadonlyArray<Superseded> =>
  nearby.flatMap(({ node, text }) => (holders.has(node) && sentencesIn(text).length === 1 ? [{ node, rule: 'same-value' }] : []))

/** Returns what holds now of the superseded memory that a reply says again; undefined where it says none, or what holds now says it, too. */
export const repeatedIn = (reply: Stating, nearby: ReadonlyArray<KnownPassage>): NodeNumber | undefined => {
  if (sentencesIn(reply.text).length !== 1) return undefined
  const statements = statementsIn(reply).filter(mayBeOwn)
  const repeats = (passage: KnownPassage) => passage.statements.some((older) => statements.some((newer) => saysAgain(older, newer)))
  return nearby.find((passage) => {
    const now = isHeldByAnother(passage) ? nearby.find(({ node }) => node === passage.holder) : undefined
    return now !== undefined && repeats(passage) && !repeats(now)
  })?.holder
}

/** The least number of different statements that speak of a thing. */
const thingLeast = 6

/** Returns a function that tells a name that is a subject of much from a name that is a value. */
const thingsAmong = (passages: ReadonlyArray<ReadonlyArray<Statement>>) => (name: ReadonlyArray<string>) => {
  const said = new Set<string>()
  for (const statements of passages) {
    const about = statements.find(({ keys }) => name.every((key) => keys.includes(key)))
    if (about !== undefined)
      said.add(
        about.keys
          .filter((key) => !name.includes(key) && !key.startsWith('<'))
          .sort()
          .join(' '),
      )
  }
  return said.size >= thingLeast
}
