/**
 * Chooses the engine that opens the files of this process: better-sqlite3, which contains a SQLite of its own, or Node's if that cannot be
 * loaded.
 *
 * It is chosen once, at the first opening. A file must not be open by two engines in one process: each keeps its own list of the locks on
 * the file, knows nothing of the other's, and drops them when it closes the file.
 */
import { loadBetterSqlite3 } from './better-sqlite3.ts'
import type { EngineName, LoadedEngine } from './engine.ts'
import { loadNodeSqlite } from './node-sqlite.ts'

/** Returns the named engine, or the engine of this process. Throws EngineMissing. */
export const chosenEngine = (name?: EngineName): LoadedEngine => {
  if (name === undefined) {
    chosen ??= chooseEngine()
    return chosen
  }
  const found = loaded(name)
  if (found instanceof EngineMissing) throw found
  return found
}

/** Thrown if no engine, or not the requested one, can be loaded. */
class EngineMissing extends Error {
  override readonly name = 'EngineMissing'
}

const chooseEngine = (): LoadedEngine => {
  const first = loaded('better-sqlite3')
  if (!(first instanceof EngineMissing)) return first
  const second = loaded('node:sqlite')
  if (second instanceof EngineMissing) throw new EngineMissing(`${first.message}; ${second.message}`)
  const fallback = `${first.message}, so Node's own SQLite does its work: nothing is lost by that; install the package again to have it back`
  return {
    name: second.name,
    openFile: (path, options) => ({ ...second.openFile(path, options), fallback }),
    openImage: (image) => ({ ...second.openImage(image), fallback }),
  }
}

let chosen: LoadedEngine | undefined
const known = new Map<EngineName, LoadedEngine | EngineMissing>()

const loaders: Readonly<Record<EngineName, () => LoadedEngine>> = { 'better-sqlite3': loadBetterSqlite3, 'node:sqlite': loadNodeSqlite }

const loaded = (name: EngineName): LoadedEngine | EngineMissing => {
  const found = known.get(name) ?? load(name)
  known.set(name, found)
  return found
}

/** Loads an engine. Every error counts as a missing engine, because opening a database in memory can fail for no other reason. */
const load = (name: EngineName): LoadedEngine | EngineMissing => {
  try {
    return loaders[name]()
  } catch (cause) {
    return new EngineMissing(`${name} cannot be loaded (${firstLine(cause)})`, { cause })
  }
}

/** Returns the first line of an error; further lines list the places that were searched. */
const firstLine = (cause: unknown): string => {
  const [line = ''] = String(cause instanceof Error ? cause.message : cause).split('\n')
  return line.length > detailMax ? `${line.slice(0, detailMax)}…` : line
}

const detailMax = 120
