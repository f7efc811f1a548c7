/**
 * The properties of learning, ten times as often.
 *
 * In short: `test/properties/learning-order.test.ts`
 */
import { describe, test } from 'vitest'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { attributionProperties } from '../models/attribution-properties.ts'
import { fadingProperties } from '../models/fading-properties.ts'
import { onceProperties } from '../models/once-properties.ts'
import { orderProperties } from '../models/order-properties.ts'
import { everyProfile } from '../models/profile-properties.ts'
import { rankingProperties } from '../models/ranking-properties.ts'
import { rollbackProperties } from '../models/rollback-properties.ts'
import { strengthModel } from '../models/strength-model.ts'
import { transferProperties } from '../models/transfer-properties.ts'

const folder = temporaryFolder()

describe('ten times as often', () => {
  test.each([
    strengthModel,
    ...attributionProperties,
    ...onceProperties,
    ...orderProperties,
    ...everyProfile,
    ...fadingProperties,
    ...rollbackProperties,
    ...rankingProperties(folder),
    ...transferProperties(folder),
  ])('$title', ({ run }) => run(10))
})
