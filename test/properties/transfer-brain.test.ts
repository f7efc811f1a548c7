import { describe, test } from 'vitest'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { transferProperties } from '../models/transfer-properties.ts'

describe('a brain', () => {
  test.each(transferProperties(temporaryFolder()))('$title', ({ run }) => run(1))
})
