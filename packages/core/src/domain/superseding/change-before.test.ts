import { describe, expect, test } from 'vitest'
import { contrastsWith, knownPassage, supersededBy } from './supersede.ts'

const superseded = (title: string, older: string, newer: string) => {
  const known = [knownPassage(1, { title, text: older })]
  return supersededBy(contrastsWith({ title: '', text: newer }, known), known).length
}

describe('a clause of change before a statement', () => {
  test.each([
    ['', 'The ferry to Arholma leaves at 9:15.', 'The ferry to Arholma was moved, it leaves at 9:40.'],
    ['', 'The ferry to Arholma leaves at 9:15.', 'They moved the ferry to Arholma: it leaves at 9:40 now.'],
    ['Staging', 'The staging cache listens on port 6031.', 'Staging was moved: the cache listens on port 6044 now.'],
    ['', 'The release of Juniper 3.1 is planned for 2 May.', 'Bad news, the release of Juniper 3.1 slipped, it is now planned for 9 May.'],
    ['Wasser', 'Der Abschlag für Wasser ist 31 Euro im Monat.', 'Das Wasser wird teurer: der Abschlag ist ab Januar 94 Euro im Monat.'],
    ['Hallenbad', 'Eine Karte kostet 4,20 Euro.', 'Das Hallenbad hat neue Preise, eine Karte kostet jetzt 4,80 Euro.'],
    ['', 'Die Chorprobe beginnt um 19:30 Uhr.', 'Die Chorprobe ist jetzt später, sie beginnt um 20:00 Uhr.'],
    ['', 'La cuota del club es de 42 euros.', 'La cuota del club sube, ahora es de 48 euros.'],
    ['', "L'abonnement de la piscine coûte 25 euros.", "L'abonnement de la piscine augmente, il coûte 29 euros."],
  ])('%s %s ← %s', (title, older, newer) => {
    expect(superseded(title, older, newer)).toBe(1)
  })

  test.each([
    ['of another thing', 'The ferry to Arholma leaves at 9:15.', 'The ferry to Furusund was moved, it leaves at 9:40.'],
    [
      'of a thing of others',
      'The mooring costs 900 euros a season.',
      'The mooring of my neighbour went up, it costs 960 euros a season now.',
    ],
    ['of a thing of others in front', 'The mooring costs 900 euros.', "My brother's mooring went up, it costs 960 euros now."],
    ['of another one', 'The mooring costs 900 euros.', 'The other mooring went up, it costs 960 euros now.'],
    [
      'of another version',
      'The release of Juniper 3.1 is planned for 2 May.',
      'The release of Juniper 3.2 slipped, it is now planned for 9 May.',
    ],
    ['of another environment', 'The production cache listens on port 6031.', 'Staging was moved: the cache listens on port 6044 now.'],
    ['that denies', 'The ferry to Arholma leaves at 9:15.', 'The ferry to Arholma was not moved, it leaves at 9:40 as ever.'],
    ['that reports', 'The ferry to Arholma leaves at 9:15.', 'He moved the ferry to Arholma, it leaves at 9:40.'],
    ['that supposes', 'The ferry to Arholma leaves at 9:15.', 'If the ferry to Arholma is moved, it leaves at 9:40.'],
    ['of the past', 'The ferry to Arholma leaves at 9:15.', 'Back in 2019 the ferry to Arholma was moved, it left at 9:40.'],
    ['that tells no change', 'The ferry to Arholma leaves at 9:15.', 'The ferry to Arholma is lovely, it leaves at 9:40.'],
    ['of another attribute', 'The ferry to Arholma leaves at 9:15.', 'The ferry to Arholma went up, it takes 40 passengers now.'],
  ])('%s changes nothing: %s / %s', (_, older, newer) => {
    expect(superseded('', older, newer)).toBe(0)
  })
})

describe('what a clause of change may hold', () => {
  test('is no value that the passage lacks, also where it is a part of one', () => {
    expect(
      superseded(
        'Juniper 3.12',
        'The release of Juniper is planned for 2 May.',
        'The release of Juniper 3.1 slipped, it is now planned for 9 May.',
      ),
    ).toBe(0)
    expect(
      superseded(
        'Juniper 3.1',
        'The release of Juniper is planned for 2 May.',
        'The release of Juniper 3.1 slipped, it is now planned for 9 May.',
      ),
    ).toBe(1)
  })

  test.each([
    'They will move the ferry to Arholma, it leaves at 9:40.',
    'The ferry to Arholma has not moved, it leaves at 9:40.',
    'The ferry to Arholma is delayed, it leaves at 9:40.',
  ])('is no plan, no denial and no delay of one day: %s', (said) => {
    expect(superseded('', 'The ferry to Arholma leaves at 9:15.', said)).toBe(0)
  })

  test('may be an English article, which is a preposition elsewhere', () => {
    const older = 'A space in the staff car park costs 38 euros a month.'

    expect(superseded('', older, "Bad news about the staff car park, it gets more expensive again, from June it's 45 euros a month")).toBe(
      1,
    )
  })
})

describe('the new value', () => {
  test('may stand elsewhere in the passage where the same words say that it holds now', () => {
    const older = 'Ansgar leads the Heron team. His deputy is Mirela.'

    expect(superseded('', older, 'Mirela leads the Heron team now')).toBe(1)
    expect(superseded('', older, 'Mirela leads the Heron team')).toBe(0)
  })
})

describe('a clause behind a statement about now', () => {
  test('may tell what became of the old value', () => {
    const older = 'Lenas Klassenlehrerin ist Frau Hofmann.'

    expect(superseded('', older, 'Lenas Klassenlehrerin ist jetzt Frau Sommer, Frau Hofmann ist in Elternzeit.')).toBe(1)
    expect(superseded('', older, 'Lenas Klassenlehrerin ist jetzt Frau Sommer, sagt Frau Hofmann.')).toBe(0)
    expect(superseded('', older, 'Lenas Klassenlehrerin ist jetzt Frau Sommer, Frau Wirth ist in Elternzeit.')).toBe(0)
  })
})

describe('the day and the hour', () => {
  test('change together where the statement says that it is about now', () => {
    const older = 'Ida has her cello lesson on Mondays at 17:00.'

    expect(superseded('', older, 'Ida has her cello lesson on Wednesdays at 17:30 now.')).toBe(1)
    expect(superseded('', older, 'Ida has her cello lesson on Wednesdays at 17:30.')).toBe(0)
  })
})

describe('a month since when something holds', () => {
  test('takes no sum behind it for its day', () => {
    expect(superseded('', 'Der Abschlag für Wasser ist 86 Euro im Monat.', 'Der Abschlag für Wasser ist ab Mai 12 Euro im Monat.')).toBe(1)
    expect(superseded('', 'The fee of the club is 86 euros a month.', 'From May the fee of the club is 94 euros a month.')).toBe(1)
  })
})
