import { test } from 'vitest'
import { strengthModel } from './strength-model.ts'

test(strengthModel.title, () => strengthModel.run(1))
