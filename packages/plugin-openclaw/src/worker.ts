/** Entry of the worker thread: the memory of one SQLite database, with the embedder from the settings. */
import { serveSqlite } from '@crabtrail/store/worker'
import { type EmbedderSettings, layerEmbedder } from './host/embedder.ts'

serveSqlite((settings) => ('embedder' in settings ? layerEmbedder(settings as EmbedderSettings) : undefined))
