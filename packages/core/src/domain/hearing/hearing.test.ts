import { describe, expect, test } from 'vitest'
import { correctionOf } from './hearing.ts'
import { hearSaying } from './spoken-verdict.ts'

describe('a denial is about the memory', () => {
  test.each([
    ['table', 'Where is the table?', 'The table is in the cellar.', 'That’s wrong, the table is in the kitchen.'],
    ['bench', 'Where is the bench?', 'The bench is in the cellar.', 'That’s wrong, the bench is in the kitchen.'],
    ['French course', 'When is the French course?', 'The French course is on Mondays.', 'That is wrong, the French course is on Fridays.'],
    [
      'pottery course',
      'When is the pottery course?',
      'The pottery course is on Mondays.',
      'That is wrong, the pottery course is on Fridays.',
    ],
  ])('of a %s', (_, question, text, message) => {
    const saying = hearSaying(message)
    const memory = { node: 1, title: '', text, share: 1 }
    const correction = saying && correctionOf(saying, { question, shown: [memory], others: [memory] })

    expect(correction).toEqual({ about: 'doubted', blamed: [{ node: 1, share: 1 }] })
  })
})

interface Scene {
  readonly question: string
  /** The first note gave the answer, the second holds another value, the others are about similar subjects. */
  readonly notes: readonly [string, string, ...ReadonlyArray<string>]
  /** Messages that state the content of the second note, without saying that the answer was wrong. */
  readonly statements: ReadonlyArray<string>
  /** Messages that state the content of another note. */
  readonly remarks: ReadonlyArray<string>
}

const scenes: Readonly<Record<string, Scene>> = {
  'a swimming lesson': {
    question: 'When does Mara have her swimming lesson?',
    notes: [
      'Mara has her swimming lesson on Tuesdays at four with Coach Lindqvist.',
      'From October the swimming lesson of Mara is on Saturdays at ten.',
      'The judo lesson of Felix is on Fridays at six, with Sensei Okada.',
      'The swimming pool sells caps for 7 euros.',
    ],
    statements: [
      'Mara goes on Saturdays at ten now.',
      'The swimming lesson moved to Saturdays.',
      'Since October it is Saturdays at ten.',
      "It isn't on Tuesdays any more, she swims on Saturdays.",
      'Wait, Mara swims on Saturdays these days.',
      'Her swimming lesson is on Saturdays at ten.',
      'Not Tuesdays. Saturdays at ten.',
      'From October on Mara has it on Saturdays instead.',
      'The old lesson is gone, Saturdays at ten.',
    ],
    remarks: [
      "And Felix's is on Fridays.",
      'Thanks, Tuesdays at four then.',
      'Felix has judo on Fridays too.',
      'Then I will pick her up on Saturday at ten.',
      'Right, and the swimming pool sells caps for 7 euros.',
      'Remind me on Saturday at ten.',
      'Her coach said "Saturdays at ten".',
      'Is it Saturdays at ten now?',
      "Felix's judo lesson is on Fridays at six.",
      'No, the judo lesson is on Fridays at six.',
      'Now judo is on Fridays, with Sensei Okada.',
      'Actually caps are 7 euros at the swimming pool now.',
      'Caps are 7 euros at the swimming pool.',
      'If it were Saturdays at ten, I could drive her.',
    ],
  },
  'a landlord': {
    question: 'Wem überweisen wir die Miete?',
    notes: [
      'Die Miete überweisen wir an Herrn Kowalke, 940 Euro am ersten des Monats.',
      'Das Haus ist verkauft. Die Miete bekommt jetzt die Hausverwaltung Brückner.',
      'Die Miete der Garage geht an Familie Sievers.',
    ],
    statements: [
      'Die Miete bekommt jetzt Brückner.',
      'Das Haus ist doch verkauft, inzwischen ist es die Hausverwaltung Brückner.',
      'Seit dem Verkauf bekommt die Hausverwaltung Brückner die Miete.',
      'Nicht mehr Kowalke: Hausverwaltung Brückner.',
      'Moment, das Haus ist verkauft, die Hausverwaltung Brückner bekommt das.',
      'Das geht jetzt alles an Brückner.',
    ],
    remarks: [
      'Danke, also Kowalke.',
      'Die Garage geht an Familie Sievers.',
      'Und die Miete der Garage geht an Familie Sievers.',
      'Dann rufe ich Brückner an.',
      'Stimmt, und die Garage auch.',
      'Mein Bruder sagt, es ist jetzt Brückner.',
      'Schreib Brückner eine Mail wegen der Miete.',
    ],
  },
  'a market': {
    question: 'Quel jour est le marché ?',
    notes: [
      'Le marché est le mercredi sur la place Bellevue.',
      'Depuis mars le marché est le samedi matin, devant la gare.',
      'Le marché de Noël est le dimanche, avec Odile.',
    ],
    statements: [
      'Le marché est le samedi maintenant.',
      'Ça a changé, c’est le samedi devant la gare.',
      'Depuis mars il est le samedi matin.',
      'Plus le mercredi : le samedi, devant la gare.',
      'Le marché est le samedi matin.',
    ],
    remarks: [
      'Merci, mercredi donc.',
      'Celui de Noël est le dimanche avec Odile.',
      'Alors je passe à la gare samedi.',
      'Je vais au marché samedi matin.',
      'Odile dit que c’est le samedi.',
      'D’accord, le samedi je suis à la gare.',
    ],
  },
  'a vet': {
    question: '¿Quién es el veterinario de Luna?',
    notes: [
      'El veterinario de Luna es el doctor Ibarra, en la calle Mayor.',
      'El doctor Ibarra se jubiló; a Luna la lleva la doctora Quiroga.',
      'El dentista de Bruno es el doctor Salcedo.',
    ],
    statements: [
      'Ahora a Luna la lleva la doctora Quiroga.',
      'Ibarra se jubiló, ya no es él: la doctora Quiroga.',
      'A Luna la lleva desde entonces Quiroga.',
      'Hemos cambiado, la lleva la doctora Quiroga.',
      'Espera, el doctor Ibarra se jubiló.',
      'En realidad a Luna la lleva Quiroga.',
    ],
    remarks: [
      'Gracias, Ibarra entonces.',
      'El de Bruno es Salcedo.',
      'Y el dentista de Bruno es el doctor Salcedo.',
      'Entonces llamo a la doctora Quiroga.',
      'Voy a llamar a Quiroga por Luna.',
      'También la doctora Quiroga es simpática.',
    ],
  },
  'a password of a door': {
    question: '大门的密码是多少？',
    notes: ['大门的密码是四七一二，不要告诉外人。', '物业换锁以后，大门密码改成九零三五。', '车库的密码是六六八八。'],
    statements: ['大门密码改成九零三五了。', '换锁以后是九零三五。', '现在是九零三五。', '早就换锁了，九零三五。'],
    remarks: ['谢谢，四七一二。', '车库是六六八八。', '那我去换锁。', '物业说：“九零三五”。', '对，车库也是密码。', '帮我记下九零三五。'],
  },
}

const heardOf = (question: string, [shown = '', ...others]: ReadonlyArray<string>, text: string) => {
  const saying = hearSaying(text)
  const memories = others.map((one, i) => ({ node: i + 2, title: '', text: one }))
  return saying === undefined
    ? undefined
    : correctionOf(saying, { question, shown: [{ node: 1, title: '', text: shown, share: 1 }], others: memories })
}

describe('a message without a denial of the answer', () => {
  test('corrects nothing, whatever it states', () => {
    const said = Object.values(scenes).flatMap((scene) => [...scene.statements, ...scene.remarks].map((text) => ({ text, ...scene })))
    const wrong = said.filter(({ notes, question, text }) => {
      const correction = heardOf(question, notes, text)
      return correction !== undefined && correction.about !== 'nothing'
    })

    expect(said.length).toBeGreaterThanOrEqual(69)
    expect(wrong.map(({ text }) => text)).toEqual([])
  })
})

const rate = 'The babysitter Nele takes 12 euros an hour.'
const asked = 'How much does the babysitter take?'
const insurance = 'The liability insurance costs 89 euros a year.'
const long = `${rate} She comes on Fridays at six.\nHer number is on the fridge.\nShe has a key.`

describe('a denial', () => {
  test('that says no more than that is about the memory that most of the answer was drawn from', () => {
    expect(heardOf(asked, [rate], 'No, that is wrong.')).toEqual({ about: 'memories', blamed: [{ node: 1, share: 1 }], isBare: true })
    expect(heardOf(asked, [rate], 'That is no longer true.')).toMatchObject({ about: 'memories', isBare: true })
  })

  test.each(['No, that is wrong, it is 14 euros.', "That's not right, Nele takes 14 euros.", 'nope, 14 euros'])(
    'marks what it states otherwise: %s',
    (text) => {
      expect(heardOf(asked, [rate], text)).toMatchObject({ about: 'doubted', blamed: [{ node: 1 }] })
    },
  )

  test.each(['No, that is wrong.', 'No, that is wrong. The babysitter Nele takes 14 euros an hour now.'])(
    'is about the memory that another one holds the right value for, where that states little else: %s',
    (text) => {
      const newer = 'Since May the babysitter Nele takes 14 euros an hour.'
      const isNamed = text.includes('14')
      const replaced = isNamed ? { about: 'replaced', instead: 2 } : { about: 'memories' }

      expect(heardOf(asked, [rate, newer], text)).toMatchObject(replaced)
      expect(heardOf(asked, [long, newer], text)).toMatchObject({ about: isNamed ? 'doubted' : 'memories', blamed: [{ node: 1 }] })
      expect(heardOf(asked, [rate, `${newer}\n${long}`], text)).toMatchObject({ about: isNamed ? 'doubted' : 'memories' })
    },
  )

  test.each([
    'No, that is wrong. The babysitter Nele takes 14 euros an hour now.',
    'Das stimmt nicht, die Babysitterin kostet 14 Euro im Jahr.',
    'Wrong, Mondays the gym opens at 6:30.',
    'No, call Tom about it.',
    'That is wrong, ask Nele.',
  ])('is about no memory whose subject it does not name: %s', (text) => {
    expect(heardOf('How much is the liability insurance?', [insurance], text) ?? { about: 'nothing' }).toMatchObject({ about: 'nothing' })
  })

  test('of one of two memories is about that one alone', () => {
    const shown = [rate, insurance].map((text, i) => ({ node: i + 1, title: '', text, share: 0.5 }))
    const saying = hearSaying('No, that is wrong, the insurance costs 94 euros.')
    if (saying === undefined) throw new Error('not heard')

    expect(correctionOf(saying, { question: 'What do I pay?', shown, others: [] })).toMatchObject({
      about: 'doubted',
      blamed: [{ node: 2 }],
    })
  })
})

interface Talk {
  readonly question: string
  /** The notes, of which the first gave the answer. */
  readonly notes: readonly [string, ...ReadonlyArray<string>]
  readonly remarks: ReadonlyArray<string>
}

const talks: ReadonlyArray<Talk> = [
  {
    question: 'Which room does the Heron team have?',
    notes: [
      'The Heron team has room 214, with the whiteboard.',
      'The Kestrel team has room 309, beside the lift.',
      'The Osprey team sits in the annex with Beatrix Holm.',
    ],
    remarks: [
      'The Kestrel team has room 309.',
      'And the Kestrel team is in 309, beside the lift.',
      'Good, 214 then.',
      'I will go to room 309 first.',
      'Beatrix said it was 309.',
      'If it were 309, we would be beside the lift.',
      'Is it 309?',
      'Then book room 309 for Kestrel.',
      'Kestrel has one beside the lift too.',
      'Write "room 309" on the door of Kestrel.',
      "That's not true, the bank holiday is on Monday.",
      'No, the film starts at nine.',
    ],
  },
  {
    question: 'Wer ist der Zahnarzt von Lotte?',
    notes: [
      'Der Zahnarzt von Lotte ist Dr. Petersen am Markt.',
      'Der Augenarzt von Lotte ist Dr. Sander in der Kirchstraße.',
      'Der Zahnarzt von Emil ist Dr. Vogt.',
    ],
    remarks: [
      'Und der Augenarzt ist Dr. Sander.',
      'Danke, also Dr. Petersen.',
      'Ich rufe dann Dr. Vogt wegen Emil an.',
      'Emil ist bei Dr. Vogt.',
      'Wenn Emil zu Dr. Vogt geht, passt das.',
      'Meine Mutter sagt, Dr. Vogt ist gut.',
      'Dr. Sander ist auch nett.',
      'Stimmt, und Emil geht zu Dr. Vogt.',
      'Gut, dann am Markt.',
      'Nein, der Zug fährt um neun.',
      'Ist das bei Dr. Vogt?',
      'Erinnere mich an Dr. Sander.',
    ],
  },
  {
    question: 'Quel jour passe le plombier ?',
    notes: ['Le plombier passe le mardi avec Bruno.', 'Le jardinier passe le jeudi avec Colette.', 'Le loyer est payé le cinq.'],
    remarks: [
      'Le jardinier passe le jeudi.',
      'Merci, mardi donc.',
      'Et le jardinier vient le jeudi avec Colette.',
      'Colette dit que c’est le jeudi.',
      'Je vais appeler Colette jeudi.',
      'Si c’était le jeudi, je serais là.',
      'Rappelle-moi le jeudi.',
      'C’est aussi le mardi que je travaille.',
      'Exact, et le jardinier le jeudi.',
      'Le loyer est payé le cinq.',
      'C’est jeudi ?',
      'Alors jeudi je vois Colette.',
    ],
  },
  {
    question: '¿Quién lleva la contabilidad?',
    notes: [
      'La contabilidad la lleva Ramiro desde casa.',
      'La publicidad la lleva Lorena en el estudio.',
      'El almacén cierra a las siete.',
    ],
    remarks: [
      'La publicidad la lleva Lorena.',
      'Gracias, Ramiro entonces.',
      'Y la publicidad la lleva Lorena.',
      'Voy a llamar a Lorena.',
      'Lorena dijo que cierra a las siete.',
      'Si fuera Lorena, lo sabría.',
      'También Lorena trabaja en el estudio.',
      'Perfecto, Ramiro.',
      'El almacén cierra a las siete.',
      '¿No era Lorena?',
      'Entonces escribe a Lorena.',
      'No, la película dura dos horas.',
    ],
  },
  {
    question: 'Wie past op de kat?',
    notes: ['De kat wordt gevoerd door buurvrouw Anneke.', 'De planten krijgen water van buurman Joost.', 'De sleutel ligt onder de mat.'],
    remarks: [
      'De planten krijgen water van Joost.',
      'Bedankt, Anneke dus.',
      'En de planten doet Joost.',
      'Ik ga Joost bellen.',
      'Joost zegt dat de sleutel onder de mat ligt.',
      'Als Joost kan, is dat fijn.',
      'Joost helpt ook.',
      'Klopt, Anneke.',
    ],
  },
  {
    question: '图书馆几点关门？',
    notes: ['图书馆晚上九点关门，周末不开。', '食堂晚上七点关门，由老李管。', '健身房的钥匙在门卫。'],
    remarks: [
      '食堂是七点关门。',
      '谢谢，九点。',
      '那我七点去食堂。',
      '老李说：“七点”。',
      '如果是七点就来不及了。',
      '对，食堂七点。',
      '食堂也关门。',
      '健身房的钥匙在门卫。',
    ],
  },
  {
    question: 'When does the swimming lesson of Mara start?',
    notes: ['The swimming lesson of Mara starts at 17:00.', 'On holidays the swimming lesson of Mara starts at 16:00.'],
    remarks: ['The swimming lesson starts at 16:00 today.'],
  },
  {
    question: 'Quand a lieu le cours de piano de Léo ?',
    notes: ['Léo prend ses cours de piano chez Madame Roche, le mercredi à 15 h.', 'En été le piano est à 16 h.'],
    remarks: ["Aujourd'hui le piano est à 16 h parce que Madame Roche a un rendez-vous."],
  },
]

const cases = talks.flatMap((talk) => talk.remarks.map((text) => ({ text, ...talk })))

test('ordinary talk after an answer replaces and doubts nothing', () => {
  const wrong = cases.filter(({ notes, question, text }) => (heardOf(question, notes, text)?.about ?? 'nothing') !== 'nothing')
  expect(cases.length).toBeGreaterThanOrEqual(60)
  expect(wrong.map(({ text }) => text)).toEqual([])
})
