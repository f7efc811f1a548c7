/** Finds what a file imports, by text: static, re-exported, type-only and dynamic imports alike. */
import { posix } from 'node:path'
import { lineOf, readSource } from './source-text.ts'

export interface Import {
  readonly from: string
  readonly line: number
  readonly specifier: string
}

const forms = [
  /\b(?:import|export)\b\s*(?:type\s+)?[\w$*{}\s,]*?\bfrom\s*(['"])([^'"\n]+)\1/g,
  /\bimport\s*(['"])([^'"\n]+)\1/g,
  /\bimport\s*\(\s*(['"`])([^'"`\n]+)\1/g,
]

export const importsOf = (from: string, text: string): ReadonlyArray<Import> => {
  const source = readSource(text)
  return forms
    .flatMap((form) => [...source.commentFree.matchAll(form)])
    .filter((match) => source.code.startsWith(match[0].slice(0, 6), match.index)) // not inside a string
    .map((match) => ({ from, line: lineOf(text, match.index), specifier: match[2] ?? '' }))
    .sort((a, b) => a.line - b.line)
}

/** The folder that holds a workspace package, by the name that others import it under. */
const packageFolders: ReadonlyMap<string, string> = new Map([
  ['@crabtrail/text', 'packages/text'],
  ['@crabtrail/core', 'packages/core'],
  ['@crabtrail/store', 'packages/store'],
  ['@crabtrail/models', 'packages/models'],
  ['@crabtrail/agent-host', 'packages/agent-host'],
  ['@crabtrail/openclaw', 'packages/plugin-openclaw'],
  ['crabtrail', 'packages/cli'],
  ['@crabtrail/eval', 'packages/eval'],
  ['@crabtrail/studio', 'packages/studio'],
])

export interface Target {
  /** A file of this repository; undefined for a foreign package or a Node module. */
  readonly path: string | undefined
  /** Rest of the specifier after the package name: '' is the package's root. */
  readonly subpath: string
}

/** Resolves an import to a path. A package name leads to the folder's index, a subpath to the file of that name. */
export const targetOf = ({ from, specifier }: Import): Target => {
  if (specifier.startsWith('.')) return { path: posix.join(posix.dirname(from), specifier), subpath: '' }
  for (const [name, folder] of packageFolders) {
    if (specifier === name) return { path: `${folder}/src/index.ts`, subpath: '' }
    if (specifier.startsWith(`${name}/`)) {
      const subpath = specifier.slice(name.length + 1)
      return { path: `${folder}/src/${subpath}.ts`, subpath }
    }
  }
  return { path: undefined, subpath: '' }
}
