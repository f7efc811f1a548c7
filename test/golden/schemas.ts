/** What every event of format 1 may hold, spelled out for people: recorded beside the golden logs, and once frozen refused to change. */
import { existsSync, readFileSync } from 'node:fs'
import * as SchemaAST from 'effect/SchemaAST'
import { eventDefinitions } from '../../packages/core/src/domain/events/brain-event.ts'
import { type References, sealedKinds } from '../../packages/core/src/domain/events/event-definition.ts'
import { origins } from '../../packages/core/src/domain/node.ts'
import { kindCode, kindCodes, ownerCode } from '../../packages/store/src/codes.ts'
import { folder } from './logs.ts'

interface EventSchema {
  readonly nature: string
  /** Field → what it may be; a question mark behind the name says that it may be absent. */
  readonly fields: Readonly<Record<string, string>>
  /** Field → the kind of content it names, and whose that is. */
  readonly references: Readonly<Record<string, string>>
}

export interface Schemas {
  /** What an event's envelope may say of where it comes from. */
  readonly origins: string
  /** Kind of content → the code it is stored as. */
  readonly contentKinds: Readonly<Record<string, string>>
  readonly owners: Readonly<Record<string, number>>
  /** `Type version`. */
  readonly events: Readonly<Record<string, EventSchema>>
}

export const schemasFile = `${folder}schemas.json`

export const recordedSchemas = (): Schemas | undefined =>
  existsSync(schemasFile) ? JSON.parse(readFileSync(schemasFile, 'utf8')) : undefined

/** As the code declares them now. */
export const todaysSchemas = (): Schemas => {
  const named = Object.values(eventDefinitions).flatMap(({ references }) => Object.values<References[string]>(references))
  return {
    origins: origins.join(' | '),
    contentKinds: Object.fromEntries(
      Object.keys(kindCodes)
        .filter(isKind)
        .map((kind) => [kind, `${kindCode(kind)}${sealedKinds.has(kind) ? ', sealed' : ''}`]),
    ),
    owners: Object.fromEntries(named.map(([, owner]) => [owner, ownerCode(owner)])),
    events: Object.fromEntries(Object.entries(eventDefinitions).map(([type, one]) => [`${type} ${one.version}`, schemaOf(one)])),
  }
}

/**
 * What of `before` reads otherwise today. Whoever wrote a log in this format counts on all of it: what an event of a version may hold never
 * changes, not even by a word more, because an older program that knows the version would take what it does not know for damage.
 */
export const changesOf = (before: Schemas, today: Schemas): ReadonlyArray<string> => [
  ...differences('envelope', { origins: before.origins }, { origins: today.origins }),
  ...differences('content kind', before.contentKinds, today.contentKinds),
  ...differences('owner', before.owners, today.owners),
  ...Object.keys(before.events)
    .filter((name) => !Object.keys(today.events).some((now) => typeOf(now) === typeOf(name) && versionOf(now) >= versionOf(name)))
    .map((name) => `${name} is gone`),
  ...Object.keys(before.events)
    .filter((name) => today.events[name] !== undefined && told(today.events[name]) !== told(before.events[name]))
    .map((name) => `${name} holds something else: raise its version and write an upcaster, identity if nothing else`),
]

/** Everything that was ever recorded, and what came since. */
export const extended = (before: Schemas, today: Schemas): Schemas => ({
  origins: before.origins,
  contentKinds: { ...today.contentKinds, ...before.contentKinds },
  owners: { ...today.owners, ...before.owners },
  events: { ...today.events, ...before.events },
})

const differences = (what: string, before: Readonly<Record<string, unknown>>, today: Readonly<Record<string, unknown>>) =>
  Object.keys(before)
    .filter((name) => told(before[name]) !== told(today[name]))
    .map((name) => `${what}: ${name} is another`)

const told = (value: unknown): string | undefined => JSON.stringify(value)
const typeOf = (name: string): string => name.split(' ')[0] ?? ''
const versionOf = (name: string): number => Number(name.split(' ')[1])
const isKind = (kind: string): kind is keyof typeof kindCodes => Object.hasOwn(kindCodes, kind)

const schemaOf = ({ data, nature, references }: (typeof eventDefinitions)[keyof typeof eventDefinitions]): EventSchema => ({
  nature,
  fields: Object.fromEntries(
    Object.entries<{ readonly ast: SchemaAST.AST }>(data.fields).map(([name, { ast }]) => [
      `${name}${SchemaAST.isOptional(ast) ? '?' : ''}`,
      shapeOf(ast),
    ]),
  ),
  references: Object.fromEntries(
    Object.entries<References[string]>(references).map(([field, [kind, owner]]) => [field, `${kind} of ${owner}`]),
  ),
})

/** Throws for what it has no words for: nothing may be left out. */
const shapeOf = (ast: SchemaAST.AST): string => {
  if (SchemaAST.isLiteral(ast)) return told(ast.literal) ?? ''
  if (SchemaAST.isUnion(ast)) return ast.types.map(shapeOf).join(' | ')
  if (SchemaAST.isNumber(ast)) return `number, ${limitsOf(ast)}`
  if (SchemaAST.isString(ast)) return `text, ${limitsOf(ast)}`
  if (SchemaAST.isArrays(ast)) {
    const [every] = ast.rest
    return every === undefined ? `[${ast.elements.map(shapeOf).join(', ')}]` : `list of (${shapeOf(every)})`
  }
  if (SchemaAST.isObjects(ast) && ast.propertySignatures.length === 0) return 'object'
  throw new Error(`test/golden/schemas.ts has no words for a field of ${ast._tag}: give it some`)
}

const limitsOf = ({ checks }: SchemaAST.AST): string => {
  const limits = (checks ?? []).map(({ annotations }) => annotations?.['expected'])
  if (limits.length === 0 || !limits.every((limit) => typeof limit === 'string'))
    throw new Error('a check that does not say what it expects')
  return limits.map((limit) => limit.replace(/^an? (value |string )?/, '').replaceAll(String(Number.MAX_SAFE_INTEGER), 'max')).join(', ')
}
