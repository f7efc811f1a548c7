/**
 * Removes invisible characters: they split words that are searched for, hide text from readers, or change the reading direction.
 *
 * A character that has a use at its place stays. The same character in a run or at another place is removed.
 */

/** Zero-width and bidirectional characters, fillers, tags, and control characters that are not white space. */
const showsNothing = String.raw`[[\p{Default_Ignorable_Code_Point}\p{Cc}\ufff9-\ufffb]--[\t-\r\x85]]`

/** Scripts whose letters change their form before a joiner or non-joiner. */
const joining = [
  ...['Arab', 'Syrc', 'Nkoo', 'Mong', 'Mand', 'Phag', 'Adlm', 'Rohg'],
  ...['Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt', 'Java', 'Bali'],
]
const joiningLetter = `[[[\\p{L}\\p{M}]&&[${joining.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]]--\\p{DI}]`

/** Letters of scripts without spaces, in which U+200B may separate words. */
export const spacelessLetter = String.raw`[[[\p{L}\p{M}]&&[\p{Script=Thai}\p{Script=Laoo}\p{Script=Khmr}\p{Script=Mymr}]]--\p{DI}]`

const jamo = String.raw`[\u1100-\u115e\u1161-\u11ff\ua960-\ua97c\ud7b0-\ud7fb]`

/** Invisible characters that stay. Each pattern looks only at neighbours that stay, so removing the other characters does not change a match. */
const useful = [
  String.raw`(?<=${joiningLetter})[\u200c\u200d]`,
  String.raw`(?<=${spacelessLetter})\u200b(?=${spacelessLetter})`,
  // Joiners between emoji: families, professions, flags.
  String.raw`(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Ideographic}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=[\p{L}&&\p{Script=Mong}])[\u180b-\u180f]`,
  String.raw`(?<=${jamo})[\u115f\u1160]|[\u115f\u1160](?=${jamo})`,
]

const hidden = new RegExp(showsNothing, 'v')
const usefulOrHidden = new RegExp(`(?<useful>${useful.join('|')})|${showsNothing}`, 'gv')

export interface Shown {
  readonly text: string
  /** Number of removed characters. */
  readonly left: number
}

/** Removes invisible characters that have no use at their place. Idempotent. */
export const withoutInvisible = (text: string): Shown => {
  if (!hidden.test(text)) return { text, left: 0 }
  let left = 0
  const shown = text.replace(usefulOrHidden, (character, useful: string | undefined) => {
    if (useful !== undefined) return character
    left += 1
    return ''
  })
  return { text: shown, left }
}
