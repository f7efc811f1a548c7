/** One PostgreSQL server for all tests of a file, which are skipped on a machine that has no PostgreSQL. */
import { afterAll, beforeAll, describe } from 'vitest'
import { type PostgresOptions, type PostgresServer, startPostgres } from './postgres.ts'
import { postgresBinaries } from './postgres-binaries.ts'

export interface SharedPostgres {
  /** `describe` for the tests that need the server; skips them where no server can run. */
  readonly describePostgres: ReturnType<typeof describe.skipIf>
  /** The server, in a test or a hook inside of `describePostgres`. */
  readonly server: () => PostgresServer
}

/** Call it once, at the top of a test file. The server starts before the first test and stops after the last one. */
export const sharedPostgres = (options: PostgresOptions = {}): SharedPostgres => {
  const binaries = postgresBinaries()
  const isMissing = 'missing' in binaries
  let server: PostgresServer | undefined
  if (isMissing) process.stderr.write(`Tests with PostgreSQL are skipped: ${binaries.missing}\n`)
  else {
    beforeAll(async () => {
      server = await startPostgres(options)
    })
    afterAll(() => server?.stop())
  }
  return {
    describePostgres: describe.skipIf(isMissing),
    server: () => {
      if (server === undefined) throw new Error('the server runs only while the tests inside of describePostgres run')
      return server
    },
  }
}
