/** The text index as a story: changes happen one after the other, and the ones after the position asked for have not happened. */
import { type FiledText, type IndexChange, type IndexSpace, type IndexStatistics, postingLine, textLine } from '@crabtrail/core'

type Added = Extract<IndexChange, { readonly change: 'add' }>

export const indexModel = (changes: ReadonlyArray<IndexChange>, at = Number.MAX_SAFE_INTEGER) => {
  const open = new Map<string, Added>()
  for (const change of changes) {
    if ((change.change === 'add' ? change.from : change.until) > at) break
    open.delete(`${change.space} ${change.node}`)
    if (change.change === 'add') open.set(`${change.space} ${change.node}`, change)
  }
  const documents = [...open.values()].sort((a, b) => a.node - b.node)
  const inSpace = (space: IndexSpace) => documents.filter((one) => one.space === space)
  return {
    statistics: (space: IndexSpace, isCounted: (node: number) => boolean = () => true): IndexStatistics => {
      const counted = inSpace(space).filter(({ node }) => isCounted(node))
      return {
        documents: counted.length,
        totalLength: counted.reduce((sum, one) => sum + one.length, 0),
        totalWords: counted.reduce((sum, one) => sum + one.words, 0),
      }
    },
    filed: (space: IndexSpace): ReadonlyArray<FiledText> => inSpace(space).map(({ node, terms }) => ({ node, terms })),
    /** Node, count, length. */
    postings: (space: IndexSpace, term: string): ReadonlyArray<ReadonlyArray<number>> =>
      inSpace(space).flatMap((one) => {
        const place = one.terms.indexOf(term)
        return place === -1 ? [] : [[one.node, one.counts[place] ?? 0, one.length]]
      }),
    lines: () => lines(changes),
  }
}

/** Each text with the position of the change that ended it; what ended where it began was never there. */
const lines = (changes: ReadonlyArray<IndexChange>): ReadonlyArray<string> => {
  const texts = changes
    .flatMap((added, i) => {
      if (added.change !== 'add') return []
      const next = changes.slice(i + 1).find((one) => one.space === added.space && one.node === added.node)
      const until = next === undefined ? 0 : next.change === 'add' ? next.from : next.until
      return until === added.from ? [] : [{ ...added, until }]
    })
    .sort((a, b) => compare(a.space, b.space) || a.node - b.node || a.from - b.from)
  const postings = texts
    .flatMap((text) => text.terms.map((term, place) => ({ ...text, term, count: text.counts[place] ?? 0 })))
    .sort((a, b) => compare(a.space, b.space) || compare(a.term, b.term) || a.node - b.node || a.from - b.from)
  return [
    ...postings.map((one) => postingLine(one.space, one.term, one.node, one.from, one.until, one.count, one.length)),
    ...texts.map((one) => textLine(one.space, one.node, one.from, one.until, one.length, one.words)),
  ]
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
