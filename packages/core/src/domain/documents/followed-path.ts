/** Which files a folder is read through for: what else lies in it is neither read nor missed. */

/** `notes`: prose alone, as the host writes it. `files`: whatever can be read, source code and records among it. */
export type Reach = 'notes' | 'files'

/** Paths are relative to the folder, with `/` between their parts. */
export const isFollowed = (path: string, reach: Reach = 'notes'): boolean =>
  path.split('/').every((name) => !isPassedOver(name)) && (reach === 'notes' ? isDocumentName(path) : formatOfName(path) !== undefined)

/** Hidden entries and what package managers install. */
export const isPassedOver = (name: string): boolean => name.startsWith('.') || name === 'node_modules'

export const isDocumentName = (name: string): boolean => /\.(md|markdown|txt)$/i.test(name)

type NamedFormat = 'markdown' | 'text' | 'json' | 'jsonl' | 'source'

/** How a file is read by its ending; undefined: a folder is not read through for it. */
export const formatOfName = (path: string): NamedFormat | undefined => {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  if (made.test(name)) return undefined
  return formats.get(name.slice(name.lastIndexOf('.') + 1))
}

/** What programs write for programs: lists of what is installed, code without its white space. */
const made = /^(?:.*[-.])?lock\.(?:json|yaml|yml)$|\.min\.(?:js|css)$|^[^.]*$/

const endings: Readonly<Record<NamedFormat, string>> = {
  markdown: 'md markdown',
  text: 'txt',
  json: 'json',
  jsonl: 'jsonl ndjson',
  source:
    'ts tsx mts cts js jsx mjs cjs py pyi go rs java kt kts scala c h cc cpp cxx hpp hh cs rb php swift lua sh bash zsh sql css scss less html htm vue svelte yaml yml toml ini xml proto graphql ex exs erl hs clj',
}

const formats = new Map(
  (Object.keys(endings) as ReadonlyArray<NamedFormat>).flatMap((format) =>
    endings[format].split(' ').map((ending) => [ending, format] as const),
  ),
)
