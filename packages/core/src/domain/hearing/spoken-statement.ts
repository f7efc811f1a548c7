/**
 * Classifies a message by its beginning and its words: whether it may state a fact and nothing else, whether it says that something
 * changed, whether it asks for another form of the answer. Finds the kind of value that a question asks for.
 */

import { languageOf } from '../text/language.ts'
import type { ValueKind } from '../text/phrases.ts'
import { token } from '../text/tokenise.ts'
import { fold, lower } from '../text/unicode.ts'

/** The longest statement of a fact, in code units. */
const longest = 400

/** True for a message that may state a fact and does nothing else: it does not ask, quote, report, suppose, plan, agree or add. */
export const mayState = (text: string, subject = ''): boolean => {
  const own = text.trim()
  if (own.length === 0 || own.length > longest || written.test(own) || speaksOfForm(own, subject) || asksForForm(own)) return false
  const words = spelled(own)
  if (asks.test(words) || others.test(words) || agrees.test(words)) return false
  if (!denies.test(words) && words.split(sentenceEnds).every((sentence) => sentence === '' || plans.test(sentence))) return false
  return !isAsked(words) || objects.test(words)
}

/** Most words of a sentence that only asks for another form: "In English, please." */
const formMost = 5

/** True where a short sentence of several asks for the others in another form. */
const asksForForm = (text: string): boolean => {
  const sentences = text.split(/(?<=[.!?\u3002\uff01\uff1f])\s+/u)
  return sentences.some((sentence, at) => {
    const others = sentences.toSpliced(at, 1).join(' ')
    return others !== '' && (sentence.match(token) ?? []).length <= formMost && speaksOfForm(sentence, others)
  })
}

/** True for a text with quotations, code, lists or pasted lines. */
export const isPasted = (text: string): boolean => written.test(text)

/** True for a sentence that asks for something or is about what somebody will do, and neither reports nor supposes. */
export const requests = (sentence: string): boolean => {
  const words = spelled(sentence.trim())
  return (asks.test(words) || isAsked(words) || plans.test(words)) && !others.test(words.replace(politely, ''))
}

const spelled = (text: string): string => {
  const words = lower(fold(text)).replace(/[\u2018\u2019\u02bc\u00b4]/g, "'")
  // In German "also" only draws a conclusion; in English it adds something.
  return /\balso\b/.test(words) && languageOf(text) === 'de' ? words.replace(/,? ?\balso\b/g, '') : words
}

/** Quotations, code, lists and lines that somebody pasted. */
const written =
  /^(?:-+ ?)?(?:fwd?:|wg:|(?:begin )?forwarded (?:from|message)|original message|weitergeleitet|reenviado|transfere|inoltrato|encaminhado|doorgestuurd)|["\u201c\u201d\u201e\u00ab\u00bb\u300c\u300d\u300e`{}<>=|]|https?:|\n\s*\n|^\s*(?:[-*#>]|\d+[.)]) /imu
/** True where a text ends as a question. It may still state a fact. */
export const isAsked = (text: string): boolean => /[?\uff1f\u061f]\W*$|(?:[吗嗎呢]|か)[\s\u3002.!]*$/u.test(text)
const sentenceEnds = /[.!?;\u3002\uff01\uff1f\uff1b]+\s*/u
/** "No, I go there by bus": a statement about the future that denies the answer. */
const denies = /^(?:\p{L}{2,4} )?(?:no|nope|nein|nee?|non|ya no|nao)(?!\p{L})|^不/u
/** "Isn't it the second of May?", "Are you sure? I thought …": questions that state a fact. */
const objects =
  /^[^.!?\uff1f]{0,40}\b(?:\w+n'?t|not|sure|nicht|nee?|sicher|pas|sure?|non|no|segur[oa]|niet|zeker|sicur[oa]|nao|certeza)\b|[不没沒]是|[不没沒]有|[确確]定/u
const asks =
  /^(?:please|bitte|s'il|por favor|per favore|请|請|can you|could you|what|when|where|who|which|how|why|was|wann|wo|wer|wie|warum|quand|ou|qui|comment|cuando|donde|quien|como) /u
const politely = /^(?:could|would) you\b/u
/** Reports of other people's words, suppositions and jokes. */
const others =
  /\b(?:kidding|joking|scherz|spasses|broma|blague|scherzo|scherzavo|brincadeira|grapje|says?|said|told|asked|gefragt|demande|preguntado|pregunte|gevraagd|chiesto|perguntei|claims?|claimed|heard|(?<!\bi )(?:think|thought)|thinks|if|unless|suppose|imagine|would|could|might|maybe|perhaps|pretend|sagt|sagte|meint|meinte|behauptet|glaubt|falls|wenn|angenommen|ware|konnte|vielleicht|dit|disait|(?<!\bje )pense|raconte|si|imagine|supposons|serait|peut-etre|dice|dijo|cree|imagina|seria|quiza|quizas|tal vez|zegt|zei|vindt|als|stel|zou|misschien|disse|ha detto|pensa|forse|sarebbe|acha|talvez)\b|[说說][过過]?[:：,，「“]|听说|聽說|如果|假如|要是|也许|也許|可能|と言|らしい|もし|かも/u
/** Plans and orders. */
const plans =
  /^(?:ok(?:ay)?,? |alright,? |well,? |gut,? |bon,? |bueno,? |vale,? |好,? ?)?(?:then|so|and|next|remind|note|add|write|put|send|call|book|set|make|let|dann|also|und|erinner\w*|schreib\w*|setz\w*|mach\w*|trag\w*|et|alors|donc|puis|rappelle\w*|ajoute\w*|mets|ecris|entonces|y|luego|recuerda\w*|anade|apunta|pon|escribe|dan|dus|allora|quindi|poi|e|entao)\b|^(?:那(?![里裡儿兒个個家天年次是])|然后|然後|所以|提醒|帮我|幫我|记|記|还有|還有|另外)|\b(?:i'll|we'll|i will|we will|i'm going to|i am going to|we're going to|i'd|let's|let me|tomorrow i|ich werde|wir werden|ich will|ich mochte|lass uns|je vais|nous allons|on va (?=\p{L}+(?:er|ir|re)(?!\p{L}))|je veux|voy a|vamos a|quiero|ik zal|ik ga|we gaan|vado a|andiamo|voglio|vou|vamos|quero)\b|我[要会會去想]|我们[要会去]|我們[要會去]/u
/** Thanks, agreement, and additions: "Tom's is on Friday too". */
const agrees =
  /^(?:right|correct|exactly|yes|yep|yeah|true|thanks|thank|thx|great|good|perfect|nice|super|fine|cool|got it|i know|ok(?:ay)?\W|ja|genau|richtig|stimmt|danke|prima|gut|klar|oui|exact\w*|merci|parfait|bien|d'accord|si,|exacto|gracias|perfecto|correcto|vale|claro|ja,|klopt|precies|bedankt|dank|esatto|grazie|perfetto|sim|isso|obrigad[oa])(?![\p{L}])|^(?:对(?!不)|對(?!不)|是的|好的|谢|謝|没错|沒錯|嗯|はい|ありがと|そう)|\b(?:too|also|as well|likewise|both|auch|ebenfalls|ausserdem|beide|aussi|egalement|les deux|tambien|ambos|ook|allebei|anche|pure|entrambi|tambem)\b|[也亦]|同样|同樣|も同/u

/** Words that say that something changed, or deny it. */
const changed =
  /\b(?:no|not|never|nobody|no one|nowhere|niemand|personne|nadie|nessuno|ninguem|wrong|now|no longer|any ?more|since|before|finally|cancell?ed|stopped|closed|sold|retired|over|chang\w+|mov\w+|instead|old|actually|wait|careful|used to|by now|meanwhile|replaced|switch\w*|left|gone|history|former\w*|outdated|these days|nowadays|you mean|\w+n't|(?:is|was|did|does|has|are|were|had)nt|are you sure|nein|nee|nicht|kein\w*|falsch|vorher|abgesagt|verkauft|gekundigt|geschlossen|jetzt|inzwischen|mittlerweile|seit|geander\w*|verlegt|umgezogen|gewechselt|wechsel\w*|statt\w*|alt\w*|doch|eigentlich|bist du sicher|moment|fruher|neu\w*|gerade|non|pas|plus|faux|avant|finalement|fini|annule\w*|parti\w*|maintenant|desormais|depuis|chang\w*|demenag\w*|remplac\w*|ancien\w*|vieux|vieille|perime\w*|en fait|es-tu sure?|attends|dorenavant|nouve\w*|a la place|quitte\w*|ya no|mal|finalmente|cerr(?:o|aron|ado)|ahora|desde|cambi\w*|mud\w*|en vez|en lugar|antigu\w*|viej\w*|en realidad|estas segur[oa]|espera|antes|nuev\w*|dejamos|sino|niet|geen|fout|nu|sinds|verander\w*|verhuis\w*|in plaats|oude?|eigenlijk|wacht|tegenwoordig|voortaan|sbagliato|ora|adesso|cambiat\w*|spostat\w*|invece|vecchi\w*|aspetta|ormai|nao|errado|agora|em vez|ja nao)\b|[不没沒錯错现現换換搬改]|已经|已經|早就|以前|其实|其實|如今|目前|原来|原來|之前|取消|推迟|推遲|提前|退了|新|いいえ|違|今は|もう|変わ|移|実は|新し/u

export const saysChange = (text: string): boolean => changed.test(spelled(text))

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

/**
 * True where a text speaks of the form of an answer. Words that the subject has too are about the subject: a lesson may be one of English.
 */
export const speaksOfForm = (text: string, subject = ''): boolean => {
  const [words, known] = [lower(fold(text)), new Set(lower(fold(subject)).match(token) ?? [])]
  return unspaced.test(words) || (words.match(token) ?? []).some((word) => forms.has(word) && !known.has(word))
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
