/** Statements that differ in a value and may both be true. */
import { expect, test } from 'vitest'
import { contrastsWith, knownPassage, supersededBy } from './supersede.ts'

const superseded = (older: string, newer: string) => {
  const known = [knownPassage(1, { title: '', text: older })]
  return supersededBy(contrastsWith({ title: '', text: newer }, known), known).length
}

test.each([
  ['one day', "Tom's football starts at 16:00.", "Tom's football starts at 16:30 today."],
  ['one week', 'Die Papiertonne wird am Dienstag geholt.', 'Diese Woche wird die Papiertonne am Mittwoch geholt.'],
  ['a guess', 'The car insurance costs 412 euros.', 'The car insurance costs about 400 euros.'],
  ['a denial', 'Die Papiertonne wird am Dienstag geholt.', 'Die Papiertonne wird nicht am Mittwoch geholt.'],
  ['a denial before', 'The car insurance costs 412 euros.', 'It is not true that the car insurance costs 380 euros.'],
  ['an example', 'The API listens on port 8080.', 'For example, the API listens on port 9090.'],
  ['an idea', 'The API listens on port 8080.', 'Idea: the API listens on port 9090'],
  ['what the agent said', 'The API listens on port 8080.', 'You said: the API listens on port 9090.'],
  ['a question without its mark', 'The API listens on port 8080.', 'The API listens on port 9090, right'],
  ['another number', 'Invoice 4711 was paid by Anna.', 'Invoice 4712 was paid by Anna.'],
  ['another flight', 'Flight LH 1130 leaves at 9:40.', 'Flight LH 1134 leaves at 13:40.'],
  ['another count', 'The waffles need 3 eggs and 250 g of flour.', 'The waffles need 3 eggs, the pancakes 4 eggs.'],
  ['another time that it happened', 'The build took 412 seconds.', 'The build took 388 seconds.'],
  ['one of many', 'Anna likes Tolstoy.', 'Anna likes Dickens.'],
  ['another of the family', 'Anna Weber reviews pull requests on Monday.', 'Tom Weber reviews pull requests on Monday.'],
  ['a bound', 'The gym costs 34 euros a month.', 'The gym costs more than 30 euros a month.'],
  ['what ought to be', 'The standup of the team is at 9:15.', 'The standup of the team should be at 10:00.'],
  ['an example in front', 'The API listens on port 8080.', 'Example: the API listens on port 9090'],
  ['a denial without a comma', 'The API listens on port 8080.', 'No way the API listens on port 9090.'],
  ['one week alone', 'The standup of the team is at 9:15.', 'Next week only, the standup of the team is at 9:30.'],
  ['some days', 'The thyroid pill is 75 micrograms, taken before breakfast.', 'The thyroid pill is 50 micrograms at weekends.'],
  ['another one', 'The gym costs 34 euros a month.', 'The other gym costs 25 euros a month.'],
  ['another one in German', 'Die Kantine öffnet um 11:30 Uhr.', 'Die andere Kantine öffnet um 12:00 Uhr.'],
  ['the former one', 'The gym costs 34 euros a month.', 'The old gym costs 25 euros a month.'],
  ['one of several', 'Der Zug nach Lindau fährt um 8:02 Uhr.', 'Der letzte Zug nach Lindau fährt um 22:02 Uhr.'],
  [
    'another thing of the same owner',
    'The retro of the Heron team is every second Wednesday at 14:00.',
    'Every last Friday the standup of the Heron team is at 9:00.',
  ],
  ['any one', 'The gym costs 34 euros a month.', 'Each gym costs 55 euros a month.'],
  ['one of any', 'The gym costs 34 euros a month.', 'A gym costs 55 euros a month.'],
  ['that of others', 'The gym costs 34 euros a month.', 'Their gym costs 55 euros a month.'],
  ['another class', 'Die Klasse 3b hat 24 Kinder.', 'Die Klasse 3a hat 22 Kinder.'],
  ['another year', 'The budget of Heron for this year is 180,000 euros.', 'The budget of Heron for next year is 210,000 euros.'],
  ['another release', 'The release of Heron 2.4 is planned for 12 May.', 'The release of Heron 2.5 is planned for 3 June.'],
  ['what others do', 'In Hamburg we always book the Hotel Alster.', 'In Hamburg they always book the Hotel Elbe.'],
  ['no value', 'Der Vermieter heißt Herr Brandt.', 'Der Vermieter heißt in Wirklichkeit anders.'],
  ['the same person', 'Our family doctor is Maria Keller.', 'Our family doctor is Dr Keller.'],
])('%s: %s | %s', (_, older, newer) => {
  expect(superseded(older, newer)).toBe(0)
})

test.each([
  ["Tom's football starts at 16:00.", "As of today Tom's football starts at 16:30."],
  ["Tom's football starts at 16:00.", "Decided today: Tom's football starts at 16:30."],
  ['Anna Weber leads design.', 'Tom Weber leads design now.'],
  ['The API listens on port 8080.', 'Not 8080, the API listens on port 9090.'],
  ['The API listens on port 8080.', 'Actually the API listens on port 9090, not 8080.'],
  ['The gym costs 34 euros a month.', 'In other words, the gym costs 39 euros a month now.'],
  ['The gym costs 34 euros a month.', 'From next week on the gym costs 39 euros a month.'],
  ['Ein Mittagessen kostet 7,80 Euro.', 'Ein Mittagessen kostet jetzt 8,40 Euro.'],
  ['Die Papiertonne wird am Dienstag geholt.', 'Ab nächster Woche wird die Papiertonne am Mittwoch geholt.'],
  ['Die Klasse 3b hat 24 Kinder.', 'Die Klasse 3b hat jetzt 25 Kinder.'],
  ['The deadline was 3 May for the grant.', 'No, the deadline was 9 May for the grant.'],
])('%s ← %s', (older, newer) => {
  expect(superseded(older, newer)).toBe(1)
})
