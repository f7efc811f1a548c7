import { describe, expect, test } from 'vitest'
import { balanced } from '../profiles/balanced.ts'
import { boundsOf } from './candidate-edges.ts'

describe('the bounds of strengths', () => {
  test('are whole nano-units, also where a double holds more', () => {
    expect(boundsOf({ ...balanced, strength: { min: -1 / 3, max: 0.07 } })).toEqual({ min: -333_333_333, max: 70_000_000 })
  })
})
