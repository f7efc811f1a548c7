import { expect, test } from 'vitest'
import { statedBeside } from './spoken-aside.ts'

const stated = 'The billing database listens on port 6044.'

test.each([
  [
    'The weather is awful today. By the way, the billing database listens on port 6044 now. Can you draft a short mail to Nadia about lunch?',
    'The weather is awful today. By the way, the billing database listens on port 6044 now.',
  ],
  [`${stated} Please book a table for lunch with Nadia.`, stated],
  [
    'Could you draft a mail to Nadia about lunch? By the way, the billing database listens on port 6044 now.',
    'By the way, the billing database listens on port 6044 now.',
  ],
  [
    'Übrigens beginnt die Chorprobe jetzt um 20:15 Uhr. Schreibst du mir eine kurze Mail an Jonas wegen des Mittagessens?',
    'Übrigens beginnt die Chorprobe jetzt um 20:15 Uhr.',
  ],
  [
    'Por cierto, el ensayo empieza ahora a las 20:15. ¿Puedes escribir un correo a Nadia sobre la comida?',
    'Por cierto, el ensayo empieza ahora a las 20:15.',
  ],
  ['对了，从这周一起排练在20:15开始。帮我给小李写一封邮件。', '对了，从这周一起排练在20:15开始。'],
])('"%s" states something beside what it asks for', (message, own) => expect(statedBeside(message)).toBe(own))

test.each([
  ['has no request', stated],
  ['states nothing', 'Can you draft a mail to Nadia about lunch?'],
  ['asks whether it is so', `${stated} Is that right?`],
  ['asks whether it is so', `${stated} Can you confirm?`],
  ['asks about the same thing', `${stated} Does the billing team know?`],
  ['asks for another form', `${stated} Translate into German for Nadia, please.`],
  ['may quote a text', `Write a test for the parser. ${stated}`],
  ['reports', 'Nadia says that the billing database listens on port 6044. Can you draft a mail to Jonas about lunch?'],
  ['supposes', 'If the billing database listens on port 6044, we have to open the firewall. Can you draft a mail to Jonas about lunch?'],
  ['supposes', `What if we moved? ${stated} Can you draft a mail to Jonas about lunch?`],
  ['reports', 'Jonas sagt, dass die Chorprobe um 20:15 Uhr beginnt. Schreibst du mir eine Mail an Nadia?'],
  ['was pasted', `${stated}\n\n> Can you draft a mail to Jonas about lunch?`],
])('a message that %s states nothing in passing: "%s"', (_, message) => expect(statedBeside(message)).toBeUndefined())
