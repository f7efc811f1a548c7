/**
 * Reads labelled lines (`Port: 5432`) and compares those of two passages.
 *
 * A labelled line that stands at the left margin states one attribute of the section that it stands in. Two sections of one path that give
 * it different values cannot both be up to date. Prose cannot be compared like that: no rule of words tells a change from a second event.
 */

import { fold, lower } from '../languages/unicode.ts'
import { fenceReader, linesOf, openedFence } from '../words/lines.ts'
import { isProse } from '../words/sentences.ts'

export interface LabelledLine {
  /** The words before the colon, in the form in which labels are compared, behind the line that introduces them. */
  readonly label: string
  /** The label as it is written. */
  readonly written: string
  /** The value, in the form in which values are compared. */
  readonly value: string
  /** UTF-16 offsets of the line in its text, end exclusive. */
  readonly span: readonly [from: number, to: number]
}

/** In UTF-16 units. What is longer is prose with a colon in it. */
const [labelMost, valueMost] = [40, 200]

const line =
  /^(?:[-*+•][ \t]+|\d{1,3}[.)][ \t]+)?[*_]{0,2}(\p{L}[^:：.!?|[\]{}<>=`"]*?)[*_]{0,2}[ \t]*[:：][*_]{0,2}(?:[ \t]+|(?<=：))(\S.*)$/u
const introduces = /[:：][*_]{0,2}[ \t]*$/u

/** Returns the labelled lines of a text, in order. Code, tasks, indented lines and values of several sentences are left out. */
export const labelledLines = (text: string): ReadonlyArray<LabelledLine> => {
  const found: Array<LabelledLine> = []
  const isCode = fenceReader(openedFence)
  let above = ''
  for (const { start, text: raw } of linesOf(text)) {
    const own = raw.trimEnd()
    if (isCode(raw)) continue
    if (introduces.test(own)) above = comparable(own)
    const [, written = '', value = ''] = line.exec(own) ?? []
    if (written === '' || written.length > labelMost || value.length > valueMost || isProse(value)) continue
    found.push({
      label: `${above}${comparable(written)}`,
      written: written.trim(),
      value: comparable(value),
      span: [start, start + own.length],
    })
  }
  return found
}

const comparable = (written: string): string =>
  lower(fold(written))
    .replace(/[*_`]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/[\s.;,]+$/u, '')
    .trim()

/** Returns the path of headings of a passage: the title of a line of a list without the label that it ends in. Empty for none. */
export const headingPath = (title: string, lines: ReadonlyArray<LabelledLine>): string => {
  const plain = title.replace(/:$/u, '')
  const [only, ...others] = lines
  const end = only === undefined || others.length > 0 ? undefined : ` › ${only.written}`
  return end !== undefined && plain.endsWith(end) ? plain.slice(0, -end.length) : plain
}

/**
 * True for lines with one label and two values that nothing but their numbers tells apart, as `8443` and `9443`, or `10:30` and `11:00`. Of other
 * values a rule cannot tell a change from a second remark: "Note: the key is under the mat" and "Note: the dog bites" are both true.
 */
const differ = (one: LabelledLine, other: LabelledLine): boolean =>
  one.label === other.label && one.value !== other.value && shapeOf(one.value) === shapeOf(other.value)

/** A value without its digits; no two values without digits have one shape. */
const shapeOf = (value: string): string => (/\d/.test(value) ? value.replace(/\d+/g, '0') : value)

/**
 * Returns the lines of an older passage to which a newer one gives another value. Empty where a label stands twice in either, and where more
 * than one value differs: such passages are two records of one form, as two invoices are.
 */
export const changedLines = (older: ReadonlyArray<LabelledLine>, newer: ReadonlyArray<LabelledLine>): ReadonlyArray<LabelledLine> => {
  const changed = older.filter((line) => newer.some((other) => differ(line, other)))
  const isOnce = (lines: ReadonlyArray<LabelledLine>) =>
    changed.every(({ label }) => lines.filter((one) => one.label === label).length === 1)
  return changed.length === 1 && isOnce(older) && isOnce(newer) ? changed : []
}

/**
 * True for documents that hold the same of two things: their files have one name but for numbers, whatever their folders, as
 * `atlas/ports.md` and `borealis/ports.md`, or `invoice-1.md` and `invoice-2.md`.
 */
export const areParallel = (one: string, other: string): boolean => one !== other && stemOf(one) === stemOf(other)

/**
 * True for documents of which each is named after something of its own, which neither the other one nor `known` names (title and labels), as `anna.md` and `ben.md` with
 * a section “Contact” each.
 */
export const haveSubjects = (one: string, other: string, known: string): boolean => {
  const [mine, theirs, named] = [wordsOf(nameOf(one)), wordsOf(nameOf(other)), wordsOf(known)]
  const own = (words: ReadonlySet<string>, others: ReadonlySet<string>) => [...words].some((word) => !others.has(word) && !named.has(word))
  return own(mine, theirs) && own(theirs, mine)
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(lower(fold(text)).match(/\p{L}+/gu) ?? [])

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/u, '')

const stemOf = (path: string): string => lower(fold(nameOf(path))).replace(/[\d\s._-]+/gu, '')
