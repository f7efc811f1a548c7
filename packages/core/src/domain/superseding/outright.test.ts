import { describe, expect, test } from 'vitest'
import { contrastsWith, knownPassage, supersededBy } from './supersede.ts'

const superseded = (title: string, older: string, said: string, isSaid = true) => {
  const known = [knownPassage(1, { title, text: older })]
  return supersededBy(contrastsWith({ title: '', text: said, isSaid }, known), known).length
}

describe('an old value that a message exchanges for another', () => {
  const tablets = ['Tablets', 'The tills talk to the server on port 8443.'] as const
  const bins = ['Glass', 'The glass container is emptied on Mondays.'] as const

  test.each([
    [...tablets, 'They switched the tills over last night, they talk to the server on 8543 instead of 8443'],
    [...tablets, "The tills aren't on 8443 any more, we put them on 8543"],
    [...bins, 'they come for the glass container on Thursdays now instead of Mondays'],
    ['Treppe', 'Sie wird am Mittwoch geputzt.', 'Die Treppe putzen sie jetzt am Montag statt am Mittwoch'],
    ['Cours', 'Le cours de chant est à 17 h.', "Le cours de chant n'est plus à 17 h, on commence à 18 h"],
  ])('is superseded: %s %s ← %s', (title, older, said) => {
    expect(superseded(title, older, said)).toBe(1)
  })

  test.each([
    ['of another thing', ...tablets, 'The printers talk to their server on 8543 instead of 8443'],
    ['of a thing of others', ...bins, "My sister's glass container is emptied on Thursdays instead of Mondays"],
    ['of a part of another', ...bins, 'The glass container of the neighbours is emptied on Thursdays instead of Mondays'],
    ['of a thing told apart by a word', ...bins, 'The school glass container is emptied on Thursdays instead of Mondays'],
    ['for one day', ...tablets, 'Just today the tills talk to the server on 8543 instead of 8443'],
    ['without a word of exchange', ...tablets, 'The tills talk to the server on 8443, the printers on 8543'],
    ['among three', ...tablets, 'The tills talk to the server on 8543 or 8643 instead of 8443'],
    ['that shares no word', ...tablets, 'It is 8543 instead of 8443'],
  ])('stays where it is one %s: %s %s / %s', (_, title, older, said) => {
    expect(superseded(title, older, said)).toBe(0)
  })

  test('stays where a document has the words', () => {
    expect(superseded(...tablets, 'They switched the tills over last night, they talk to the server on 8543 instead of 8443', false)).toBe(
      0,
    )
  })
})

describe('a message that names the old value', () => {
  const board = ['Board', 'The treasurer of the club is Bernd Thiel.'] as const

  test.each([
    'Bernd has stepped down after nine years, our new treasurer is Claudia Reis',
    'Our new treasurer is Claudia Reis, Bernd has stepped down after nine years.',
  ])('need not repeat what limits it: %s', (said) => {
    expect(superseded(...board, said)).toBe(1)
    expect(superseded(...board, said, false)).toBe(0)
  })

  test.each([
    'The new treasurer of the chess club is Claudia Reis',
    "Bernd's wife is the treasurer of the shooting club now",
    'Bernd has stepped down after nine years',
    'Anna has stepped down after nine years, our new treasurer is Claudia Reis',
  ])('else nothing changes: %s', (said) => {
    expect(superseded(...board, said)).toBe(0)
  })
})

describe('a clause before a spoken statement', () => {
  const net = ['Internet', 'The internet at home comes from Magenta. The line costs 36 euros a month.'] as const
  const piano = ['Klavier', 'Die Lehrerin heißt Frau Novak. Eine Klavierstunde kostet 34 Euro.'] as const

  test.each([
    [...net, 'we are not with Magenta any more, the internet at home comes from Spusu'],
    [...piano, 'Frau Novak hat nach drei Jahren aufgeschlagen, die Klavierstunde kostet 38 Euro'],
  ])('may give the old value up, or tell something of a name that the passage has: %s %s ← %s', (title, older, said) => {
    expect(superseded(title, older, said)).toBe(1)
    expect(superseded(title, older, said, false)).toBe(0)
  })

  test.each([
    [...net, 'they are not with Telwest any more, the internet at home comes from Spusu'],
    [...piano, 'Frau Kern hat nach drei Jahren aufgeschlagen, die Klavierstunde kostet 38 Euro'],
    [...piano, 'Die Schwester von Frau Novak unterrichtet auch, die Klavierstunde kostet 38 Euro'],
    [...net, 'my parents still pay 52 euros a month for their line instead of our 36'],
  ])('of others changes nothing: %s %s / %s', (title, older, said) => {
    expect(superseded(title, older, said)).toBe(0)
  })
})

describe('a remark behind a spoken statement', () => {
  const box = ['Box', 'The photo box listens on port 5000.'] as const

  test('may be anything that neither limits it nor has a value', () => {
    expect(superseded(...box, 'The photo box listens on port 5050 now, the old one clashed with something')).toBe(1)
    expect(superseded(...box, 'The photo box listens on port 5050 now, in the test setup')).toBe(0)
    expect(superseded(...box, 'The photo box listens on port 5050 now, until the move')).toBe(0)
    expect(superseded(...box, 'The photo box listens on port 5050 now, the backup on 5051')).toBe(0)
    expect(superseded(...box, 'The photo box listens on port 5050 now, the old one clashed with something', false)).toBe(0)
  })
})

describe('words of the title above a statement', () => {
  test('limit no new one', () => {
    expect(superseded('Piano', 'Un cours coûte 28 euros.', 'Un cours de piano coûte désormais 32 euros')).toBe(1)
    expect(superseded('Piano', 'Un cours coûte 28 euros.', 'Un cours de violon coûte désormais 32 euros')).toBe(0)
    expect(superseded('medlar', 'The database listens on port 5433.', 'From now on the database of medlar listens on port 6000.')).toBe(1)
    expect(superseded('quince', 'The database listens on port 5433.', 'From now on the database of medlar listens on port 6000.')).toBe(0)
  })
})
