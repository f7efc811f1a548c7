/** Words by which a message asks for another form of an answer, or for something to be done: what they say is in no memory. */
import { fold, lower } from '../text/fold.ts'
import { token } from '../text/tokenise.ts'

/** Without case and accents, in the languages that corrections are heard in. */
const form = [
  'short shorter shorten brief briefer briefly long longer detail details detailed simple simpler simply summary summarise summarize rewrite rephrase reword format formatted',
  'formatting table list bullet bullets paragraph paragraphs sentence sentences heading headings markdown json emoji emojis tone formal informal friendly friendlier polite',
  'english german dutch french spanish italian portuguese chinese japanese translate translated translation',
  'kurz kurzer knapp knapper lang langer ausfuhrlich ausfuhrlicher einfacher zusammenfassung umformulieren formuliere tabelle liste stichpunkte absatz absatze satz satze',
  'uberschrift formlich hoflicher freundlicher ton englisch deutsch niederlandisch franzosisch spanisch italienisch portugiesisch chinesisch japanisch',
  'kort korter lang langer uitgebreid eenvoudiger samenvatting herschrijf herformuleer tabel lijst opsomming alinea zin zinnen beleefder engels duits nederlands frans spaans',
  'court courte courts plus long longue detaille simple resume resumer reformule reformuler tableau liste puces paragraphe phrase phrases ton formel anglais allemand francais espagnol',
  'corto corta breve mas largo larga detalle sencillo resumen resume reformula tabla lista vinetas parrafo frase frases tono ingles aleman espanol frances',
  'corto corta breve lungo lunga dettagli semplice riassunto riassumi riscrivi riformula tabella elenco paragrafo frase frasi tono inglese tedesco italiano francese spagnolo',
  'curto curta breve longo longa detalhes simples resumo resuma reescreve reformula tabela lista paragrafo frase frases tom ingles alemao portugues frances espanhol',
]
/** Not in the list though they stand in its lines: they say as much of other things. */
const said = new Set(['plus', 'mas', 'simple', 'long', 'resume'])
const forms: ReadonlySet<string> = new Set(form.flatMap((line) => line.split(' ')).filter((word) => !said.has(word)))
const unspaced =
  /短一?[点些點]|[长長]一?[点些點]|[简簡][单單短洁潔]|[详詳][细細]|表格|列表|[总總][结結]|[改重][写寫]|[格语語][式气氣]|用(?:中|英|德|法|日)文|翻[译譯]|短く|長く|簡潔|簡単に|詳しく|箇条書き|要約|書き直|言い換え|形式|(?:日本|英|ドイツ|中国)語で/u

/** Words that the subject has too are about it: a lesson may be one of English. */
export const speaksOfForm = (text: string, subject = ''): boolean => {
  const [words, known] = [lower(fold(text)), new Set(lower(fold(subject)).match(token) ?? [])]
  return unspaced.test(words) || (words.match(token) ?? []).some((word) => forms.has(word) && !known.has(word))
}
