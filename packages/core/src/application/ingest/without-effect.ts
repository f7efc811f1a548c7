/** Tells which names in the statements of read documents supersede nothing, because nothing or more than one thing is called so. */
import * as Effect from 'effect/Effect'
import { isRecallable } from '../../domain/graph.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import { nodeNames } from '../naming/names.ts'
import { saidOutrightIn } from '../superseding/outright.ts'
import { sourcesBeside } from './known-sources.ts'
import type { MatchedDocument } from './matching.ts'

/** Names that an answer lists at most, and things that one of them may mean. */
const [namesMost, candidatesMost] = [100, 20]

/** Returns the names as a field of an answer. Documents that were not changed are looked through, too: what they say had no effect either. */
export const withoutEffectIn = Effect.fnUntraced(function* (brain: OpenBrain, access: Access, documents: ReadonlyArray<MatchedDocument>) {
  const { graph, sources } = brain.state
  const added = documents.filter(({ known }) => known === undefined)
  const keys = new Set(added.map(({ key }) => key))
  const beside = added.length === 0 ? [] : yield* sourcesBeside(brain, access, added, false)
  const read = [...documents.flatMap(({ known }) => known ?? []), ...beside.filter(({ key }) => keys.has(key))]
  const nodes = read
    .flatMap(({ source }) => sources.byNumber.get(source) ?? [])
    .flatMap((source) => (source.retired ? [] : [...source.nodes]))
    .filter((node) => isRecallable(graph, node) && graph.isTrusted(node))
  const { unresolved } = yield* saidOutrightIn(brain.state, access.bodies, { nodes })
  if (unresolved.length === 0) return {}
  const told = unresolved.slice(0, namesMost)
  const names = yield* nodeNames(
    brain,
    graph,
    told.map(({ said }) => said),
    'names',
  )
  return {
    withoutEffect: told.map(({ candidates, name, said }) => ({
      node: names.id(said),
      name,
      reason: candidates.length === 0 ? ('unknown' as const) : ('ambiguous' as const),
      candidates: candidates.slice(0, candidatesMost),
    })),
  }
})
