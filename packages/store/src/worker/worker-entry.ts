/** The file that a worker thread runs when its owner brings none. */
import { serveSqlite } from './worker-server.ts'

serveSqlite()
