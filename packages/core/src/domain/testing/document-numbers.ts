/** Every number of the documents, by the profile that owns it. */
import { crabpathNumbers } from './crabpath-numbers.ts'
import { linkstrengthNumbers } from './linkstrength-numbers.ts'
import { neurogatedNumbers } from './neurogated-numbers.ts'
import type { NumberLine } from './number-line.ts'

export interface DocumentNumber {
  readonly profile: 'crabpath' | 'linkstrength' | 'neurogated'
  readonly setting: NumberLine[0]
  readonly value: NumberLine[1]
  readonly rows: NumberLine[2]
  readonly behaviour: NumberLine[3]
}

const of = (profile: DocumentNumber['profile'], lines: ReadonlyArray<NumberLine>): ReadonlyArray<DocumentNumber> =>
  lines.map(([setting, value, rows, behaviour]) => ({ profile, setting, value, rows, behaviour }))

export const documentNumbers: ReadonlyArray<DocumentNumber> = [
  ...of('crabpath', crabpathNumbers),
  ...of('linkstrength', linkstrengthNumbers),
  ...of('neurogated', neurogatedNumbers),
]
