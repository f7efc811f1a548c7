/** Entry file of a worker thread whose owner names no other. */
import { serveStore } from './worker-server.ts'

serveStore()
