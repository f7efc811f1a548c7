import { describe, expect, test } from 'vitest'
import { redact } from './redaction.ts'

const mark = '[redacted:password]'

describe('a list of secrets', () => {
  test.each(['# Passwörter', '## My passwords', '# WLAN-Passwörter', '# Zugangsdaten', '# Passwords and PINs', '### **Logins**'])(
    'below %j loses the value of each line',
    (heading) => {
      const list = (one: string, two: string, pin: string) =>
        `${heading}\n\n- Netflix: ${one}\n- Mail: lotte@example.org / ${two}\n- Bank: ${pin}\n- Since: 2019\n- Site: www.example.org\n- Manager: Bitwarden\n`
      expect(redact(list('Sommer2024!', 'Zq8#kLm2', '4711')).text).toBe(list(mark, mark, mark))
    },
  )

  test('ends with its section', () => {
    const rest = '# Rooms\n\n- Code of the article: 4711\n- Model: FritzBox7590\n'
    expect(redact(`# Passwords\n\n- Netflix: Sommer2024!\n\n${rest}`).text).toBe(`# Passwords\n\n- Netflix: ${mark}\n\n${rest}`)
  })

  test.each(['# Password policy', '# How passwords are stored', '# Reset passwords', '# Articles'])('is none below %j', (heading) => {
    const text = `${heading}\n\n- Model: FritzBox7590\n- Article: 4711\n`
    expect(redact(text).text).toBe(text)
  })
})

describe('a line of a list', () => {
  test.each([
    ['- Netflix: login lotte@example.org / Sommer2024!', '- Netflix: login lotte@example.org / [redacted:password]'],
    ['- login: bob / Sommer2025!', '- login: bob / [redacted:password]'],
    ['- Alarm of the workshop: code 4711', '- Alarm of the workshop: code [redacted:pin]'],
    ['* **Garage door**: code 4711#', '* **Garage door**: code [redacted:pin]'],
    ['- Tür zum Hof: Code 4711', '- Tür zum Hof: Code [redacted:pin]'],
  ])('%j loses its secret', (text, left) => {
    expect(redact(text).text).toBe(left)
  })

  test.each([
    'login: octocat / 583231, Login: Google / Apple',
    '- the code 4711 of the article',
    '- Article: code 4711',
    '- Alarm of the workshop: code 2019 edition',
    '- Fire alarm: code of 4711 pages',
    '- Login: see page 12 / 34',
    '- Access: docs / overview2.html',
  ])('%j stays', (text) => {
    expect(redact(text).text).toBe(text)
  })
})
