import { describe, expect, test } from 'vitest'
import { redact } from './redaction.ts'

/** Keys are joined here, so that this file contains none. */
const key = (...parts: ReadonlyArray<string>): string => parts.join('')

const wallet = key('5HueCGU8rMjxEXxi', 'PuD5BDku4MkFqeZyd4', 'dZ1jvhTVqvbTLvyTJ')
const hex = key('4c0883a69102937d', '6231471b5dbb6204', 'fe5129617082792a', 'e468d01a3f362318')

/** Secrets with the text before and after each on its line. */
const secrets: ReadonlyArray<readonly [secret: string, before: string, after?: string]> = [
  // A word with a number, said in a sentence.
  ['hunter2', 'the password is '],
  ['abc123xyz', 'my password is ', '.'],
  ['Sommer-2024!', 'Das Passwort lautet '],
  ['Framboise22', 'le mot de passe est '],
  ['luna2024', 'la contraseña es '],
  ['Farfalla99', 'la password del wifi è ', ', credo'],
  ['borboleta12', 'a senha é '],
  ['Boterham12', 'het wachtwoord is '],
  ['qingwa88', '密码是 '],
  ['kaeru99', 'パスワードは ', ' です'],
  ['Marzipan77', 'note to self: gmail pw '],
  ['Marzipan77', 'the pw for the NAS is '],
  ['Marzipan', 'the pw for the NAS = '],
  ['marzipan', 'Passwort für das NAS = ', '  # Keller'],
  ['Marzipan77', 'pw for the NAS = '],
  ['Schneeglanz', 'wifi guest / '],
  ['schneeglanz', 'Router oben\n- WLAN Gäste / ', '\nDrucker: 192.168.1.9'],
  ['Schnee77glanz', 'wlan: gast / '],
  ['Zimtstern7!', 'Passwort neu '],
  ['Marzipan77', 'I changed my password from lilac to '],
  ['Kirschkern', 'das Passwort fürs Elternportal lautet '],
  ['Kirschkern', 'das Passwort des Routers lautet '],
  ['250689', 'Mein Handy entsperre ich mit '],
  ['88 12 45', 'Tresor: '],
  // Exports, settings, commands.
  ['ringelblume', 'name,username,password\nshop,maren,', '\n'],
  ['ringel;blume7', 'url;login;passwort\nhttps://a.example;maren;"', '"\n'],
  ['haselnuss', '<add key="Password" value="', '"/>'],
  ['zwetschge', 'htpasswd -b .htpasswd anna '],
  ['mondschein', 'openssl enc -aes-256-cbc -k ', ' -in x'],
  ['zuckerwatte', 'sudo -S <<< ', ' apt update'],
  ['kandiszucker', 'ansible_become_pass: '],
  [wallet, 'bitcoin wallet '],
  [`0x${hex}`, 'the private key is '],
]

const harmless: ReadonlyArray<string> = [
  'the password is version2',
  'The password is changed every 90 days, the new one is from 2024',
  'Password version22 is used',
  'the password is sha256 hashed, later bcrypt12',
  'das Passwort ist 12 Zeichen lang und wird 2025 geändert',
  'We went from password logins to passkeys in 2024.',
  'the pw for the pull-up bar is 12',
  'The password for the NAS = the one of the router',
  'the pw for the pull-up bar = empty; const pw = input; pw = config.value',
  'password for tests = generated',
  'the pw for the printer is annoying',
  '## WLAN Erdgeschoss / Obergeschoss',
  'wifi guest / staff',
  'The wifi guest / visitors share one network.',
  'wifi / ethernet\nwifi setup / configuration',
  'wifi 5 / 802.11ac',
  'Bring your user name, password\nand a pen, please',
  'name,type,password\nlogin,string,required',
  'Tresor: 3 Schlüssel; safe: 12-11-2026',
  'htpasswd -b creates the file; openssl enc -k is deprecated; sudo -S <<< "$PASSWORD" true',
  'ansible_become_pass: "{{ vault_pass }}"',
  '<input name="password" value="required">',
]

describe('what people say, export and type', () => {
  test.each(secrets)('loses %j behind %j', (secret, before, after = '') => {
    const { text } = redact(`${before}${secret}${after}`)

    expect(text).toMatch(/\[redacted:[a-z-]+\]/)
    expect(text.replace(/\[redacted:[a-z-]+\]/, '')).toBe(`${before}${after}`)
  })

  test.each(harmless)('stays where nothing is secret: %j', (line) => {
    expect(redact(line)).toEqual({ text: line, redacted: [] })
  })
})
