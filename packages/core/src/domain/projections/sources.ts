/** Folds the sources: the documents that were read, their nodes, and the batches in which they were stored. */
import type { BrainEvent } from '../events/brain-event.ts'
import { ignore } from '../events/brain-event.ts'
import type { ContentRef, NodeNumber, Position, SourceNumber } from '../identity.ts'

export interface SourceRecord {
  readonly key: ContentRef
  readonly digest: ContentRef
  /** The folder it was found in or the name it is filed under; undefined if neither was given. */
  readonly root: ContentRef | undefined
  readonly retired: boolean
  /** Every node that was ever read from it and was not found in another source since, in that order. The fold that owns the record changes it in place. */
  readonly nodes: Set<NodeNumber>
}

export interface SourceRecords {
  readonly byNumber: Map<SourceNumber, SourceRecord>
  /** True after a batch that is not the last of its run: the run has not yet joined the links of its documents. */
  unjoined: boolean
  /** The position of the newest change of a document; 0 for none. */
  changed: Position
  /** The newest commit of a run that stores its documents in batches. */
  lastBatch: { readonly position: Position; readonly at: number } | undefined
}

export const noSources = (): SourceRecords => ({ byNumber: new Map(), unjoined: false, changed: 0, lastBatch: undefined })

export const cloneSources = (sources: SourceRecords): SourceRecords => ({
  ...sources,
  byNumber: new Map([...sources.byNumber].map(([source, record]) => [source, { ...record, nodes: new Set(record.nodes) }])),
})

/** Folds one event into `sources`, which the caller owns. */
export const foldSources = (sources: SourceRecords, event: BrainEvent): void => {
  switch (event.type) {
    case 'SourceAdded': {
      sources.changed = event.position
      const { digest, key, root, source } = event.data
      sources.byNumber.set(source, { key, digest, root, retired: false, nodes: new Set() })
      return
    }
    case 'SourceRevised': {
      sources.changed = event.position
      const { digest, root, source } = event.data
      return update(sources.byNumber, source, (record) => ({ ...record, digest, root: root ?? record.root, retired: false }))
    }
    case 'SourceRenamed': {
      sources.changed = event.position
      const { key, root, source } = event.data
      return update(sources.byNumber, source, (record) => ({ ...record, key, root: root ?? record.root }))
    }
    case 'SourceRetired':
      sources.changed = event.position
      return update(sources.byNumber, event.data.source, (source) => ({ ...source, retired: true }))
    case 'BatchStored':
      sources.unjoined = event.data.batch < event.data.batches
      sources.lastBatch = { position: event.position, at: event.commit.at }
      return
    case 'NodeAdded':
      sources.byNumber.get(event.data.source ?? 0)?.nodes.add(event.data.node)
      return
    case 'NodeRevised': {
      const { formerSource, node, source } = event.data
      if (source === undefined) return
      sources.byNumber.get(formerSource ?? 0)?.nodes.delete(node)
      sources.byNumber.get(source)?.nodes.add(node)
      return
    }
    default:
      ignore<'sources'>(event.type)
  }
}

export const update = <K, V>(map: Map<K, V>, key: K, change: (value: V) => V): void => {
  const value = map.get(key)
  if (value !== undefined) map.set(key, change(value))
}
