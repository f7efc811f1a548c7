/** An address, a version or a number is one thing, however it is written, and no other of which it is a part. */
import { describe, expect, test } from 'vitest'
import { givenFrom } from './given.ts'

const values = {
  'printer.md': 'The printer is at 10.0.4.17 in the loft.',
  'scanner.md': 'The scanner is at 10.0.4.170 in the cellar.',
  'guests.md': 'The guests have the network 192.168.7.0/24.',
  'parser.md': 'The parser was broken in v2.14.3 and mended by Ole.',
  'editor.md': 'The editor is at 3.0.0-beta.2 since Friday.',
  'plumber.md': 'The plumber answers on 555-0142.',
  'dentist.md': 'The dentist answers on +49 40 7310 2285.',
  'camera.md': 'The camera has the address 3C:22:fb:09:7A:d1.',
  'rent.md': 'The rent goes to DE89 3704 0044 0532 0130 00.',
  'roof.md': 'The roof cost 12,500 euros.',
  'choir.md': 'The choir sings at 9:00 in the hall.',
  'bridge.md': 'The bridge carries 1250 kilos.',
  'firmware.md': 'The firmware is 1.250 on all pumps.',
  'wine.md': 'The wine got 10 points from Ines.',
  'beer.md': 'The beer is 7.5 strong.',
}

describe('a value alone, or with a word that says nothing,', () => {
  test.each([
    ['10.0.4.17', ['printer.md']],
    ['What is at 10.0.4.170?', ['scanner.md']],
    ['192.168.7.0/24', ['guests.md']],
    ['What is in 192.168.7.0?', ['guests.md']],
    ['v2.14.3', ['parser.md']],
    ['What was in 2.14?', ['parser.md']],
    ['3.0.0-beta.2', ['editor.md']],
    ['555-0142', ['plumber.md']],
    ['Who is 555 0142?', ['plumber.md']],
    ['+49 40 73102285', ['dentist.md']],
    ['What is 3c-22-fb-09-7a-d1?', ['camera.md']],
    ['DE89370400440532013000', ['rent.md']],
  ])('finds what has it: %s', async (question, given) => {
    expect(await givenFrom(values, question)).toEqual(given)
  })
})

describe('an amount or a time', () => {
  test.each([
    ['What was 12500?', ['roof.md']],
    ['What was 12 500?', ['roof.md']],
    ['What was 12\u202f500?', ['roof.md']],
    ["What was 12'500?", ['roof.md']],
    ['What was 12.500 €?', ['roof.md']],
    ['What sings at 09:00?', ['choir.md']],
    ['What is 1,250?', ['bridge.md']],
    ['What is 7,5?', ['beer.md']],
  ])('is one in all its forms: %s', async (question, given) => {
    expect(await givenFrom(values, question)).toEqual(given)
  })

  test.each([
    ['Das Dach hat 12.500 Euro gekostet.', 'Was war 12500?'],
    ['Das Dach hat 12500 Euro gekostet.', 'Was war es mit 12.500?'],
    ['Der Chor singt um 9.00 Uhr im Saal.', 'Was ist um 09:00?'],
    ['Le toit a coûté 12 500 euros.', 'Où est le 12500 ?'],
    ['Il tetto è costato 12.500 euro.', 'Che cosa è 12500?'],
  ])('is one in other languages: %s', async (note, question) => {
    expect(await givenFrom({ 'x.md': note, 'y.md': 'Die Leiter ist lang.' }, question)).toEqual(['x.md'])
  })
})

describe('another value', () => {
  test.each([
    ['10.0.4.1', []],
    ['What is at 10.0.4.18?', []],
    ['192.168.7.0/25', []],
    ['v2.14.4', []],
    ['3.0.0-beta.20', []],
    ['555-0143', []],
    ['What is 3c:22:fb:09:7a:d2?', []],
    ['What is 1250?', ['bridge.md']],
    ['What is 1.0?', []],
    ['What is 75?', []],
  ])('does not find it: %s', async (question, given) => {
    expect(await givenFrom(values, question)).toEqual(given)
  })

  test('is a version that looks like an amount in a language that writes amounts so', async () => {
    expect(await givenFrom({ 'x.md': 'Die Pumpe hat die Version 1.250 und ist neu.' }, 'Was hat 1250?')).toEqual([])
  })
})
