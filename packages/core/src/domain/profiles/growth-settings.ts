/** Settings of growth: when a message is new, and what a new cue is joined to. */
import * as Schema from 'effect/Schema'
import { choice, count, decimal } from './setting.ts'

/** The range of first strengths of edges that growth links. */
const range = (edges: string, least: number, most: number, from: string) =>
  Schema.Struct({
    least: decimal(0, 1, least, 'strength', from).says(`First strength of the weakest edge ${edges}.`),
    most: decimal(0, 1, most, 'strength', from).says(
      `First strength of the strongest edge ${edges}. Growth stays below the habitual bound.`,
    ),
  })

const Bands = (
  measure: string,
  from: string,
  { known, noise, novel, relative, stated }: Readonly<Record<'noise' | 'novel' | 'known' | 'relative' | 'stated', number>>,
) =>
  Schema.Struct({
    noise: decimal(0, 1, noise, 'similarity', from).says(
      `A question whose nearest memory is below this, by ${measure}, is noise: no cue grows.`,
    ),
    stated: decimal(0, 1, stated, 'similarity', from).says(
      `The same bound for a statement that becomes a memory, by ${measure}. With 0 the form of a message alone says whether it is nonsense.`,
    ),
    novel: decimal(0, 1, novel, 'similarity', from).says(`Up to this similarity, by ${measure}, a question is new.`),
    known: decimal(0, 1, known, 'similarity', from).says(
      `From this similarity on, by ${measure}, a question is known. Between the two it is ambiguous, and no cue grows.`,
    ),
    relative: decimal(0, 1, relative, 'share', from).says(
      `A question is new only if its nearest memory stands out by less than this share, by ${measure}. With 1 it does not matter.`,
    ),
  })

/** Growth: a question that is new to the memory becomes a cue on probation. */
export const Growth = Schema.Struct({
  mode: choice(['grow', 'record', 'off'], 'grow', 'mode', 'C30, S0.69').says(
    '`grow`: new questions become cues where the caller grows. `record`: what would have been made is only recorded. `off`: questions are not assessed.',
  ),
  compare: choice(['words', 'vectors'], 'words', 'measure', 'ours: cosines of two embedders cannot be compared').says(
    'What is compared with the memories: `words`, or `vectors` of the embedder in force, with bands of their own. Where it does not answer in time, words are.',
  ),
  words: Bands('words', 'measured, docs/results/growth.md', {
    ...{ noise: 0.12, novel: 0.86, known: 0.88, relative: 1 },
    stated: 0,
  }),
  vectors: Bands('the cosine of vectors', 'S0.26 to S0.29', {
    ...{ noise: 0.28, novel: 0.58, known: 0.6, relative: 0.25 },
    stated: 0.28,
  }),
  spelling: Bands('the cosine of vectors of spelling, as the built-in embedder makes them', 'measured, docs/results/growth.md', {
    ...{ noise: 0.21, novel: 0.75, known: 0.77, relative: 1 },
    stated: 0,
  }),
  statements: choice(['question', 'memory'], 'question', 'kind', 'ours').says(
    'What a new message of the owner that states something becomes: `memory`, one of its words, on probation; `question`, a cue like any other message.',
  ),
  wordsLeast: count(1, 64, 3, 'words', 'S0.30, S0.67').says(
    'A question with fewer words makes no cue. A character of a script without spaces counts as a word.',
  ),
  wordsMost: count(1, 10_000, 64, 'words').says('A message with more words makes no cue: it is no question.'),
  letters: decimal(0, 1, 0.45, 'share', 'S0.31').says('A message makes no cue if fewer of its visible characters are letters.'),
  perTurn: count(0, 1, 1, 'cues', 'S0.65').says('A turn makes at most this many cues.'),
  perSession: count(0, 1_000_000, 200, 'cues', 'S0.64').says('A session makes at most this many cues.'),
  perHour: count(0, 100_000, 60, 'cues', 'S0.68; number ours').says('An hour makes at most this many cues, in all sessions together.'),
  cooldown: count(0, 100_000, 8, 'turns', 'S0.66').says('A question like one that became a cue this few turns ago makes none.'),
  family: decimal(0, 1, 0.6, 'likeness', 'C25').says('From this likeness on two questions are of one family, which the cooldown is for.'),
  edges: count(0, 64, 12, 'edges', 'S0.79; number ours').says('A new cue gets at most this many edges.'),
  out: range('from a new cue to the memories that were found', 0.12, 0.25, 'S0.59'),
  hits: range('to a new cue from the memories that another search of the host found', 0.1, 0.2, 'S0.58'),
  before: range('to a new cue from the memories of the turns before', 0.06, 0.12, 'S4.78'),
  beforeTurns: count(0, 100, 3, 'turns', 'S0.56').says('Memories of this many last turns of the session are joined to a new cue.'),
  probation: count(0, 1_000_000, 6, 'turns', 'S0.70, C14').says(
    'A cue on probation that was not asked again for this many turns loses the weaker half of its edges, once.',
  ),
  renewed: choice(['judged', 'fired'], 'judged', 'use', 'ours; S0.75, C14 under crabpath').says(
    'What begins the turns anew after which an unused memory on probation dies: `judged`, a good verdict; `fired`, a walk that visits it, too.',
  ),
  ttl: count(0, 1_000_000, 14, 'turns', 'S0.72, C14').says(
    'A cue on probation dies after this many turns in which nobody asked its question. With 0 it is kept.',
  ),
})
