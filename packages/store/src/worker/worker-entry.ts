/** Entry file of a worker thread whose owner names no other. */
import { serveSqlite } from './worker-server.ts'

serveSqlite()
