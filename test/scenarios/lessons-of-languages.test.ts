/** A lesson for one question applies to questions about the same thing, and to no other, in every language. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { functionWordsOf, languages } from '../../packages/text/src/languages/function-words.ts'
import { type AskedMemory, type OpenStore, openStore } from '../models/open-store.ts'

/** Questions about the user's time zone, in two wordings, and one about something else. */
const asked = {
  en: ['How do I change the time zone of the user?', 'Where can a user change the time zone?', 'How do I cook the pasta for the guests?'],
  de: ['Wie ändere ich die Zeitzone des Benutzers?', 'Wo ändert man Zeitzonen der Benutzer?', 'Wie koche ich die Nudeln?'],
  nl: [
    'Hoe wijzig ik de tijdzone van de gebruiker?',
    'Waar kan je tijdzones van gebruikers wijzigen?',
    'Hoe kook ik de noedels van de buren?',
  ],
  fr: [
    "Comment est-ce que je change le fuseau horaire de l'utilisateur ?",
    'Où changer les fuseaux horaires des utilisateurs ?',
    'Comment est-ce que je cuis les nouilles de la voisine ?',
  ],
  es: [
    '¿Cómo cambio la zona horaria del usuario?',
    '¿Dónde se cambian las zonas horarias de los usuarios?',
    '¿Cómo cuezo los fideos de la abuela?',
  ],
  it: ["Come cambio il fuso orario dell'utente?", 'Dove si cambiano i fusi orari degli utenti?', 'Come cuocio la pasta della nonna?'],
  pt: [
    'Como é que mudo o fuso horário do utilizador?',
    'Onde se mudam os fusos horários dos utilizadores?',
    'Como é que cozo a massa da avó?',
  ],
  zh: ['怎么更改用户的时区？', '用户的时区在哪里更改？', '怎么煮面条？'],
  ja: ['ユーザーのタイムゾーンはどうやって変更しますか？', 'タイムゾーンの変更はどこですか？', '麺はどうやって茹でますか？'],
} as const
type Asker = keyof typeof asked
const askers = Object.keys(asked) as ReadonlyArray<Asker>

let store: OpenStore
let memory: AskedMemory
beforeEach(async () => {
  store = openStore()
  memory = await store.memory()
  const texts = [
    'Settings live in the profile dialog, second tab.',
    'The heron sleeps on one leg.',
    'A cactus blooms at night.',
    'Copper roofs turn green.',
  ]
  await memory.ingest({ documents: texts.map((text, i) => ({ source: `n${i}.md`, format: 'markdown', text })) })
})
afterEach(() => store.close())

/** The settings note is the right one for a question. */
const teach = async (question: string) => {
  const { turn } = await memory.recall({ question })
  await memory.feedback({ verdict: 'wrong', turn: turn ?? '', nodes: [], instead: ['n0.md'] })
}
const shown = async (question: string) => (await memory.recall({ question, record: false })).items.map(({ source }) => source)

describe('a lesson', () => {
  test.each(askers)('comes with the same question worded otherwise: %s', async (asker) => {
    const [lesson, again] = asked[asker]
    await teach(lesson)

    expect(await shown(again)).toContain('n0.md')
  })

  test.each(askers.flatMap((taught) => askers.map((other) => [taught, other] as const)))(
    'in %s brings nothing to another question in %s',
    async (taught, other) => {
      await teach(asked[taught][0])

      expect(await shown(asked[other][2])).not.toContain('n0.md')
    },
  )
})

describe('two questions that are asked for in the same words', () => {
  test.each([
    ['en', 'I need help, please tell me: how to change the time zone?', 'I need help, please tell me: how to cook the pasta?'],
    ['de', 'Ich brauche Hilfe, sag mir bitte: wie ändert man die Zeitzone?', 'Ich brauche Hilfe, sag mir bitte: wie kocht man Nudeln?'],
    ['nl', 'Ik heb hulp nodig, vertel me: hoe wijzig je de tijdzone?', 'Ik heb hulp nodig, vertel me: hoe kook je de noedels?'],
    ['fr', "J'ai besoin d'aide, dis-moi comment changer le fuseau horaire ?", "J'ai besoin d'aide, dis-moi comment cuire les nouilles ?"],
    ['es', 'Necesito ayuda, dime por favor cómo cambiar la zona horaria', 'Necesito ayuda, dime por favor cómo cocer los fideos'],
    ['it', 'Ho bisogno di aiuto, dimmi come cambiare il fuso orario', 'Ho bisogno di aiuto, dimmi come cuocere la pasta'],
    ['pt', 'Preciso de ajuda, diz-me como mudar o fuso horário', 'Preciso de ajuda, diz-me como cozer a massa'],
  ])('are not alike for that: %s', async (_, lesson, other) => {
    await teach(lesson)

    expect(await shown(other)).not.toContain('n0.md')
    expect(await shown(lesson)).toContain('n0.md')
  })
})

test('INV-78 a question that shares only function words with a taught one gets nothing from it', async () => {
  const content = (letters: string) =>
    fc.array(fc.string({ unit: fc.constantFrom(...letters), minLength: 6, maxLength: 9 }), { minLength: 1, maxLength: 3 })
  const functionWords = fc
    .constantFrom(...languages)
    .chain((language) => fc.uniqueArray(fc.constantFrom(...functionWordsOf(language)), { minLength: 2, maxLength: 6 }))
  await fc.assert(
    fc.asyncProperty(functionWords, content('bdfgk'), content('mprtz'), async (shared, taught, other) => {
      const own = openStore()
      try {
        const asking = await own.memory()
        await asking.ingest({ documents: [{ source: 'right.md', format: 'text', text: 'xxxxxx' }] })
        const { turn } = await asking.recall({ question: [...shared, ...taught].join(' ') })
        await asking.feedback({ verdict: 'wrong', turn: turn ?? '', nodes: [], instead: ['right.md'] })

        expect((await asking.recall({ question: [...other, ...shared].join(' '), record: false })).items).toEqual([])
      } finally {
        await own.close()
      }
    }),
    { numRuns: 60 },
  )
})
