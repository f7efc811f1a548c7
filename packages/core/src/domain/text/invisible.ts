/**
 * Characters that show nothing: they tear a word that is looked for, hide one that is not to be read, or turn the direction of reading.
 *
 * Some have a use where they stand: those stay. In runs, or anywhere else, the same characters are none of these.
 */

/** Zero-width and bidirectional characters, fillers, tags, and controls that are not white space. */
const showsNothing = String.raw`[[\p{Default_Ignorable_Code_Point}\p{Cc}\ufff9-\ufffb]--[\t-\r\x85]]`

/** Scripts whose letters take another form before a joiner or a non-joiner. */
const joining = [
  ...['Arab', 'Syrc', 'Nkoo', 'Mong', 'Mand', 'Phag', 'Adlm', 'Rohg'],
  ...['Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt', 'Java', 'Bali'],
]
const joiningLetter = `[[[\\p{L}\\p{M}]&&[${joining.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]]--\\p{DI}]`

/** Scripts without spaces, where U+200B may part words. */
export const spacelessLetter = String.raw`[[[\p{L}\p{M}]&&[\p{Script=Thai}\p{Script=Laoo}\p{Script=Khmr}\p{Script=Mymr}]]--\p{DI}]`

const jamo = String.raw`[\u1100-\u115e\u1161-\u11ff\ua960-\ua97c\ud7b0-\ud7fb]`

/** Each looks only at characters that stay, so leaving out the rest changes nothing about them. */
const useful = [
  String.raw`(?<=${joiningLetter})[\u200c\u200d]`,
  String.raw`(?<=${spacelessLetter})\u200b(?=${spacelessLetter})`,
  // Families, professions, flags: pictures joined to one.
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
  /** Characters left out. */
  readonly left: number
}

/** Leaves out what shows nothing and has no use where it stands. Doing it twice is doing it once. */
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
