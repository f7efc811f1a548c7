/**
 * Joins a statement with a clause before it that says that its thing changed: "The mooring went up, it costs 960 euros now", "Staging has
 * moved: the database listens on port 6543".
 *
 * The clause may hold nothing but words of change and of attributes, and the thing that the older statement or the title above it names.
 * Any other word may make it the clause of another thing: "The mooring of my neighbour went up, it costs …".
 */
import { isAttribute, isOwnStem, marksChange, negates, neverOwn, tellsChange } from './own-words.ts'
import { introducesOwn, type Statement, type Token, tokensOf } from './statement.ts'
import { shapedValues } from './values.ts'

/** The longest such clause, in UTF-16 code units. */
const longest = 100

/** Words for the thing of the clause before: "it costs". */
const pronouns = new Set('it its es er sie das il elle ce cela el ella esso essa lo ele ela isso hij zij het dat'.split(' '))

/** Persons of whom it is not said who they are: "They moved the standup". */
const somebody = new Set('they sie on ils ze'.split(' '))

/** True where a clause before a statement may say that something changed. */
export const mayTellChange = ({ isOwn, lead }: Statement): boolean =>
  !isOwn && lead.length <= longest && /[,:;，：；]\s*$/u.test(lead) && clauseOf(lead) !== undefined

/** Returns the tokens of a clause of change without what introduces it; undefined for a clause that reports, supposes, denies or does not change. */
const clauseOf = (lead: string): ReadonlyArray<Token> | undefined => {
  if (negates(lead)) return undefined
  const tokens = tokensOf(withoutIntroduction(lead))
  if (!marksChange(lead) && !tokens.some(({ kind, written }) => kind === 'content' && tellsChange(written))) return undefined
  const first = tokens.findIndex(({ kind, written }) => kind !== 'function' || somebody.has(written))
  return tokens.some(({ kind, written }, at) => kind === 'function' && neverOwn(written) && at !== first) ? undefined : tokens
}

/** Returns a lead without the clauses that only introduce it and without the mark at its end. */
const withoutIntroduction = (lead: string): string => {
  const clauses = lead.trim().split(/(?<=[,:;，：；])/u)
  const first = clauses.findIndex((clause) => !introducesOwn(clause))
  return clauses
    .slice(Math.max(0, first))
    .join('')
    .replace(/[,:;，：；\s]+$/u, '')
}

/** Returns a statement with the thing of the clause of change before it; the statement itself where there is none for this older one. */
export const withChangeBefore = (newer: Statement, older: Statement, title: string): Statement => {
  const tokens = mayTellChange(newer) ? clauseOf(newer.lead) : undefined
  if (tokens === undefined) return newer
  const titled = new Set(tokensOf(title).map(({ key }) => key))
  const names = ({ key, kind }: Token) => kind === 'content' && !isOwnStem(key) && (older.keys.includes(key) || titled.has(key))
  const isKnown = (token: Token) =>
    token.kind === 'function' || names(token) || isOwnStem(token.key) || isAttribute(token.written) || tellsChange(token.written)
  const values = shapedValues(newer.lead)
  if (!tokens.some(names) || !tokens.every((token) => token.kind === 'value' || isKnown(token))) return newer
  if (values.some(({ text }) => !older.values.some((value) => value.text === text) && !title.includes(text))) return newer
  const thing = thingOf(tokens, older)
  const [first] = newer.tokens
  const said = first?.kind === 'function' && pronouns.has(first.written) ? newer.tokens.slice(1) : newer.tokens
  const [clause = '', ...clauses] = newer.clauses
  const all = [...thing, ...said]
  return {
    ...newer,
    tokens: all,
    keys: all.flatMap(({ key, kind }) => (kind === 'function' ? [] : [key])),
    values: [...values.slice(0, thing.filter(({ kind }) => kind === 'value').length), ...newer.values],
    clauses: [`${thing.map(({ written }) => written).join(' ')} ${clause}`, ...clauses],
    isOwn: true,
  }
}

/** Returns the words from the first to the last that an older statement has, too, with an article before them. */
const thingOf = (tokens: ReadonlyArray<Token>, { keys }: Statement): ReadonlyArray<Token> => {
  const isShared = ({ key, kind }: Token) => kind !== 'function' && !isOwnStem(key) && keys.includes(key)
  const [from, to] = [tokens.findIndex(isShared), tokens.findLastIndex(isShared)]
  if (from < 0) return []
  return tokens.slice(tokens[from - 1]?.kind === 'function' ? from - 1 : from, to + 1)
}
