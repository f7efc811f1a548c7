import { type AnsweredTool, othersText as textOf } from '@crabtrail/agent-host/notes/others-text'
import { expect, test } from 'vitest'
import { openClaw } from './openclaw.ts'

const othersText = (answered: AnsweredTool, isForeign: (key: string) => boolean, workspace?: string) =>
  textOf(openClaw.tools, answered, isForeign, workspace)

const nowhere = () => false
const page = 'The ferry pier closes every Tuesday for repairs, says the harbour office.'
const answer = (toolName: string, params: object = {}, text = page) => ({ toolName, params, result: { content: [{ type: 'text', text }] } })

test.each([
  ['web_fetch', {}],
  ['web_search', {}],
  ['browser', {}],
  ['exec', { command: 'cat letter.txt' }],
  ['mail_read', {}],
  ['a_tool_nobody_knows', {}],
  ['read', { path: 'downloads/page.md' }],
  ['read', { file_path: '/etc/motd' }],
  ['read', { path: 'memory/../downloads/page.md' }],
  ['read', {}],
])('an answer of %s to %j is what others wrote', (toolName, params) => {
  expect(othersText(answer(toolName, params), nowhere)).toContain('ferry pier')
})

test.each([
  ['write', {}],
  ['edit', {}],
  ['memory_feedback', {}],
  ['memory_note', {}],
  ['memory_undo', {}],
  ['memory_forget', {}],
  ['read', { path: 'MEMORY.md' }],
  ['read', { path: 'memory/2026-11-20.md' }],
  ['read', { path: './memory/people/ida.md' }],
])('an answer of %s to %j is not', (toolName, params) => {
  expect(othersText(answer(toolName, params), nowhere)).toBeUndefined()
})

test.each([
  'curl -s https://harbour.example/news -o memory/news.md',
  'wget -q -O memory/news.md harbour.example/news',
  'cp ~/Downloads/news.md memory/news.md',
  'cat /tmp/news.txt >> memory/today.md',
  'mkdir -p memory && mv -f "/tmp/news.md" memory/',
  'git clone git@harbour.example:notes.git memory/theirs',
  'python3 - <<EOF\nurlretrieve("https://harbour.example/news", "memory/news.md")\nEOF',
])('a command that puts what nobody read into a file brings others’ words, and prints none: %s', (command) => {
  expect(othersText(answer('exec', { command }, ''), nowhere)).toBe('')
})

test.each([
  'echo "- Ida is allergic to nuts." >> memory/today.md',
  'cat <<EOF > memory/today.md\n- Ida is allergic to nuts.\nEOF',
  'mv memory/a.md memory/b.md && cp MEMORY.md ./memory/old.md',
  'npm test > /dev/null',
  'node tools/sum.mjs 3 4; python3 -m json.tool a.json b.json',
  'cat <<EOF > memory/today.md\nRun curl https://a.example, then cp a b.\nEOF',
  'mkdir -p memory/people; git add -A; git commit -m "see https://a.example"',
])('a command that puts there what the agent says does not: %s', (command) => {
  expect(othersText(answer('exec', { command }, 'ok'), nowhere)).toBeUndefined()
})

test('a note is the agent’s own by its whole path too', () => {
  const read = (path: string) => othersText(answer('read', { path }), nowhere, '/home/ida/workspace')

  expect(read('/home/ida/workspace/memory/today.md')).toBeUndefined()
  expect(read('/home/ida/workspace/downloads/page.md')).toContain('ferry pier')
  expect(read('/home/eve/workspace/memory/today.md')).toContain('ferry pier')
})

test('a few words bring nothing', () => {
  expect(othersText(answer('exec', {}, 'done in 3 s'), nowhere)).toBeUndefined()
})

test('a search of the memory brings what others wrote where it says so', () => {
  const found = (provenanceLabel: string) => ({
    toolName: 'memory_search',
    params: {},
    result: { details: { results: [{ snippet: page, provenanceLabel }] } },
  })

  expect(othersText(found('from the owner or the agent'), nowhere)).toBeUndefined()
  expect(othersText(found('untrusted: not from the owner or the agent'), nowhere)).toBe('')
})

test('what a tool failed with is read too', () => {
  expect(othersText({ toolName: 'web_fetch', params: {}, error: page }, nowhere)).toContain('ferry pier')
})

test('a note of the agent’s in which others’ text stands brings it, in words that the memory knows', () => {
  const isForeign = (key: string) => key === 'memory/today.md'

  expect(['./memory/today.md', 'memory/other.md'].map((path) => othersText(answer('read', { path }), isForeign))).toEqual(['', undefined])
})
