import { expect, test } from 'vitest'
import { kindsAsked } from './spoken-statement.ts'

test.each([
  'When is it?',
  'an welchem Tag ist der Auftritt?',
  'à quelle heure ouvre la librairie ?',
  'qué día entrenan?',
  'hoe laat begint het?',
  '周会什么时候',
])('"%s" asks for a time', (question) => expect(kindsAsked(question)).toEqual(['number', 'day']))

test.each([
  'How much do I pay?',
  'was kostet das Ticket?',
  'la place coûte cher ?',
  'quanto costa?',
  'cuánto cuesta?',
  'hoeveel kost het?',
  '房租多少',
])('"%s" asks for a number', (question) => expect(kindsAsked(question)).toEqual(['number']))

test.each([
  'Who is it?',
  'wie heißt mein Zahnarzt?',
  'elle s’appelle comment ?',
  '¿Dónde está?',
  'wie is dat?',
  'come si chiama?',
  '¿cómo se llaman?',
  '教练姓什么',
])('"%s" asks for a name', (question) => expect(kindsAsked(question)).toEqual(['name']))

test('another question does not tell', () => {
  expect(kindsAsked('Which one did we take?')).toEqual([])
})
