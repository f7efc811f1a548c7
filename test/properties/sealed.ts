/** Values that cannot be changed unnoticed: objects, lists and maps are frozen; columns of numbers, which cannot be, are compared. */

export interface Sealed<T> {
  readonly value: T
  /** Columns that changed since they were sealed, by path. */
  readonly changes: () => ReadonlyArray<string>
}

type Column = { readonly [index: number]: number; readonly length: number; slice(): Column }

export const sealed = <T>(value: T): Sealed<T> => {
  const columns: Array<{ readonly path: string; readonly column: Column; readonly copy: Column }> = []
  seal(value, '', new Set(), (path, column) => columns.push({ path, column, copy: column.slice() }))
  return {
    value,
    changes: () => columns.filter(({ column, copy }) => !same(column, copy)).map(({ path }) => path),
  }
}

const seal = (value: unknown, path: string, seen: Set<object>, keep: (path: string, column: Column) => void): void => {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  if (ArrayBuffer.isView(value)) return keep(path, value as unknown as Column)
  if (value instanceof Map || value instanceof Set) {
    for (const [key, inner] of value.entries()) seal(inner, `${path}[${key}]`, seen, keep)
    for (const name of ['set', 'add', 'delete', 'clear']) Object.defineProperty(value, name, { value: refuse(`${path}.${name}`) })
  }
  // A getter reads what lies elsewhere; what it reads is sealed there.
  for (const [name, { value: inner }] of Object.entries(Object.getOwnPropertyDescriptors(value))) seal(inner, `${path}.${name}`, seen, keep)
  Object.freeze(value)
}

const refuse = (path: string) => () => {
  throw new TypeError(`${path} was called on a value that must not change`)
}

const same = (a: Column, b: Column): boolean => {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false
  return true
}
