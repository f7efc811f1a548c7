/** The file that the plugin's worker thread runs: the memory of one SQLite database. */
import { serveSqlite } from '@crabtrail/store/worker'

serveSqlite()
