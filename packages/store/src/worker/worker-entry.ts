/** The file that a worker thread runs when its owner brings none. */
import { serveSqlite } from './sqlite-server.ts'

serveSqlite()
