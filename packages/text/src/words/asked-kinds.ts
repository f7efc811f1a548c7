/** Tells which kind of value a question asks for. */

import { fold, lower } from '../languages/unicode.ts'
import type { ValueKind } from './phrases.ts'

/**
 * Interrogatives with the kinds of value that they ask for. Folded, in eight languages; the first that a question has decides.
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
