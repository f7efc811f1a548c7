/** What the settings of a recall say: where it begins, how it walks, what it puts before a model. `from` is of balanced’s number. */
import type { SettingWords } from './setting-words.ts'

const own = 'ours, not tuned yet'
const calibrated = 'calibrated on questions with and without an answer, docs/results/confidence.md'
const trial = 'a trial on open question sets, made before this code'

export const recallWords: Readonly<Record<string, SettingWords>> = {
  engine: {
    unit: 'engine',
    says: 'How a question is walked unless its recall says otherwise: `route` by tiers, `spread` as energy.',
    from: 'ADR 0017',
  },
  'tiers.habitual': { unit: 'strength', says: 'Below it an edge is dormant and carries nothing.', from: 'S4.39, S4.40' },
  'tiers.reflex': { unit: 'strength', says: 'From here on an edge is never passed over for carrying nothing.', from: 'S4.38' },
  'budget.seeds': { unit: 'memories', says: 'Best texts that a walk begins at.', from: 'S4.45' },
  'budget.cues': { unit: 'cues', says: 'Cues that may stand beside the seeds.', from: own },
  'budget.hops': { unit: 'hops', says: 'How far a walk goes.', from: 'S4.43' },
  'budget.fired': { unit: 'memories', says: 'How many may fire, seeds among them.', from: 'S4.41' },
  'budget.follows': { unit: 'memories', says: 'How many of those may be reached by edges only; what a cue names is free.', from: 'S4.42' },
  'budget.candidates': {
    unit: 'pairs',
    says: 'Strongest neighbours of a memory that are looked at; negative edges come on top.',
    from: 'S4.44',
  },
  'budget.items': {
    unit: 'memories',
    says: 'Beginning of the ranking that is recorded and considered for the context; no more are listed unless a recall asks for more.',
    from: 'S4.55',
  },
  'budget.tokens': { unit: 'tokens', says: 'What the context may take.', from: own },
  'seeding.pool': {
    unit: 'memories',
    says: 'Best texts that are looked at; those that do not fire follow behind in the ranking.',
    from: trial,
  },
  'seeding.cueMatch': { unit: 'likeness', says: 'From here on a cue counts for a question.', from: own },
  'seeding.sameCue': { unit: 'likeness', says: 'From here on a cue is the question’s own.', from: 'S3.77' },
  'seeding.cueWords': {
    unit: 'words',
    says: 'What a question and a cue must share to be alike at all, unless all their words are the same. Stop words do not count.',
    from: own,
  },
  'seeding.speaker': { unit: 'factor', says: 'What somebody says whom the question names counts so much more.', from: trial },
  'seeding.title': { unit: 'factor', says: 'Times the rarity of its words, that a title gains which stands in the question.', from: trial },
  'seeding.hit': { unit: 'best seeds', says: 'What another search of the host found is a seed of so much.', from: 'S3.19, C32' },
  'seeding.tagFactor': { unit: 'factor', says: 'Memories of the area that the last heartbeat named count so much more.', from: own },
  'seeding.tagTurns': { unit: 'turns', says: 'For so many turns after the heartbeat, and a day at most.', from: own },
  'seeding.vector': {
    unit: 'best texts',
    says: 'What the text nearest by its vector gains where no word of the question is found; in proportion where the best text lacks some. 0 asks no vector.',
    from: own,
  },
  'seeding.vectorUnknown': {
    unit: 'share',
    says: 'Of the question’s weight in rare words, in words that no memory has: from here on vectors are asked.',
    from: own,
  },
  'seeding.vectorNear': { unit: 'memories', says: 'How many of the nearest are looked at.', from: own },
  'seeding.vectorFade': { unit: 'places', says: 'So many places behind the nearest a text gains half.', from: own },
  'walk.slope': { unit: 'strength', says: 'A strength s from habitual up weighs (s − habitual) / slope.', from: trial },
  'walk.residual': { unit: 'share', says: 'How much of what a neighbour adds to the question’s words it is credited with.', from: trial },
  'walk.spread': { unit: 'share', says: 'Of its own score, what a node passes along an edge whose kind grew from use.', from: trial },
  'walk.fade': { unit: 'share', says: 'What a hop counts of the one before.', from: trial },
  'walk.expansions': { unit: 'memories', says: 'Of one depth, how many are walked on from.', from: trial },
  'walk.gateClosed': {
    unit: 'share',
    says: 'Of the seeds, that are joined by titles, up to which mentions lead nowhere.',
    from: trial,
  },
  'walk.gateOpen': { unit: 'share', says: 'From which they lead with their whole weight; between the two in proportion.', from: trial },
  'walk.asked': { unit: 'factor', says: 'What a mention counts whose name the question has itself.', from: trial },
  'walk.coverage': {
    unit: 'share',
    says: 'Of what better memories say of the question, taken from a memory’s place as far as the gate is open.',
    from: trial,
  },
  'walk.learned': { unit: 'best seeds', says: 'What a cue’s edge of weight 1 adds for the cue’s own question.', from: own },
  'walk.likeness': { unit: 'power', says: 'Of likeness, by which that fades for other questions.', from: own },
  'walk.words': {
    unit: 'best seeds',
    says: 'What a memory gains that was used for every word of the question, whichever questions had them; for some, by their rarity.',
    from: own,
  },
  'walk.saturation': { unit: 'weight', says: 'Of praise with a word, at which the word counts half.', from: own },
  'walk.against': { unit: 'factor', says: 'Of blame with a word, taken from the praise with it.', from: own },
  'walk.doubt': {
    unit: 'share',
    says: 'How much less of what was learned is brought where the best text has all words of the question; in proportion where some.',
    from: own,
  },
  'walk.untaught': {
    unit: 'share',
    says: 'And so much less where none of the ten best texts was ever right for any question; by their share of the scores where some were.',
    from: own,
  },
  'walk.inhibition': {
    unit: 'best seeds',
    says: 'What a negative edge of strength −1 takes, a cue’s for the cue’s own question.',
    from: own,
  },
  'walk.blame': { unit: 'power', says: 'Of likeness, by which what a cue holds back fades for other questions.', from: own },
  'kernel.order.SEQ': {
    unit: 'factor',
    says: 'What edges of a sequence or of parts count for a question that asks for an order.',
    from: 'S1.31, S1.37',
  },
  'kernel.order.SIM': { unit: 'factor', says: 'What edges between what is alike count for it.', from: 'S1.31, S1.37' },
  'kernel.order.CAUSE': { unit: 'factor', says: 'What edges from cause to consequence count for it.', from: 'S1.31, S1.37' },
  'kernel.why.SEQ': {
    unit: 'factor',
    says: 'What edges of a sequence or of parts count for a question that asks for a reason.',
    from: 'S1.31, S1.37',
  },
  'kernel.why.SIM': { unit: 'factor', says: 'What edges between what is alike count for it.', from: 'S1.31, S1.37' },
  'kernel.why.CAUSE': { unit: 'factor', says: 'What edges from cause to consequence count for it.', from: 'S1.31, S1.37' },
  'context.coverage': {
    unit: 'share',
    says: 'Of the best text’s score, what lessons must bring to a memory for it to be sure, whatever its words.',
    from: own,
  },
  'context.sure.coverage': {
    unit: 'weight',
    says: 'What the share of a sentence’s words that a passage holds counts towards being sure of it, by their rarity.',
    from: calibrated,
  },
  'context.sure.rarity': {
    unit: 'weight',
    says: 'What the rarity of the words held counts, in words that no memory has.',
    from: calibrated,
  },
  'context.sure.phrase': {
    unit: 'weight',
    says: 'What pairs of words and a title in the message count, by what they add to the passage’s score.',
    from: calibrated,
  },
  'context.sure.evidence': {
    unit: 'weight',
    says: 'What the words held count, by what they add to the passage’s score.',
    from: calibrated,
  },
  'context.sure.words': {
    unit: 'weight',
    says: 'What the logarithm of one more than the number of words held counts: one may be held by chance, three hardly.',
    from: calibrated,
  },
  'context.sure.length': { unit: 'weight', says: 'What the logarithm of the passage’s characters counts.', from: calibrated },
  'context.sure.least': {
    unit: 'sum',
    says: 'What the weighed signs must come to for a memory to be sure enough to be given; more is more silent.',
    from: calibrated,
  },
  'context.few': {
    unit: 'texts',
    says: 'A memory of fewer is judged as if it had so many: nothing is rare among three notes.',
    from: calibrated,
  },
  'context.relative': {
    unit: 'share',
    says: 'Of the best score, below which an item stays out of the context. What a shared name alone suggests is not counted, in neither.',
    from: own,
  },
  'context.rival': {
    unit: 'share',
    says: 'Of the best score, from which on a further item is given because it could as well be what is meant.',
    from: calibrated,
  },
  'context.adds': {
    unit: 'share',
    says: 'Of what is asked for, what a further item must add to those before it, by the words’ rarity.',
    from: calibrated,
  },
  'context.linked': {
    unit: 'share',
    says: 'Of the best score, from which on a further item is given that edges brought most of its score.',
    from: calibrated,
  },
  'context.duplicate': { unit: 'share', says: 'Of common words, from which on two items count as one.', from: own },
}
