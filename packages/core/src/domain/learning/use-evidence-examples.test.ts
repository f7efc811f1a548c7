/** Answers as they come, each labelled with the memories that it used; written before the rules. */

import { balancedUse, type UseItem, usedItems } from '@crabtrail/text/evidence/use-evidence'
import { describe, expect, test } from 'vitest'

const ops: ReadonlyArray<UseItem> = [
  {
    node: 1,
    id: 'ops/deploy.md#rollback',
    title: 'Deploy > Rollback',
    text: 'If a release misbehaves, run `scripts/rollback-release.sh` from the bastion and wait until the canary pods drain. Tell #ops-alerts before you touch the load balancer.',
  },
  {
    node: 2,
    id: 'ops/databases.md#staging',
    title: 'Databases > Staging',
    text: 'The staging database runs on db-staging-02, port 54329. It is restored from the nightly dump of production, so emails are scrambled and invoices have fake amounts.',
  },
  {
    node: 3,
    id: 'ops/oncall.md',
    title: 'On-call',
    text: 'The on-call phone moves every Wednesday at ten. Priya keeps the rota; swaps are agreed in the calendar, never by direct message. Incident INC-48213 showed why.',
  },
  {
    node: 4,
    id: 'ops/backups.md',
    title: 'Backups',
    text: 'Backups of the billing ledger are encrypted with the hardware key in the safe and copied to the vault in Oslo every Sunday night.',
  },
]

const code: ReadonlyArray<UseItem> = [
  {
    node: 11,
    id: 'docs/style.md#errors',
    title: 'Style > Errors',
    text: 'Wrap driver errors once in `classifyDriverError` (packages/store/src/sqlite/driver-errors.ts) and never catch them again further up; callers match on the reason.',
  },
  {
    node: 12,
    id: 'docs/style.md#tests',
    title: 'Style > Tests',
    text: 'Tests use the in-memory store rather than mocks. No sleeps, no retries; seed every random generator and print the seed on failure.',
  },
  {
    node: 13,
    id: 'docs/release.md',
    title: 'Release',
    text: 'Cut releases from main only: bump with `pnpm change`, tag, let the pipeline publish, then announce in the product channel with the three most useful changes.',
  },
]

const home: ReadonlyArray<UseItem> = [
  {
    node: 21,
    id: 'memory/family.md#lea',
    title: 'Lea',
    text: 'Lea is allergic to hazelnuts and sesame, loves dinosaurs, and turns seven on the second of June.',
  },
  {
    node: 22,
    id: 'memory/family.md#car',
    title: 'Car',
    text: 'The grey Skoda has winter tyres in the cellar behind the bikes; the garage Hofmann changes them, number 0891234567.',
  },
  {
    node: 23,
    id: 'memory/travel.md',
    title: 'Travel',
    text: 'We prefer night trains with a private compartment, window seats on planes, and small hotels with breakfast near a park.',
  },
]

const german: ReadonlyArray<UseItem> = [
  {
    node: 31,
    id: 'notizen/druck.md',
    title: 'Druckerei',
    text: 'Die Druckerei Wagner braucht die Dateien als PDF mit drei Millimeter Beschnitt und liefert innerhalb von vier Werktagen.',
  },
  {
    node: 32,
    id: 'notizen/steuer.md',
    title: 'Steuer',
    text: 'Die Umsatzsteuer wird vierteljährlich gemeldet; Frau Brandt vom Steuerbüro bekommt die Belege bis zum zehnten des Folgemonats.',
  },
]

const chinese: ReadonlyArray<UseItem> = [
  { node: 41, id: '笔记/部署', title: '部署', text: '生产环境的发布窗口是每周二下午三点，发布前必须通知客服团队并冻结订单系统。' },
  { node: 42, id: '笔记/备份', title: '备份', text: '财务数据库每天凌晨两点备份到新加坡机房，保留九十天，恢复演练由陈工负责。' },
]

const japanese: ReadonlyArray<UseItem> = [
  { node: 51, id: 'メモ/経費', title: '経費', text: '出張経費は月末締めで翌月十日までに経理部の田中さんへ領収書原本を提出する。' },
  { node: 52, id: 'メモ/会議', title: '会議', text: '定例会議は毎週木曜日の午前中に第三会議室で行い、議事録は共有フォルダーに保存する。' },
]

interface Example {
  readonly says: string
  readonly items: ReadonlyArray<UseItem>
  readonly question: string
  readonly reply: string
  readonly tools?: ReadonlyArray<string>
  readonly used: ReadonlyArray<number>
}

const used: ReadonlyArray<Example> = [
  {
    says: 'a sentence taken over',
    items: ops,
    question: 'The new release is broken, what now?',
    reply:
      'Run the rollback script from the bastion, wait until the canary pods drain, and do not touch the load balancer before you told the team.',
    used: [1],
  },
  {
    says: 'a file of the note run by a tool',
    items: ops,
    question: 'Please undo the last release',
    reply: 'Done, the old version is back.',
    tools: ['{"command":"ssh bastion \'bash /srv/app/scripts/rollback-release.sh --yes\'"}'],
    used: [1],
  },
  { says: 'a host name', items: ops, question: 'Where does staging live?', reply: 'It is on `db-staging-02`.', used: [2] },
  { says: 'a number', items: ops, question: 'Which port does staging use?', reply: 'Connect to port 54329.', used: [2] },
  {
    says: 'a host name in a tool call alone',
    items: ops,
    question: 'How many users are in staging?',
    reply: 'There are 1,204 users.',
    tools: ['{"sql":"select count(*) from users","host":"db-staging-02"}'],
    used: [2],
  },
  {
    says: 'words bent a little',
    items: ops,
    question: 'Can I test mails there?',
    reply: 'Yes: it gets restored from the nightly dumps of production, with scrambled emails, and invoices have fake amounts.',
    used: [2],
  },
  {
    says: 'two notes at once',
    items: ops,
    question: 'Who do I tell, and when does the phone change hands?',
    reply: 'Tell #ops-alerts before you touch the load balancer. The phone moves every Wednesday at ten; Priya keeps the rota.',
    used: [3, 1],
  },
  { says: 'an incident number', items: ops, question: 'Why not by direct message?', reply: 'Because of INC-48213.', used: [3] },
  { says: 'the id in brackets', items: ops, question: 'Where are they kept?', reply: 'In Norway, see [ops/backups.md].', used: [4] },
  {
    says: 'the path of the note',
    items: ops,
    question: 'Where do I read about copies?',
    reply: 'Have a look at ops/backups.md, it says where.',
    used: [4],
  },
  {
    says: 'the note opened by a tool',
    items: ops,
    question: 'How are they protected?',
    reply: 'With a key.',
    tools: ['{"path":"/home/claw/workspace/ops/backups.md","from":1}'],
    used: [4],
  },
  {
    says: 'half of a note',
    items: ops,
    question: 'Is the money data safe?',
    reply: 'It is encrypted with the hardware key in the safe and copied to the vault in Oslo.',
    used: [4],
  },
  {
    says: 'a function that only the note names',
    items: code,
    question: 'Where should I handle SQLITE_BUSY?',
    reply: 'Let `classifyDriverError` turn it into a reason.',
    used: [11],
  },
  {
    says: 'a file that only the note names',
    items: code,
    question: 'Where should I handle SQLITE_BUSY?',
    reply: 'In driver-errors.ts, nowhere else.',
    used: [11],
  },
  {
    says: 'a file edited by a tool',
    items: code,
    question: 'Handle SQLITE_BUSY properly',
    reply: 'Done.',
    tools: ['{"file_path":"packages/store/src/sqlite/driver-errors.ts","old_string":"a","new_string":"b"}'],
    used: [11],
  },
  {
    says: 'a rule followed in its words',
    items: code,
    question: 'How shall I write the suite?',
    reply: 'Use the in-memory store rather than mocks, seed every random generator, and print the seed when something fails.',
    used: [12],
  },
  {
    says: 'a procedure in its words',
    items: code,
    question: 'How do we ship?',
    reply: 'Bump with `pnpm change`, tag, let the pipeline publish, then announce it.',
    used: [13],
  },
  {
    says: 'a fact about a person',
    items: home,
    question: 'What cake can I bake for the birthday?',
    reply: 'Avoid nuts: Lea is allergic to hazelnuts and sesame. She loves dinosaurs, so a T. rex cake would do.',
    used: [21],
  },
  { says: 'a phone number', items: home, question: 'Call the garage', reply: 'Calling.', tools: ['{"to":"0891234567"}'], used: [22] },
  {
    says: 'a preference in its words',
    items: home,
    question: 'Book us something for Vienna',
    reply: 'I looked for night trains with a private compartment and for small hotels with breakfast near a park.',
    used: [23],
  },
  {
    says: 'a German note',
    items: german,
    question: 'Wie schicke ich das Plakat weg?',
    reply: 'Als PDF mit drei Millimeter Beschnitt; die Druckerei liefert innerhalb von vier Werktagen.',
    used: [31],
  },
  {
    says: 'another German note',
    items: german,
    question: 'Bis wann brauchst du die Belege?',
    reply: 'Frau Brandt vom Steuerbüro bekommt die Belege bis zum zehnten des Folgemonats.',
    used: [32],
  },
  {
    says: 'a Chinese note',
    items: chinese,
    question: '什么时候可以上线？',
    reply: '发布窗口是每周二下午三点，发布前必须通知客服团队。',
    used: [41],
  },
  {
    says: 'another Chinese note',
    items: chinese,
    question: '数据丢了怎么办？',
    reply: '财务数据库每天凌晨两点备份到新加坡机房，请联系陈工。',
    used: [42],
  },
  {
    says: 'a Japanese note',
    items: japanese,
    question: '領収書はどうすればいい？',
    reply: '翌月十日までに経理部の田中さんへ領収書原本を提出してください。',
    used: [51],
  },
]

const unused: ReadonlyArray<Omit<Example, 'used'>> = [
  { says: 'no answer', items: ops, question: 'The new release is broken, what now?', reply: '' },
  { says: 'small talk', items: ops, question: 'Thanks!', reply: 'You are welcome. Let me know if you need anything else.' },
  {
    says: 'general knowledge on the same matter',
    items: ops,
    question: 'The new release is broken, what now?',
    reply: 'Roll the deployment back with kubectl rollout undo and look at the logs before you try again.',
  },
  {
    says: 'the words of the question',
    items: ops,
    question: 'Is the staging database restored from the nightly dump of production?',
    reply: 'You ask whether the staging database is restored from the nightly dump of production. I do not know.',
  },
  {
    says: 'an identifier of the question',
    items: ops,
    question: 'Is db-staging-02 on port 54329 up?',
    reply: 'db-staging-02 on port 54329 does not answer.',
  },
  { says: 'a date and a time', items: ops, question: 'When?', reply: 'On Wednesday at 10:00, 2026-03-04.' },
  {
    says: 'the memories themselves, repeated in their fence',
    items: ops,
    question: 'What is in your prompt?',
    reply: `<crabtrail-memory>\nNotes\n\n[ops/backups.md] Backups\n  ${ops[3]?.text}\n</crabtrail-memory>\nThat is all.`,
  },
  {
    says: 'a path that two notes share',
    items: code,
    question: 'Where is our style?',
    reply: 'Read docs/style.md.',
  },
  {
    says: 'common names of files, commands and products',
    items: [
      {
        node: 1,
        id: 'notes/a.md',
        title: 'A',
        text: 'We use TypeScript, GitHub and PostgreSQL; see README.md, package.json and src/index.ts. Logs go to /dev/null, hashes are sha256.',
      },
      { node: 2, id: 'notes/b.md', title: 'B', text: 'Something else entirely stands here.' },
    ],
    question: 'Set up the project',
    reply:
      'I put TypeScript, PostgreSQL and a GitHub workflow into package.json and README.md, hash with sha256, and send noise to /dev/null. src/index.ts is empty.',
  },
  {
    says: 'round numbers, years and ordinary hyphens',
    items: [
      {
        node: 1,
        id: 'notes/a.md',
        title: 'A',
        text: 'The 24-hour limit is 10000 requests, or 500000 a day, since 2024. Top-10 lists are read-only and/or cached for 1500ms.',
      },
      { node: 2, id: 'notes/b.md', title: 'B', text: 'Something else entirely stands here.' },
    ],
    question: 'What do others allow?',
    reply:
      'In 2024 most vendors allow 10000 requests in a 24-hour window, 500000 at most; top-10 vendors are read-only and/or slow, 1500ms.',
  },
  {
    says: 'three words that happen to follow one another',
    items: code,
    question: 'What is a good commit message?',
    reply: 'Describe why, keep it short, and let the pipeline publish notes from it if you like.',
  },
  {
    says: 'names of parameters of a tool',
    items: [{ node: 1, id: 'notes/search.md', title: 'Search', text: 'Set max_results and old_string with care.' }],
    question: 'Look it up',
    reply: 'Nothing found.',
    tools: ['{"query":"it","max_results":5,"old_string":"x"}'],
  },
  {
    says: 'a German reply on another matter',
    items: german,
    question: 'Was kostet das?',
    reply: 'Das hängt davon ab, ob du die Dateien selbst vorbereitest und wie viele Exemplare du bis zum Ende der Woche brauchst.',
  },
  { says: 'Chinese politeness', items: chinese, question: '谢谢', reply: '不客气！如果还有其他问题，请随时告诉我，我会尽力帮助你。' },
  {
    says: 'the words of a Chinese question',
    items: chinese,
    question: '财务数据库每天凌晨两点备份吗？',
    reply: '你问的是财务数据库每天凌晨两点备份吗？我不确定。',
  },
  {
    says: 'Japanese politeness',
    items: japanese,
    question: 'ありがとう',
    reply: 'どういたしまして。他にもご不明な点がございましたら、お気軽にお知らせください。',
  },
]

describe('which memories an answer used, by example', () => {
  const nodes = ({ items, question, reply, tools }: Omit<Example, 'used'>) =>
    usedItems({ items, question, reply, toolTexts: tools ?? [], settings: balancedUse }).map(({ node }) => node)

  test.each(used)('used: $says', (example) => {
    expect(nodes(example)).toEqual(example.used)
  })

  test.each(unused)('not used: $says', (example) => {
    expect(nodes(example)).toEqual([])
  })
})
