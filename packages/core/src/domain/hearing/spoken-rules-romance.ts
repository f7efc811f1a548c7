/** Rules for French, Spanish, Italian and Portuguese messages that say that the last answer was wrong. */
import { latinGap, type SpokenRules } from './spoken-rules.ts'

/** A punctuation mark behind "no": in these languages "no" also begins negated clauses, and only the mark makes it a denial. */
const signed = String.raw`(?=\s*[,.!;:])`

const vraiment = '(?: tout simplement| simplement| completement| totalement| encore| toujours| vraiment| tout a fait)*'
const demande =
  "que (?:j'ai (?:demande|dit|voulu)|j'avais demande|je (?:demandais|voulais(?: dire)?|cherche|cherchais|veux)|je (?:t'|vous )ai demande)"

const french: SpokenRules = {
  language: 'fr',
  openers: 'non+|nan|ah|oh|euh+|hm+|mais|desolee?|pardon|attends|attendez|bonjour|salut|ok|merci|en fait|je (?:crois|pense) que|stop',
  denials: 'non+|nan',
  gap: latinGap,
  bare: [['outright', 'pas ca', 'pas cel(?:ui|le)-(?:la|ci)', 'faux', 'incorrect']],
  correcting: "je|j'\\p{L}+|il|elle|le|la|les|l'\\p{L}+|c'est|ce|nous|on|mon|ma|notre|pas|non",
  closed: [
    [
      'not-so',
      `(?:c'est|cela est)${vraiment} (?:faux|incorrect|inexact|errone)`,
      `(?:ce n'est|c'est|cela n'est) pas${vraiment} (?:correct|exact|ca|cela)`,
      "ce n'est plus (?:vrai|correct|exact|le cas)",
    ],
    [
      'not-asked',
      `(?:ce n'est|c'est|ce n'etait|c'etait) pas${vraiment} ce ${demande}`,
      "(?:ce n'est|c'est|ce n'etait|c'etait) pas ma question",
      "(?:je n'ai|j'ai) (?:pas|jamais) demande (?:ca|cela)",
    ],
    ['wrong-thing', "(?:ce n'est|c'est) pas (?:le bon|la bonne) \\p{L}+", "c'est (?:le mauvais|la mauvaise) \\p{L}+"],
    ['mistaken', "(?:tu te trompes|tu t'es trompee?|vous vous trompez|vous vous etes trompee?s?)(?: d[e'] ?\\p{L}+| complet?ement)?"],
    [
      'your-answer',
      `(?:ta|votre|cette) (?:derniere )?reponse (?:est|etait)${vraiment} (?:fausse|incorrecte|erronee|inexacte)`,
      "(?:ta|votre|cette) (?:derniere )?reponse n'est pas (?:correcte|exacte|bonne)",
    ],
  ],
  tails: ' (?:du tout|non plus|ici)',
  open: [
    [
      'misread',
      "(?:tu (?:m')?as|t'as|vous (?:m')?avez) mal (?:compris|lu|interprete)\\b",
      "(?:tu as|t'as|vous avez) (?:confondu|melange)\\b",
      '(?:tu confonds|vous confondez) (?:les|le|la|avec)\\b',
    ],
    ['other-question', "(?:tu n'as|t'as|vous n'avez) pas repondu a ma question"],
    [
      'wrong-thing',
      '(?:mauvais|mauvaise|pas le bon|pas la bonne) \\p{L}+\\s*[,.;:!-]+\\s*je (?:parlais|parle|voulais|veux|demandais|cherchais)\\b',
    ],
  ],
  denied: [['meant', "je voulais dire (?:les?|la|une?|du|de|au|celui|celle|l')", "je (?:parlais|parle) d[e'u]"]],
  takenBack: 'tu (?:as|avais) raison|vous (?:avez|aviez) raison|mon erreur|je plaisante|tradui|je me suis trompe|mdr|\\blol\\b',
  reporting: 'dit|disait|a dit|ecrit|a ecrit|dit-il|dit-elle|ecrit-il|ecrit-elle|pense|pretend',
}

const del = '(?: completamente| totalmente| simplemente| todo| muy| todavia| aun)*'
const esQuise = '(?:yo )?(?:te )?(?:pregunte|pedi|preguntaba|pedia|queria|quise decir|dije|busco|buscaba|quiero|he pedido|he preguntado)'

const spanish: SpokenRules = {
  language: 'es',
  openers: `no+${signed}|nop|ah|oh|hm+|mm+|perdon|perdona|disculpa|lo siento|hola|pero|espera|oye|creo que|gracias|en realidad|vale|ok`,
  denials: `no+${signed}|nop`,
  gap: latinGap,
  bare: [
    ['outright', 'incorrecto', 'equivocado', 'respuesta (?:equivocada|incorrecta)'],
    ['meant', 'ese no', 'esa no'],
  ],
  correcting: 'es|el|la|los|las|yo|nosotros|lo|mi|nuestro|nuestra|no|usamos|se',
  closed: [
    [
      'not-so',
      `eso (?:es|esta)${del} (?:mal|incorrecto|falso|erroneo|equivocado|desactualizado)`,
      `eso (?:ya )?no es${del} (?:correcto|cierto|verdad|asi)`,
      'no es correcto',
    ],
    [
      'not-asked',
      `(?:(?:eso|esto|ese|esa) )?no (?:es|era|fue) (?:eso )?(?:lo|(?:el|la) \\p{L}+) que ${esQuise}`,
      '(?:yo )?no (?:te )?(?:pregunte|pedi|he pedido|he preguntado|quise decir) (?:eso|esto)',
    ],
    [
      'mistaken',
      '(?:tu )?estas equivocad[oa]',
      'usted (?:esta equivocad[oa]|se equivoca)',
      'te (?:equivocas|equivocaste|has equivocado|confundes|confundiste|has confundido)(?: de \\p{L}+)?',
    ],
    ['your-answer', `(?:tu|esa|esta) (?:ultima )?respuesta (?:es|era|esta|fue)${del} (?:incorrecta|erronea|falsa|mal|equivocada)`],
  ],
  tails: ' (?:aqui|del todo)',
  open: [
    [
      'misread',
      '(?:me )?(?:has|habeis) (?:entendido|leido|interpretado) mal\\b',
      '(?:me )?(?:entendiste|leiste|interpretaste) mal\\b',
      '(?:me )?(?:has malinterpretado|malinterpretaste) (?:lo|la|el|mi)\\b',
      '(?:has confundido|confundiste|estas confundiendo) (?:el|la|los|las|a|mi)\\b',
    ],
    ['other-question', '(?:no respondiste|no has respondido|no contestaste|no has contestado)(?: a)? mi pregunta'],
    ['wrong-thing', '\\p{L}+ (?:equivocad[oa]|incorrect[oa])\\s*[,.;:!-]+\\s*(?:yo )?(?:queria|quiero|me referia|hablaba|buscaba)\\b'],
  ],
  denied: [
    [
      'meant',
      '(?:yo )?(?:me referia a|me refiero a|(?:queria|quise) decir (?:el|la|los|las|mi|en|de)\\b|hablaba d|hablo d|preguntaba por)',
      '(?:ese|esa) no es (?:el|la) \\p{L}+[.,!]',
    ],
  ],
  takenBack: 'tenias razon|tienes razon|mi error|es broma|traduc|^, es que|me equivoque|jaja',
  reporting: 'dijo|dice|dicen|escribio|escribe|segun|cree|piensa',
}

const proprio = '(?: completamente| totalmente| proprio| ancora| tutto| semplicemente)*'

const italian: SpokenRules = {
  language: 'it',
  openers: 'no+|ah|oh|hm+|mm+|scusa|scusi|mi dispiace|ciao|ma|aspetta|grazie|credo che|penso che|in realta|ok',
  denials: 'no+',
  gap: latinGap,
  bare: [['outright', 'sbagliato', 'errato', 'risposta sbagliata']],
  correcting: "il|la|lo|i|gli|le|l'\\p{L}+|e|noi|io|si|usiamo|non|no|mi|era",
  closed: [
    [
      'not-so',
      `(?:questo |quello |cio )?e${proprio} (?:sbagliato|errato|falso|scorretto)`,
      `(?:questo |quello |cio )?non e(?: piu)?${proprio} (?:corretto|vero|esatto|cosi)`,
    ],
    [
      'not-asked',
      '(?:questo |quello )?non (?:e|era) (?:quello|cio|il \\p{L}+|la \\p{L}+) che (?:ti )?(?:ho chiesto|avevo chiesto|intendevo|volevo(?: dire)?|cercavo|chiedevo|ho detto)',
      'non (?:ti )?ho chiesto (?:questo|quello|cio)',
    ],
    ['wrong-thing', '(?:questo|quello|questa|quella) e (?:il|la|lo) \\p{L}+ sbagliat[oa]'],
    ['mistaken', 'ti sbagli', 'ti sei (?:confus[oa]|sbagliat[oa])'],
    ['your-answer', `(?:la tua|questa) (?:ultima )?risposta (?:e|era)${proprio} (?:sbagliata|errata|falsa|scorretta)`],
  ],
  tails: ' (?:affatto|per niente|qui)',
  open: [
    [
      'misread',
      '(?:mi )?hai (?:capito|letto|interpretato|inteso) male\\b',
      'mi hai frainteso\\b',
      'hai (?:confuso|scambiato) (?:i|il|la|le|gli|due)\\b',
    ],
    ['other-question', 'non hai risposto alla mia domanda'],
    ['wrong-thing', '\\p{L}+ sbagliat[oa]\\s*[,.;:!-]+\\s*(?:io )?(?:volevo|intendevo|parlavo|cercavo|voglio)\\b'],
  ],
  denied: [['meant', "(?:io )?(?:(?:intendevo|volevo dire) (?:il|la|lo|i|gli|le|un|una|quell[oa]|l')|mi riferivo a|parlavo d)"]],
  takenBack: '(?:avevi|hai) ragione|errore mio|colpa mia|scherzo|traduc|mi sono sbagliat|ha(?:ha)+',
  reporting: 'ha detto|dice|dicono|ha scritto|scrive|pensa|secondo',
}

const mesmo = '(?: completamente| totalmente| tudo| ainda| simplesmente| mesmo)*'

const portuguese: SpokenRules = {
  language: 'pt',
  openers: `nao+${signed}|ah|oh|hm+|desculpe?a?|oi|ola|mas|espera|acho que|na verdade|obrigad[oa]|ok`,
  denials: `nao+${signed}`,
  gap: latinGap,
  bare: [
    ['outright', 'errado', 'incorreto', 'resposta errada'],
    ['meant', 'esse nao', 'essa nao'],
  ],
  correcting: 'e|o|a|os|as|eu|nos|meu|minha|nao|usamos|isso|era',
  closed: [
    [
      'not-so',
      `(?:isso|isto) (?:esta|e|ta)${mesmo} (?:errado|incorreto|falso|desatualizado)`,
      `(?:isso|isto) (?:ja )?nao (?:esta|e|ta)(?: mais)?${mesmo} (?:certo|correto|verdade|assim)`,
    ],
    [
      'not-asked',
      '(?:isso |isto )?nao (?:foi|e|era) (?:isso |isto )?(?:o )?que (?:eu )?(?:te )?(?:perguntei|pedi|disse|quis dizer|queria(?: dizer)?|quero)',
      'nao (?:foi|e|era) (?:isso|isto)',
      '(?:eu )?nao (?:te )?(?:perguntei|pedi) (?:isso|isto)',
    ],
    ['wrong-thing', '(?:esse|essa|este|esta) e (?:o|a) \\p{L}+ errad[oa]'],
    [
      'mistaken',
      '(?:voce|vc) (?:esta|ta) (?:enganad[oa]|equivocad[oa]|errad[oa])',
      'estas (?:enganad[oa]|errad[oa])',
      '(?:voce|vc) se (?:enganou|confundiu|equivocou)',
      'enganaste-te',
    ],
    ['your-answer', `(?:(?:a )?(?:sua|tua)|essa|esta) (?:ultima )?resposta (?:esta|e|estava)${mesmo} (?:errada|incorreta|falsa)`],
  ],
  tails: ' (?:aqui|nao)',
  open: [
    [
      'misread',
      '(?:voce|vc) (?:me )?(?:entendeu|leu|interpretou|compreendeu) (?:errado|mal)\\b',
      '(?:percebeste|entendeste|leste|interpretaste)(?:-me)? (?:errado|mal)\\b',
      '(?:voce|vc) (?:confundiu|trocou|misturou) (?:o|a|os|as)\\b',
    ],
    ['other-question', '(?:(?:voce|vc) )?nao (?:respondeu|respondeste) (?:a )?minha pergunta'],
    ['wrong-thing', '\\p{L}+ errad[oa]\\s*[,.;:!-]+\\s*(?:eu )?(?:queria|quero|falava|estava falando)\\b'],
  ],
  denied: [['meant', '(?:eu )?(?:(?:quis|queria) dizer (?:o|a|os|as|em|no|na)\\b|me referia a|falava d|estava falando d|perguntei sobre)']],
  takenBack: '(?:tinhas?|tem|tens) razao|erro meu|brincadeira|traduz|^, e que|me enganei|(?:kk|rs){2,}',
  reporting: 'disse|diz|dizem|escreveu|escreve|acha|segundo',
}

export const romanceRules: ReadonlyArray<SpokenRules> = [french, spanish, italian, portuguese]
