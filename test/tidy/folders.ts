/**
 * A folder, and a room, that one can take in: so many files in a folder of sources, so many lines in a room with its folders. A room is a
 * folder directly below `domain`, `application` or the sources of another package. Tests are not counted.
 */
import { posix } from 'node:path'
import { isProductSource } from './source-tree.ts'

const folderFilesMax = 20
const roomLinesMax = 3200

/** Folders that are cut into rooms themselves. Each of these has a rung in ladder.ts, and the bounds hold for each of them. */
const cutInside: ReadonlyMap<string, string> = new Map([
  ['packages/core/src/domain', 'half of the core'],
  ['packages/core/src/application', 'the other half of the core'],
  ['packages/store/src/sqlite', 'one database: engine, file, backup, tables'],
  ['packages/store/src/postgres', 'one database: address, server, schema, text index, tables'],
  ['packages/cli/src/commands', 'one file a command: by what they are about'],
  ['packages/studio/src/page', 'the page: its state, its parts, its pictures, a view a question'],
])

/** Folders that may be larger. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ['packages/core/src/application/operations', 'a list: the descriptions of all operations, a family a file, without a program'],
])

/** One line for each folder or room that is too large, and for each exception that is none any more; empty when the tree is tidy. */
export const largeFolders = (files: ReadonlyMap<string, string>): ReadonlyArray<string> => {
  const sources = [...files].filter(([path]) => isProductSource(path))
  const counts = summed(sources.map(([path]) => [posix.dirname(path), 1]))
  const lines = summed(sources.flatMap(([path, text]) => roomsOf(path).map((room) => [room, linesOf(text)] as const)))
  const large = [
    ...[...counts].filter(([, count]) => count > folderFilesMax).map(([path, count]) => [path, `${count} files`, folderFilesMax] as const),
    ...[...lines].filter(([, count]) => count > roomLinesMax).map(([path, count]) => [path, `${count} lines`, roomLinesMax] as const),
  ]
  const paths = large.map(([path]) => path)
  return [
    ...large.filter(([path]) => !exceptions.has(path)).map(([path, size, most]) => `${path}: ${size}, at most ${most}: cut it into rooms`),
    ...[...exceptions.keys()].filter((path) => counts.has(path) && !paths.includes(path)).map((path) => `${path}: no exception any more`),
  ]
}

const summed = (pairs: ReadonlyArray<readonly [path: string, count: number]>): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>()
  for (const [path, count] of pairs) sums.set(path, (sums.get(path) ?? 0) + count)
  return sums
}

/** Returns the room of a file; none for a file beside the rooms. */
const roomsOf = (path: string): ReadonlyArray<string> => {
  const parts = path.split('/')
  const depth = parts.findIndex((_, at) => at >= 4 && !cutInside.has(parts.slice(0, at).join('/')))
  return depth === -1 ? [] : [parts.slice(0, depth).join('/')]
}

const linesOf = (text: string): number => text.replace(/\n$/, '').split('\n').length
