import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Result from 'effect/Result'
import { findSets, readMessages, readSet } from '../../packages/eval/src/sets/files.ts'
import type { QuestionSet } from '../../packages/eval/src/sets/question-set.ts'
import { handClock } from '../models/hand-clock.ts'
import { openStore } from '../models/open-store.ts'
import { type JudgedMessage, judgedFrom, messagesOf } from './confidence-examples.ts'
import { judgeOf, notesOf, readBoard } from './life-board.ts'
import { readNotesIn } from './life-board-questions.ts'

const [out = '', ...names] = process.argv.slice(2)
const brain = 'local/main/default'
const board = async (folder: string): Promise<ReadonlyArray<JudgedMessage>> => {
  const read = readBoard(folder)
  const path = join(mkdtempSync(join(tmpdir(), 'fit-')), 'b.db')
  await readNotesIn(notesOf(folder), path, brain, read.now)
  const store = openStore({ layer: layerSqlite({ path }), clock: handClock(Date.parse(read.now)) })
  const memory = await store.memory()
  const isRight = judgeOf(folder)
  const all: Array<JudgedMessage> = []
  const ask = (question: string) => memory.recall({ brain, question, limit: 30, record: false })
  for (const one of [...read.questions, ...read.list]) {
    if (one.after !== undefined) continue
    const answer = await ask(one.question)
    const text = new Map(answer.items.map((item) => [item.node, { file: item.source ?? '', text: `${item.title}\n${item.content}` }]))
    all.push({
      question: one.question,
      kind: one.kind ?? 'list',
      isAnswered: true,
      memories: judgedFrom(answer, (node) => {
        const f = text.get(node)
        return f !== undefined && isRight(f, one)
      }),
    })
  }
  for (const { message } of [...read.unknown, ...read.remarks])
    all.push({ question: message, kind: 'nothing', isAnswered: false, memories: judgedFrom(await ask(message), () => false) })
  await store.close()
  return all
}
const forty = (file: string, own: 'questions' | 'frames'): [QuestionSet, string[]] => {
  const lang = file.slice(-7, -5)
  const { notes, questions } = JSON.parse(readFileSync(file, 'utf8'))
  const names = Object.keys(notes)
  const frames = own === 'frames' ? JSON.parse(readFileSync(`/tmp/frames/out/${lang}.json`, 'utf8')) : undefined
  const asked: Array<[string, string]> =
    own === 'frames' ? frames.frames.map((f: any) => [f.note, f.question]) : questions.filter((_: unknown, i: number) => i % 2 === 0)
  return [
    {
      name: `${own}-${lang}`,
      format: 'crabtrail',
      rows: names.map((name) => ({
        title: undefined,
        text: notes[name] ?? '',
        session: name,
        scope: '',
        time: undefined,
        until: undefined,
      })),
      questions: asked.map(([note, text]) => ({ text, gold: new Set([names.indexOf(note)]), scope: '', time: undefined, category: '' })),
    },
    frames?.nothing ?? [],
  ]
}
const dev = Result.getOrThrow(readMessages('test/eval/sets/no-memory.tsv')).flatMap(({ half, text }) => (half === 'dev' ? [text] : []))
for (const name of names) {
  let rows: ReadonlyArray<JudgedMessage>
  if (existsSync(join(name, 'board.json'))) rows = await board(name)
  else if (name.startsWith('frames-')) {
    const [s, n] = forty(`/tmp/frames/${name.slice(7)}.json`, 'frames')
    rows = await messagesOf(s, n, 1)
  } else if (name.startsWith('notes-')) rows = await messagesOf(forty(`/tmp/frames/${name.slice(6)}.json`, 'questions')[0], dev, 1)
  else {
    const [path = '', every = '1'] = name.split('@')
    const [files] = Result.getOrThrow(findSets([path, path.replace('corpus', 'queries')]))
    if (files === undefined) throw new Error(path)
    rows = await messagesOf(Result.getOrThrow(readSet(files, 'crabtrail')), dev.slice(0, 60), Number(every))
  }
  const key = name.replace(/.*\//, '').replace(/@.*/, '')
  writeFileSync(join(out, `${key}.json`), JSON.stringify(rows))
  process.stdout.write(`${key} ${rows.length}\n`)
}
