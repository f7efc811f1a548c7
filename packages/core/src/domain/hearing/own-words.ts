/**
 * The words of a denial that name no subject: words of change, of denying and of assent, and pronouns.
 *
 * A word belongs here if it says that something changed or is wrong; never because one sentence needs it.
 */
import { wordsOf } from '../text/phrases.ts'
import { fold, lower } from '../text/unicode.ts'

/** Words in which somebody says that something changed or is wrong. */
const introducing = [
  // English
  'week weeks month today yesterday tomorrow morning tonight now on starting effective immediately onwards',
  'small little quick minor change changed changes changing update updated updates correction corrected news new newly latest decided decision voted settled final confirmed switched replaced side',
  'no nope yes wrong right correct incorrect not no longer any more anymore sorry mean meant mistake mistaken error actually instead after all before reverted revert undid undo undone taken back false start old outdated stale obsolete past true first just finally reality',
  // German
  'woche wochen monat heute gestern morgen jetzt nun sofort künftig zukünftig fortan nächster nächste nächsten letzter letzte dieser dieses gilt gelten',
  'neu neue neuer neues neuerdings geändert ändert änderung geänderter umgestellt kleine kleiner korrektur korrigiert update aktualisiert aktualisierung beschlossen abgestimmt entschieden endgültig',
  'nein nee ja falsch stimmt veraltet überholt richtig nicht mehr rückgängig gemacht kommando zurück zurückgenommen wieder doch sorry entschuldigung verzeihung irrtum tatsächlich eigentlich vielmehr sondern statt stattdessen alt wirklichkeit realität',
  // Spanish
  'semana semanas mes hoy ayer mañana ahora partir próximo próxima ya inmediato',
  'pequeño pequeña cambio cambios cambiado cambia nuevo nueva actualización actualizado corrección corregido novedad decidido votado definitivo',
  'sí mal incorrecto correcto equivocas equivocado equivocada falso error perdón deshecho otra vez volvemos antes anulado no más viejo vieja obsoleto realidad así acuerdo sino vez lugar',
  // French
  'semaine semaines mois aujourd hui hier demain maintenant partir désormais dorénavant prochain prochaine immédiatement',
  'petit petite changement changé change nouveau nouvelle nouveauté mise jour correction corrigé décidé voté finalement définitif',
  'oui faux fausse correct incorrect erreur pardon désolé trompe trompes plus annulé retour comme avant vieux ancien ancienne périmé plutôt lieu non réalité',
  // Italian
  'settimana settimane mese oggi ieri domani adesso partire prossimo prossima subito poi',
  'piccolo piccola cambiamento cambiato cambio cambia nuovo nuova novità aggiornamento aggiornato correzione corretto deciso votato finalmente definitivo',
  'sì sbagliato sbagliata falso errore scusa scusate annullato indietro prima vecchio vecchia superato realtà invece bensì più non',
  // Portuguese
  'semana semanas mês hoje ontem amanhã agora partir próximo próxima diante já',
  'pequeno pequena mudança mudou novo nova novidade atualização atualizado correção corrigido decidido definitivo',
  'sim errado errada falso erro desculpa desculpe anulado volta antes velho velha ultrapassado verdade vez mas não mais',
  // Dutch
  'week weken maand vandaag gisteren morgen nu voortaan volgende direct',
  'kleine klein wijziging gewijzigd wijzigt nieuw nieuwe nieuws update bijgewerkt correctie gecorrigeerd besloten definitief',
  'nee ja fout klopt niet geen meer weer terug teruggedraaid sorry vergissing eigenlijk maar oud oude verouderd werkelijkheid',
  // Polish
  'teraz dziś dzisiaj wczoraj jutro obecnie odtąd zaraz natychmiast tydzień tygodnia miesiąca przyszłego następnego ostatnio już',
  'mała mały małe krótka szybka zmiana zmiany zmienione nowe nowa nowy nowość aktualizacja poprawka sprostowanie korekta źle błąd pomyłka przepraszam jednak właściwie ostatnia',
]

/** Adverbs of time. */
const adverbs = [
  'now nowadays already only just finally instead again actually currently henceforth later earlier sooner longer',
  'jetzt nun inzwischen mittlerweile neuerdings erst bereits schon wieder doch künftig fortan drüben später früher länger',
  'ahora ya solo sólo recién actualmente más tarde temprano',
  'maintenant désormais dorénavant déjà seulement plutôt actuellement plus tard tôt',
  'ora adesso ormai già solo invece attualmente più tardi presto',
  'agora já só apenas atualmente mais tarde cedo',
  'nu voortaan pas al juist weer inmiddels tegenwoordig later eerder',
  'teraz już dopiero obecnie',
]

/** Pronouns for a thing that was named before. */
const pronouns = 'it its es er sie das il elle ils elles ce cela el ella ellos ellas esso essa lo ele ela isso hij zij ze het dat they'

const stems: ReadonlySet<string> = new Set([...introducing, ...adverbs].flatMap((line) => wordsOf(line)))
const pronounSpellings: ReadonlySet<string> = new Set(pronouns.split(' ').map((word) => lower(fold(word))))

/** True for the stem of a word that names no subject. */
export const isOwnStem = (stem: string): boolean => stems.has(stem)

/** True for a pronoun of a thing. Expects it folded and in lower case. */
export const isPronoun = (written: string): boolean => pronounSpellings.has(written)
