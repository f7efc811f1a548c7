/**
 * How much words tell, as if only what may be put before a model existed. By this every text is scored, so that others' texts change neither the
 * score nor the order of what may be given, however many there are and whatever they say.
 */
import { type GraphView, isRecallable } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import type { CorpusStatistics } from '../text/bm25.ts'

/** Recallable nodes that may not be given, by rising number. No pass over the nodes where there are none. */
export const untrustedNodes = (
  graph: Pick<GraphView, 'isTrusted' | 'nodes' | 'stateOf' | 'typeOf' | 'untrusted'>,
): ReadonlyArray<NodeNumber> => {
  const found: Array<NodeNumber> = []
  for (let node = 1; node <= graph.nodes && found.length < graph.untrusted; node++)
    if (isRecallable(graph, node) && !graph.isTrusted(node)) found.push(node)
  return found
}

/** `whole` without what may not be given; as it is where nothing else is left. `untrusted`: the statistics of {@link untrustedNodes}. */
export const trustedStatistics = (whole: CorpusStatistics, untrusted: CorpusStatistics): CorpusStatistics =>
  whole.documents <= untrusted.documents
    ? whole
    : {
        documents: whole.documents - untrusted.documents,
        totalLength: whole.totalLength - untrusted.totalLength,
        totalWords: whole.totalWords - untrusted.totalWords,
      }
