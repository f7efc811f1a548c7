/**
 * Chinese and Japanese function words, and the characters of a run that they cover.
 *
 * The words are those of `@orama/stopwords` that have several characters, and question words that its lists lack. A single character can be
 * a particle or a part of another word. So a question loses a pair of characters only if both are covered.
 */

import { stopwords as japanese } from '@orama/stopwords/japanese'
import { stopwords as chinese } from '@orama/stopwords/mandarin'

/** Chinese particles and function words of one character, like "of" and "is" in English. */
export const chineseParticles: ReadonlySet<string> = new Set(
  '的了是在我不有和就都也你他她它们們这這那個个吗嗎呢吧与與及或之而把被对對从從到为為以于於會会要可能请請',
)

const japaneseParticles: ReadonlySet<string> = new Set('はがをにでとものへやかねよ')

/** Words of the lists that are removed, because people ask about them. */
const asked = new Set('结果 全体 全部 本地 本人 首先 万一 分别 区 年 月 日'.split(' '))

const several = new Set(
  [
    ...chinese,
    ...japanese,
    ...'怎么办 是不是 有没有 能不能 可不可以 要不要 什么时候 请问 告诉 告诉我 帮我 一下 多久 多长 哪一 为何 谁的 需要 应该 什麼 什麼時候 怎麼 怎麼樣 為什麼 哪裡 哪些 我們 你們 他們 這個 那個 這些 那些 可以 有沒有 應該 幾個 几个'.split(
      ' ',
    ),
    ...'いつ どう どうやって どうして どうすれば なぜ どれ どちら どんな いくつ いくら だれが ですか ますか でしょうか ましたか ました ません ください してください する します した して している しています しました すれば すると できますか たい たいです なければ ならない について ついて という とは のは のが のを のに には では から まで'.split(
      ' ',
    ),
  ].filter((word) => [...word].length > 1 && !asked.has(word)),
)

const longest = Math.max(...[...several].map((word) => [...word].length))

/** Returns for each character of a run whether it belongs to a function word. Longer words are matched first. */
export const coveredByFunctionWords = (characters: ReadonlyArray<string>): ReadonlyArray<boolean> => {
  const covered = characters.map((one) => chineseParticles.has(one) || japaneseParticles.has(one))
  for (let from = 0; from < characters.length; ) {
    const length = lengthOfWordAt(characters, from)
    covered.fill(true, from, from + length)
    from += Math.max(1, length)
  }
  return covered
}

const lengthOfWordAt = (characters: ReadonlyArray<string>, from: number): number => {
  for (let length = Math.min(longest, characters.length - from); length > 1; length--) {
    if (several.has(characters.slice(from, from + length).join(''))) return length
  }
  return 0
}
