/** Rules for English, German and Dutch messages that say that the last answer was wrong. */
import { latinGap, type SpokenRules } from './spoken-rules.ts'

const that = '(?:that|these|those)'
const thatIs = `${that}(?:'?s| is| are)`
const thatIsNot = `(?:${that}(?:'?s| is| are| was| were)(?: simply| just| really| still)? not|${that} (?:isn'?t|wasn'?t|aren'?t|ain'?t))`
const fully = '(?: just| simply| still| completely| totally| all| plain| also| definitely| clearly| factually| obviously| really| quite)*'
const asked = '(?:asked|ask|asking|meant|mean|said|wanted|want|requested|looking|need|needed|had in mind)'
const wantedIt = `(?:i|we)(?:'m|'d| am| was| had| have)?(?: actually| just)? ${asked}(?: for| about| to know)?`
const wrong = '(?:wrong|incorrect|false|untrue|inaccurate|outdated|out of date)'
const took =
  '(?:given|gave|sent|showed|opened|picked|took|used|edited|changed|deleted|read|looked at|looking at|reading|using|found|chose|editing|' +
  'talking about|quoted|cited|copied|listed|linked|checked|fixed|renamed|summari[sz]ed)'

const english: SpokenRules = {
  language: 'en',
  openers:
    "no+|nope|nah|hm+|u[hm]+|er+m*|well|ok(?:ay)?|but|hey|hi|hello|sorry|i'?m sorry|apologies|actually|wait|stop|please|dude|man|mate|oh|ah|ugh|" +
    "thanks|thank you|i (?:think|believe)(?: that)?|i'?m afraid(?: that)?|unfortunately|again|come on|look",
  denials: 'no+|nope|nah',
  gap: latinGap,
  bare: [
    ['outright', '(?:wrong|incorrect)(?: again)?', 'wrong answer'],
    ['misread', "you(?:'ve| have)? (?:misread|misunderstood)"],
    [
      'meant',
      'not (?:that|this) one',
      'i (?:said|asked (?:about|for)|meant|was (?:asking|talking) about) [^.,;!?\\n]{1,40}, not [^.,;!?\\n]{1,40}',
    ],
  ],
  correcting: "i|i'm|it|it's|its|the|that|that's|thats|this|my|our|we|you|he|she|they|there|try|please|not|no",
  closed: [
    [
      'not-so',
      `${thatIs}${fully} ${wrong}`,
      `${thatIsNot}${fully} (?:right|correct|true|accurate)`,
      `${thatIs} no longer (?:right|correct|true|accurate|the case)`,
    ],
    [
      'not-asked',
      `(?:${thatIsNot}|this (?:is not|isn'?t)|not)(?: at all| really)? what ${wantedIt}`,
      `(?:${thatIsNot}) (?:even close to|anything like) what ${wantedIt}`,
      `(?:${thatIsNot}|this (?:is not|isn'?t)) the (?:right |correct )?\\p{L}+ ${wantedIt}`,
      `${thatIsNot} (?:my|the) question`,
      `i (?:didn'?t|did not|never) (?:ask|asked|request|requested)(?: for| about)? (?:that|this|it)`,
    ],
    ['mistaken', `you(?:'?re| are)${fully} (?:wrong|mistaken|incorrect)(?: about (?:that|this|it|(?:the|my|our|his|her|their) \\p{L}+))?`],
    [
      'wrong-thing',
      `${thatIs}${fully} (?:the|a) wrong \\p{L}+(?: \\p{L}+)?`,
      `${thatIsNot} the (?:right|correct) \\p{L}+`,
      `you(?:'ve| have|'?re| are)? ${took}(?: me)? the wrong (?!impression|idea|feeling)\\p{L}+(?: of (?:the|my|our) \\p{L}+)?`,
    ],
    [
      'your-answer',
      `(?:your|that|this) (?:last |previous |first )?(?:answer|reply|response|memory|information|info)(?: is| was)${fully} (?:${wrong}|not (?:right|correct|true))`,
    ],
  ],
  tails: ' (?:again|here|there|at all|please|though|anymore|any more|mate|dude|man|buddy)',
  open: [
    [
      'misread',
      "you(?:'ve| have| just| clearly| completely| totally| must have)* (?:misread|misunderstood|misinterpreted|misheard) (?:me|my|the|this|that|what|it|us|our)\\b",
      "you(?:'ve| have| just| clearly| completely| totally| must have)* (?:mixed (?:\\p{L}+ ){0,3}up|confused (?:them|these|those|the two|the \\p{L}+s|\\p{L}+ (?:with|and))\\b)",
      "you(?:'?re| are) (?:misreading|misunderstanding|mixing (?:\\p{L}+ ){0,5}up|confusing (?:them|these|those|the two|the \\p{L}+s|\\p{L}+ (?:with|and))\\b)",
    ],
    [
      'mistaken',
      "you(?:'ve| have)? (?:got|have|had) (?:that|it|this|them)(?: all| completely| totally)? wrong\\b(?! way)",
      "you(?:'ve| have)? (?:got|have) (?:the|my|our|these|those|them|your) (?:\\p{L}+ ){1,3}(?:mixed up|confused|wrong)\\b",
    ],
    [
      'other-question',
      "you(?:'ve| have)? answered (?:a different|another|the wrong) question",
      "you (?:didn'?t|did not|haven'?t) (?:actually )?answer(?:ed)? (?:my|the) question",
      "(?:that|this) (?:doesn'?t|does not|didn'?t) answer (?:my|the) question",
    ],
    [
      'wrong-thing',
      "(?:the )?wrong \\p{L}+(?: \\p{L}+)?\\s*[,.;:!-]+\\s*(?:(?:i|we) (?:meant|mean|asked|said|wanted|want|needed|need)|(?:i'?m|i am) (?:talking|asking) about)\\b",
    ],
    ['not-asked', "i (?:didn'?t|did not|never) (?:ask|asked|tell|told) you (?:to|for|about)\\b"],
  ],
  denied: [
    [
      'meant',
      'i meant (?:the|my|our|a|an|in|on|from|at|under|by|with)\\b',
      'i mean (?:the|my|our)\\b',
      'i said (?:the|in|on|at|from)\\b',
      "(?:i asked|i was asking|i was talking|i am talking|i'?m talking) about\\b",
      'not (?:that|this) one\\b',
    ],
  ],
  takenBack:
    "just kidding|\\bjk\\b|never ?mind|you(?:'re| are| were) right|my (?:mistake|bad|fault|error)|\\bi(?:'m| am| was) wrong|\\bi (?:mis)?typed|i mis|let me (?:re|fix|correct)|" +
    "translat|how (?:do|would) (?:you|i) say|but (?:i (?:love|like)|that'?s (?:ok|fine|good)|ok|fine|good|nice|great)|ha(?:ha)+|\\blol\\b|just testing|^[.!]+ that(?:'?s| is| was) (?:what|how|why|the (?:reaction|answer|reply|response))",
  reporting: 'said|says|wrote|writes|told me|claims|thinks|replied|asks',
}

const wirklich =
  '(?: so| leider| doch| einfach| aber| komplett| vollig| total| ja| schlicht| immer noch| wieder| auch| uberhaupt| gar| ganz)*'
/** A part of one clause without a negation. */
const affirmed = String.raw`(?:(?!\bnicht|\bkein|\bnie\b)[^.,;!?\n]){1,60}?`

const german: SpokenRules = {
  language: 'de',
  openers:
    'nein+|ne+|hm+|ah?m|sorry|leider|aber|also|moment|stopp?|ach|oh|ok(?:ay)?|hallo|hi|danke|entschuldigung|tut mir leid|ich (?:glaube|denke|furchte)|eigentlich|bitte',
  denials: 'nein+|ne+',
  gap: latinGap,
  bare: [
    ['outright', 'falsch'],
    ['misread', 'falsch verstanden', 'missverstanden'],
  ],
  correcting: 'ich|es|der|die|das|wir|du|er|sie|unser|unsere|mein|meine|nicht|nein|bitte|richtig',
  closed: [
    [
      'not-so',
      `(?:das|dies) ist${wirklich} (?:falsch|inkorrekt|unrichtig|veraltet|nicht(?: ganz| so)? (?:richtig|korrekt)|(?:quatsch|unsinn))`,
      `(?:(?:das|dies) )?stimmt${wirklich} nicht(?: so| mehr| ganz)?`,
    ],
    [
      'not-asked',
      `(?:das|danach|davon|so)(?: habe?| hatte) ich${wirklich} nicht (?:gefragt|gemeint|verlangt|gesprochen)`,
      'das (?:war|ist) nicht (?:meine frage|(?:das,? )?was ich (?:meinte|wollte|suche|gefragt (?:habe?|hatte)|gemeint (?:habe?|hatte)|wissen wollte))',
      `das mein(?:t?e) ich${wirklich} nicht`,
    ],
    ['wrong-thing', `das ist${wirklich} d(?:er|ie|as) falsche \\p{L}+`, `das ist${wirklich} nicht d(?:er|ie|as) richtige \\p{L}+`],
    [
      'mistaken',
      'da (?:irrst du dich|irren sie sich|liegst du falsch|liegen sie falsch|tauschst du dich)',
      'du (?:irrst(?: dich)?|liegst (?:da |hier )?falsch)',
    ],
    [
      'your-answer',
      `(?:deine|diese) (?:letzte )?(?:antwort|auskunft|angabe|information)(?: ist| war)${wirklich} (?:falsch|inkorrekt|veraltet|nicht (?:richtig|korrekt))`,
      `(?:deine|diese) (?:letzte )?(?:antwort|auskunft|angabe|information) stimmt${wirklich} nicht`,
    ],
  ],
  tails: ' (?:bitte|hier)',
  open: [
    [
      'misread',
      `(?:du hast|da hast du) (?:${affirmed} )?(?:falsch verstanden|missverstanden|falsch gelesen|verlesen|verwechselt|falsch interpretiert)\\b`,
      '(?:sie haben|da haben sie) (?:mich|meine frage) (?:wohl |da |leider )*(?:falsch verstanden|missverstanden|falsch gelesen)\\b',
      'du verwechselst (?:da|das|die|den|wohl|hier)\\b',
    ],
    ['other-question', '(?:du hast|sie haben) meine frage nicht beantwortet'],
    ['wrong-thing', '(?:d(?:er|ie|as) )?falsche[rs]? \\p{L}+\\s*[,.;:!-]+\\s*ich (?:meint?e|wollte|spreche von|rede von)\\b'],
  ],
  denied: [
    [
      'meant',
      'ich meint?e (?:den|die|das|der|dem|unsere?|meine?|im|in|am|auf|vom|von|aus|eine?|einen)\\b(?! (?:\\p{L}+ )?ernst)',
      'ich (?:sprach|rede|spreche) von\\b',
    ],
  ],
  takenBack:
    'du hast(?:test)? recht|du hattest recht|mein fehler|\\bspass\\b|ubersetz|ha(?:ha)+|ich habe? mich (?:vertippt|verschrieben|geirrt)',
  reporting: 'sagt|sagte|schreibt|schrieb|meint|meinte er|meinte sie|behauptet|findet',
}

const echt = '(?: echt| gewoon| helemaal| nog steeds| helaas| dus| zo| ook| toch)*'
const bevestigd = String.raw`(?:(?!\bniet|\bgeen)[^.,;!?\n]){1,60}?`

const dutch: SpokenRules = {
  language: 'nl',
  openers: 'neen?|hm+|sorry|hoi|hallo|hey|maar|wacht|ik denk dat|eigenlijk|helaas|bedankt|dank je|ok(?:e|ay)?|oh|ach|stop',
  denials: 'neen?',
  gap: latinGap,
  bare: [
    ['outright', 'fout', 'onjuist', 'verkeerd'],
    ['misread', 'verkeerd begrepen'],
  ],
  correcting: 'ik|het|de|dat|die|we|wij|hij|zij|ze|mijn|ons|onze|niet|nee|er',
  closed: [
    [
      'not-so',
      `(?:dat|dit) is${echt} (?:fout|onjuist|verkeerd|incorrect|verouderd|niet (?:juist|correct|meer (?:zo|juist|correct|waar)))`,
      `(?:(?:dat|dit) )?klopt${echt} niet(?: meer| helemaal)?`,
    ],
    [
      'not-asked',
      '(?:dat|dit) (?:is|was) niet wat ik (?:vroeg|bedoel(?:de)?|wil|wilde|zei|zoek|zocht|heb gevraagd|gevraagd had)',
      '(?:dat|dit) (?:is|was) niet mijn vraag',
      `(?:dat|dit|daar) (?:vroeg|bedoel(?:de)?) ik${echt} niet(?: om| naar)?`,
      `(?:dat|dit) heb ik${echt} niet (?:gevraagd|bedoeld)`,
    ],
    ['wrong-thing', `(?:dat|dit) is${echt} (?:de|het) verkeerde \\p{L}+`, `(?:dat|dit) is${echt} niet (?:de|het) juiste \\p{L}+`],
    ['mistaken', '(?:je|jij) (?:vergist je|hebt het (?:mis|fout|verkeerd)|zit (?:fout|ernaast))', 'u vergist zich'],
    [
      'your-answer',
      `(?:je|jouw|uw|dit|dat) (?:laatste )?antwoord(?: is| was)${echt} (?:fout|onjuist|verkeerd|niet (?:juist|correct))`,
      `(?:je|jouw|uw|dit|dat) (?:laatste )?antwoord klopt${echt} niet`,
    ],
  ],
  tails: ' (?:hoor|hier)',
  open: [
    [
      'misread',
      `(?:je|jij|u) (?:hebt|heb|heeft) (?:${bevestigd} )?(?:verkeerd (?:begrepen|gelezen|verstaan)|door elkaar gehaald|verward|verwisseld)\\b`,
      `(?:je|jij) haalt (?:${bevestigd} )door elkaar\\b`,
    ],
    ['other-question', '(?:je|jij|u) (?:hebt|heb|heeft) mijn vraag niet beantwoord'],
    ['wrong-thing', '(?:(?:de|het) )?verkeerde? \\p{L}+\\s*[,.;:!-]+\\s*ik (?:bedoel(?:de)?|wil|wilde|zocht|zoek|had het over)\\b'],
  ],
  denied: [['meant', 'ik bedoel(?:de)? (?:de|die|mijn|ons|onze|een|in|op|van|uit)\\b', 'ik had het over\\b']],
  takenBack: 'je hebt gelijk|je had gelijk|mijn fout|\\bgrapje\\b|vertaal|ha(?:ha)+',
  reporting: 'zegt|zei|schrijft|schreef|vindt|beweert',
}

export const germanicRules: ReadonlyArray<SpokenRules> = [english, german, dutch]
