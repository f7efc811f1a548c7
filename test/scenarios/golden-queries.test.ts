/** Questions in all the ways that people write them: each finds its one note first, among the others. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'

const notes: Readonly<Record<string, string>> = {
  'ja/server.md': '# サーバー再起動\n\nデータベースが停止したら、まずレプリカを昇格させる。担当は佐藤さん。',
  'ja/lunch.md': '# 昼食\n\n金曜日は近所の蕎麦屋で昼食をとる。',
  'zh/deploy.md': '# 部署流程\n\n每周二上午部署到生产环境，回滚使用上一个绿色标签。',
  'zh/holiday.md': '# 假期\n\n春节放假七天，值班表在日历里。',
  'ko/backup.md': '# 백업\n\n매일 새벽 세 시에 데이터베이스를 백업한다.',
  'ar/harbour.md': '# الميناء\n\nيفتح الميناء في السادسة صباحا، والعبّارة الأولى تغادر في السابعة.',
  'ar/office.md': '# المكتب\n\nمفتاح المكتب عند الحارس.',
  'he/doctor.md': '# רופא\n\nהתור לרופא השיניים הוא ביום שלישי בשעה עשר.',
  'th/market.md': '# ตลาด\n\nตลาดน้ำเปิดทุกวันเสาร์ตอนเช้า',
  'ru/archive.md': '# Архив\n\nДоговоры за прошлый год лежат в синей папке.',
  'emoji.md': '# Signals\n\nA 🦀 in the channel means the build is red; a 🚀 means that a release went out.',
  'moods.md': '# Moods\n\nA 🌵 on the door means: do not disturb.',
  'code/retry.md': '# Retries\n\n`fetchWithBackoff` retries three times; the limit is `MAX_RETRY_COUNT`.',
  'code/parser.md': '# Parser\n\nThe function parse_http_header in src/net/http-parser.ts drops folded lines.',
  'code/socket.md': '# Socket\n\nThe client opens `wss://` sockets through SocketPool#acquire.',
  'ops/nginx.md': '# Proxy\n\nThe proxy reads /etc/nginx/conf.d/upstream.conf at start; listen 8443.',
  'ops/errors.md': '# Errors\n\nE_CONN_4012 comes from a stale token; ERR-77 from a full disk.',
  'people/müller.md': '# Jürgen Müller\n\nJürgen arbeitet an der Straße nach Köln; Café am Eck.',
}

let stage: Stage
beforeAll(async () => {
  stage = await openStage('empty')
  await stage.memory.ingest({ documents: Object.entries(notes).map(([source, text]) => ({ source, format: 'markdown', text })) })
})
afterAll(() => stage.leave())

test.each([
  ['Japanese, another order of words', 'レプリカの昇格は誰？データベース停止', 'ja/server.md'],
  ['Japanese, one word of two characters', '昼食', 'ja/lunch.md'],
  ['Japanese, half-width forms', 'ｻｰﾊﾞｰ再起動', 'ja/server.md'],
  ['Chinese, a word within a sentence', '怎么回滚部署？', 'zh/deploy.md'],
  ['Chinese', '春节值班', 'zh/holiday.md'],
  ['Korean, with other endings', '데이터베이스 백업은 언제?', 'ko/backup.md'],
  ['Arabic, right to left', 'متى تغادر العبّارة الأولى؟', 'ar/harbour.md'],
  ['Arabic, with vowel points', 'مِفْتَاح المكتب', 'ar/office.md'],
  ['Hebrew', 'מתי התור לרופא השיניים?', 'he/doctor.md'],
  ['Hebrew, with points', 'רוֹפֵא', 'he/doctor.md'],
  ['Thai, without spaces', 'ตลาดน้ำ', 'th/market.md'],
  ['Russian, another ending', 'где договоры?', 'ru/archive.md'],
  ['an emoji alone', '🦀', 'emoji.md'],
  ['an emoji in a question', 'what does 🌵 mean?', 'moods.md'],
  ['an identifier as it is written', 'fetchWithBackoff', 'code/retry.md'],
  ['a part of an identifier', 'backoff', 'code/retry.md'],
  ['a constant in lower case', 'max_retry_count', 'code/retry.md'],
  ['a snake in words', 'parse http header', 'code/parser.md'],
  ['a file by its name', 'http-parser.ts', 'code/parser.md'],
  ['a file by its path', 'src/net/http-parser.ts', 'code/parser.md'],
  ['a method', 'SocketPool#acquire', 'code/socket.md'],
  ['a path', '/etc/nginx/conf.d/upstream.conf', 'ops/nginx.md'],
  ['a port', 'what listens on 8443', 'ops/nginx.md'],
  ['a code of an error', 'E_CONN_4012', 'ops/errors.md'],
  ['another', 'ERR-77', 'ops/errors.md'],
  ['the file of a note', 'errors.md', 'ops/errors.md'],
  ['a name without its accents', 'jurgen muller', 'people/müller.md'],
  ['a name in capitals', 'MÜLLER', 'people/müller.md'],
  ['sharp s as two', 'strasse koln cafe', 'people/müller.md'],
  ['letters of full width', 'ｆｅｔｃｈＷｉｔｈＢａｃｋｏｆｆ', 'code/retry.md'],
])('%s: %s', async (_, question, source) => {
  const { items } = await stage.memory.recall({ question, record: false })

  expect(items[0]?.source).toBe(source)
})

test('what nobody wrote finds nothing', async () => {
  for (const question of ['🦑', 'ゴリラ', 'zzyzx_unknown', 'قرد']) {
    expect((await stage.memory.recall({ question, record: false })).items).toEqual([])
  }
})
