import { TurnShelf } from './turns/turn-record.ts'

/**
 * Returns a copy that later folds do not affect. Lists are copied, their elements are shared: a fold replaces an element and never changes
 * it.
 */
export const copyOf = <A>(value: A): A => copied(value) as A

const copied = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Map) return new Map(Array.from(value, ([key, held]) => [key, copied(held)]))
  if (value instanceof Set) return new Set(value)
  if (value instanceof TurnShelf) return value.clone(copyOf)
  if (Array.isArray(value) || value instanceof Uint8Array || value instanceof Int32Array || value instanceof Float64Array)
    return value.slice()
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && prototype !== Object.prototype) throw new TypeError(`${value.constructor.name} is not copied yet: say how here`)
  // Fields are assigned to a spread object, because an object that is put together from entries is slow to read.
  return Object.assign({ ...value }, Object.fromEntries(Object.entries(value).map(([name, field]) => [name, copied(field)])))
}
