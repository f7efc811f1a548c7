import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { inShort } from '../src/in-full.ts'
import { allPoints, holdsWhenKilled } from './move-interrupted.ts'
import { makePlace } from './place.ts'

const place = makePlace()
let made = 0
afterAll(() => place.remove())

test('a move to a file that is killed leaves the brains that were done, and ends the same when it is run again', () =>
  holdsWhenKilled(
    place,
    async () => join(place.home, `target-${made++}.db`),
    inShort((steps) => [1, Math.floor(steps / 2), steps], allPoints),
  ))
