/** The memory's thread on a machine where the native part of better-sqlite3 cannot be loaded. */
import '../src/without-native-part.ts'
import { serveStore } from '@crabtrail/store/worker'

serveStore()
