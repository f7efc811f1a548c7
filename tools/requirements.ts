/**
 * Reads docs/requirements.md: checks its rows against the repository, and counts them at its top.
 *
 * A row is a list item: `- **S0.2** met. Requirement. Tests: …`. A test is a path in backticks, from the root or from packages/core/src, and
 * may be followed by a part of that file in “quotation marks”, usually a title.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { markdownTable } from './markdown-table.ts'

export const requirementsPage = new URL('../docs/requirements.md', import.meta.url)

/** Rows of each of the five documents, S0 to S4. */
const rowsOfDocuments: ReadonlyArray<number> = [97, 65, 32, 118, 115]
const states = ['met', 'partly', 'missing', 'not applicable'] as const

interface Row {
  readonly id: string
  readonly document: number
  readonly state: string
  /** The requirement in words, its tests and its remark. */
  readonly text: string
}

const row = /^- \*\*(S(\d)\.\d+)\*\* (met|partly|missing|not applicable)\. (.*)$/
const rowsOf = (page: string): ReadonlyArray<Row> =>
  page.split('\n').flatMap((line) => {
    const [, id, document, state, text] = row.exec(line) ?? []
    return id === undefined || state === undefined || text === undefined ? [] : [{ id, document: Number(document), state, text }]
  })

/** The page with the counts of its rows in place of the first table. */
export const withCounts = (page: string): string => {
  const rows = rowsOf(page)
  const line = (name: string, of: ReadonlyArray<Row>): ReadonlyArray<string> => [
    name,
    ...states.map((state) => String(of.filter((one) => one.state === state).length)),
    String(of.length),
  ]
  const table = markdownTable([
    ['document', ...states, 'rows'],
    ...rowsOfDocuments.map((_, document) =>
      line(
        `S${document}`,
        rows.filter((one) => one.document === document),
      ),
    ),
    line('all', rows),
  ])
  return page.replace(/^\| document .*(?:\n\|.*)*/m, () => table.join('\n'))
}

/** What is wrong with the page, a line each; `files` maps the paths of the repository to their texts. */
export const requirementComplaints = (
  page: string,
  files: ReadonlyMap<string, string>,
  documents: ReadonlyArray<number> = rowsOfDocuments,
): ReadonlyArray<string> => {
  const rows = rowsOf(page)
  const states = new Map(rows.map(({ id, state }) => [id, state]))
  const ids = documents.flatMap((count, document) => Array.from({ length: count }, (_, i) => `S${document}.${i + 1}`))
  return [
    ...page.split('\n').flatMap((line) => (line.startsWith('- **S') && !row.test(line) ? [`not read as a row: ${line}`] : [])),
    ...(rows.map(({ id }) => id).join() === ids.join() ? [] : differences(rows, ids)),
    ...rows.flatMap((one) => rowComplaints(one, files)),
    ...[...files].flatMap(([path, text]) => claimsOf(path, text).flatMap((id) => claimComplaints(path, id, states.get(id)))),
  ]
}

const differences = (rows: ReadonlyArray<Row>, ids: ReadonlyArray<string>): ReadonlyArray<string> => {
  const at = ids.findIndex((id, i) => rows[i]?.id !== id)
  const found = rows[at === -1 ? ids.length : at]?.id ?? 'nothing'
  return [`${ids[at] ?? 'the end'} should stand where ${found} stands: every row once, in order`]
}

const rowComplaints = ({ id, state, text }: Row, files: ReadonlyMap<string, string>): ReadonlyArray<string> => {
  const isBuilt = state === 'met' || state === 'partly'
  const tests = [...text.matchAll(/`([^`]+\.(?:ts|json))`(?: “(.+?)”(?=[,.] |\.$))?/g)].map(([, path = '', part]) => ({ path, part }))
  const label = { met: undefined, partly: 'But', missing: 'Reason', 'not applicable': 'Reason' }[state]
  return [
    ...(isBuilt === text.includes(' Tests: ') && isBuilt === tests.length > 0
      ? []
      : [`${id} is ${state}: rows met and partly met name tests, no others do`]),
    ...(label === undefined || text.includes(` ${label}: `) ? [] : [`${id} is ${state} and does not say why: “${label}: …”`]),
    ...tests.flatMap(({ part, path }) => {
      const file = files.get(path) ?? files.get(`packages/core/src/${path}`)
      if (file === undefined) return [`${id} names ${path}, which is not there`]
      return part === undefined || file.includes(part) ? [] : [`${id} names “${part}”, which is not in ${path}`]
    }),
  ]
}

/** Rows that a test names in one of its strings. */
const claimsOf = (path: string, text: string): ReadonlyArray<string> =>
  path.endsWith('.test.ts') && !path.startsWith('test/tidy/')
    ? [...text.matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`\n]*`/g)].flatMap(([string]) => string.match(/\bS[0-4]\.\d+\b/g) ?? [])
    : []

const claimComplaints = (path: string, id: string, state: string | undefined): ReadonlyArray<string> =>
  state === 'met' || state === 'partly' ? [] : [`${path} tests ${id}, which is ${state ?? 'no row'}`]

if (import.meta.main) writeFileSync(requirementsPage, withCounts(readFileSync(requirementsPage, 'utf8')))
