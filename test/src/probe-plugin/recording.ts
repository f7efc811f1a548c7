/** One call of a host as a line of JSON: every field, with values that are small enough to be read. */
import { appendFileSync } from 'node:fs'

export interface Recorded {
  readonly kind: 'register' | 'hook' | 'late' | 'service' | 'tool-factory' | 'tool' | 'command' | 'corpus' | 'cli'
  readonly name: string
  /** The mode of the registration that was called. */
  readonly mode: string
  /** Its number in the process, from 1. */
  readonly registration: number
  /** Arguments of the call, by name. */
  readonly given: { readonly [argument: string]: unknown }
}

/** Deeper than anything a hook is given but for the results of nested tools. */
const depthMax = 9
const textMax = 2_000
const itemsMax = 40
/** The host's whole configuration comes with many contexts, and is the same everywhere. */
const wholes = new Set(['config', 'runtimeConfig', 'cfg'])

/** Copies a value for JSON. Values that JSON would lose are named in brackets: `[undefined]`, `[function]`, `[AbortSignal]`. */
const kept = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return value.length > textMax ? `${value.slice(0, textMax)}…` : value
  if (typeof value === 'function' || value === undefined) return `[${typeof value}]`
  if (typeof value !== 'object' || value === null) return value
  if (depth > depthMax) return '[deep]'
  if (Array.isArray(value)) return value.slice(0, itemsMax).map((item) => kept(item, depth + 1))
  if (value instanceof Error) return `[${value.name}: ${value.message}]`
  const name = Object.getPrototypeOf(value)?.constructor?.name ?? 'Object'
  if (name !== 'Object') return `[${name}]`
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, wholes.has(key) ? '[config]' : kept(field, depth + 1)]))
}

export const record = (file: string, line: Recorded): void => {
  appendFileSync(file, `${JSON.stringify({ at: Date.now(), ...line, given: kept(line.given) })}\n`)
}
