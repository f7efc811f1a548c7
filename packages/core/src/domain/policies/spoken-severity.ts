/** Whether a correction is said with force: "completely wrong", "no, no, no", "WRONG!!". What is said so counts for more (S3.116). */
import { fold, lower } from '../text/fold.ts'

/** Words that leave nothing of an answer, in the languages that corrections are heard in. Without case and accents. */
const forceful = [
  'completely|totally|absolutely|entirely|utterly|nonsense|garbage|not even close|way off',
  'vollig|komplett|absolut|total|ganz und gar|uberhaupt nicht|quatsch|unsinn|blodsinn',
  'helemaal|totaal|volledig|absoluut|onzin',
  "completement|totalement|absolument|entierement|pas du tout|n'importe quoi",
  'completamente|totalmente|absolutamente|para nada|tonteria|disparate',
  'assolutamente|del tutto|per niente|sciocchezze',
  'nada a ver|absurdo|besteira|disparate',
].join('|')
const spaced = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${forceful})(?![\p{L}\p{N}])`, 'u')
const unspaced = /完全|根本|胡说|胡說|全然|まったく|全く|でたらめ/u
const insisting = /[!！]\s*[!！]/u
/** "No no no", "nein, nein, nein", "不不不", "違う違う違う". */
const repeating = /^\W*(\p{L}{1,6})(?:[\s,.!]*\1){2}/u
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
