import { test } from 'vitest'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { equalStores } from '../models/equal-stores.ts'

const { run, title } = equalStores(temporaryFolder())

test(title, () => run(1))
