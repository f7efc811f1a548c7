/**
 * The words in which somebody introduces a statement of his own: words of change, denial, assent and remembering, and times of a change.
 *
 * Any other word before or behind a statement may make it the report of somebody else's words, or limit it. So the lists are closed: what is
 * not in them is taken for such a word.
 */
import { wordsOf } from '../text/phrases.ts'
import { fold, lower } from '../text/unicode.ts'

const lists = [
  // English
  'please note noted reminder remember mind keep know known said say notes far more thing things later got okay ok alright way by hi hey oh so well hm fyi heads up again',
  'monday tuesday wednesday thursday friday saturday sunday week weeks month today yesterday tomorrow morning tonight now from on since until starting effective immediately onwards',
  'small little quick minor change changed changes changing update updated updates correction corrected news new newly latest decided decision settled final confirmed switched replaced side',
  'no nope yes wrong right correct incorrect not no longer any more anymore sorry mean meant mistake mistaken error actually instead after all before reverted revert undid undo undone taken back false start old outdated stale obsolete past true first just finally',
  // German
  'erinnerung merke merken merk notiz notizen notiert protokoll hinweis info kurz kurze kurzer nachtrag noch einmal alles klar soviel weiß wissen steht gesagt übrigens nebenbei also',
  'montag dienstag mittwoch donnerstag freitag samstag sonntag woche wochen monat heute gestern morgen jetzt nun ab seit sofort künftig zukünftig fortan nächster nächste nächsten letzter letzte dieser dieses gilt gelten',
  'neu neue neuer neues neuerdings geändert ändert änderung geänderter kleine kleiner korrektur korrigiert aktualisiert aktualisierung beschlossen entschieden endgültig umgestellt',
  'nein nee ja falsch stimmt veraltet überholt richtig nicht mehr rückgängig gemacht kommando zurück zurückgenommen wieder doch sorry entschuldigung verzeihung irrtum tatsächlich eigentlich vielmehr sondern statt stattdessen alt',
  // Spanish
  'recuerda recuerdo recordatorio conste apunta apuntado nota notas apuntes aviso dije sepa según cierto vale bueno bien oye ah',
  'lunes martes miércoles jueves viernes sábado domingo semana semanas mes hoy ayer mañana ahora desde partir próximo próxima ya inmediato',
  'pequeño pequeña cambio cambios cambiado cambia nuevo nueva actualización actualizado corrección corregido novedad decidido definitivo',
  'sí mal incorrecto correcto equivocas equivocado equivocada falso error perdón deshecho otra vez volvemos antes anulado no más viejo vieja obsoleto realidad así acuerdo sino vez lugar',
  // French
  'rappel note noté retenez pense savoir dit bref propos info bon tiens ah dac compris',
  'lundi mardi mercredi jeudi vendredi samedi dimanche semaine semaines mois aujourd hui hier demain maintenant depuis partir désormais dorénavant prochain prochaine dès immédiatement',
  'petit petite changement changé change nouveau nouvelle nouveauté mise jour correction corrigé décidé finalement définitif',
  'oui faux fausse correct incorrect erreur pardon désolé trompe trompes plus annulé retour comme avant vieux ancien ancienne périmé fait plutôt lieu non',
  // Italian
  'promemoria nota notato ricorda ricordo detto sapere comunque allora bene ah ehi proposito',
  'lunedì martedì mercoledì giovedì venerdì sabato domenica settimana settimane mese oggi ieri domani adesso ora da partire prossimo prossima subito poi',
  'piccolo piccola cambiamento cambiato cambio cambia nuovo nuova novità aggiornamento aggiornato correzione corretto deciso finalmente definitivo',
  'sì sbagliato sbagliata falso errore scusa scusate annullato indietro prima vecchio vecchia superato realtà invece bensì più non',
  // Portuguese
  'lembrete lembre anotado anote nota disse sabe aliás bom ah oi certo',
  'segunda terça quarta quinta sexta sábado domingo feira semana semanas mês hoje ontem amanhã agora desde partir próximo próxima diante já',
  'pequeno pequena mudança mudou mudança novo nova novidade atualização atualizado correção corrigido decidido definitivo',
  'sim errado errada falso erro desculpa desculpe anulado volta antes velho velha ultrapassado verdade vez mas não mais',
  // Dutch
  'herinnering onthoud genoteerd notitie gezegd weet overigens trouwens terzijde even kort oké goed hé',
  'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag week weken maand vandaag gisteren morgen nu vanaf sinds voortaan volgende direct',
  'kleine klein wijziging gewijzigd wijzigt nieuw nieuwe nieuws update bijgewerkt correctie gecorrigeerd besloten definitief',
  'nee ja fout klopt niet geen meer weer terug teruggedraaid sorry vergissing eigenlijk maar oud oude verouderd',
]
const closedWords: ReadonlySet<string> = new Set(lists.flatMap((list) => list.split(' ').flatMap((word) => wordsOf(word))))

/** Persons whom a statement is reported of, though they are function words. */
const others: ReadonlySet<string> = new Set(
  'he she they him her them er ihm ihr él ella ellos ellas elle ils elles lui lei loro ele ela eles elas hij zij hem'.split(' '),
)

/** Words that open a supposition. */
const supposing: ReadonlySet<string> = new Set('if unless whether suppose imagine wenn falls ob si se als indien mocht caso'.split(' '))

/** True for a word of the lists, and for a function word that neither supposes nor names others. `word` has its accents. */
export const isOwnWord = (word: string): boolean => {
  const plain = word.toLowerCase()
  return (
    !others.has(plain) && !supposing.has(plain) && (plain.length === 1 || wordsOf(lower(fold(word))).every((one) => closedWords.has(one)))
  )
}

/** As {@link isOwnWord}, for the stem of a content word. */
export const isOwnStem = (stem: string): boolean => closedWords.has(stem)

const chinese = [
  '记下了 记下 记一下 记住 备忘 提醒一下 再提醒一次 提醒 我说过 说过 说明一下 补充一下 据我所知 我的记录里写着 顺便说一下 顺便说 对了 好的 好 嗯 哦 啊',
  '不对 不是 错了 你说错了 你记错了 弄错了 那个已经过时了 已经过时 过时了 不再是 不再 没错 是的 其实 实际上 应该是 而是 抱歉 更正 纠正 订正 改正',
  '有个小变动 有个变动 有变动 小变动 变动 变更 更改 更新 改动 调整 新规定 新消息 最新 改为 改成 改到 换成 变成 已改为 决定了 定了',
  '撤销更改 又改回去了 改回去了 那次改动取消了 取消了 恢复 恢复为 又恢复了 还是 所以还是 所以 又',
  '从这周一起 从今天起 从明天起 从本周起 从这周起 从下周起 从本月起 从下月起 从现在起 今天起 本周起 下周起 本周 这周 下周 本月 今天 昨天 今后 以后 往后 即日起 目前 现在 现在是 如今 已经 已 是 了',
]
const ownChinese = chinese
  .join(' ')
  .split(' ')
  .sort((a, b) => b.length - a.length)
const ownRun = new RegExp(`^(?:${ownChinese.join('|')})+$`, 'u')
const ownBeginning = new RegExp(`^(?:${ownChinese.join('|')})`, 'u')

/** True for Chinese text of such words alone, or none. */
export const isOwnChinese = (text: string): boolean => {
  const bare = text.replace(/[\s\p{P}]+/gu, '')
  return bare === '' || ownRun.test(bare)
}

/** Returns the number of characters of the longest such word at the beginning of a Chinese text; 0 for none. */
export const ownChineseAtStart = (text: string): number => ownBeginning.exec(text)?.[0].length ?? 0

const changes =
  /\b(?:new|newly|updated?|changed?|changes|decided|revert\w*|undid|taken back|from now on|no longer|as of|effective|neu\w*|geandert\w*|anderung|ab (?:sofort|heute|morgen|dieser|nachster)|zuruckgenommen|nuev[oa]|cambi\w+|anulado|a partir|desde (?:hoy|ahora)|desormais|dorenavant|nouve\w+|chang\w+|annule\w*|d'ora in poi|cambiat\w*|nuov[oa]|annullat\w*|nov[oa]|mud\w+|voortaan|nieuwe?|gewijzigd|vanaf)\b|新|改|撤|变|變|起[,，是]|今后|以后/iu

/** True where words introduce something as changed. */
export const marksChange = (words: string): boolean => changes.test(lower(fold(words)))
