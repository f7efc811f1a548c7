/**
 * Joins a statement with a clause before it that says that its thing changed: "The mooring went up, it costs 960 euros now", "Staging has
 * moved: the database listens on port 6543".
 *
 * The clause may hold nothing but words of change and of attributes, and words of the passage that the older statement stands in. Any other
 * word may make it the clause of another thing: "The mooring of my neighbour went up, it costs …".
 */
import { clauseMost, type PassageWords, tells, withoutIntroduction } from './around.ts'
import { helpsChange, isAttribute, isPronoun, isUnnamed, marksChange, negates, neverOwn, saysChanged, tellsChange } from './own-words.ts'
import { isElsewhere } from './side-by-side.ts'
import type { Statement, Token } from './statement.ts'
import { shapedValues } from './values.ts'

/** Returns a new statement with the clause of change before it, where one may be there. */
export const withClauseBefore = (statement: Statement): Statement => {
  const { isOwn, lead } = statement
  if (isOwn || lead.length > clauseMost || !/[,:;，：；]\s*$/u.test(lead)) return statement
  const clauseBefore = clauseOf(lead)
  return clauseBefore === undefined ? statement : { ...statement, clauseBefore }
}

/** Returns the tokens of a clause of change; undefined for a clause that reports, supposes, denies or tells no change. */
const clauseOf = (lead: string): ReadonlyArray<Token> | undefined => {
  if (negates(lead) || isElsewhere(lead) || isToCome.test(lead)) return undefined
  const tokens = withoutIntroduction(lead)
  if (!marksChange(lead) && !saysChanged(lead) && !tokens.some(({ kind, written }) => kind === 'content' && tellsChange(written)))
    return undefined
  const first = tokens.findIndex(({ kind, written }) => kind !== 'function' || isUnnamed(written))
  return tokens.some(({ kind, written }, at) => kind === 'function' && neverOwn(written) && at !== first && !isPronoun(written))
    ? undefined
    : tokens
}

/** Changes that somebody will make. */
const isToCome = /\b(?:will|shall|won't|going to)\b/i

/** Returns a statement with the thing of the clause of change before it; the statement itself where there is none for this older one. */
export const withChangeBefore = (newer: Statement, older: Statement, { known, valued }: PassageWords): Statement => {
  const { clauseBefore: tokens } = newer
  if (tokens === undefined) return newer
  const names = (token: Token) => tells(token) && (older.keys.includes(token.key) || known().has(token.key))
  const isKnown = (token: Token) =>
    !tells(token) || names(token) || isAttribute(token.written) || tellsChange(token.written) || helpsChange(token.written)
  const values = shapedValues(newer.lead)
  if (!tokens.some(names) || !tokens.every(isKnown) || values.some(({ text }) => !valued().has(text))) return newer
  const thing = thingOf(tokens, older)
  const [first] = newer.tokens
  const said = first?.kind === 'function' && isPronoun(first.written) ? newer.tokens.slice(1) : newer.tokens
  const [clause = '', ...clauses] = newer.clauses
  const all = [...thing, ...said]
  return {
    ...newer,
    tokens: all,
    keys: all.flatMap(({ key, kind }) => (kind === 'function' ? [] : [key])),
    values: [...values.filter(({ text }) => thing.some((token) => token.kind === 'value' && token.written === text)), ...newer.values],
    clauses: [`${thing.map((token) => token.written).join(' ')} ${clause}`, ...clauses],
    isOwn: true,
    isChanged: true,
  }
}

/** Returns the words from the first to the last that an older statement has, too, with an article before them. */
const thingOf = (tokens: ReadonlyArray<Token>, { keys }: Statement): ReadonlyArray<Token> => {
  const isShared = (token: Token) => (token.kind === 'value' || tells(token)) && keys.includes(token.key)
  const [from, to] = [tokens.findIndex(isShared), tokens.findLastIndex(isShared)]
  if (from < 0) return []
  return tokens.slice(tokens[from - 1]?.kind === 'function' ? from - 1 : from, to + 1)
}
