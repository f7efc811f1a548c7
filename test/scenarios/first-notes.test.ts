/** Answers of a memory of a few notes: no word is rare in it, and it has to answer its first questions nevertheless. */
import { describe, expect, test } from 'vitest'
import { openStore } from '../models/open-store.ts'

interface FirstNotes {
  readonly notes: ReadonlyArray<string>
  /** The place of the note that is asked for, and the question, whose words partly stand in no note. */
  readonly questions: ReadonlyArray<readonly [number, string]>
  readonly unrelated: ReadonlyArray<string>
  /** So many of these may be given something. */
  readonly talkative: number
}

const english: FirstNotes = {
  notes: [
    'The staging server listens on port 8443, the database behind it on 5433.',
    'Marta prefers short e-mails and must not be called before noon.',
    'The deposit for the flat in Elm Street was 1,400 euros, paid on 3 March.',
    'Our sourdough needs 500 grams of rye flour and rests overnight in the fridge.',
    'Releases go out on Tuesdays; Nadia signs them off and rolls back what fails.',
  ],
  questions: [
    [0, 'Which port was it that the staging server uses?'],
    [0, 'remind me, where does the database listen?'],
    [0, 'what was the staging port number again'],
    [1, 'When can I ring Marta?'],
    [1, 'How does Marta like her e-mails written?'],
    [2, 'How high was the deposit we transferred for the flat?'],
    [2, 'On what date was the deposit paid?'],
    [3, 'How much rye flour goes into the sourdough bread?'],
    [3, 'How long does the sourdough have to rest?'],
    [4, 'Who approves the releases?'],
    [4, 'Which weekday do our releases happen?'],
    [4, 'What does Nadia do when something fails?'],
  ],
  unrelated: [
    'hi',
    'ok',
    'What is 17 times 23?',
    'Thanks a lot, that was perfect',
    'Translate "see you tomorrow" into Japanese',
    'Write a Python function that reverses a linked list',
    'book a table for two at eight tonight',
    'Tell me a joke about penguins',
    'Why is the sky blue?',
    'run the tests',
    'Can you make that shorter and use bullet points?',
    'I am so tired today, what a week',
  ],
  talkative: 1,
}

const german: FirstNotes = {
  notes: [
    'Der Testserver lauscht auf Port 8443, die Datenbank dahinter auf 5433.',
    'Marta mag kurze E-Mails und darf nicht vor Mittag angerufen werden.',
    'Die Kaution für die Wohnung in der Ulmenstraße betrug 1400 Euro, bezahlt am 3. März.',
    'Unser Sauerteig braucht 500 Gramm Roggenmehl und ruht über Nacht im Kühlschrank.',
    'Veröffentlicht wird dienstags; Nadia gibt frei und macht rückgängig, was misslingt.',
  ],
  questions: [
    [0, 'Welchen Port hat der Testserver nochmal?'],
    [0, 'Wo finde ich die Datenbank, auf welchem Port?'],
    [0, 'sag mir bitte die Portnummer vom Testserver'],
    [1, 'Wann kann ich Marta am besten anrufen?'],
    [1, 'Was für E-Mails hat Marta gern?'],
    [2, 'Wie hoch war die Kaution, die wir überwiesen haben?'],
    [2, 'Wann haben wir die Kaution für die Wohnung bezahlt?'],
    [3, 'Wie viel Roggenmehl kommt in den Sauerteig hinein?'],
    [3, 'Wie lange muss der Sauerteig ruhen?'],
    [4, 'Was macht Nadia, wenn etwas misslingt?'],
    [4, 'An welchem Tag wird bei uns veröffentlicht?'],
    [4, 'Was gibt Nadia eigentlich frei?'],
  ],
  unrelated: [
    'hallo',
    'ok',
    'Was ist 17 mal 23?',
    'Vielen Dank, das war super',
    'Übersetze "bis morgen" ins Japanische',
    'Schreib eine Python-Funktion, die eine Liste umdreht',
    'reserviere einen Tisch für zwei um acht',
    'Erzähl mir einen Witz über Pinguine',
    'Warum ist der Himmel blau?',
    'lass die Tests laufen',
    'Kannst du das kürzer machen, mit Stichpunkten?',
    'Ich bin heute so müde, was für eine Woche',
  ],
  // Two share a stem with a note ("Tests" with "Testserver", "kürzer" with "kurze"): by their words they are like questions of one known word.
  talkative: 2,
}

/** Memories that together hold every note, each with `size` of them, and what is asked of each. */
const memoriesOf = ({ notes, questions, unrelated }: FirstNotes, size: number) =>
  notes.map((_, first) => {
    const held = Array.from({ length: size }, (_, next) => (first + next) % notes.length)
    return {
      documents: held.map((at) => ({ source: `note-${at}.md`, format: 'markdown' as const, text: `${notes[at]}\n` })),
      // Each question is asked once: of the memory that begins with its note.
      questions: questions.filter(([at]) => at === first),
      unrelated,
    }
  })

const asked = async (set: FirstNotes, size: number) => {
  const silent: Array<string> = []
  let talkative: Array<string> = []
  const answered: Array<string> = []
  for (const { documents, questions, unrelated } of memoriesOf(set, size)) {
    const store = openStore()
    const memory = await store.memory()
    await memory.ingest({ documents })
    for (const [at, question] of questions) {
      const { context } = await memory.recall({ question, record: false })
      ;(context.items.includes(`note-${at}.md`) ? answered : silent).push(question)
    }
    const given: Array<string> = []
    for (const question of unrelated) {
      const { context } = await memory.recall({ question, record: false })
      if (context.items.length > 0) given.push(question)
    }
    // Of the memory that gives something to most of them.
    if (given.length > talkative.length) talkative = given
    await store.close()
  }
  return { answered, silent, talkative }
}

describe.each([
  ['English', english],
  ['German', german],
] as const)('a memory of few notes in %s', (_, set) => {
  test.each([1, 2, 3, 5])('%i: answers what it knows, and nothing else', async (size) => {
    const { answered, silent, talkative } = await asked(set, size)

    expect(answered.length, `silent: ${silent.join(' | ')}`).toBeGreaterThanOrEqual(11)
    expect(talkative.length, `given to: ${talkative.join(' | ')}`).toBeLessThanOrEqual(set.talkative)
  })
})
