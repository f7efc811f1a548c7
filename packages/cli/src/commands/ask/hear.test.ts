import type { Answer } from '@crabtrail/core'
import { describe, expect, test } from 'vitest'
import { pageOf } from '../../render/page.ts'
import { heard, judgedAnew, judgements } from './hear.ts'

const page = pageOf(undefined, false)
const nothing: Answer.HearAnswer = {
  ...{ brain: 'local/main/default', feedback: null, turn: null, reason: null },
  ...{ doubted: [], superseded: [], position: 90 },
}
const judged: NonNullable<Answer.HearAnswer['judged']> = {
  ...{ verdict: 'supersedes', candidate: 'home/cleaning.md', old: 'Thursday', new: 'tuesdays', confidence: 0.95 },
  ...{ became: 'superseded', feedback: 'f3', kept: 'note:12ab', model: 'test/reader' },
}

describe('a message', () => {
  test('that was judged says what it changed, and how that is taken back', () => {
    expect(heard({ ...nothing, feedback: 'f3', superseded: ['home/cleaning.md'], judged }, page)).toEqual([
      'test/reader: says otherwise of home/cleaning.md, 0.95 sure  local/main/default at 90',
      '  “Thursday” → “tuesdays”',
      '  is said otherwise from now on',
      '  kept as note:12ab',
      '  crabtrail undo takes it back',
    ])
  })

  test('says why nothing followed', () => {
    const { feedback: _, kept: __, ...unsure } = { ...judged, became: 'nothing' as const, refused: 'unsure' as const, confidence: 0.3 }
    expect(heard({ ...nothing, judged: unsure }, page)).toContain('  nothing follows: the model is not sure enough')
  })

  test('that is about no memory says no more', () => {
    const { feedback: _, kept: __, ...about } = judged
    const unrelated = { ...about, verdict: 'unrelated' as const, candidate: null, old: null, new: null, became: 'nothing' as const }
    expect(heard({ ...nothing, judged: unrelated }, page)).toEqual(['test/reader: changes nothing, 0.95 sure  local/main/default at 90'])
  })

  test('that only said no, without a model, names what it called wrong', () => {
    expect(heard({ ...nothing, feedback: 'f1', turn: 't1', doubted: ['tides.md'] }, page)).toEqual([
      'f1: 1 memory called wrong  local/main/default at 90',
      '  tides.md',
    ])
    expect(heard(nothing, page)).toEqual(['nothing was heard of it  local/main/default at 90'])
    expect(heard({ ...nothing, detail: 'nobody is there' }, page)[1]).toBe('  nobody is there')
    expect(heard({ ...nothing, turn: 't1', reason: 'several' }, page)).toEqual([
      'a correction of t1, of no memory (several)  local/main/default at 90',
    ])
  })
})

describe('messages that waited', () => {
  const answer: Answer.JudgeAnswer = { brain: 'local/main/default', judged: [{ ...judged, turn: 't4' }], calls: 1, left: 0, position: 95 }

  test('are told with their turns', () => {
    expect(judgements(answer, page).slice(0, 3)).toEqual([
      '1 message judged, none waits  local/main/default at 95',
      't4  test/reader: says otherwise of home/cleaning.md, 0.95 sure',
      '  “Thursday” → “tuesdays”',
    ])
  })

  test('that are left say why, and what to do', () => {
    expect(judgements({ ...answer, judged: [], left: 2, unasked: 'no-model' }, page)).toEqual([
      '0 messages judged, 2 left: no model is named, see --model  local/main/default at 95',
    ])
    expect(judgements({ ...answer, judged: [], left: 1, detail: 'nobody is there' }, page)).toEqual([
      '0 messages judged, 1 left  local/main/default at 95',
      '  nobody is there',
    ])
  })
})

describe('messages that were judged anew', () => {
  const unrelated = { ...judged, verdict: 'unrelated' as const, candidate: null, old: null, new: null, became: 'nothing' as const }
  const answer: Answer.JudgeAgainAnswer = {
    brain: 'local/main/default',
    judged: [
      { turn: 't4', feedback: 'f3', message: 'danuta comes\ntuesdays', before: judged, after: unrelated, differs: true },
      { turn: 't5', message: 'thanks', before: unrelated, after: unrelated, differs: false },
      { turn: null, message: 'x '.repeat(40), before: null, after: { ...judged, became: 'marked' }, differs: true },
      { turn: 't7', message: 'rent is 950', before: judged, after: null, differs: false },
    ],
    ...{ differ: 2, equal: 1, unanswered: 1, erased: 0, unkept: 2, passedOver: 0, older: 0, left: 3, unasked: 'day-budget' },
    ...{ detail: 'nobody is there', position: 95, saved: { brain: 'local/main/anew', position: 99 } },
  }

  test('have a line each where the judgement differs, and numbers for all others', () => {
    expect(judgedAnew(answer, page).map((line) => line.replaceAll(/ {2,}/g, '  ').trimEnd())).toEqual([
      '2 messages judged otherwise, 1 the same  local/main/default at 95',
      '  t4  danuta comes tuesdays  says otherwise of home/cleaning.md: “Thursday” is “tuesdays” → changes nothing',
      expect.stringMatching(/^ {2}x x .*… {2}no answer → says otherwise of home\/cleaning.md: “Thursday” is “tuesdays” \(marked\)$/),
      '  1 without an answer that counts',
      '  3 not asked about: day-budget',
      '  2 passed over: the words were never kept',
      '  nobody is there',
      'saved as local/main/anew at 99',
    ])
  })
})
