/** Folds what holds for the brain as a whole: the settings and the embedder in force, and the names of positions. */
import type { BrainEvent } from '../events/brain-event.ts'
import { ignore } from '../events/brain-event.ts'
import type { ContentRef, Position } from '../identity.ts'

interface SettingsInForce {
  readonly profile: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly digest: string
  readonly since: Position
}

/** The embedder whose vectors questions may be compared with. */
interface EmbedderInForce {
  /** Reference of its id. */
  readonly embedder: ContentRef
  readonly dimension: number
  readonly bands: ReadonlyArray<number>
  readonly since: Position
}

export interface SettingsRecords {
  inForce: SettingsInForce | undefined
  /** Purpose of the brain, in the owner's words. */
  about: ContentRef | undefined
  embedder: EmbedderInForce | undefined
  readonly tags: Map<ContentRef, Position>
}

export const noSettings = (): SettingsRecords => ({ inForce: undefined, about: undefined, embedder: undefined, tags: new Map() })
export const cloneSettings = (records: SettingsRecords): SettingsRecords => ({ ...records, tags: new Map(records.tags) })

/** Folds one event into `records`, which the caller owns. */
export const foldSettings = (records: SettingsRecords, event: BrainEvent): void => {
  switch (event.type) {
    case 'BrainCreated':
    case 'ProfileChanged':
      records.inForce = { ...event.data, since: event.position }
      return
    case 'BrainPromoted': {
      const { digest, profile, settings } = event.data
      if (digest !== undefined && profile !== undefined && settings !== undefined)
        records.inForce = { digest, profile, settings, since: event.position }
      return
    }
    case 'BrainDescribed':
      records.about = event.data.about
      return
    case 'EmbedderChanged':
      records.embedder = { ...event.data, since: event.position }
      return
    case 'TagCreated':
      records.tags.set(event.data.tag, event.data.at)
      return
    default:
      ignore<'settings'>(event.type)
  }
}
