/**
 * The words of greetings, thanks, yes and no, and fillers in nine languages. A message of such words alone is about nothing.
 *
 * Words are folded and in lower case. A phrase is listed where its words by themselves are about something: "good job", "bonne nuit".
 */
import {
  chineseParticles,
  coveredByFunctionWords,
  isAskingWord,
  isFunctionWord,
  isFunctionWordAnywhere,
  type Language,
  languages,
  runOnClass,
} from '../text/language.ts'
import { fold, lower, normalise } from '../text/unicode.ts'
import { isCommonAsWritten, isCommonWord, isQuestionWord, isTalkTopic, tellingCharacters } from './common-words.ts'

const listed = (...lists: ReadonlyArray<string>): ReadonlyArray<string> => lists.flatMap((list) => lower(fold(list)).split(' '))

const fillerWords: ReadonlySet<string> = new Set(
  listed(
    // English
    'hi hiya hello hey heya yo howdy greetings good morning afternoon evening night day bye goodbye cya farewell cheers thanks thank thx thnx ty tysm tks appreciate appreciated grateful kudos',
    'yes yep yeah yea yup ya aye no nope nah ok okay okey okie k kk kay alright right sure fine cool great nice awesome perfect excellent brilliant wonderful amazing fantastic super lovely neat sweet wow lol lmao rofl haha hehe hmm hm mhm umm um uh uhm er oh ah aha aww ooh oops whoops ouch phew yay well so anyway btw fyi imo tbh np nvm pls plz please sorry apologies pardon excuse',
    'got gotcha understood understand see know sounds looks seems true agreed agree exactly indeed absolutely definitely totally certainly correct noted copy roger interesting maybe perhaps possibly probably whatever nothing nevermind never mind mate buddy dude guys folks everyone all there again now later soon already then too much lot lots bit very really pretty quite go ahead continue proceed carry on done ready hold wait moment sec yet still just only even though actually basically literally kind thats its im ill youre lets dont cant wont didnt doesnt isnt',
    'good better best love loved like liked enough welcome bless glad happy worries problem hilarious funny fast sleep dreams forget asking lifesaver',
    // German
    'hallo hi moin servus grusz gruss grusse gruesse tschuss tschuess tschau ciao ade guten gute guter morgen abend nacht danke dankeschon dankeschoen vielen dank bitte bitteschon lieben herzlichen schlaf klingt mir recht sorge sorgen vergiss ja jo jep jawohl nein ne nee nö noe okay oki klar alles gut super toll prima spitze genial wunderbar perfekt schon schoen fein passt stimmt genau richtig verstanden verstehe achso ach so aha hm naja na tja gern gerne geschehen egal vielleicht moment mal kurz gleich spater spaeter sorry entschuldigung verzeihung tut leid halt eben doch weiter los fertig weiss sehr echt wirklich wohl schade cool krass',
    // Dutch
    'hallo hoi hai dag doei doeg goedemorgen goedemiddag goedenavond goedenacht welterusten groetjes bedankt dank dankje dankjewel dankuwel jullie alsjeblieft alstublieft graag gedaan ja jawel nee neen oke prima goed mooi leuk fijn geweldig perfect top lekker klopt precies begrepen snap begrijp zeker natuurlijk misschien even momentje straks sorry pardon klinkt weekend slaap jammer idee gelijk inderdaad geen probleem hoor toch wel nou tja ach erg heel echt',
    // French
    'bonjour bonsoir salut coucou allo revoir adieu merci beaucoup remercie infiniment monde enchante enchantee drole dommage mieux raison continuez oui ouais non nan si okay accord bien sur parfait super genial excellent formidable chouette cool top magnifique merveilleux exact exactement compris entendu vu ca va marche desole desolee pardon excuse excusez svp stp plait peut etre hein euh bah ben voila bref tant pis rien grave attends attendez vraiment tres trop encore bon bonne mdr',
    // Spanish
    'hola buenos buenas dias tardes noches adios chao chau hasta luego pronto gracias muchas mil nada muchisimas descansa encantado encantada placer razon feliz ojala serio favor si no vale okey claro bueno bien genial perfecto excelente estupendo fenomenal guay maravilloso increible exacto exactamente correcto cierto entendido entiendo comprendo comprendido ya veo perdon perdona perdone disculpa disculpe lo siento quizas quiza tal vez pues eh mmm jaja jeje igual mucho muy listo espera espere momento venga dale ok',
    // Italian
    'ciao salve buongiorno buonasera buonanotte arrivederci grazie mille tante prego piacere complimenti ragione contento contenta dormi ridere sembra vai pure si no certo certamente okay va bene benissimo perfetto ottimo fantastico stupendo bravo brava grande bello bella esatto esattamente giusto capito capisco ho chiaro scusa scusi scusami mi dispiace forse magari boh beh mah ecco allora niente figurati favore piacere aspetta attimo davvero molto troppo ancora dai cosi',
    // Portuguese
    'ola oi bom boa dia tarde noite tchau ate logo adeus obrigado obrigada obrigadao valeu agradeco prazer razao incrivel engracado tomara imagina durma serio atraso nada sim nao claro certo ta bem tudo ok beleza otimo perfeito excelente maravilha maravilhoso legal fixe bacana show exato exatamente correto entendi entendido percebi percebido desculpa desculpe lamento talvez pois entao ne eh kkk rsrs por favor muito espera momento demais mesmo de acordo combinado',
  ),
)

/** Phrases that are removed before the words are looked at, longest first. */
const fillerPhrases: ReadonlyArray<string> = [
  'have a (?:nice|good|great|lovely|wonderful) (?:one|time|week|weekend|trip|holiday|lunch|rest)',
  '(?:good|great|nice|fantastic|excellent|amazing|awesome|wonderful) (?:job|work|one|idea|point|call|stuff|news|luck|to hear|to know)',
  '(?:well|nicely) done',
  'how (?:are you|is it going|are things|do you do)(?: doing)?(?: today)?',
  'how s it going',
  'what s up',
  'wassup|whats up|sup',
  '(?:talk|speak|see|catch) (?:to )?(?:you|ya|u)(?: (?:later|soon|tomorrow|around|then))?',
  'take (?:care|your time)',
  'long time no see',
  'thanks for (?:the|your) (?:help|info|information|update|explanation|support|patience|time|quick reply|reply|answer)',
  'thank you for (?:the|your) (?:help|info|information|update|explanation|support|patience|time|quick reply|reply|answer)',
  'makes? (?:perfect |total |a lot of )?sense',
  'fair enough|no way|of course|me too|same here|my bad|my pleasure|any time|keep (?:going|it up)|that helps?(?: a lot)?|that works(?: for me)?|works for me|you rock|you re the best|let me (?:think|see)(?: about it)?',
  '(?:one|a|just a) (?:moment|minute|second|sec)',
  'i (?:will|ll) (?:be right back|brb)|be right back|brb',
  // German
  '(?:schonen|schoenen|schones|schoenes|schone) (?:tag|abend|feierabend|wochenende|woche|urlaub)(?: noch)?',
  'wie geht(?: es|s)?(?: dir| ihnen| euch)?',
  'bis (?:spater|spaeter|bald|dann|morgen|gleich|nachher)',
  'auf wiedersehen|auf wiederhoren|mach s gut|machs gut|kein problem|kein ding|keine ursache|alles klar|alles gut|gut gemacht|gute arbeit|gute idee|viel (?:spass|gluck|erfolg)|macht sinn|in ordnung|von mir aus|nichts zu danken|freut mich|(?:danke )?fur (?:die|deine|ihre) (?:hilfe|info|antwort|muhe|schnelle antwort|unterstutzung)|einen moment|ich verstehe|guten appetit|so machen wir(?: das| es)?',
  // Dutch
  'fijne (?:dag|avond|middag|week|vakantie)|fijn weekend|prettig weekend|hoe gaat het(?: met (?:je|jou|u))?|tot (?:ziens|straks|later|morgen|zo|dan|snel)|goed gedaan|goed werk|goed idee|geen (?:probleem|dank|zorgen)|komt goed|is goed|(?:bedankt |dank je )?voor (?:je|de|uw|jouw) (?:hulp|info|antwoord|uitleg|moeite|snelle reactie)|veel (?:plezier|succes)|wacht even|een momentje|ik snap het|helemaal goed|laat maar',
  // French
  'bonne (?:journee|soiree|nuit|semaine|chance|idee|continuation|apres midi)|bon (?:week end|weekend|travail|boulot|appetit|courage|apres midi|voyage)|comment (?:ca va|vas tu|allez vous|tu vas)|a (?:bientot|demain|plus tard|plus|tout a l heure|la prochaine)|au revoir|pas de (?:probleme|souci|quoi)|de rien|c est (?:bon|parfait|super|note|clair|genial|compris|ca)|ca (?:marche|roule|me va)|d accord|bien joue|bien recu|pour (?:ton|votre|l) (?:aide|info|information|reponse|explication)|je (?:vois|comprends|sais)|tout (?:va bien|a fait)|un (?:instant|moment)|bien sur|laisse tomber|ravi de l entendre',
  // Spanish
  'como (?:estas|esta|va|te va|andas|andan)(?: todo)?|que tal(?: todo)?|que (?:tengas|tenga) (?:un )?(?:buen|lindo|bonito) (?:dia|fin de semana)|buen (?:dia|trabajo|fin de semana|provecho|viaje|punto)|buena (?:idea|suerte|noche)|hasta (?:luego|pronto|manana|la vista|la proxima)|nos vemos|de (?:nada|acuerdo)|no (?:hay problema|pasa nada|te preocupes)|por (?:supuesto|la ayuda|tu ayuda|su ayuda|la informacion|tu respuesta|la respuesta|todo)|tiene sentido|lo (?:entiendo|tengo|veo)|me (?:parece bien|alegro)|esta bien|todo bien|un (?:momento|segundo)|bien hecho|dejalo|olvidalo',
  // Italian
  'come (?:stai|va|sta|state)|buona (?:giornata|serata|notte|fortuna|idea|domenica)|buon (?:lavoro|viaggio|appetito|fine settimana|weekend|pomeriggio)|a (?:presto|dopo|domani|piu tardi)|ci (?:vediamo|sentiamo)(?: (?:dopo|domani|presto))?|di (?:niente|nulla)|non (?:c e di che|c e problema|preoccuparti|importa|fa niente)|nessun problema|d accordo|per (?:l aiuto|il tuo aiuto|la risposta|l informazione|tutto|favore|piacere)|ha senso|ben fatto|ottimo lavoro|mi (?:piace|fa piacere)|tutto (?:bene|chiaro|ok|a posto)|lascia stare|un (?:attimo|momento)|ho capito|va bene|ti ringrazio',
  // Portuguese
  'como (?:vai|esta|estas|voce esta|vao as coisas)|tudo (?:bem|bom|certo|joia)|bom (?:dia|trabalho|fim de semana|descanso|apetite)|boa (?:tarde|noite|sorte|ideia|semana|viagem)|ate (?:logo|mais|amanha|breve|ja|a proxima)|de nada|nao (?:ha problema|tem problema|faz mal|se preocupe|ha de que)|sem problemas?|com certeza|por (?:favor|nada)|pela (?:ajuda|resposta|informacao|explicacao)|pelo (?:apoio|retorno)|faz sentido|bem feito|que (?:bom|otimo|legal)|esta (?:bem|certo|bom)|um (?:momento|instante)|deixa (?:pra la|estar)|fico feliz',
]

const phrases = new RegExp(`(?<![\\p{L}\\p{N}])(?:${fillerPhrases.join('|')})(?![\\p{L}\\p{N}])`, 'gu')

/** Phrases of scripts without spaces, longest first. */
const runPhrases: ReadonlyArray<string> = [
  // Chinese, simplified and traditional
  ...'你好 您好 大家好 哈喽 嗨 喂 早上好 早安 下午好 晚上好 晚安 再见 再見 拜拜 回头见 明天见 谢谢 謝謝 多谢 多謝 感谢 感謝 辛苦了 不客气 不客氣 没关系 沒關係 没事 沒事 不用谢 不用謝 对不起 對不起 抱歉 不好意思 好的 好吧 好啊 好呀 好哦 好滴 好 嗯嗯 嗯 哦 噢 啊 哈哈 哈 呵呵 嘿嘿 行 可以 没问题 沒問題 当然 當然 是的 对的 對的 对 對 没错 沒錯 不是 不要 不用 不了 知道了 知道 明白了 做个好梦 笑死我了 说得对 说得 听起来 当我没说 再次 但愿如此 高兴 认识 走吧 明白 懂了 了解 收到 原来如此 原來如此 太好了 太棒了 真棒 很棒 棒 厉害 厲害 不错 不錯 完美 继续 繼續 请稍等 稍等 等一下 随便 隨便 算了 加油 非常 特别 特別 真的 辛苦 祝你 周末愉快 愉快 玩得开心 最近怎么样 最近怎麼樣 吃了吗 帮助 你的 我 你 您 了 吧 呢 太 很 真'.split(
    ' ',
  ),
  // Japanese
  ...'こんにちは こんばんは おはようございます おはよう おやすみなさい おやすみ さようなら さよなら じゃあね じゃあまた じゃあ またね また明日 また ではまた では お疲れ様でした お疲れ様です お疲れ様 お疲れさま おつかれ ありがとうございました ありがとうございます ありがとう どうもありがとう どうも 感謝します どういたしまして すみません すいません ごめんなさい ごめん 申し訳ありません 申し訳ございません よろしくお願いします よろしくお願いいたします よろしく お願いします お願い はい いいえ いえ うん ううん ええ えっと あの そうですね そうです そうなんですね そうなんだ そうか そう なるほど 了解しました 了解です 了解 わかりました 分かりました わかった 分かった 承知しました 承知 大丈夫です 大丈夫 いいですね いいね いいよ いいです すごい すばらしい 素晴らしい 完璧 最高 やった 面白い ちょっと待って 少々お待ちください 待って お元気ですか 元気ですか 元気 はじめまして 頑張って 頑張ります 本当 本当に とても 助かりました 助かります その通りです 結構です 気にしないでください 問題ありません もちろん どうぞ 面白いです 良い週末を 行きましょう さあ ね よ な です ます でした'.split(
    ' ',
  ),
].sort((a, b) => b.length - a.length)

const run = new RegExp(`(?:${runOnClass})+`, 'gv')
const stretched = /(\p{L})\1{2,}/gu

/**
 * True for a message that consists of greetings, thanks, yes, no, fillers, function words and common words alone. Repeated letters count once or
 * twice: "sooo" is "so".
 */
export const isFiller = (message: string): boolean => tellingIn(message).words === 0

/**
 * True for a message that neither asks nor names a subject: it has no question mark and, beside fillers, at most one word ("haha, that was
 * weird"). What small talk is about counts only in a question. A run of a script without spaces that says something counts as several words.
 */
export const isAside = (message: string): boolean => {
  if (/[?\uff1f]\s*$/u.test(message)) return false
  const { topics, words } = tellingIn(message)
  return words - (isAsked(message) ? 0 : topics) <= 1
}

/** True where one of the first words is one that a question begins with. */
const isAsked = (message: string): boolean => normalise(message).split(' ', asksWithin).some(isQuestionWord)
const asksWithin = 2

/** The words that are no fillers, and how many of them are topics of small talk. */
interface Telling {
  readonly words: number
  readonly topics: number
}

const tellingIn = (message: string): Telling => {
  let inRuns = 0
  const left = normalise(message)
    .replace(phrases, ' ')
    .replace(run, (found) => {
      inRuns += Math.min(2, tellingInRun(found))
      return ' '
    })
  const words = left.split(' ').filter((word) => word !== '')
  const spoken = languagesSpoken(words)
  const telling = words.filter((word) => !isFillerWord(word, spoken))
  return { words: inRuns + telling.length, topics: telling.filter(isTalkTopic).length }
}

/**
 * Returns the languages in which most of the words are function words or common ones; all, where none is. A few words of talk have too few function
 * words for {@link languageOf}.
 */
const languagesSpoken = (words: ReadonlyArray<string>): ReadonlyArray<Language> => {
  const counts = languages.map(
    (language) => words.filter((word) => isFunctionWord(word, language) || isCommonAsWritten(word, language)).length,
  )
  const most = Math.max(...counts)
  return languages.filter((_, place) => counts[place] === most)
}

const isFillerWord = (word: string, spoken: ReadonlyArray<Language>): boolean =>
  [word, word.replace(stretched, '$1'), word.replace(stretched, '$1$1')].some((one) => isListed(one) || isCommonWord(one, spoken)) ||
  isLaughter(word)

const isListed = (word: string): boolean =>
  fillerWords.has(word) || isFunctionWordAnywhere(word) || languages.some((language) => isAskingWord(word, language))

/** True for a short sound that is repeated: "hahaha", "jajaja", "kkkk". */
const isLaughter = (word: string): boolean => /^(\p{L}{1,2})\1{1,}\p{L}?$/u.test(word)

/** Returns the number of characters of a run that are in no filler, function word or common word. */
const tellingInRun = (found: string): number => {
  let left = found
  for (const phrase of runPhrases) left = left.replaceAll(phrase, ' ')
  return left.split(' ').reduce((sum, part) => sum + tellingInPart(part), 0)
}

const tellingInPart = (part: string): number => {
  const characters = [...part]
  const covered = coveredByFunctionWords(characters)
  const rest = characters.map((one, at) => (covered[at] === true || chineseParticles.has(one) ? ' ' : one)).join('')
  return Math.min(tellingCharacters(rest).length, tellingCharacters(part).length)
}
