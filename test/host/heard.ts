/** What a probe kept of a host, as a list of calls and the shapes of what they were given. */
import { readFileSync } from 'node:fs'
import type { Recorded } from '../src/probe-plugin/recording.ts'

/** When these come is the host's business: its last preparations run beside the first turn, and what is late comes when it comes. */
const whenever = (call: Recorded): boolean => call.kind === 'register' || call.kind === 'late' || call.name === 'gateway_start'

export const readCalls = (file: string): ReadonlyArray<Recorded> =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

export const inOrder = (calls: ReadonlyArray<Recorded>): ReadonlyArray<Recorded> => calls.filter((call) => !whenever(call))

/** `hook after_tool_call memory_search [discovery 1]`, `hook session_end reset [full 1]`: the second full registration is `full 2`, whatever its number. */
export const titlesOf = (calls: ReadonlyArray<Recorded>): ReadonlyArray<string> => {
  const ranks = new Map<string, ReadonlyArray<number>>()
  const rank = ({ mode, registration }: Recorded): number => {
    const known = ranks.get(mode) ?? []
    const all = known.includes(registration) ? known : [...known, registration]
    ranks.set(mode, all)
    return all.indexOf(registration) + 1
  }
  return inOrder(calls).map((call) => {
    const { reason, toolName } = (call.given['event'] ?? {}) as { readonly reason?: string; readonly toolName?: string }
    return [call.kind, call.name, toolName, call.name === 'session_end' ? reason : undefined, `[${call.mode} ${rank(call)}]`]
      .filter((word) => word !== undefined)
      .join(' ')
  })
}

/** The fields of each argument, without looking into them: `event.sessionId string`. */
export const fieldsOf = ({ given }: Recorded): ReadonlyArray<string> =>
  Object.entries(given)
    .flatMap(([argument, value]) =>
      isPlain(value)
        ? Object.entries(value).map(([name, field]) => `${argument}.${name} ${kindOf(field)}`)
        : [`${argument} ${kindOf(value)}`],
    )
    .toSorted()

/** Every path with the kind of what lies there, of all calls of a name together; items of a list are one. */
export const pathsOf = (calls: ReadonlyArray<Recorded>): ReadonlyMap<string, ReadonlySet<string>> => {
  const paths = new Map<string, Set<string>>()
  for (const { given, kind, name } of calls) {
    const key = `${kind} ${name}`
    const known = paths.get(key) ?? new Set()
    paths.set(key, known)
    walk(given, '', known)
  }
  return paths
}

const walk = (value: unknown, path: string, into: Set<string>): void => {
  into.add(`${path} ${kindOf(value)}`)
  if (Array.isArray(value)) for (const item of value) walk(item, `${path}[]`, into)
  else if (isPlain(value)) for (const [name, field] of Object.entries(value)) walk(field, `${path}.${name}`, into)
}

const isPlain = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

const kindOf = (value: unknown): string => {
  if (typeof value === 'string' && /^\[[A-Za-z]+\]$/.test(value)) return value
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}
