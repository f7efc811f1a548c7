/**
 * The words of `own-words.ts`, by class and language. A class is closed: what is not in it is taken for a word that says something.
 *
 * A new word belongs here if it is an adverb of time, a noun or verb of change, of announcing, of remembering or of denying, or a word of
 * assent; never because one sentence needs it.
 */

/** Words in which somebody introduces a statement of his own. */
export const introducing = [
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

/** Words that do so before a statement alone: elsewhere they say something, as in "the server listens". */
export const opening = [
  // English
  'please note noted reminder remember mind keep know known said say notes far more thing things later got okay ok alright way by hi hey oh ah so well hm fyi heads up again confirmed info decision',
  'mention bad good hmm ps hold wait careful attention look listen learned found noticed realised realized checked turns turned out record information clarity completeness',
  'clarification precision detail aside hint notice announcement message word tip rather quite exactly precisely strictly speaking honestly frankly simply basically per agreement',
  'agreed recently lately meanwhile one short correcting part nah',
  // German
  'erinnerung merke merken merk notiz notizen notiert protokoll hinweis info kurz kurze kurzer nachtrag noch einmal alles klar soviel weiß wissen steht gesagt übrigens nebenbei also',
  'information vollständigkeit klarheit klarstellung kenntnis rande kurzes weißt wisst achtung moment ergänzung anmerkung beschluss laut gerade erfahren gemerkt erwähnt bescheid damit kürzlich',
  'inzwischen mittlerweile schlechte gute eine sache neuestes neueste neuigkeit ändern neuen kleines schnelle richtigstellung aktuell ne nö quatsch unsinn',
  // Spanish
  'recuerda recuerdo recordatorio conste apunta apuntado apuntes nota notas aviso dije sepa cierto vale bueno bien oye ah',
  'constar apunte dicho digo comento decir sepas sabes tengas presente cuenta anotación información aclaración precisión constancia ojo atención espera mira rápido rápida',
  'breve mala malas buena buenas paso hora acabo enterarme recientemente una cosa cambiamos nuevos nuevas último última noticia noticias rectificación novedades qué va',
  // French
  'rappel note noté retenez pense savoir dit bref propos info bon tiens ah dac compris fait',
  'noter sache saches dire information précision clarification remarque annonce avis passant soit attention attends voilà rapide dernière dernières heure viens apprendre compter',
  'récemment mauvaise bonne une chose changements modification nouvelles nouveaux rectification rectificatif tout',
  // Italian
  'promemoria nota notato ricorda ricordo detto sapere comunque allora bene ah ehi proposito',
  'dire sappi sappia informazione precisazione chiarimento avviso appunto cronaca inciso attenzione aspetta guarda rapido rapida veloce ultima ultime ultim decorrere recentemente cosa',
  'nuovi nuove modifica notizia notizie rettifica sbagli sbaglia macché',
  // Portuguese
  'lembrete lembre anotado anote nota disse sabe aliás bom ah oi certo aviso',
  'dito dizer saber saiba saibas propósito informação esclarecimento precisão constar registo registro apontamento atenção espera olha cuidado rápido rápida última últimas hora',
  'novos novas contar recentemente uma coisa mudanças mudámos alteração novidades notícia notícias retificação enganas enganado enganada',
  // Dutch
  'herinnering onthoud genoteerd notitie gezegd weet overigens trouwens terzijde even kort oké goed hé',
  'korte snelle snel duidelijkheid volledigheid informatie kennisgeving toelichting verduidelijking aanvulling opmerking mededeling tip let pas op wacht kijk aandacht laatste ingang onlangs',
  'inmiddels een ding wijzigingen verandering veranderd nieuwtje rectificatie onzin',
  // Polish
  'nie tak uwaga przypomnienie przypominam notatka informacja wiadomość jasności ścisłości porządku wyjaśnienie dopisek przy okazji dla w z na do że aby żebyś wiedział wiedziała',
]

/** Days and months: they tell since when something is true, behind a word of direction. Elsewhere they say when it is true. */
export const calendar = [
  'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december',
  'montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag januar februar märz mai juni juli oktober dezember',
  'lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril juin juillet août septembre octobre novembre décembre',
  'lunedì martedì mercoledì giovedì venerdì sabato domenica gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre',
  'segunda terça quarta quinta sexta sábado domingo feira janeiro fevereiro março maio junho julho setembro outubro novembro dezembro',
  'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag januari februari maart mei juni juli augustus',
  'poniedziałku wtorku środy czwartku piątku soboty niedzieli stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
]

/** Words that point to the time since which something is true. */
export const directing =
  'from since starting as effective ab seit zum desde partir depuis dès compter da dal dalla decorrere vanaf sinds per ingang od'

/** Adverbs that do not change what a statement states. */
export const adverbs = [
  'now nowadays already only just finally instead again actually currently henceforth later earlier sooner longer',
  'jetzt nun inzwischen mittlerweile neuerdings erst bereits schon wieder doch künftig fortan drüben später früher länger',
  'ahora ya solo sólo recién actualmente más tarde temprano',
  'maintenant désormais dorénavant déjà seulement plutôt actuellement plus tard tôt',
  'ora adesso ormai già solo invece attualmente più tardi presto',
  'agora já só apenas atualmente mais tarde cedo',
  'nu voortaan pas al juist weer inmiddels tegenwoordig later eerder',
  'teraz już dopiero obecnie',
]

/** Words that say that a thing changed and not how, in a clause before the statement of what is true now. */
export const changed = [
  'moved moves move slipped slips postponed pushed rescheduled raised rises raise increased lowered reduced cut dropped extended shortened renamed replaced different cheaper dearer expensive later earlier sooner longer shorter higher lower bigger smaller',
  'steigt steigen gestiegen sinkt gesunken erhöht gesenkt verlegt verschoben vorverlegt vorgezogen verlängert verkürzt umbenannt umgezogen gezogen gewechselt wechselt ausgetauscht ersetzt anders teurer billiger günstiger später früher länger kürzer höher niedriger größer kleiner',
  'sube suben subió subido baja bajan bajó bajado mueve movió movido traslada trasladó trasladado aplaza aplazó aplazado adelanta adelantó adelantado retrasa retrasó retrasado amplía reduce mudado mudó renombrado sustituido diferente caro cara barato barata',
  'augmente augmenté augmentent baisse baissé déplacé déplacée décalé décalée reporté reportée avancé avancée repoussé prolongé réduit déménagé renommé remplacé différent cher chère',
  'aumenta aumentato aumentata salito salita scende sceso spostato spostata rinviato rinviata anticipato anticipata prolungato ridotto trasferito sostituito diverso caro economico',
  'sobe subiu subido desce desceu mudado mudaram adiado adiada antecipado antecipada prolongado reduzido transferido substituído diferente caro barato',
  'stijgt gestegen daalt gedaald verhoogd verlaagd verplaatst verschoven verzet vervroegd verlengd verhuisd hernoemd vervangen anders duurder goedkoper later eerder langer korter hoger lager',
]

/** Words that may stand beside those in such a clause. */
export const helping = [
  'has have had got gets get go goes went going becomes became up down again',
  'wird werden wurde hat haben gab gibt zieht um geworden leider endlich',
  'ha han hay más tarde temprano antes largo corto alto bajo',
  'a ont va tard tôt long longue court courte haut bas',
  'ha hanno sale cala tardi presto lungo corto alto basso',
  'tem têm tarde cedo longo curto alto baixo',
  'wordt worden werd heeft hebben gaat ging omhoog omlaag',
]

/** Words that say that somebody or something is there no longer. */
export const leaving = [
  'left leaves leaving quit quits retired retires retiring resigned resigns stepped steps stepping moved moves gone went died sick ill leave maternity parental pension stopped stops closed closes',
  'gegangen geht weg aufgehört hört ausgeschieden verlassen verlässt gekündigt kündigt pension rente ruhestand elternzeit karenz mutterschutz krank umgezogen gewechselt wechselt zugesperrt geschlossen gestorben zurückgetreten abgegeben',
  'ido fue marchado marcha dejado deja jubilado jubila baja retirado cerrado cierra dimitido enfermo enferma',
  'parti partie part quitte quitté retraite congé démissionné arrêté arrêtée fermé fermée malade',
  'andato andata lasciato lascia pensione smesso dimesso dimessa chiuso chiusa malato malata',
  'saiu deixou aposentou fechou doente',
  'weg gegaan vertrokken gestopt stopt pensioen ziek verlof gesloten',
]

/** Pronouns for a thing that was named before. */
export const pronouns =
  'it its es er sie das il elle ils elles ce cela el ella ellos ellas esso essa lo ele ela isso hij zij ze het dat they'

/** Pronouns for people who are not named: "They moved the standup". */
export const unnamed = 'they sie on ils ze'

/** Verbs that only say that something is there, and whose place a form of "to be" may take. */
export const general = [
  'run runs running sit sits stand stands live lives lie lies located hosted reside resides stay stays found',
  'läuft laufen liegt steht stehen befindet befinden sitzt',
  'corre funciona está ubicado ubicada encuentra reside vive',
  'tourne situé située trouve réside vit',
  'gira trova situato situata risiede vive',
  'roda fica situado situada reside vive',
  'draait ligt staat bevindt zit',
]

/** Nouns of an attribute, which may stand in the heading of a change: "New opening hours: …". */
export const attributes = [
  'time times hour hours opening closing price prices fee fees rate rates cost costs number numbers code codes schedule timetable date dates place venue address version plan plans limit deadline contact',
  'zeit zeiten uhrzeit öffnungszeit öffnungszeiten preis preise gebühr gebühren kosten nummer termin termine ort adresse plan pläne fahrplan grenze frist kontakt',
  'horario horarios precio precios tarifa tarifas coste número código fecha fechas lugar dirección versión plan planes límite plazo contacto',
  'horaire horaires prix tarif tarifs coût numéro code date dates lieu adresse version plan plans limite délai contact',
  'orario orari prezzo prezzi tariffa tariffe costo numero codice data date luogo indirizzo versione piano piani limite scadenza contatto',
  'horário horários preço preços tarifa tarifas custo número código data datas lugar morada endereço versão plano planos limite prazo contacto',
  'tijd tijden openingstijden prijs prijzen tarief tarieven kosten nummer datum data plaats adres versie plan plannen limiet termijn contact',
  'godziny godzina cena ceny opłata numer kod termin miejsce adres wersja plan',
]

/** Chinese words of such classes. They are looked for at the beginning and at the end of a statement. */
export const chineseIntroducing = [
  '记下了 记下 记一下 记住 备忘 另外提醒一下 提醒一下 再提醒一次 提醒你 提醒 跟你说一声 跟你说一下 说一声 告诉你一声 我说过 说过 说明一下 补充一下 补充 据我所知 我的记录里写着 顺便说一下 顺便说 顺便提一下 顺便 对了 另外 请注意 注意 好的 好 嗯 哦 啊 等等',
  '不对 不是 错了 你说错了 你记错了 弄错了 那个已经过时了 已经过时 过时了 不再是 不再 没错 是的 其实 实际上 应该是 而是 抱歉 更正 纠正 订正 改正 澄清一下 准确地说',
  '有个小变动 有个变动 有变动 有变化 有个变化 情况有变 小变动 变动 变化 变更 更改 更新 改动 调整 新规定 新消息 最新消息 最新情况 最新 最近 刚刚 改为 改成 改到 换成 变成 已改为 决定了 定了 换人了',
  '撤销更改 又改回去了 改回去了 那次改动取消了 取消了 恢复 恢复为 又恢复了 还是 所以还是 所以 又',
  '从现在开始 从这周一起 从今天起 从今天开始 从明天起 从明天开始 从昨天起 昨天起 从本周起 从这周起 从下周起 从本月起 从下月起 从下个月起 从下个月开始 从现在起 今天起 明天起 本周起 下周起 本周 这周 下周 本月 今天 昨天 今后 以后 往后 即日起 目前 现在 现在是 如今 已经 已 是 了',
]

/** Chinese nouns of an attribute. */
export const chineseAttributes = '新时间 时间 新价格 价格 新地址 地址 号码 密码 版本 日期 地点 新安排 安排 计划 费用 期限'

/** Chinese adverbs and verbs of change that say nothing of their own before a value. */
export const chineseAdverbs = [
  '现在 目前 如今 已经 才 就 最近',
  '改为 改成 改到 改在 改由 改用 换成 换到 变成 变为 升级到 升级为 升到 涨到 降到 降为 减到 增加到 增到 提前到 推迟到 延长到 调到 调整为 调整到 移到 搬到',
]
