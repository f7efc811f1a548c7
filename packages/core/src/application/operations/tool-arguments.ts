/**
 * The arguments of a tool that a model calls, made from the request of an operation: a JSON Schema for the model, and a reader.
 *
 * Types, closed lists, bounds and patterns come from the Schemas of the request. A tool states only which fields a model may give, narrower
 * bounds, and one sentence for each field. The JSON Schema is part of every system prompt, so it is the same in every process.
 */

import * as Schema from 'effect/Schema'
import { type DescribedField, describedFields, type Operation } from './operation.ts'

/** Description of a field that a model may give. A field that holds an object cannot be given. */
type ToolArgument<Value> = [Value] extends [string | number | boolean | ReadonlyArray<string>]
  ? {
      /** Sentence for the model. */
      readonly sentence: string
      /** Name of the argument, if it differs from the name of the field. */
      readonly name?: string
      /** The words that a model may give, if they are fewer than those of the field. */
      readonly choices?: [Value] extends [string] ? ReadonlyArray<Value> : never
      /** The most members of a list, or bytes of a text, if they are fewer than those of the field. */
      readonly most?: number
      /** True if the model may leave the field out although the operation requires it: the tool then finds the value. */
      readonly optional?: true
      /** True if the JSON Schema allows an empty text, which is read as an absent one: some models give one instead of nothing. */
      readonly empty?: true
    }
  : never

type ToolFields<Request> = { readonly [Name in keyof Request]?: ToolArgument<NonNullable<Request[Name]>> }

/** The fields of the request that a call gives. */
type GivenFields<Request, Told> = {
  readonly [Name in keyof Told & keyof Request]?: Told[Name] extends { readonly choices: ReadonlyArray<infer Choice> }
    ? Choice
    : NonNullable<Request[Name]>
}

export interface ToolArguments<Given> {
  /** JSON Schema of an object with the arguments. */
  readonly parameters: JsonObject
  /**
   * Reads the arguments of a call as fields of the request. It trims texts and takes a single text for a list of one. It leaves out an empty
   * text or list, a value of another type and a word that is no choice. The operation checks bounds and patterns.
   */
  readonly read: (given: unknown) => Given
}

type JsonObject = Readonly<Record<string, unknown>>

/** Makes the arguments of a tool from the request of the operation that the tool calls. Their order is the order of `told`. */
export const toolArguments = <const Request extends Operation['request'], const Told extends ToolFields<Request['Type']>>(
  request: Request,
  told: Told & Readonly<Record<Exclude<keyof Told, keyof Request['Type']>, never>>,
): ToolArguments<GivenFields<Request['Type'], Told>> => {
  const described = new Map(describedFields(request).map((field) => [field.name, field]))
  const used = Object.entries<ToldArgument>(told).map(([name, notes]): Argument => {
    const [field, schema] = [described.get(name), request.fields[name]]
    if (field === undefined || schema === undefined) throw new Error(`The request has no field ${name}.`)
    return { ...notes, field, name: notes.name ?? name, parameter: parameterOf(schema, notes) }
  })
  return {
    parameters: {
      type: 'object',
      properties: Object.fromEntries(used.map(({ name, parameter }) => [name, parameter])),
      ...requiredIn(used),
      additionalProperties: false,
    },
    read: (given) => {
      const fields = isRecord(given)
        ? used.map((argument) => [argument.field.name, readValue(argument, given[argument.name])] as const)
        : []
      // Each value has the type of its field, because it was read by the description of that field.
      return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as GivenFields<Request['Type'], Told>
    },
  }
}

interface ToldArgument {
  readonly sentence: string
  readonly name?: string
  readonly choices?: ReadonlyArray<string>
  readonly most?: number
  readonly optional?: true
  readonly empty?: true
}

interface Argument extends ToldArgument {
  readonly field: DescribedField
  readonly name: string
  readonly parameter: JsonObject
}

const requiredIn = (used: ReadonlyArray<Argument>): JsonObject => {
  const required = used.filter(({ field, optional }) => !field.optional && optional !== true).map(({ name }) => name)
  return required.length === 0 ? {} : { required }
}

/** Returns the JSON Schema of a field with the narrower bounds of the tool. A bound of the tool that is wider has no effect. */
const parameterOf = (field: Schema.Constraint, { choices, empty, most, sentence }: ToldArgument): JsonObject => {
  const { minLength, ...rest } = Schema.toJsonSchemaDocument(field).schema
  const bound = rest['type'] === 'array' ? 'maxItems' : 'maxLength'
  return {
    ...(minLength === undefined || empty === true ? rest : { type: rest['type'], minLength, ...rest }),
    ...(choices === undefined ? {} : { enum: [...choices] }),
    ...(most === undefined ? {} : { [bound]: Math.min(most, Number(rest[bound] ?? most)) }),
    description: sentence,
  }
}

const readValue = ({ choices, field }: Argument, value: unknown): unknown => {
  switch (field.form) {
    case 'text': {
      const text = textOf(value)
      const words = choices ?? field.choices
      return text === undefined || words === undefined || words.includes(text) ? text : undefined
    }
    case 'list': {
      const texts = (Array.isArray(value) ? value : [value]).flatMap((one: unknown) => textOf(one) ?? [])
      return texts.length === 0 ? undefined : texts
    }
    case 'switch':
      return typeof value === 'boolean' ? value : undefined
    case 'whole':
    case 'decimal':
      return typeof value === 'number' ? value : undefined
    default:
      return field.form satisfies never
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined)

const isRecord = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)
