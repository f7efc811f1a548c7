/** Whether a correction is said with force: "completely wrong", "no, no, no", "WRONG!!". What is said so counts for more (S3.116). */
import { fold, lower } from '../text/fold.ts'

/** What leaves nothing of an answer, in the languages that corrections are heard in; without case and accents. A word that only adds force counts beside one that says wrong: "the total amount" is no force. */
const forceful = [
  '(?:completely|totally|absolutely|entirely|utterly) (?:wrong|incorrect|false|off|mistaken|untrue|useless)|not even close|nonsense',
  '(?:vollig|komplett|absolut|total|ganz) (?:falsch|verkehrt|daneben)|(?:uberhaupt|ganz und gar) nicht|quatsch|unsinn|blodsinn',
  '(?:helemaal|totaal|volledig|absoluut) (?:fout|verkeerd|mis|niet)|onzin',
  "(?:completement|totalement|absolument|entierement) (?:faux|fausse|errone|a cote)|pas du tout|n'importe quoi",
  '(?:completamente|totalmente|absolutamente) (?:mal|incorrect[oa]|equivocad[oa]|fals[oa]|erroneo)|para nada|tonterias?',
  '(?:completamente|totalmente|assolutamente|del tutto) (?:sbagliat[oa]|errat[oa]|fals[oa])|per niente|sciocchezze',
  '(?:completamente|totalmente|absolutamente) (?:errad[oa]|incorret[oa])|nada a ver|besteira',
].join('|')
const spaced = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${forceful})(?![\p{L}\p{N}])`, 'u')
const unspaced = /完全(?:错|錯|不对|不對|に?(?:違|間違))|根本不|胡说|胡說|全然(?:違|ちが)|(?:まったく|全く)(?:違|ちが)|でたらめ/u
const insisting = /[!！]\s*[!！]/u
/** "No no no", "nein, nein, nein"; "不不不", "違う違う違う". */
const repeating = /^[^\p{L}]*(?:(\p{L}{2,6})(?:[\s,.!]+\1(?!\p{L})){2}|([\p{Script=Han}\p{Script=Hiragana}]{1,3})(?:[\s,，、]*\2){2})/u
const sentenceEnd = /[.!?！？\u3002\n]+/u
/** Fewer capitals are an abbreviation. */
const shoutedLeast = 6

/** `own` is what the person wrote, as it was written: its first two sentences count. */
export const isSevere = (own: string): boolean => {
  const beginning = firstSentences(own)
  const words = lower(fold(beginning))
  return spaced.test(words) || unspaced.test(beginning) || insisting.test(beginning) || repeating.test(words) || isShouted(beginning)
}

/** With what ends them. */
const firstSentences = (text: string): string => {
  let at = 0
  for (let sentences = 0; sentences < 2 && at < text.length; sentences++) {
    const end = sentenceEnd.exec(text.slice(at))
    if (end === null) return text
    at += end.index + end[0].length
  }
  return text.slice(0, at)
}

const isShouted = (text: string): boolean => {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0
  return capitals >= shoutedLeast && !/\p{Ll}/u.test(text)
}
