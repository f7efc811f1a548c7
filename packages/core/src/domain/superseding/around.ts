/** The surroundings of two statements: title and other sentences of the older one, and the clauses around the new one. */
import { onFirstUse } from '../on-first-use.ts'
import { isAddress, isOwnStem, negates, pastOf, tellsLeaving } from './own-words.ts'
import { introducesOwn, type Stating, type Token, tokensOf } from './statement.ts'
import { shapedValues } from './values.ts'

/** The words of a passage, made when they are first needed. */
export interface PassageWords {
  /** The keys of its title. They name its subject, so they limit no new statement. */
  readonly titled: () => ReadonlySet<string>
  /** The keys of its title and of all its sentences. */
  readonly known: () => ReadonlySet<string>
  /** The values in its title and text. */
  readonly valued: () => ReadonlySet<string>
}

export const wordsOfPassage = ({ text, title }: Stating): PassageWords => ({
  titled: onFirstUse(() => keysOf(title)),
  known: onFirstUse(() => keysOf(`${title}\n${text}`)),
  valued: onFirstUse(() => new Set(shapedValues(`${title}\n${text}`).map((value) => value.text))),
})

export const nothingAround: PassageWords = wordsOfPassage({ text: '', title: '' })

const keysOf = (text: string): ReadonlySet<string> => new Set(tokensOf(text).flatMap(({ key, kind }) => (kind === 'function' ? [] : [key])))

/** The longest clause around a statement that is looked at, in UTF-16 code units. */
export const clauseMost = 100

/** True for a clause that begins with the old value, or a part of an old name, and says that it is there no longer: "Bernd has stepped down". */
export const tellsOfOld = (clause: string, from: string): boolean => {
  if (from === '' || clause.length > clauseMost || introducesOwn(clause) || negates(clause)) return false
  const tokens = withoutIntroduction(clause)
  const [first] = tokens.filter(({ kind, written }) => kind !== 'function' && !isAddress(written))
  const isOld = first?.kind === 'value' ? first.written === from : first?.capital === true && from.split(' ').includes(first.key)
  return isOld && (tokens.some(({ written }) => tellsLeaving(written)) || pastOf(clause).isPast)
}

/** Returns the tokens of words from the first that does not only introduce what is said. */
export const withoutIntroduction = (words: string): ReadonlyArray<Token> => {
  const clauses = words.trim().split(/(?<=[,:;，：；])/u)
  const first = clauses.findIndex((clause) => !introducesOwn(clause))
  const tokens = tokensOf(
    clauses
      .slice(Math.max(0, first))
      .join('')
      .replace(/[,:;，：；\s]+$/u, ''),
  )
  const said = tokens.findIndex(({ kind, written }) => kind === 'value' || !introducesOwn(written))
  const introduced = tokens.slice(0, Math.max(0, said)).findLastIndex(({ kind }) => kind === 'content')
  return tokens.slice(introduced + 1)
}

/** True for content that says something of its own. */
export const tells = ({ key, kind }: Token): boolean => kind === 'content' && !isOwnStem(key)
