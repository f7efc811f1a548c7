/**
 * Where the groups and columns of a canonical body stand in its text, found without reading their values.
 *
 * A replay folds two or three columns of the ten that a walk leaves; passing over the others costs a tenth of reading them.
 */

/** A column's value in the text, from `from` to before `to`. */
export interface ColumnText {
  readonly name: string
  readonly from: number
  readonly to: number
  /** How many cells the list has; `undefined` where one value stands for all. */
  readonly cells: number | undefined
}

export interface GroupText {
  readonly type: string
  readonly version: number
  readonly n: number
  readonly from: number
  readonly to: number
  readonly columns: ReadonlyArray<ColumnText>
}

export interface BodyText {
  readonly groups: ReadonlyArray<GroupText>
  /** The text of the order begins here and goes up to the body's last brace. */
  readonly order: number
}

/** `undefined` for a text that is not laid out as packing does; what stands in the columns is for who reads them to check. */
export const findGroups = (body: string): BodyText | undefined => {
  const cursor = new Cursor(body)
  if (!cursor.passes('{"groups":[')) return undefined
  const groups: Array<GroupText> = []
  while (!cursor.passes('],"order":')) {
    if (groups.length > 0 && !cursor.passes(',')) return undefined
    const group = findGroup(cursor)
    if (group === undefined) return undefined
    groups.push(group)
  }
  return { groups, order: cursor.at }
}

const findGroup = (cursor: Cursor): GroupText | undefined => {
  const from = cursor.at
  if (!cursor.passes('{"columns":{')) return undefined
  const columns: Array<ColumnText> = []
  while (!cursor.passes('},"n":')) {
    if (columns.length > 0 && !cursor.passes(',')) return undefined
    const column = findColumn(cursor)
    const before = columns.at(-1)
    // In order, so that none is there twice.
    if (column === undefined || (before !== undefined && column.name <= before.name)) return undefined
    columns.push(column)
  }
  const n = cursor.whole()
  const type = cursor.passes(',"type":') ? cursor.word() : undefined
  const version = cursor.passes(',"version":') ? cursor.whole() : undefined
  if (n === undefined || type === undefined || version === undefined || !cursor.passes('}')) return undefined
  return { type, version, n, from, to: cursor.at, columns }
}

const findColumn = (cursor: Cursor): ColumnText | undefined => {
  const name = cursor.word()
  if (name === undefined || !cursor.passes(':')) return undefined
  const from = cursor.at
  const commas = cursor.passValue()
  if (commas === undefined) return undefined
  const to = cursor.at
  return { name, from, to, cells: cursor.text.charCodeAt(from) !== opening ? undefined : to === from + 2 ? 0 : commas + 1 }
}

const [quote, comma, minus, zero, nine, letterN] = [0x22, 0x2c, 0x2d, 0x30, 0x39, 0x6e]
const [opening, backslash, closing, openingBrace, closingBrace] = [0x5b, 0x5c, 0x5d, 0x7b, 0x7d]

class Cursor {
  readonly text: string
  at = 0

  constructor(text: string) {
    this.text = text
  }

  /** Goes past `expected`, or stays. */
  passes(expected: string): boolean {
    if (!this.text.startsWith(expected, this.at)) return false
    this.at += expected.length
    return true
  }

  /** A text in quotes without anything escaped in it. */
  word(): string | undefined {
    if (this.text.charCodeAt(this.at) !== quote) return undefined
    const end = this.text.indexOf('"', this.at + 1)
    const word = this.text.slice(this.at + 1, end)
    if (end < 0 || word.includes('\\')) return undefined
    this.at = end + 1
    return word
  }

  /** A whole number of at most nine digits. */
  whole(): number | undefined {
    const from = this.at
    let value = 0
    for (; this.at < from + 9; this.at++) {
      const code = this.text.charCodeAt(this.at)
      if (!(code >= zero && code <= nine)) break
      value = value * 10 + code - zero
    }
    return this.at === from ? undefined : value
  }

  /** Goes past a list or an object, and counts the commas that are its own. */
  passValue(): number | undefined {
    const { text } = this
    let [at, depth, commas] = [this.at, 0, 0]
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code >= minus && code <= nine) continue
      if (code === comma) {
        if (depth === 1) commas++
      } else if (code === quote) {
        at = endOfText(text, at)
        if (at < 0) return undefined
      } else if (code === opening || code === openingBrace) depth++
      else if ((code === closing || code === closingBrace) && --depth === 0) break
      if (depth === 0) return undefined
    }
    if (at === text.length) return undefined
    this.at = at + 1
    return commas
  }
}

/** Where the closing quote stands; -1 when there is none. */
const endOfText = (text: string, from: number): number => {
  for (let end = text.indexOf('"', from + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++
    if (escapes % 2 === 0) return end
  }
  return -1
}

/** The cells of a list of whole numbers and nulls, several times faster than parsing it; `undefined` when it holds anything else. */
export const readWholes = (text: string, from: number, to: number): Array<number | null> | undefined => {
  const cells: Array<number | null> = []
  if (text.charCodeAt(from) !== opening) return undefined
  for (let at = from + 1; at < to; at++) {
    if (text.charCodeAt(at) === letterN && text.startsWith('null', at)) {
      cells.push(null)
      at += 4
    } else {
      const negative = text.charCodeAt(at) === minus
      if (negative) at++
      const begin = at
      let value = 0
      let code = text.charCodeAt(at)
      for (; code >= zero && code <= nine; code = text.charCodeAt(++at)) value = value * 10 + code - zero
      // Sixteen digits may be more than a number holds; a zero stands before no other digit, and has no sign.
      const digits = at - begin
      if (digits === 0 || digits > 15 || ((digits > 1 || negative) && text.charCodeAt(begin) === zero)) return undefined
      cells.push(negative ? -value : value)
    }
    if (text.charCodeAt(at) !== (at === to - 1 ? closing : comma)) return undefined
  }
  return cells
}
