/** Word lists about messages and questions: words of change, and the kind of value that a question asks for. */

import type { ValueKind } from '../text/phrases.ts'
import { fold, lower } from '../text/unicode.ts'

/** True where a text ends as a question. */
export const isAsked = (text: string): boolean => /[?\uff1f\u061f]\W*$|(?:[吗嗎呢]|か)[\s\u3002.!]*$/u.test(text)

/** Words that say that something changed, or deny it. */
const changed =
  /\b(?:no|not|never|nobody|no one|nowhere|niemand|personne|nadie|nessuno|ninguem|wrong|now|no longer|any ?more|since|before|finally|cancell?ed|stopped|closed|sold|retired|over|chang\w+|mov\w+|instead|old|actually|wait|careful|used to|by now|meanwhile|replaced|switch\w*|left|gone|history|former\w*|outdated|these days|nowadays|you mean|\w+n't|(?:is|was|did|does|has|are|were|had)nt|are you sure|nein|nee|nicht|kein\w*|falsch|vorher|abgesagt|verkauft|gekundigt|geschlossen|jetzt|inzwischen|mittlerweile|seit|geander\w*|verlegt|umgezogen|gewechselt|wechsel\w*|statt\w*|alt\w*|doch|eigentlich|bist du sicher|moment|fruher|neu\w*|gerade|non|pas|plus|faux|avant|finalement|fini|annule\w*|parti\w*|maintenant|desormais|depuis|chang\w*|demenag\w*|remplac\w*|ancien\w*|vieux|vieille|perime\w*|en fait|es-tu sure?|attends|dorenavant|nouve\w*|a la place|quitte\w*|ya no|mal|finalmente|cerr(?:o|aron|ado)|ahora|desde|cambi\w*|mud\w*|en vez|en lugar|antigu\w*|viej\w*|en realidad|estas segur[oa]|espera|antes|nuev\w*|dejamos|sino|niet|geen|fout|nu|sinds|verander\w*|verhuis\w*|in plaats|oude?|eigenlijk|wacht|tegenwoordig|voortaan|sbagliato|ora|adesso|cambiat\w*|spostat\w*|invece|vecchi\w*|aspetta|ormai|nao|errado|agora|em vez|ja nao)\b|[不没沒錯错现現换換搬改]|已经|已經|早就|以前|其实|其實|如今|目前|原来|原來|之前|取消|推迟|推遲|提前|退了|新|いいえ|違|今は|もう|変わ|移|実は|新し/u

/** True for a word that only says that something changed or is denied, not what is true now. */
export const isWordOfChange = (word: string): boolean => changed.test(word)

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
