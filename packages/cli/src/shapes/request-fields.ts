/** Arguments and options of a command from the fields of the request that it makes, and the request from a parsed call. */
import type { DescribedField } from '@crabtrail/core'
import type { FlagValue, WordValue } from './assign.ts'
import type { Flag, Positional, Value } from './shape.ts'

export const optionOf = ({ name, option }: DescribedField): string => option ?? name

export const positionalOf = (field: DescribedField & { readonly argument: string }): Positional => ({
  ...boundsOf(field),
  name: field.argument,
  help: helpOf(field),
  ...(field.optional ? { optional: true } : {}),
  ...(field.form === 'list' ? { many: true } : {}),
})

export const flagOf = (field: DescribedField): Flag => ({
  ...boundsOf(field),
  help: helpOf(field),
  ...(field.form === 'switch' ? {} : { value: field.value ?? optionOf(field).toUpperCase() }),
  ...(field.form === 'list' ? { many: true } : {}),
  // A list without members is complete.
  ...(field.optional || field.form === 'list' ? {} : { required: true }),
})

const boundsOf = ({ choices, form }: DescribedField): Value => ({
  ...(form === 'whole' || form === 'decimal' ? { number: form } : {}),
  ...(choices === undefined || form === 'switch' ? {} : { choices }),
})

/** Returns the description of a field in clauses without capitals and full stops, with the form of its value and what its absence means. */
const helpOf = ({ absent, description = '', form, kind }: DescribedField): string => {
  const clauses = description
    .replaceAll('`', '')
    .replace(/^False: /, '')
    .replace(/\.$/, '')
    .split(/\. (?=[A-Z])/)
  const [, written] = /^a \w+: (.*)/.exec(kind) ?? []
  return [
    ...clauses.map((clause) => clause.charAt(0).toLowerCase() + clause.slice(1)),
    ...(written === undefined ? [] : [written]),
    ...(absent === undefined || form === 'switch' ? [] : [`else ${absent.replaceAll('`', '')}`]),
  ].join('; ')
}

export interface Parsed {
  readonly words: Readonly<Record<string, WordValue>>
  readonly flags: Readonly<Record<string, FlagValue>>
}

/** Returns the fields that the call gives. A switch `no-…` gives false; of lists that were not given a required one is empty, and another is absent. */
export const requestOf = (fields: ReadonlyArray<DescribedField>, { flags, words }: Parsed): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fields.flatMap((field): ReadonlyArray<readonly [string, unknown]> => {
      const value = field.argument === undefined ? flags[optionOf(field)] : words[field.argument.toLowerCase()]
      if (isAbsent(value)) return field.optional || field.form !== 'list' ? [] : [[field.name, []]]
      return [[field.name, field.form === 'switch' ? !optionOf(field).startsWith('no-') : value]]
    }),
  )

/** An argument that may be given more than once is an empty list where it is not given. */
export const isAbsent = (value: FlagValue | WordValue): boolean => value === undefined || (Array.isArray(value) && value.length === 0)
