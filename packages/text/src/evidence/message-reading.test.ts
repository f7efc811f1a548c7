import { describe, expect, test } from 'vitest'
import { isElliptical, isFollowUp, isRemark } from './message-reading.ts'

describe('an elliptical question', () => {
  test.each([
    'And which firmware do they have?',
    'How will she travel?',
    'And who fixed it?',
    'And Petra?',
    '¿Y cuándo llega?',
    'Und was kostet das?',
    'Was kostet das?',
    'Et combien ça coûte ?',
    'Combien ça coûte ?',
  ])('is %s', (question) => {
    expect(isElliptical(question)).toBe(true)
  })

  test.each([
    'And which firmware do they have',
    'Who is on call on Mondays?',
    'When does the new contract of the cleaning company begin?',
    'And why?',
    'Who is Petra?',
    'Where is Hamburg?',
    'Wer ist Petra?',
    'Wie wird das Wetter?',
    'Qui est Petra ?',
    'Où est Lyon ?',
  ])('is not %s', (question) => {
    expect(isElliptical(question)).toBe(false)
  })

  test('is none that names the title of a memory, nor a word that few memories have', () => {
    const known = { namesTitle: false, isRare: (word: string) => word === 'weather' }

    expect(isElliptical('And Petra?', { ...known, namesTitle: true })).toBe(false)
    expect(isElliptical('Weather?', known)).toBe(false)
    expect(isElliptical('Price?', known)).toBe(true)
    expect(isElliptical('And the weather?', known)).toBe(true)
  })
})

const nothingKnown = () => false

describe('a follow-up', () => {
  test.each(['and when?', 'Why is that?', 'And who was happy about it?', 'Und wann?', 'Et pourquoi ?', 'And when？'])(
    'is %s',
    (question) => {
      expect(isFollowUp(question, nothingKnown)).toBe(true)
    },
  )

  test.each(['ok', 'And thank you!', 'Zeppelins?', 'What time is it?', 'And when does the ferry leave?', ''])('is not %s', (message) => {
    expect(isFollowUp(message, nothingKnown)).toBe(false)
  })

  test.each([
    'How are you?',
    'And how are you?',
    'Who are you?',
    'What can you do?',
    'Really?',
    'Wer bist du?',
    'Wer sind Sie?',
    'Und dir?',
    'Ça va ?',
    'Qui es-tu ?',
    '¿Qué tal?',
    '¿Quién eres?',
    'Hoe gaat het?',
    'Come stai?',
    'Tudo bem?',
    '你是谁？',
  ])('is not small talk: %s', (message) => {
    expect(isFollowUp(message, nothingKnown)).toBe(false)
  })

  test.each(['Where was that?', 'Seit wann?', 'C’est quand ?', '¿Desde cuándo?', 'Voor wie?', 'Dov’è?', 'Para quem?', '为什么？'])(
    'asks for a particular: %s',
    (question) => {
      expect(isFollowUp(question, nothingKnown)).toBe(true)
    },
  )

  test('has a subject of its own where a memory has its word', () => {
    expect(isFollowUp('And the zeppelin?', nothingKnown)).toBe(true)
    expect(isFollowUp('And the zeppelin?', () => true)).toBe(false)
  })
})

describe('a remark', () => {
  test.each(['Thanks!', 'Thanks a lot!', 'ok', 'Super, danke!', 'merci', '👍', 'Perfect, thank you.', ''])('is %s', (message) => {
    expect(isRemark(message)).toBe(true)
  })

  test.each(['How are you?', 'Write the report.', 'The boat is tarred in May.'])('is not %s', (message) => {
    expect(isRemark(message)).toBe(false)
  })
})
