/**
 * A move to a database that is killed at each of its steps leaves whole brains, and ends the same when it is run again.
 *
 * In short: `test/cli/move-interrupted.test.ts`
 */
import { afterAll, test } from 'vitest'
import { sharedPostgres } from '../src/shared-postgres.ts'
import { allPoints, holdsWhenKilled } from './move-interrupted.ts'
import { makePlace } from './place.ts'

const place = makePlace()
afterAll(() => place.remove())
const { describePostgres, server } = sharedPostgres()

describePostgres('with a database', () => {
  test('a move to it that is killed leaves the brains that were done, and ends the same when it is run again', () =>
    holdsWhenKilled(place, () => server().createDatabase(), allPoints))
})
