/**
 * Measures the bands of novelty on a brain's own text: which similarities known, new and foreign texts have there.
 *
 * Nothing is random: the same texts give the same bands. The generator has a fixed seed.
 */

import { failedGates, type UtteranceLimits } from '@crabtrail/text/evidence/message-reading'
import { messageSentences } from '@crabtrail/text/words/sentences'
import type { NodeNumber } from '../identity.ts'
import { seededNumbers } from '../seeded-numbers.ts'
import { type Nano, nano } from '../strength.ts'

/** The most pieces of own text that are measured. Each is compared eight times. */
export const piecesMost = 100
/** The fewest pieces that bands can be measured by: of fewer, one odd sentence would decide a bound. */
export const piecesLeast = 20

/** The fewest memories that they are of: in one or two everything is in the text that is left out, and nothing looks like noise. */
export const textsLeast = 8

/** The words of a piece. Questions are about as long; a whole paragraph would be compared by much more than a question has. */
const wordsLeast = 4
const wordsMost = 12
/** One word of so many is dropped or exchanged in a paraphrase. */
const everyWord = 4
/** Each word of a piece is exchanged for a foreign one in one of so many texts: with one text a piece, a few odd pieces would decide the bound. */
const placesInTurn: ReadonlyArray<number> = [0, 1, 2, 3]
/** The share of each set that may lie on the wrong side of a bound. */
const tail = 0.05
/** The width of the band in which a question is neither new nor known (decision C11). */
const ambiguous: Nano = nano(0.02)

export interface Piece {
  readonly node: NodeNumber
  readonly text: string
}

/** A text to compare, with what it stands for. `node`: the memory that it is of, where it is compared with all others. */
export interface Probe {
  readonly text: string
  readonly as: 'own' | 'paraphrase' | 'asked' | 'noise'
  readonly node?: NodeNumber
}

/**
 * The similarities that were measured, each set in rising order. `fresh`: own text, compared with all other texts. `asked`: the same with words
 * that the brain has not, as a question about something new has them.
 */
export interface Distributions {
  readonly known: ReadonlyArray<Nano>
  readonly fresh: ReadonlyArray<Nano>
  readonly asked: ReadonlyArray<Nano>
  readonly noise: ReadonlyArray<Nano>
}

export interface MeasuredBands {
  readonly noise: Nano
  readonly novel: Nano
  readonly known: Nano
}

/** Returns the sentences of texts, cut to the length of a question and spread evenly over the texts; at most {@link piecesMost}. */
export const piecesOf = (texts: ReadonlyArray<Piece>, limits: UtteranceLimits): ReadonlyArray<Piece> => {
  const random = seededNumbers()
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  const fit = texts.flatMap(({ node, text }) =>
    messageSentences(text.replace(/\s+/gu, ' ')).flatMap((sentence) => {
      const words = wordsOf(sentence)
      const length = between(wordsLeast, wordsMost)
      const first = between(0, Math.max(0, words.length - length))
      const piece = words.slice(first, first + length).join(isSpaced(sentence) ? ' ' : '')
      return failedGates(piece, limits).length === 0 ? [{ node, text: piece }] : []
    }),
  )
  const distinct = [...new Map(fit.map((piece) => [piece.text, piece])).values()]
  return spread(distinct, piecesMost)
}

/** Returns at most `most` items, evenly from the first to the last. */
export const spread = <A>(items: ReadonlyArray<A>, most: number): ReadonlyArray<A> => {
  const step = Math.max(1, items.length / most)
  return Array.from({ length: Math.min(most, items.length) }, (_, i) => items.slice(Math.floor(i * step), Math.floor(i * step) + 1)).flat()
}

const isSpaced = (text: string): boolean => text.trim().includes(' ')
/** Returns the words; of a text without spaces, its characters. */
const wordsOf = (text: string): ReadonlyArray<string> => (isSpaced(text) ? text.trim().split(' ') : Array.from(text.trim()))

/**
 * Returns what is compared for the pieces: each as it stands, without some of its words, with some exchanged for words of other pieces, and
 * four times with some exchanged for foreign words; texts of words drawn from all pieces; and foreign texts.
 */
export const probesOf = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Probe> => {
  const random = seededNumbers()
  const all = pieces.flatMap(({ text }) => wordsOf(text))
  const draw = () => all[Math.floor(random() * all.length)] ?? ''
  const strangers = seededNumbers()
  const drawForeign = (from: ReadonlyArray<string>) => from[Math.floor(strangers() * from.length)] ?? ''
  const own = pieces.flatMap(({ node, text }): ReadonlyArray<Probe> => {
    const words = wordsOf(text)
    const join = (some: ReadonlyArray<string>) => some.join(isSpaced(text) ? ' ' : '')
    const start = Math.floor(random() * everyWord)
    const isChosen = (place: number) => place % everyWord === start % Math.min(everyWord, words.length)
    return [
      { text, as: 'own', node },
      { text: join(words.filter((_, place) => !isChosen(place))), as: 'paraphrase' },
      { text: join(words.map((word, place) => (isChosen(place) ? draw() : word))), as: 'paraphrase' },
      { text: join(words.map(draw)), as: 'noise' },
      ...placesInTurn.map((first): Probe => {
        const asked = words.map((word, place) => (place % everyWord === first ? drawForeign(foreignWords(text)) : word))
        return { text: join(asked), as: 'asked', node }
      }),
    ]
  })
  return [...own, ...foreignTexts.map((text): Probe => ({ text, as: 'noise' }))]
}

/**
 * Texts that have nothing to do with a memory: a few sentences about everyday things in ten languages. Where a memory is about one of these
 * things, that sentence is one of sixty.
 */
const foreignTexts: ReadonlyArray<string> = [
  'The lighthouse keeper painted his boat green before the storm',
  'Which spices belong into a slow cooked lamb stew?',
  'Her grandmother knitted three woollen scarves last autumn',
  'Why do glaciers carve such wide valleys into granite?',
  'The violinist tuned her instrument in a cold rehearsal room',
  'How many moons circle the planet Neptune?',
  'Der Schreiner hobelt das Brett für den neuen Gartentisch',
  'Welche Pilze wachsen im Herbst unter alten Buchen?',
  'Die Fähre zur Insel fährt bei starkem Nebel nicht',
  'Wie lange muss ein Sauerteigbrot im Ofen bleiben?',
  'Unsere Nachbarin züchtet seit Jahren seltene Tulpen',
  'Der Zug nach Lissabon hielt zwei Stunden auf freier Strecke',
  'Le boulanger du village prépare une tarte aux abricots',
  'Pourquoi les hirondelles reviennent-elles au printemps ?',
  'La rivière a débordé après trois semaines de pluie',
  'Quel peintre a vécu dans cette maison au bord du lac ?',
  'Mon oncle répare des horloges anciennes dans son grenier',
  'Les vendanges commencent plus tôt sur la colline sud',
  'El pescador vendió sus sardinas en el mercado de la plaza',
  '¿Cuántos escalones tiene la torre de la catedral vieja?',
  'La profesora plantó un limonero en el patio de la escuela',
  '¿Por qué los flamencos tienen las plumas de color rosa?',
  'El tren nocturno cruza el desierto sin ninguna parada',
  'Mi abuelo afinaba guitarras en un taller muy pequeño',
  'Il pastore porta le pecore sui pascoli alti in giugno',
  'Quale vino si beve con il risotto ai funghi porcini?',
  'La nonna conserva le lettere in una scatola di latta',
  'Perché il vulcano fuma anche nelle notti d’inverno?',
  'Il ciclista ha forato due gomme sulla salita del passo',
  'Una civetta ha fatto il nido nel campanile del paese',
  'O carpinteiro construiu um barco de madeira para o filho',
  'Quantas laranjas são precisas para um litro de sumo?',
  'A banda tocou no coreto até ao fim da tarde',
  'Por que as baleias voltam todos os anos à mesma baía?',
  'A costureira remendou o casaco azul com linha dourada',
  'O farol da ilha foi apagado durante a guerra',
  'De molenaar verving de wieken van zijn oude molen',
  'Hoeveel tulpenbollen passen er in een houten kist?',
  'De schaatsers wachten op strenge vorst in januari',
  'Waarom trekken ooievaars in de zomer naar het zuiden?',
  'Mijn tante bakt elke zondag appeltaart met kaneel',
  'Het veerpont vaart niet bij een storm uit het westen',
  'Pszczelarz zebrał miód z dwunastu uli pod lasem',
  'Dlaczego bociany gniazdują na kominach starych domów?',
  'Kowal podkuwał konie w kuźni obok kościoła',
  'Ile jezior leży na północ od tego miasteczka?',
  'Babcia suszyła grzyby na sznurku nad piecem',
  'Statek z węglem utknął zimą w zamarzniętym porcie',
  '漁師は夜明け前に小さな舟で沖へ出た',
  '山の頂上にある神社まで何段の石段がありますか',
  '祖母は毎年秋に柿を軒先に干している',
  'なぜ渡り鳥は同じ湖に戻ってくるのですか',
  '陶芸家は窯の温度を三日間見守った',
  '古い時計塔の鐘は一日に二度だけ鳴る',
  '木匠给孙女做了一匹小木马',
  '为什么候鸟每年都飞回同一片湖泊',
  '山脚下的茶园在清明前开始采摘',
  '那座石桥一共有多少个桥孔',
  '裁缝用金线绣了一朵牡丹花',
  '渔船在大雾里迷失了方向整整一夜',
]

const foreignWordsSpaced = foreignTexts.filter(isSpaced).flatMap(wordsOf)
const foreignCharacters = foreignTexts.filter((text) => !isSpaced(text)).flatMap(wordsOf)

/** Returns words of foreign texts, or characters for a text without spaces. */
const foreignWords = (text: string): ReadonlyArray<string> => (isSpaced(text) ? foreignWordsSpaced : foreignCharacters)

/** Returns a similarity that this share of the set lies below; 0 for an empty set. The set is in rising order. */
export const quantile = (rising: ReadonlyArray<Nano>, share: number): Nano =>
  rising[Math.min(rising.length - 1, Math.max(0, Math.floor(share * rising.length)))] ?? 0

/**
 * Chooses the bands. New text matters most: a bound that would take more than a twentieth of it gives way. So the noise bound stops 95 % of
 * noise where new text with foreign words lets it, and what is known begins where 95 % of known text lies, or above new text. Undefined where
 * nothing is left between the two. The noise bound is at least `least`: in a brain of few texts, pieces of them are like nothing else.
 */
export const bandsFrom = ({ asked, fresh, known, noise }: Distributions, least: Nano = 0): MeasuredBands | undefined => {
  const lower = Math.max(least, Math.min(quantile(asked, tail), quantile(noise, 1 - tail) + 1))
  const upper = Math.min(nano(1), Math.max(quantile(known, tail), quantile(fresh, 1 - tail) + 1 + ambiguous))
  const bands = { noise: lower, novel: upper - ambiguous, known: upper }
  return bands.noise < bands.novel ? bands : undefined
}

/** Returns the share of a rising set that lies in `[least, most)`. */
export const shareBetween = (rising: ReadonlyArray<Nano>, least: Nano, most: Nano): number =>
  rising.length === 0 ? 0 : rising.filter((one) => one >= least && one < most).length / rising.length
