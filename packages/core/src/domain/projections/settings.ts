/** Folds what holds for the brain as a whole: the settings and the embedder in force, and the names of positions. */
import type { BrainEvent } from '../events/brain-event.ts'
import { ignore } from '../events/brain-event.ts'
import type { NoveltyMeasure } from '../events/turn-events.ts'
import type { ContentRef, Position } from '../identity.ts'
import type { Nano } from '../strength.ts'

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

/** Bands of novelty that were measured on the brain's own text. */
export interface CalibratedBands {
  /** Noise, novel and known. */
  readonly bands: readonly [noise: Nano, novel: Nano, known: Nano]
  /** The embedder whose vectors measured them; undefined for words. */
  readonly embedder: ContentRef | undefined
  readonly dimension: number | undefined
  readonly since: Position
}

export interface SettingsRecords {
  inForce: SettingsInForce | undefined
  /** Purpose of the brain, in the owner's words. */
  about: ContentRef | undefined
  embedder: EmbedderInForce | undefined
  /** By what measured them. */
  readonly calibrated: Map<NoveltyMeasure, CalibratedBands>
  readonly tags: Map<ContentRef, Position>
}

export const noSettings = (): SettingsRecords => ({
  inForce: undefined,
  about: undefined,
  embedder: undefined,
  calibrated: new Map(),
  tags: new Map(),
})
export const cloneSettings = (records: SettingsRecords): SettingsRecords => ({
  ...records,
  calibrated: new Map(records.calibrated),
  tags: new Map(records.tags),
})

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
    case 'BandsCalibrated': {
      const { bands, by, dimension, embedder } = event.data
      const [noise, novel, known] = bands
      if (noise === undefined || novel === undefined || known === undefined) records.calibrated.delete(by)
      else records.calibrated.set(by, { bands: [noise, novel, known], embedder, dimension, since: event.position })
      return
    }
    case 'TagCreated':
      records.tags.set(event.data.tag, event.data.at)
      return
    default:
      ignore<'settings'>(event.type)
  }
}
