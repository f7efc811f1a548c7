/**
 * Ties docs/invariants.md to the tests.
 *
 * A row is a table line that begins with `| INV-nn`; it names in backticks a test file or a test title. A title that begins with
 * INV-nn (several may stand in front, separated by spaces or commas) belongs to those rows.
 */
import { readSource } from './source-text.ts'

export const invariantComplaints = (document: string, files: ReadonlyMap<string, string>): ReadonlyArray<string> => {
  const titles = [...files].filter(([path]) => isSuite(path)).flatMap(([path, text]) => titlesOf(path, text))
  const rows = rowsOf(document)
  return [
    ...(rows.length === 0 ? ['there is no row: a row is a table line that begins with `| INV-nn`'] : []),
    ...rows.flatMap((row) => rowComplaints(row, titles)),
    ...duplicates(rows.map((row) => row.id)).map((id) => `${id} has more than one row`),
    ...titles.flatMap(({ path, title, ids }) =>
      ids.filter((id) => !rows.some((row) => row.id === id)).map((id) => `${path}: '${title}' has no row ${id}`),
    ),
  ]
}

interface Title {
  readonly path: string
  readonly title: string
  readonly ids: ReadonlyArray<string>
}

interface Row {
  readonly id: string
  readonly named: ReadonlyArray<string>
}

/** Contract suites lie in plain files of test/, so these count too. */
const isSuite = (path: string): boolean => path.endsWith('.ts') && !path.startsWith('test/tidy/') && /^test\/|\.test\.ts$/.test(path)

const rowsOf = (document: string): ReadonlyArray<Row> =>
  [...document.matchAll(/^\|[\s*]*(INV-\d+)\b(.*)$/gm)].map(([, id = '', rest = '']) => ({
    id,
    named: [...rest.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  }))

const titlesOf = (path: string, text: string): ReadonlyArray<Title> =>
  [...readSource(text).commentFree.matchAll(/(['"`])((?:INV-\d+[\s,]+)+.*?)\1/g)].map(([, , title = '']) => ({
    path,
    title,
    ids: /^(?:INV-\d+[\s,]+)+/.exec(title)?.[0].match(/INV-\d+/g) ?? [],
  }))

const rowComplaints = ({ id, named }: Row, titles: ReadonlyArray<Title>): ReadonlyArray<string> => {
  const own = titles.filter((title) => title.ids.includes(id))
  const paths = named.filter((name) => name.endsWith('.ts'))
  const missing = paths.filter((path) => !own.some((title) => title.path === path))
  const found = paths.length > missing.length || named.some((name) => own.some((title) => title.title === name))
  return [
    ...(found ? [] : [`${id} names no test: put the path of a test file, or a title, that begins with ${id} in backticks`]),
    ...missing.map((path) => `${id} names ${path}, which has no test title beginning with ${id}`),
  ]
}

const duplicates = (ids: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))]
