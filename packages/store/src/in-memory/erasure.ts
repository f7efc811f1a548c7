/** Erasure of a brain in memory. It leaves no files to clean. */
import type { ErasedPlace, Erasing, NodeNumber, OwnedContent, Owners } from '@crabtrail/core'
import type { BrainMemory } from './brain-memory.ts'
import { changed } from './documents.ts'
import { erasedOf } from './vectors.ts'

export const owned = ({ contents }: BrainMemory, owners: ReadonlyArray<Owners>): ReadonlyArray<OwnedContent> => {
  const asked = new Map(owners.map(({ numbers, owner }) => [owner, new Set(numbers)]))
  return [...contents.values()]
    .filter((row) => asked.get(row.owner)?.has(row.number))
    .map(({ kind, number, owner, ref }) => ({ ref, kind, owner, number }))
}

export const wordsOnlyIn = ({ documents }: BrainMemory, nodes: ReadonlyArray<NodeNumber>): ReadonlySet<string> => {
  const asked = new Set(nodes)
  const ofDocuments = documents.filter(({ space }) => space === 'document')
  const others = new Set(ofDocuments.flatMap(({ counts, node }) => (asked.has(node) ? [] : [...counts.keys()])))
  const own = ofDocuments.flatMap(({ counts, node }) => (asked.has(node) ? [...counts.keys()] : []))
  return new Set(own.filter((word) => !others.has(word)))
}

export const erase = (memory: BrainMemory, { bury, contents, index, nodes, signals }: Erasing): ReadonlyArray<ErasedPlace> => {
  const gone = contents.flatMap((ref) => memory.contents.get(ref) ?? [])
  for (const { ref } of gone) memory.contents.delete(ref)
  const embedded = memory.vectors
  memory.vectors = erasedOf(embedded, contents, nodes)
  const vectorsGone = embedded.filter((one) => !memory.vectors.includes(one))
  const emptied = new Set(nodes)
  const left = memory.documents.filter(({ node }) => !emptied.has(node))
  const indexed = memory.documents.filter(({ node }) => emptied.has(node))
  memory.documents = changed(left, index)
  const answered = signals.filter(({ first, instead }) => forgetSignal(memory, first, instead)).length
  for (const fingerprint of bury) memory.buried.add(fingerprint)
  const words = indexed.flatMap(({ counts }) => [...counts.keys()])
  return [
    {
      place: 'contents',
      rows: gone.length,
      bytes: sum(gone.map(({ body, fingerprint }) => rowBytes + length(body) + fingerprint.length / 2)),
    },
    { place: 'text index', rows: words.length + indexed.length, bytes: sum(words.map(length)) },
    { place: 'vectors', rows: vectorsGone.length, bytes: sum(vectorsGone.map(({ vector }) => vector.byteLength)) },
    { place: 'digests of answered requests', rows: answered, bytes: answered * signalBytes },
  ]
}

/** Bytes of a reference and a salt. */
const rowBytes = 48
const signalBytes = 16

const forgetSignal = ({ commands }: BrainMemory, first: number, instead: string): boolean => {
  const [found] = [...commands].filter(([, recorded]) => recorded.first === first)
  if (found !== undefined) commands.set(found[0], { ...found[1], signal: instead })
  return found !== undefined
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, one) => total + one, 0)
const length = (text = ''): number => Buffer.byteLength(text)
