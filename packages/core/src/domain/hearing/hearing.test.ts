import { describe, expect, test } from 'vitest'
import { correctionOf } from './hearing.ts'
import { hearSaying } from './spoken-verdict.ts'

interface Scene {
  readonly question: string
  /** The first note gave the answer, the second holds the correction, the others are about similar subjects. */
  readonly notes: readonly [string, string, ...ReadonlyArray<string>]
  /** Messages that state the content of the second note. */
  readonly corrections: ReadonlyArray<string>
  /** Messages that state the content of another note, and correct nothing. */
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
    corrections: [
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
    corrections: [
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
    corrections: [
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
    corrections: [
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
    corrections: ['大门密码改成九零三五了。', '换锁以后是九零三五。', '现在是九零三五。', '早就换锁了，九零三五。'],
    remarks: ['谢谢，四七一二。', '车库是六六八八。', '那我去换锁。', '物业说：“九零三五”。', '对，车库也是密码。', '帮我记下九零三五。'],
  },
}

const found = ({ notes: [wrong, ...others], question }: Scene, text: string): number | 'doubted' | undefined => {
  const all = others.map((one, i) => ({ node: i + 2, title: '', text: one }))
  const shown = [{ node: 1, title: '', text: wrong, share: 1 }]
  const correction = correctionOf({ spoken: hearSaying(text), text }, { question, shown, others: all })
  if (correction?.about === 'replaced') return correction.instead
  return correction?.about === 'doubted' ? 'doubted' : undefined
}

const said = (kind: 'corrections' | 'remarks') =>
  Object.values(scenes).flatMap((scene) => scene[kind].map((text) => [text, scene] as const))

describe('a message without a word of correcting', () => {
  test('corrects nothing where it thanks, plans, adds, quotes or speaks of another', () => {
    const blamed = said('remarks').filter(([text, scene]) => found(scene, text) !== undefined)
    expect(blamed.map(([text]) => text)).toEqual([])
  })

  test('corrects the note of the answer in four of five wordings where another one holds what it states', () => {
    const missed = said('corrections').filter(([text, scene]) => found(scene, text) !== 2)
    expect(missed.length / said('corrections').length, missed.map(([text]) => text).join('\n')).toBeLessThan(0.2)
  })
})
