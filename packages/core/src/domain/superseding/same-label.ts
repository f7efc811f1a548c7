/** Finds the passages whose labelled line has another value in a newer passage of the same section. */

import { dayOfPassage } from '@crabtrail/text/days/days'
import { areParallel, changedLines, haveSubjects, headingPath, type LabelledLine, labelledLines } from '@crabtrail/text/evidence/labelled'
import type { SupersedingRule } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'

export interface PlacedPassage extends KnownPassage {
  readonly path: string
}

export interface Superseded {
  readonly node: NodeNumber
  readonly rule: SupersedingRule
  /** The line of the passage that is superseded, in UTF-16 offsets of its text. Absent: the passage has no other. */
  readonly part?: readonly [from: number, to: number]
}

interface Labelled {
  readonly path: string
  readonly lines: ReadonlyArray<LabelledLine>
}

const labelledIn = ({ text, title }: Worded): Labelled => {
  const lines = labelledLines(text)
  return { path: headingPath(title, lines), lines }
}

/** Returns the path of headings of the section that a passage stands in. */
export const sectionTitle = (passage: Worded): string => labelledIn(passage).path

/** Returns the titles that passages may have that state one of the labels of a passage in a section of its path. Empty for no labels. */
export const titlesBeside = (passage: Worded): ReadonlyArray<string> => {
  const { lines, path } = labelledIn(passage)
  return lines.length === 0 || path === '' ? [] : [...new Set([path, ...lines.map(({ written }) => `${path} › ${written}`)])]
}

/** Returns what a passage states with another value than another one of one path of headings; undefined for nothing. */
export const contrastOf = (older: KnownPassage, newer: Worded): Superseded | undefined => {
  const [then, now] = [labelledIn(older), labelledIn(newer)]
  if (then.path === '' || then.path !== now.path) return undefined
  const [line] = changedLines(then.lines, now.lines)
  if (line === undefined) return undefined
  const isWhole = older.text.trim() === older.text.slice(...line.span).trim()
  return { node: older.node, rule: 'same-label', ...(isWhole ? {} : { part: line.span }) }
}

/** True where a passage still has the label to which it gave another value than an older one, whatever its value is now. */
export const statesLabel = (older: Worded, now: Worded): boolean => {
  const [then, lines] = [labelledIn(older), labelledIn(now)]
  return then.path === lines.path && then.lines.some(({ label }) => lines.lines.some((line) => line.label === label))
}

/**
 * Returns the passage to which a new one gives another value. None where a document is one of a day, for such values are a series; where the
 * documents are parallel, or each named after a subject of its own; where a label stands twice in a document; and where several passages could be meant.
 */
export const sameLabel = (newer: PlacedPassage, nearby: ReadonlyArray<PlacedPassage>): Superseded | undefined => {
  if (isOfDay(newer)) return undefined
  const { lines, path } = labelledIn(newer)
  const known = [path, ...lines.map(({ label }) => label)].join(' ')
  const others = nearby.filter((one) => one.node !== newer.node && labelledIn(one).path === path)
  const [found, ...further] = others.flatMap((older) => {
    const contrast =
      older.path === newer.path || isOfDay(older) || areParallel(older.path, newer.path) || haveSubjects(older.path, newer.path, known)
        ? undefined
        : contrastOf(older, newer)
    return contrast === undefined ? [] : [{ contrast, older }]
  })
  if (found === undefined || further.length > 0) return undefined
  const labels = new Set(labelledIn(found.older).lines.flatMap(({ label }) => (lines.some((line) => line.label === label) ? [label] : [])))
  const isTwice = others.some(
    (one) =>
      one.node !== found.older.node &&
      (one.path === newer.path || one.path === found.older.path) &&
      labelledIn(one).lines.some(({ label }) => labels.has(label)),
  )
  return isTwice ? undefined : found.contrast
}

const isOfDay = ({ path, title }: PlacedPassage): boolean => dayOfPassage({ path, headings: title.split(' › '), text: '' }) !== undefined

export interface Worded {
  /** Headings joined by ` › `; empty for none. */
  readonly title: string
  readonly text: string
}

export interface KnownPassage extends Worded {
  readonly node: NodeNumber
}
