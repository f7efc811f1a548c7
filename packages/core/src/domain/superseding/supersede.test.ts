/** What supersedes what, in pairs of statements; at least half of them must not match. */
import { describe, expect, test } from 'vitest'
import { contrastsWith, type KnownPassage, knownPassage, type NewStatement, repeatedIn, supersededBy } from './supersede.ts'

const decided = (known: ReadonlyArray<string | readonly [title: string, text: string]>, said: NewStatement) => {
  const passages = known.map(
    (one, i): KnownPassage => knownPassage(i + 1, typeof one === 'string' ? { title: '', text: one } : { title: one[0], text: one[1] }),
  )
  return supersededBy(contrastsWith(said, passages), passages)
}
const rulesFor = (older: string, newer: string) => decided([older], { title: '', text: newer }).map(({ rule }) => rule)

describe('the same attribute of the same thing', () => {
  test.each([
    ['The ferry to Arholma leaves at 9:15.', 'The ferry to Arholma leaves at 9:40.'],
    ['The ferry to Arholma leaves at 9:15.', 'No, the ferry to Arholma leaves at 9:40, not 9:15.'],
    ['Membership of the rowing club costs €120 a year.', 'Oh, and from this month on membership of the rowing club costs €140 a year.'],
    ['Priya looks after the greenhouse sensors.', 'Small change: Tomas looks after the greenhouse sensors.'],
    ['user: Priya looks after the greenhouse sensors.', 'Wrong, Tomas looks after the greenhouse sensors.'],
    ['The kiln reaches 1,240 degrees.', 'By the way, the kiln reaches 1,180 degrees now.'],
    ['The billing database listens on port 6033.', 'New: port 6044 is what the billing database uses.'],
    ['Our cat weighs 4.1 kg.', 'Actually, our cat weighs 4.6 kg.'],
    ['Der Hausmeister kommt am 3. Mai.', 'Nein, der Hausmeister kommt am 10. Mai.'],
    ['Das Abonnement der Zeitung kostet 31 Euro.', 'Übrigens kostet das Abonnement der Zeitung jetzt 34 Euro.'],
    ['Die Chorprobe beginnt um 19:30 Uhr.', 'Geändert: die Chorprobe beginnt um 20:00 Uhr.'],
    ['El taller de cerámica empieza a las 18:30.', 'Desde el lunes el taller de cerámica empieza a las 19:00.'],
    ['La cuota del gimnasio es de 42 euros.', 'No, la cuota del gimnasio es de 48 euros.'],
    ["L'abonnement de la piscine coûte 25 euros.", "Changement : l'abonnement de la piscine coûte 29 euros."],
    ['Le marché de Vannes ouvre à 8 h.', 'Non, le marché de Vannes ouvre à 7 h.'],
    ['La secretaría del centro cuesta 202 euros.', 'No, eso está mal: la secretaría del centro cuesta 210 euros.'],
    ['La secretaría de la sede Sur cuesta 202 euros.', 'No, eso está mal: la secretaría de la sede Sur cuesta 210 euros.'],
    ['Port 4397 is where the parcel tracker can be reached.', 'Reverted: port 4826 is where the parcel tracker can be reached.'],
    ['La palestra chiude alle 22:00.', 'Da lunedì la palestra chiude alle 21:00.'],
    ['De sleutelcode van de schuur is 4471#.', 'Nee, de sleutelcode van de schuur is 9920#.'],
    ['游泳池的年费是600元。', '更正：游泳池的年费是680元。'],
    ['合唱团的排练从19点30分开始。', '不对，合唱团的排练从20点15分开始。'],
  ])('%s ← %s', (older, newer) => {
    expect(rulesFor(older, newer)).toHaveLength(1)
  })
})

describe('what may be true beside the old', () => {
  test.each([
    ['another thing', 'The ferry to Arholma leaves at 9:15.', 'The ferry to Furusund leaves at 9:40.'],
    ['another site', 'La secretaría de la sede Norte cuesta 202 euros.', 'La secretaría de la sede Sur cuesta 210 euros.'],
    [
      'a site named like a word of another language',
      'La biblioteca de la sede Sur abre los lunes.',
      'La biblioteca de la sede Centro abre los martes.',
    ],
    ['another attribute', 'The ferry to Arholma leaves at 9:15.', 'The ferry to Arholma takes 55 minutes.'],
    ['another scope', 'The billing database listens on port 6033.', 'The billing database listens on port 6044 in staging.'],
    ['a limit before', 'The billing database listens on port 6033.', 'During tests, the billing database listens on port 6044.'],
    ['a report', 'The ferry to Arholma leaves at 9:15.', 'Nadia claims the ferry to Arholma leaves at 9:40.'],
    ['a report by a person', 'The ferry to Arholma leaves at 9:15.', 'He said the ferry to Arholma leaves at 9:40.'],
    ['a report of a sign', 'The ferry to Arholma leaves at 9:15.', 'According to the old sign, the ferry to Arholma leaves at 9:40.'],
    ['a quotation', 'The ferry to Arholma leaves at 9:15.', 'The poster says "The ferry to Arholma leaves at 9:40".'],
    ['a question', 'The ferry to Arholma leaves at 9:15.', 'The ferry to Arholma leaves at 9:40?'],
    ['a supposition', 'Membership of the rowing club costs €120 a year.', 'If membership of the rowing club costs €140 a year, we leave.'],
    ['a wish', 'Membership of the rowing club costs €120 a year.', 'Membership of the rowing club would cost €140 a year.'],
    [
      'the same value',
      'Membership of the rowing club costs €120 a year.',
      'No change there: membership of the rowing club costs €120 a year.',
    ],
    ['the same value, spaced', 'The parser is at v2.4.1.', 'The parser is at 2.4.1.'],
    ['another unit', 'Backups of the archive are kept 30 days.', 'Backups of the archive are kept 6 months.'],
    ['more of a list', 'Priya looks after the greenhouse sensors.', 'Priya looks after the greenhouse pumps.'],
    ['code', 'The retry limit of the uploader is 5.', 'The retry limit of the uploader is `retries: 7`.'],
    ['eine andere Sache', 'Die Chorprobe beginnt um 19:30 Uhr.', 'Die Orchesterprobe beginnt um 20:00 Uhr.'],
    ['ein Bericht', 'Die Chorprobe beginnt um 19:30 Uhr.', 'Laut Jonas beginnt die Chorprobe um 20:00 Uhr.'],
    ['ein Zettel', 'Die Chorprobe beginnt um 19:30 Uhr.', 'Auf einem Zettel steht noch, die Chorprobe beginnt um 20:00 Uhr.'],
    ['eine Annahme', 'Die Chorprobe beginnt um 19:30 Uhr.', 'Wenn die Chorprobe um 20:00 Uhr beginnt, komme ich nicht.'],
    ['ein anderer Gegenstand', 'Ein Gast lobte die Terrasse sehr.', 'Ein Gast lobte die Küche sehr.'],
    ['ein anderer Ort', 'Der Hausmeister kommt am 3. Mai.', 'Der Hausmeister kommt im Nebengebäude am 10. Mai.'],
    ['otra cosa', 'La cuota del gimnasio es de 42 euros.', 'La cuota de la biblioteca es de 48 euros.'],
    ['otra sede', 'El taller de cerámica empieza a las 18:30.', 'En la sede nueva, el taller de cerámica empieza a las 19:00.'],
    ['lo que dicen', 'La cuota del gimnasio es de 42 euros.', 'Marta cuenta que la cuota del gimnasio es de 48 euros.'],
    ['une autre chose', 'Le marché de Vannes ouvre à 8 h.', 'Le marché de Lorient ouvre à 7 h.'],
    ['un ouï-dire', 'Le marché de Vannes ouvre à 8 h.', 'Selon Claire, le marché de Vannes ouvre à 7 h.'],
    ['une hypothèse', "L'abonnement de la piscine coûte 25 euros.", "Si l'abonnement de la piscine coûte 29 euros, je renonce."],
    ['另一件事', '游泳池的年费是600元。', '健身房的年费是680元。'],
    ['听说', '游泳池的年费是600元。', '听说游泳池的年费是680元。'],
    ['一个问题', '游泳池的年费是600元。', '游泳池的年费是680元吗？'],
    ['一个假设', '游泳池的年费是600元。', '如果游泳池的年费是680元，我就不去了。'],
    ['另一个范围', '游泳池的年费是600元。', '儿童的游泳池的年费是680元。'],
    ['没有变', '游泳池的年费是600元。', '不，没变，游泳池的年费是600元。'],
  ])('%s: %s | %s', (_, older, newer) => {
    expect(rulesFor(older, newer)).toEqual([])
  })
})

test('what states the old value in other words goes with it', () => {
  const known = [
    'The billing database listens on port 6033.',
    'assistant: As far as I know, port 6033 is that of the billing database.',
    'Port 6033 is closed in the office network.',
  ]
  expect(decided(known, { title: '', text: 'No, the billing database listens on port 6044.' })).toEqual([
    { node: 1, rule: 'same-words' },
    { node: 2, rule: 'same-value' },
  ])
})

test('of a passage with other statements only the sentence is superseded', () => {
  const text = 'The ferry to Arholma leaves at 9:15. Dogs are welcome on board.'
  expect(decided([text], { title: '', text: 'The ferry to Arholma leaves at 9:40.' })).toEqual([
    { node: 1, rule: 'same-words', part: [0, 36] },
  ])
})

test('a line of a list is about the thing in its title', () => {
  const list = '- Caretaker: Holm\n- Next service: 4 June'
  const known = [['Kiln', list] as const, ['Loom', list] as const]
  expect(decided(known, { title: '', text: 'Changed: the next service of the kiln is on 11 June.' }).map(({ node }) => node)).toEqual([1])
})

test('lists of two things are compared by their titles', () => {
  const lists = (title: string, port: string): readonly [string, string] => [title, `- Backup starts: ${port}\n- Next service: 4 June`]
  const [older, newer] = [lists('Mail relay', '11:38'), lists('Image store', '09:50')]
  expect(decided([older], { title: newer[0], text: newer[1] })).toEqual([])
  expect(decided([older], { title: older[0], text: newer[1] })).toEqual([{ node: 1, rule: 'same-words', part: [0, 22] }])
  expect(decided([['', older[1]]], { title: '', text: newer[1] })).toEqual([])
})

test('a name that much is said of is a subject and no value', () => {
  const known = ['Ava', 'Bram', 'Cleo', 'Dora', 'Emil', 'Finn', 'Greta'].map(
    (name, i) => `${['Rooftop', 'Cellar'][i % 2]} keys hang beside ${name}'s desk.`,
  )
  const sites = ['opens early', 'needs paint', 'has a lift', 'was sold twice', 'smells of tar', 'lost its roof', 'gets new doors']
  const about = (site: string) => sites.map((said) => `Depot ${site} ${said}.`)
  expect(decided([...about('Norrby'), ...about('Lidby'), ...known], { title: '', text: 'Depot Lidby has a lift.' })).toEqual([])
})

describe('other words for the same', () => {
  const older = 'Bram is on call for the pump house.'
  const newer = { title: '', text: 'New: the one to wake when the pump house is down is Sigrid.' }

  test('are learned from what is stated in both', () => {
    const twice = ['Noor is on call for the water tower.', 'The one to wake when the water tower is down is Noor.']

    expect(decided([older, ...twice], newer).map(({ node }) => node)).toEqual([1])
  })

  test('are none where nothing is stated in both', () => {
    expect(decided([older, 'The one to wake when the water tower is down is Noor.'], newer)).toEqual([])
  })
})

describe('a reply that says again what is superseded', () => {
  const reply = { title: '', text: 'assistant: As far as I know, the ferry to Arholma leaves at 9:15.' }
  const old: KnownPassage = { ...knownPassage(1, { title: '', text: 'The ferry to Arholma leaves at 9:15.' }), holder: 2 }

  test('gives way to what holds now', () => {
    expect(repeatedIn(reply, [old, knownPassage(2, { title: '', text: 'The ferry to Arholma leaves at 9:40.' })])).toBe(2)
  })

  test('does not where that says the same, or where nothing is superseded', () => {
    expect(repeatedIn(reply, [old, knownPassage(2, { title: '', text: 'The ferry to Arholma leaves at 9:15 again.' })])).toBeUndefined()
    expect(repeatedIn(reply, [knownPassage(1, { title: '', text: old.text })])).toBeUndefined()
  })
})

test('a passage that already has the new name is not superseded by it', () => {
  const known = [knownPassage(1, { title: '和婆婆的微信', text: '婆婆下周就搬过来了。王阿姨做到月底，之后豆豆放学都由婆婆去接。' })]
  const contrasts = contrastsWith({ title: '', text: '不对，王阿姨不做了，现在是婆婆去接' }, known)

  expect(supersededBy(contrasts, known)).toEqual([])
})

test('words of one language that look like verbs of change in another change nothing', () => {
  expect(rulesFor('We visited Porto in spring.', 'We visited Lisbon in spring.')).toEqual([])
})

test('a sentence that the text had before is not new', () => {
  const known = [knownPassage(1, { title: 'Billing', text: 'The billing database listens on port 5433.' })]
  const text = 'Lunch was soup with Priya and Tomas. The billing database listens on port 5432.'
  const said = (former?: string) => supersededBy(contrastsWith({ title: '', text, former }, known), known).map(({ node }) => node)

  expect(said()).toEqual([1])
  expect(said('Lunch was soup with Priya. The billing database listens on port 5432.')).toEqual([])
})

test('of two things that only their headings tell apart, none is meant by a word that names neither', () => {
  const known = [
    ['quince', 'The backup listens on port 5432.'],
    ['medlar', 'The backup listens on port 5433.'],
  ] as const
  expect(decided(known, { title: '', text: 'From now on the backup listens on port 6000.' })).toEqual([])
  expect(decided(known.slice(1), { title: '', text: 'From now on the backup listens on port 6000.' })).toHaveLength(1)
  const notes = known.map(([, text]) => ['', text] as const)
  expect(decided(notes, { title: '', text: 'From now on the backup listens on port 6000.' })).toHaveLength(2)
})
