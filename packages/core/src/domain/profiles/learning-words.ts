/** What the settings of learning say: bounds, rates and the rule. `from` is of balanced’s number. */
import type { SettingWords } from './setting-words.ts'

const own = 'ours, not tuned yet'

export const learningWords: Readonly<Record<string, SettingWords>> = {
  'strength.min': { unit: 'strength', says: 'Lowest strength of an edge; below zero it suppresses.', from: 'ours, the mirror of S2.10' },
  'strength.max': { unit: 'strength', says: 'Highest strength of an edge.', from: 'S2.10' },
  'utility.min': { unit: 'utility', says: 'Lowest utility of a memory: its score is multiplied by it.', from: own },
  'utility.max': { unit: 'utility', says: 'Highest utility; every memory begins with 1.', from: own },
  wrong: { unit: 'verdict', says: 'What `wrong` is taken as.', from: 'S2.16; decided otherwise for this profile' },
  'learning.agent.cue': { unit: 'strength', says: 'The agent tier moves a cue’s edge so far.', from: own },
  'learning.agent.path': { unit: 'strength', says: 'The agent tier moves a walked edge so far, at most.', from: own },
  'learning.agent.utility': { unit: 'utility', says: 'The agent tier’s “not useful” lowers a memory so far.', from: own },
  'learning.conscious.cue': { unit: 'strength', says: 'A word somebody said moves a cue’s edge so far.', from: own },
  'learning.conscious.path': { unit: 'strength', says: 'A word somebody said moves a walked edge so far, at most.', from: own },
  'learning.conscious.utility': { unit: 'utility', says: 'A “not useful” somebody said lowers a memory so far.', from: own },
  'learning.depth': { unit: 'per edge', says: 'Credit fades by exp(−this · distance) along the path (α of S4.60).', from: own },
  'learning.rule.attention': {
    unit: 'rule',
    says: 'Of a walked edge: `share` of the activation that came by it, or `fixed`, the next number.',
    from: own,
  },
  'learning.rule.followed': { unit: 'attention', says: 'With `fixed`, of every edge that was followed by rule.', from: 'S4.59' },
  'learning.rule.skipped': {
    unit: 'attention',
    says: 'Of an edge that was passed over on the way to what is judged: above 0 a failure raises it and a success lowers it.',
    from: 'C17',
  },
  'learning.rule.gate': {
    unit: 'factor',
    says: 'Least of the gate by use, sigmoid(0.5 · (uses − skips)); 1 leaves it out.',
    from: 'S4.61, bounded',
  },
  'learning.rule.timing': {
    unit: 'rule',
    says: 'A factor by `distance` to what is judged, ½ at least; by `depth`: 1 / (1 + d) where an edge leads d deeper, ½ where level, −½ / (1 + d) where it leads d back; or `none`.',
    from: own,
  },
  'learning.rule.measures': {
    unit: 'tiers',
    says: 'Gate and timing count for the `agent` tier alone, or for `every-tier`.',
    from: 'ours: an explicit word counts whole',
  },
  'learning.squash': {
    unit: 'rule',
    says: 'A strength stops at its bounds (`clamp`), or comes to them ever slower (`logit`: half way between them a change is what was asked).',
    from: 'C7',
  },
  'learning.drift': {
    unit: 'strength',
    says: 'What the end of a turn gives to each edge that it followed, and takes from each that it passed over.',
    from: 'S4.62, of another profile',
  },
  'learning.growth.cooccurrence': {
    unit: 'strength',
    says: 'What a turn that went well adds between neighbours of its context.',
    from: 'S3.84, of another profile: tried here, it changed rankings for nothing gained',
  },
  'learning.growth.tool': {
    unit: 'strength',
    says: 'What it adds from each memory of its context to each tool that ran without failing.',
    from: 'S3.85, of another profile: tools are not recalled',
  },
  'learning.growth.most': { unit: 'edges', says: 'One turn grows or raises so many.', from: own },
  'learning.windowTurns': { unit: 'turns', says: 'A verdict on an older turn teaches nothing.', from: own },
  'learning.muteSessions': { unit: 'kinds', says: 'Sessions in which no verdict teaches.', from: 'ours' },
  'learning.muteOrigins': { unit: 'origins', says: 'Speakers whose verdicts teach nothing.', from: 'ours' },
  'learning.spoken': {
    unit: 'outcome',
    says: 'Of a correction heard in a message, on what the reply before it drew on.',
    from: own,
  },
  'learning.severe': {
    unit: 'factor',
    says: 'Times that, where the message says so with force; no more than −1.',
    from: own,
  },
  'learning.spokenSeconds': { unit: 'seconds', says: 'An older turn is not what a heard correction is about.', from: 'S3.70' },
  'learning.use.gram': { unit: 'words', says: 'In a row, which a reply and a memory must share.', from: own },
  'learning.use.gramsLeast': { unit: 'stretches', says: 'Of its own words, fewer of which in a reply are chance.', from: own },
  'learning.use.gramsEnough': { unit: 'stretches', says: 'As many are use, whatever the length of the memory.', from: own },
  'learning.use.share': { unit: 'share', says: 'Of the memory’s own stretches that is use, with fewer than enough.', from: own },
  'learning.use.newWords': { unit: 'words', says: 'Among them that the question does not have.', from: own },
  'learning.use.identifier': { unit: 'characters', says: 'Of the shortest name or number whose mention is use.', from: own },
  'learning.use.perTurn': { unit: 'memories', says: 'One turn may count as used.', from: own },
}
