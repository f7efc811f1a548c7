import { describe, expect, test } from 'vitest'
import { redact } from './redaction.ts'

/** Keys are joined here, so that this file contains none. */
const key = (...parts: ReadonlyArray<string>): string => parts.join('')

const odd = key('Tr0ub', '4dor&3', 'xyz')
const random = key('aB3dE6', 'gH9jK2mN')
const basic = key('Ym9iOmh1', 'bnRlcjI=')
const hex = key('9f86d081884c7d65', '9a2feaa0c55ad015')
const begin = key('-----', 'BEGIN ', 'PRIVATE', ' KEY-----')
const base64 = key('MIIEvQIBADAN', 'BgkqhkiG9w0B', 'AQEFAASCBKcw')

/** Secrets with the text before and after each on its line. */
const secrets: ReadonlyArray<readonly [secret: string, before: string, after?: string]> = [
  // Emphasis, code, quotes.
  [odd, '**Password:** '],
  [odd, '**Password**: '],
  [odd, '- __Passwort__: '],
  [odd, '* *password* = '],
  [odd, 'Password: **', '**'],
  [odd, '`password`: `', '`'],
  [odd, '**`password`**: `', '`'],
  [odd, '`password: ', '`'],
  [odd, 'password: “', '”'],
  [odd, 'Kennwort: „', '“'],
  ['hunter2', "the password is set: password='", "'"],
  [odd, '{"db": {"password": "', '", "port": 5432}}'],
  [odd, String.raw`{\"password\": \"`, String.raw`\"}`],
  // Whole values.
  [odd, 'password: "', '"'],
  ['a1;rest', 'password: "', '"'],
  ['p4ss,word!(x)', "password = '", "'"],
  [String.raw`x9\"!kLm27`, 'password = "', '"'],
  [odd, 'password: '],
  [`${odd};${odd}`, 'password: ', ' # staging'],
  [random.repeat(40), 'refresh_token=', '&scope=all'],
  // Tables.
  [odd, '| password | ', ' |'],
  ['hunter2', '| **Password** | `', '` |'],
  [random, '| API key (prod) | ', ' | rotate in May |'],
  [odd, '| password | ', ' | rotate2 |'],
  [odd, 'user | password\n--- | ---\nbob | ', ''],
  ['hunter2', '| Host | User | Password |\n|---|:---:|---|\n| db1 | bob | ', ' |'],
  // Other names and marks.
  [odd, 'pass: '],
  ['hunter2', '- pass: '],
  ['hunter2', 'user: bob, pass: '],
  ['hunter2', 'pwd='],
  [odd, 'Server=db;User Id=sa;Pwd=', ';Encrypt=true'],
  [random, 'TOKEN="', '"'],
  [random, 'export SERVICE_TOKEN='],
  [odd, 'password — '],
  ['hunter2', 'Password – '],
  [odd, 'root password - '],
  [odd, 'password：'],
  [odd, 'password＝'],
  [odd, '密码：'],
  [odd, 'пароль: '],
  [odd, 'Password (staging): '],
  [odd, 'the password for the wifi: '],
  [odd, 'das Passwort für den Router ist '],
  [odd, '<password>', '</password>'],
  // Labels that leave no doubt, values made of words and numbers.
  ['abc123xyz', 'password: '],
  ['prod99db', 'DB_PASSWORD='],
  ['prod99db', 'export DB_PASSWORD=', ' && deploy'],
  ['letmein1now', 'password='],
  ['abc123xyz', 'PGPASSWORD=', ' psql -h db'],
  ['blue42sky', 'password: "', '"'],
  ['Winter-2024', 'Password: '],
  // The same with signs in the midst of them.
  ['Zq8#kLm2', 'password: '],
  ['Summer#2024', 'DB_PASSWORD='],
  ['K9=vP2+xL4', 'password: '],
  ['Blue?Sky%42', 'password: '],
  ['Ab12.Cd34.Ef56', 'PASSWORD='],
  ['Kx7/Pw3', 'password: '],
  ['Zq8#kLm2', '| password | ', ' |'],
  ['Sum#er24', 'Uid=y;Pwd=', ';Host=z'],
  ['AbCd12/EfGh34+IjKl56=', 'api_key: "', '"'],
  ['Sommer-2024-Hund', 'Passwort: '],
  ['12345678', 'password: '],
  ['blue42sky', '{"user": "bob", "password": "', '"}'],
  [hex, 'secret_key_base: '],
  [hex, 'SECRET_KEY_BASE='],
  [key(random, random, 'aB3dE6gH9jK2'), 'AWS_SECRET_ACCESS_KEY '],
  [odd, 'password -> '],
  ['blue42sky', 'password → '],
  [odd, 'password:: '],
  [odd, String.raw`password\: `],
  [odd, 'ＰＡＳＳＷＯＲＤ: '],
  [odd, 'pw: '],
  [odd, 'Pass phrase: '],
  // On the next line.
  ['abc123xyz', 'password\n'],
  [odd, 'user\nbob\n**password**\n', '\nhost\ndb1'],
  [odd, '# Password\n\n'],
  ['blue42sky', '## Wifi password\n\n', '\n\n## Other'],
  // Keys glued to a name.
  [key('sk-', 'ant-', 'api03-', random, random), 'KEY_'],
  [key('sk-', 'ant-', 'api03-', random, random), 'x-'],
  [key('sk-', 'proj-', random, random), 'api_key-'],
  [key('sk-', random, random, random), 'openai_'],
  [key('AIza', 'Sy', random, random, '3'), 'backup-2026-'],
  [key('xo', 'xb-', '123456789012-', random), 'token_'],
  [key('gl', 'pat-', random, 'rS1tU4'), 'my_'],
  [key('ey', 'JhbGciOiJIUzI1NiJ9.ey', 'JzdWIiOiIxMjM0NTY3ODkwIn0.', random), '_'],
  // Addresses.
  [random, 'https://a.example/x?token='],
  ['abc123def', 'https://a.example/x?page=2&api_key=', '&sort=up'],
  [random, '[badge](https://a.example/b.svg?access_token=', ')'],
  [`${odd}!`, 'postgres://app:', '@db.internal:5432/app'],
  [key(random, 'pQ5rS8tU'), 'https://x.blob.example/c?sv=2024-05-04&sig='],
  // Commands and headers.
  ['swordfish', 'curl -u bob:', ' https://a.example'],
  [odd, "curl -s -X POST --user 'bob:", "' https://a.example"],
  ['swordfish', 'mysql -h db -u root -p', ' shop'],
  [odd, 'mysqldump --password ', ' shop'],
  [odd, 'deploy --password "', '" --force'],
  [random, 'gh-tool login --auth-token ', ' --quiet'],
  ['swordfish', 'sshpass -p ', ' ssh bob@a.example'],
  ['swordfish', 'docker login -u bob -p ', ' registry.example'],
  ['swordfish', "CREATE USER bob IDENTIFIED BY '", "';"],
  ['swordfish', 'redis-cli -h db -a ', ' ping'],
  ['swordfish', 'echo ', ' | sudo -S reboot'],
  ['swordfish', "echo '", "' | sudo -kS -- reboot"],
  [random, 'Cookie: theme=dark; sessionid=', '; page=2'],
  [random, 'Set-Cookie: PHPSESSID='],
  ['hunter2', 'machine a.example login bob password '],
  [basic, 'Authorization: Basic '],
  [basic, '**Authorization:** `Basic ', '`'],
  [basic, 'headers = {"Authorization", "Basic ', '"}'],
  [basic, 'it sent Basic ', ' and got 401'],
  // Keys cut short.
  [`${begin}${base64}`, 'key: ', '\nand the rest was lost'],
  [`${begin}\n${base64}\n${base64}\nQIDAQ==`, '', '\n\nThen I went home.'],
  [`${begin}\n    ${base64}\n    ${base64}\n    shortEnd`, 'key: |\n    ', '\nother: yes'],
  [`${begin}\\n${base64}\\n${base64}\\nAQAB\\n`, '"private_key": "', '"}'],
  [`${begin}\n> ${base64}\n> ${base64}\n> AQAB`, '> ', '\n'],
]

/** Lines in which nothing is secret. */
const harmless: ReadonlyArray<string> = [
  // Prose.
  'the password policy is strict',
  'password rotation every 90 days',
  'password = user?.pass1',
  'PWD=$HOME/dir1',
  'password: path/to/file1',
  'password: v1.2/beta3',
  'password: https://wiki.corp/x#a1',
  'Password rotation: every 90 days, 12 characters at least.',
  'token: a unit of text',
  'pass: the ball',
  'pass: 12/14 tests in 3.5s',
  'First pass: ok, second pass: 2024-07-18T10:00:00Z',
  'secret: practise every day',
  'My password is at least 12 characters long',
  'a pass — the highest one in the Alps — was closed',
  'the token - as the tokeniser2 has it - is short',
  'The secret of good coffee - fresh beans',
  'He asked for the password. "Swordfish," she said.',
  'password: the one from last week',
  'Das Passwort liegt im Tresor; Kennwort: siehe Zettel.',
  '密码：必填',
  'Login with your passphrase: see the wiki.',
  'The password for accounts: 12-character minimum',
  'password (optional): string',
  'Passwords — see chapter 4',
  'token — 2.5 million a month',
  // Types, settings, messages.
  'password: string; token?: number | undefined',
  "password: 'required|min:8|confirmed',",
  'passwordHint: "Use at least 8 characters, digits (0-9) too",',
  '"tokens": 1500, "max_tokens": 4096, "secret": true',
  'apiKey: undefined, secretKey: null',
  'token: gpt-4o-mini-2024-07-18',
  'password hashing: argon2id, not sha256',
  'secret: base64',
  'type Token = "number" | "string2"',
  'pass: matchResult?.pass2 ?? false',
  'const password = form.password2; const secret = process.env.APP_SECRET_2',
  'password = foo2;return bar(password)',
  'if (password=read(input2),check(password)) login()',
  // Stand-ins.
  'password: "<your-password-1>" token: {{token_1}} SECRET=%SECRET1%',
  'password: ********, api_key="your-api-key-1", secret: changeme123',
  ['password: $', '{DB_PASSWORD_1} token: "$', '{', '{ secrets.TOKEN_1 }', '}"'].join(''),
  'export API_KEY="abc1..." and then PASSWORD=…',
  'curl -u user:password https://a.example',
  'curl -u "$USER:$PASS" https://a.example',
  'docker run -u 1000:1000 -p 8080:80 web',
  'mysql -u root -p shop',
  'mysql -u root -ppassword -P3306',
  'login --password-stdin < file1.txt; deploy --token "$TOKEN_2"',
  'Authorization: Basic authentication is used; Basic understanding is enough',
  'Authorization: Bearer <access_token_1>',
  'psql postgres://user:password@localhost/db',
  // Behind a label that leaves no doubt.
  'password: see the vault',
  'password: ask Maria',
  'Password: required',
  'Password: 12 characters, 2 of them digits',
  'password: 12-character',
  'password: 24hours',
  'password: see-chapter-12',
  'Password: OPS-1234',
  'password: 2024-07-18',
  'password: argon2id-v19',
  'password: sha256sum',
  'password: userToken22, secret: APP_SECRET_2',
  'PASSWORD=DB_PASSWORD_22',
  'new Client(password=input22b)',
  'password->isValid22b, Password::Rules12b',
  'Password\nis required',
  '# Password\n\nAt least 12 characters',
  '# Password\n\n2024-07-18T10:00',
  'password\ncreated_at22',
  'the forgotten password\nwas rotated',
  'pw: fine; pass phrase: the usual',
  'redis-cli -a "$REDIS_PASSWORD" ping; echo done | sudo tee file',
  'Cookie: theme=dark-mode-2; session=false; auth=required-2024',
  // Prefixes in longer names.
  'messages-sk-4f3c2a1b9d8e7f6a5b4c.js, disk-proj-2024-backup-archive-12',
  'task-ant-colony-optimisation-2024, a-sk-learn-pipeline-for-the-year-2024',
  // Tables and addresses.
  '| password | string | yes |',
  '| field | type |\n|---|---|\n| password | varchar(255) |',
  '| Token | Meaning |\n|---|---|\n| `EOF_2` | end of file |',
  '| test | pass | fail |\n|---|---|---|\n| step1 | yes | no |',
  'cat secret | base64 | tee file1',
  'https://a.example/docs?page=2&token_type=bearer#tokens',
  'https://a.example/?key=sort&secret=false',
  'secret: /run/secrets/db_password1, private_key: ./certs/key2.pem',
  // Words behind a label that describe it.
  'if shared-secret auth is configured, it is asked for',
  '| provider | key |\n|---|---|\n| `openai` | Usually |',
  'verify(provided: string, password: string): Promise<boolean>',
  'Das Passwort ist abgelaufen. Le mot de passe est incorrect. La contraseña es obligatoria. A senha é necessária.',
  'Password: Annotated[str, Field()]; password: [hidden]',
  'login: octocat / 583231, Login: Google / Apple',
  'Set the user name and password.',
  'The wifi password is printed on the router',
  'community string: public',
  // Numbers behind a word that has other meanings.
  'The building code: 2018 edition applies',
  'code of the door handle: 4471-A',
  'The recovery code path handles 12345678 rows',
  'Backup codes 2024-05-01 printed',
  'PUK: 8 digits',
  'Gate 4471 opens at 06:30, alarm at 0730',
  '{"key":"995bf88f068e3ebab1ef0e5b5226621f409437f5807ca3917bacdbc3cc635d53","kind":"cli"}',
  'key: 5d41402abc4b2a76b9719d911017c592',
  'gpg --recv-keys 5BE8A3F6C8A5C01D106C0AD820B1A390B168D356',
  // Keys that are none.
  `starts with ${begin} and goes on`,
  key('-----', 'BEGIN PUBLIC KEY-----\n', base64, '\n-----', 'END PUBLIC KEY-----'),
]

describe('lines that hold a secret', () => {
  test.each(secrets)('lose %j behind %j', (secret, before, after = '') => {
    const { redacted, text } = redact(`${before}${secret}${after}`)

    expect(text).toMatch(/\[redacted:[a-z-]+\]/)
    expect(text.replace(/\[redacted:[a-z-]+\]/, '')).toBe(`${before}${after}`)
    expect(redacted.map(({ count }) => count)).toEqual([1])
  })
})

describe('lines that hold none', () => {
  test.each(harmless)('stay: %j', (line) => {
    expect(redact(line)).toEqual({ text: line, redacted: [] })
  })
})
