/** The file that the plugin's worker thread runs: the memory of one SQLite database, with the embedder that the settings name. */

import { serveSqlite } from '@crabtrail/store/worker'
import { type EmbedderSettings, layerEmbedder } from './host/embedder.ts'

serveSqlite((settings) => ('embedder' in settings ? layerEmbedder(settings as EmbedderSettings) : undefined))
