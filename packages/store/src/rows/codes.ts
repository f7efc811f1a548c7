/** Numbers under which kinds, owners and spaces are stored. Files contain them: add new numbers, never change existing ones. */

import type { ContentKind, ContentOwner, IndexSpace, PartKind } from '@crabtrail/core'

/** Kinds below this number are names and digests that are looked up: the index of fingerprints holds only these. */
export const kindsLookedUp = 11
/** The kind that people may abbreviate: the index of names holds only this one. */
export const kindAbbreviated = 'node-id'

export const kindCodes: Readonly<Record<ContentKind, number>> = {
  'node-id': 1,
  'session-key': 2,
  'source-key': 3,
  tag: 4,
  'actor-name': 5,
  'session-part': 6,
  'source-digest': 7,
  'edge-label': 8,
  'message-id': 9,
  'setting-name': 10,
  'node-title': 11,
  'node-tag': 12,
  'source-root': 13,
  'node-text': 20,
  question: 21,
  hint: 22,
  context: 23,
  prompt: 24,
  'feedback-text': 25,
  'node-links': 26,
  explanation: 27,
}

const ownerCodes: Readonly<Record<ContentOwner, number>> = {
  brain: 0,
  actor: 1,
  session: 2,
  source: 3,
  node: 4,
  edge: 5,
  turn: 6,
  feedback: 7,
  call: 8,
}

const spaceCodes: Readonly<Record<IndexSpace, number>> = { document: 1, cue: 2, phrase: 3 }

const partCodes: Readonly<Record<PartKind, number>> = {
  node: 1,
  edge: 2,
  session: 3,
  actor: 4,
  turn: 5,
  type: 6,
  strength: 7,
  utility: 8,
  use: 9,
  commit: 10,
  count: 11,
}

/** Thrown for a code that this program does not know. A newer program may have written it. */
class UnknownCode extends Error {
  override readonly name = 'UnknownCode'
}

const wordOf = <Word extends string>(codes: Readonly<Record<Word, number>>): ((code: number) => Word) => {
  const words = new Map(Object.entries<number>(codes).map(([word, code]) => [code, word as Word]))
  return (code) => {
    const word = words.get(code)
    if (word === undefined) throw new UnknownCode(`code ${code} stands for nothing that this program knows`)
    return word
  }
}

export const kindCode = (kind: ContentKind): number => kindCodes[kind]
export const kindOf = wordOf(kindCodes)
export const ownerCode = (owner: ContentOwner): number => ownerCodes[owner]
export const ownerOf = wordOf(ownerCodes)
export const spaceCode = (space: IndexSpace): number => spaceCodes[space]
export const partCode = (kind: PartKind): number => partCodes[kind]
export const partKindOf = wordOf(partCodes)
export const spaceOf = wordOf(spaceCodes)
