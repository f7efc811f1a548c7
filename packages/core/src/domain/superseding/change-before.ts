/**
 * Joins a statement with a clause before it that says that its thing changed: "The mooring went up, it costs 960 euros now", "Staging has
 * moved: the database listens on port 6543".
 *
 * The clause may hold nothing but words of change and of attributes, and words of the passage that the older statement stands in. Any other
 * word may make it the clause of another thing: "The mooring of my neighbour went up, it costs …".
 */
import { type Around, clauseMost, tells, withoutIntroduction } from './around.ts'
import { isAttribute, marksChange, negates, neverOwn, tellsChange } from './own-words.ts'
import { isElsewhere } from './side-by-side.ts'
import type { Statement, Token } from './statement.ts'
import { shapedValues } from './values.ts'

/** Words for the thing of the clause before: "it costs". */
const pronouns = new Set(
  'it its es er sie das il elle ils elles ce cela el ella ellos ellas esso essa lo ele ela isso hij zij ze het dat they'.split(' '),
)

/** Persons of whom it is not said who they are: "They moved the standup". */
const somebody = new Set('they sie on ils ze'.split(' '))

/** True where a clause before a statement may say that something changed. */
export const mayTellChange = ({ isOwn, lead }: Statement): boolean =>
  !isOwn && lead.length <= clauseMost && /[,:;，：；]\s*$/u.test(lead) && clauseOf(lead) !== undefined

/** Returns the tokens of a clause of change; undefined for a clause that reports, supposes, denies or tells no change. */
const clauseOf = (lead: string): ReadonlyArray<Token> | undefined => {
  if (negates(lead) || isElsewhere(lead)) return undefined
  const tokens = withoutIntroduction(lead)
  if (!marksChange(lead) && !tokens.some(({ kind, written }) => kind === 'content' && tellsChange(written))) return undefined
  const first = tokens.findIndex(({ kind, written }) => kind !== 'function' || somebody.has(written))
  return tokens.some(({ kind, written }, at) => kind === 'function' && neverOwn(written) && at !== first && !pronouns.has(written))
    ? undefined
    : tokens
}

/** Returns a statement with the thing of the clause of change before it; the statement itself where there is none for this older one. */
export const withChangeBefore = (newer: Statement, older: Statement, { known, titled, written }: Around): Statement => {
  const tokens = mayTellChange(newer) ? clauseOf(newer.lead) : undefined
  if (tokens === undefined) return newer
  const names = (token: Token) => tells(token) && (older.keys.includes(token.key) || titled.has(token.key) || known.has(token.key))
  const isKnown = (token: Token) => !tells(token) || names(token) || isAttribute(token.written) || tellsChange(token.written)
  const values = shapedValues(newer.lead)
  if (!tokens.some(names) || !tokens.every(isKnown) || values.some(({ text }) => !written.includes(text))) return newer
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
