/** Ordinary talk after an answer: agreeing, adding, planning, quoting, supposing, telling of the past, and facts of somebody or something similar. */
import { expect, test } from 'vitest'
import { correctionOf } from './hearing.ts'
import { hearSaying } from './spoken-verdict.ts'

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
]

const cases = talks.flatMap((talk) => talk.remarks.map((text) => ({ text, ...talk })))

test('ordinary talk after an answer replaces and doubts nothing', () => {
  const wrong = cases.flatMap(({ notes, question, text }) => {
    const [shown, ...others] = notes.map((one, i) => ({ node: i + 1, title: '', text: one, share: i === 0 ? 1 : 0 }))
    if (shown === undefined) return [text]
    const correction = correctionOf({ spoken: hearSaying(text), text }, { question, shown: [shown], others })
    return correction === undefined || correction.about === 'nothing' ? [] : [`${text} ${JSON.stringify(correction)}`]
  })
  expect(cases.length).toBeGreaterThanOrEqual(60)
  expect(wrong).toEqual([])
})
