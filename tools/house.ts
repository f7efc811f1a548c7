/**
 * Prints how the source is cut: files and lines by package, the places that an event, a setting and a command touch, and the files that a
 * recall, a verdict, a changed note and a host turn pass through.
 *
 * `node tools/house.ts`. Tests, declarations and generated files do not count. A place is a source file that names the event or setting, or the
 * command as a word in quotes; only settings whose names are no plain words are looked for. A file is passed through when a function of it ran; what runs while a module loads does not count.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandNames } from '../packages/cli/src/calls/table.ts'
import { eventDefinitions } from '../packages/core/src/domain/events/brain-event.ts'
import { explainedProfiles } from '../packages/core/src/domain/profiles/profiles.ts'
import { waysThrough } from './house-ways.ts'
import { markdownTable } from './markdown-table.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Shorter files are seldom a room of their own, and a folder of more is seldom read as a whole. */
const [smallFile, manyFiles] = [30, 20]

interface Source {
  readonly path: string
  readonly package: string
  readonly lines: number
  readonly words: ReadonlySet<string>
}

const isSource = (name: string): boolean => name.endsWith('.ts') && !/\.(?:test|d)\.ts$/.test(name)

const sources = readdirSync(join(root, 'packages')).flatMap(
  (pack): ReadonlyArray<Source> =>
    readdirSync(join(root, 'packages', pack, 'src'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && isSource(entry.name))
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        const text = readFileSync(path, 'utf8')
        const words = new Set([...(text.match(/[\w$]+/g) ?? []), ...(text.match(/'[\w-]+'/g) ?? [])])
        return { path: relative(root, path), package: pack, lines: text.split('\n').length - 1, words }
      }),
)

const median = (numbers: ReadonlyArray<number>): number => {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((all, one) => all + one, 0)

const sizes = (name: string, files: ReadonlyArray<Source>): ReadonlyArray<string> => {
  const lines = files.map((file) => file.lines)
  return [name, files.length, sum(lines), median(lines), lines.filter((one) => one < smallFile).length].map(String)
}

const places = (words: ReadonlyArray<string>): ReadonlyArray<number> =>
  words.map((word) => sources.filter((file) => file.words.has(word)).length)

const leafOf = (setting: string): string => setting.split('.').at(-1) ?? setting
const settings = (explainedProfiles()[0]?.settings ?? []).map(({ setting }) => leafOf(setting)).filter((name) => /[a-z][A-Z]/.test(name))
const touched = [
  ['an event', Object.keys(eventDefinitions)],
  ['a setting', [...new Set(settings)]],
  ['a command', commandNames.map((name) => `'${name}'`)],
] as const

const packs = [...Map.groupBy(sources, (file) => file.package)].sort(([a], [b]) => a.localeCompare(b))
const folders = [...Map.groupBy(sources, (file) => dirname(file.path))].filter(([, files]) => files.length > manyFiles)
const ways = await waysThrough(root)

const print = (rows: ReadonlyArray<ReadonlyArray<string>>): void => void process.stdout.write(`${markdownTable(rows).join('\n')}\n\n`)
print([
  ['package', 'files', 'lines', 'median', `under ${smallFile} lines`],
  ...packs.map(([name, files]) => sizes(name, files)),
  sizes('all', sources),
])
print([
  ['what', 'median places', 'most'],
  ...touched.map(([name, words]) => [name, String(median(places(words))), String(Math.max(...places(words)))]),
])
print([
  ['way', 'files', 'folders'],
  ...Object.entries(ways).map(([name, files]) => [name, String(files.size), String(new Set([...files].map(dirname)).size)]),
])
print([[`folder of more than ${manyFiles} files`, 'files'], ...folders.map(([name, files]) => [name, String(files.length)])])
