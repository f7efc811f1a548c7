import { describe, expect, test } from 'vitest'
import { valueAlone } from './value-alone.ts'

describe('a message that says nothing but a value', () => {
  test.each([
    ['No, Keziah.', undefined],
    ['Keziah, not Odile', 'Odile'],
    ['Nein, Ada van der Berg.', undefined],
    ['No, 5433.', undefined],
  ])('%s', (message, old) => {
    expect(valueAlone(message)).toMatchObject(old === undefined ? {} : { old })
  })

  test.each([
    'Nein, die Hauptstadt von Kanada ist Ottawa.',
    'No, the capital of Canada is Ottawa.',
    'Nein, Ottawa liegt in Kanada.',
    'Keziah.',
  ])('%s says more, or denies nothing', (message) => {
    expect(valueAlone(message)).toBeUndefined()
  })
})
