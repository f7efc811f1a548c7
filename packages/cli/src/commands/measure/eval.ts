/** `eval`: measures a memory, or sums up what its models cost. The optional package @crabtrail/eval runs it, and no other command loads that package. */

import * as Effect from 'effect/Effect'
import { profileChoices, set } from '../brains/brains.ts'
import { command } from '../command.ts'

/** The declaration that both packages parse by. `run.ts` forwards the call to the package. */
export const evaluate = command({
  summary: 'measure how well a memory finds the known answers of questions, when it speaks, or what its models cost',
  details: [
    'It needs the package @crabtrail/eval, which also has it as the program crabtrail-eval.',
    'retrieval and confidence make a memory of their own in a temporary folder, read the corpus in, ask every question, and leave nothing behind: no store is touched.',
    'Under --model each question is recorded as a turn, so that the model may be asked. One question changes the answer to no other.',
    'cost reads the log of a brain and asks no model: the recorded tokens at the prices in the settings of that brain (model.priceIn, model.priceOut, model.priceEmbedding).',
    'use reads the log of a brain, too: of the newest judged turns, --limit of them (100), how much of what was given was right, how late corrections came, tokens and milliseconds, beside the same recalls with 0 hops.',
    'docs/reference/eval-format.md says what the files hold, and what each number is.',
  ],
  positionals: [
    {
      name: 'WHAT',
      choices: ['retrieval', 'confidence', 'cost', 'use'],
      help: 'retrieval: what it finds untaught; confidence: when it speaks and when it should not; cost: what routing and embedding cost a brain; use: what the verdicts of a brain make of what it gave, beside retrieval alone',
    },
    {
      name: 'PATH',
      path: true,
      many: true,
      optional: true,
      help: 'for retrieval and confidence: a corpus and its questions, any number of such pairs, or folders of them',
    },
  ],
  flags: {
    format: { value: 'FORMAT', choices: ['auto', 'crabtrail', 'hipporag'], help: 'auto goes by how the corpus begins' },
    limit: { value: 'K', number: 'whole', help: 'rows of an answer that are looked at, 10 to 100; 20 unless named' },
    every: { value: 'N', number: 'whole', help: 'ask every so many questions of a set; 1, all of them, unless named' },
    ablate: {
      value: 'PARTS',
      help: 'also measure without edges, gate or coverage (separated by commas, or all), and by the text alone',
    },
    mixed: { help: 'also measure all sets in one brain, and what each loses by it' },
    output: { value: 'FILE', short: 'o', help: 'write the JSON document there as well' },
    plot: { value: 'FILE', help: 'draw NDCG@10 of every set as SVG' },
    embedding: { help: 'for cost: count the embedding of every question even if the brain has no embedder' },
    profile: { value: 'NAME', choices: profileChoices, help: 'the settings that the memory works by; else balanced' },
    set,
    unrelated: { value: 'FILE', help: 'for confidence: messages that ask for no memory, one a line' },
  },
  example: 'crabtrail eval retrieval musique.corpus.jsonl musique.queries.jsonl --ablate all --plot musique.svg',
  access: 'none',
  asksModel: true,
})(() => Effect.die('eval is forwarded'))
