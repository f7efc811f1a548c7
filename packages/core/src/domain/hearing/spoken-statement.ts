/** Word lists about messages and questions: words of change, words about the form of an answer, and the kind of value that a question asks for. */

import type { ValueKind } from '../text/phrases.ts'
import { token } from '../text/tokenise.ts'
import { fold, lower } from '../text/unicode.ts'

/** True where a text ends as a question. */
export const isAsked = (text: string): boolean => /[?\uff1f\u061f]\W*$|(?:[吗嗎呢]|か)[\s\u3002.!]*$/u.test(text)

/** Words that say that something changed, or deny it. */
const changed =
  /\b(?:no|not|never|nobody|no one|nowhere|niemand|personne|nadie|nessuno|ninguem|wrong|now|no longer|any ?more|since|before|finally|cancell?ed|stopped|closed|sold|retired|over|chang\w+|mov\w+|instead|old|actually|wait|careful|used to|by now|meanwhile|replaced|switch\w*|left|gone|history|former\w*|outdated|these days|nowadays|you mean|\w+n't|(?:is|was|did|does|has|are|were|had)nt|are you sure|nein|nee|nicht|kein\w*|falsch|vorher|abgesagt|verkauft|gekundigt|geschlossen|jetzt|inzwischen|mittlerweile|seit|geander\w*|verlegt|umgezogen|gewechselt|wechsel\w*|statt\w*|alt\w*|doch|eigentlich|bist du sicher|moment|fruher|neu\w*|gerade|non|pas|plus|faux|avant|finalement|fini|annule\w*|parti\w*|maintenant|desormais|depuis|chang\w*|demenag\w*|remplac\w*|ancien\w*|vieux|vieille|perime\w*|en fait|es-tu sure?|attends|dorenavant|nouve\w*|a la place|quitte\w*|ya no|mal|finalmente|cerr(?:o|aron|ado)|ahora|desde|cambi\w*|mud\w*|en vez|en lugar|antigu\w*|viej\w*|en realidad|estas segur[oa]|espera|antes|nuev\w*|dejamos|sino|niet|geen|fout|nu|sinds|verander\w*|verhuis\w*|in plaats|oude?|eigenlijk|wacht|tegenwoordig|voortaan|sbagliato|ora|adesso|cambiat\w*|spostat\w*|invece|vecchi\w*|aspetta|ormai|nao|errado|agora|em vez|ja nao)\b|[不没沒錯错现現换換搬改]|已经|已經|早就|以前|其实|其實|如今|目前|原来|原來|之前|取消|推迟|推遲|提前|退了|新|いいえ|違|今は|もう|変わ|移|実は|新し/u

/** True for a word that only says that something changed or is denied, not what is true now. */
export const isWordOfChange = (word: string): boolean => changed.test(word)

/** Words about the form of an answer, without case and accents, in the languages that corrections are heard in. */
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
/** Words of these lines that are left out, because they are as often about other things. */
const said = new Set(['plus', 'mas', 'simple', 'long', 'resume'])
const forms: ReadonlySet<string> = new Set(form.flatMap((line) => line.split(' ')).filter((word) => !said.has(word)))
const unspaced =
  /短一?[点些點]|[长長]一?[点些點]|[简簡][单單短洁潔]|[详詳][细細]|表格|列表|[总總][结結]|[改重][写寫]|[格语語][式气氣]|用(?:中|英|德|法|日)文|翻[译譯]|短く|長く|簡潔|簡単に|詳しく|箇条書き|要約|書き直|言い換え|形式|(?:日本|英|ドイツ|中国)語で/u

/** True where a text speaks of the form of an answer. */
export const speaksOfForm = (text: string): boolean => {
  const words = lower(fold(text))
  return unspaced.test(words) || (words.match(token) ?? []).some((word) => forms.has(word))
}

/**
 * Interrogatives with the kinds of value that they ask for. Folded, in the languages that corrections are heard in; the first that a
 * question has decides.
 */
const interrogatives: ReadonlyArray<readonly [asks: RegExp, kinds: ReadonlyArray<ValueKind>]> = [
  [
    /\b(?:when|what (?:time|day|date)|which (?:day|date)|wann|um wie ?viel uhr|(?:an )?welche[mnr] tag|ab wann|bis wann|quand|quel(?:le)? (?:jour|heure|date)|cuando|que (?:dia|hora|fecha)|horario|wanneer|hoe laat|welke dag|quando|che (?:ora|giorno)|a que horas)\b|什[么麼][时時]候|[几幾][点點月号號]|[周週]几|星期几|哪[天日]|何時|何日|いつ/u,
    ['number', 'day'],
  ],
  [
    /\b(?:how (?:much|many|long|often|old|far|high|big)|combien|cuant[oa]s?|wie ?viele?|wie (?:lange|teuer|oft|alt|weit|hoch|gross)|hoeveel|hoe (?:lang|duur|vaak|oud|ver)|quant[oaie]s?|what (?:number|price)|which number|(?:kostet|kosten|coute(?:nt)?|cuestan?|costa(?:no)?|custam?|kost))\b|多少|[几幾]|多[久大高远遠长長]|いくら|いくつ/u,
    ['number'],
  ],
  [
    /\b(?:who|whom|whose|wer|wem|wen|wessen|wie heiss(?:t|en)|what is the name|whats the name|qui|s'appelle(?:nt)?|quien|quienes|se llaman?|wie is|chi|si chiama(?:no)?|quem|where|wo|wohin|woher|ou|donde|adonde|waar|dove|onde)\b|[谁誰]|姓什[么麼]|叫什[么麼]|哪[里裡儿兒]|だれ|誰|どこ/u,
    ['name'],
  ],
]

/** Returns the kinds of value that a question asks for; empty where its words do not tell. */
export const kindsAsked = (question: string): ReadonlyArray<ValueKind> => {
  const words = lower(fold(question)).replace(/[\u2018\u2019\u02bc\u00b4]/g, "'")
  return interrogatives.find(([asks]) => asks.test(words))?.[1] ?? []
}
