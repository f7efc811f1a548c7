/** What a search tool of the host found, as hints for the next recall. Pure. */
import { limits, type Request } from '@crabtrail/core'

/** Under this name our own memories stand among the results. */
const ownCorpus = 'crabtrail'
/** Who may be listened to; what is of another origin, or of one that is not said, hints at nothing. */
const trusted: ReadonlyArray<unknown> = ['owner', 'agent']
const textCharacters = 2_000

/** `details` of a tool's result; anything else than a list of hits is none. */
export const searchHits = (details: unknown): ReadonlyArray<Request.SearchHit> => {
  const { results } = (details ?? {}) as { readonly results?: unknown }
  return Array.isArray(results) ? results.slice(0, limits.hits).flatMap(hitOf) : []
}

/** Those found last come first, and so many; the same passage counts once. */
export const withNewHits = (
  kept: ReadonlyArray<Request.SearchHit>,
  found: ReadonlyArray<Request.SearchHit>,
): ReadonlyArray<Request.SearchHit> => {
  const placeOf = ({ from, source, to }: Request.SearchHit) => `${from}-${to} ${source}`
  const places = new Set(found.map(placeOf))
  return [...found, ...kept.filter((hit) => !places.has(placeOf(hit)))].slice(0, limits.hits)
}

interface Result {
  readonly path?: unknown
  readonly snippet?: unknown
  readonly startLine?: unknown
  readonly endLine?: unknown
  readonly corpus?: unknown
  readonly provenance?: { readonly originClass?: unknown }
}

const hitOf = (result: Result | null): ReadonlyArray<Request.SearchHit> => {
  const { corpus, endLine, path, provenance, snippet, startLine } = result ?? {}
  if (corpus === ownCorpus || !trusted.includes(provenance?.originClass)) return []
  if (typeof path !== 'string' || path === '' || Buffer.byteLength(path) > limits.idBytes || typeof snippet !== 'string') return []
  const text = snippet.replace(citation, '').slice(0, textCharacters).trim()
  if (text === '') return []
  return [{ source: path, text, ...(isLine(startLine) ? { from: startLine } : {}), ...(isLine(endLine) ? { to: endLine } : {}) }]
}

/** The host writes where a snippet is from behind it. */
const citation = /\n+Source: [^\n]*\s*$/

const isLine = (line: unknown): line is number => Number.isSafeInteger(line) && Number(line) > 0
