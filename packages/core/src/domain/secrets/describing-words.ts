/**
 * Words that stand behind `password:` without being one: its state, its type, its place, a rule for it, a name in code. Nine languages.
 *
 * A password of letters alone is told from them only by this list, so a missing word costs a memory one word, and a word too many keeps a
 * password that is this very word.
 */

const code = `
access account action admin administrator any api app apple apply arg argument arguments args array attribute auth authenticate
authentication authorization base basic bearer binary blob body bool boolean buffer byte bytes call callback cell char character characters
check checkbox checked checker choice class clear client cloud code column command component compare config configuration confirm
confirmation confirmed connect connection const constant container content context control cookie count create cred credential
credentials crypt ctx custom data database date datetime decode decrypt def default digest dialog digits doc double email enabled disabled
encode encrypt encoded encrypted encryption entry enum env environment error event exact export expression extends facebook factory false
field fields file filter flag float form format forms function generate generated generator get getpass github gitlab google group guest
handler hash hashed hasher hashing head header heading helper hidden hint host hostname html id identifier import index info init input int integer
interface item json key keys kerberos label ldap length letters level limit line link list literal load local localhost lock log
lookup main manager map match matcher max maxlength message method microsoft min minimum minlength mixed mock mode model modal module
name named names native never new next nil none null number numbers numeric oauth object okta openid opaque option optional options order output
page pair pam param parameter parameters params parse parser path pattern payload person phone placeholder plain plaintext point policy
pointer post prefix prefixed private process prompt prop properties property props protected provider proxy public query radius random raw read
reader readonly record redacted ref reference regex regexp regular reject render replace req request require requirement requirements res reset
resolve response rest result return role root route row rule rules saml sample sanitized save schema scope screen script secret secrets secure
security select self sensitive server service session set setter setting settings setup shell show sign size skip some something source sso
stdin state status store string strings strip struct submit suffix symbol symbols system table tag tenant term test testing tests
text textbox this timestamp title token tokens tooltip transform trim true tuple type typed types undefined uint unique unit unset update url
user username users uuid validate validated validation validator value values var varchar variable variables vault version view
visible void websocket widget with wrapper yaml yes
`

const english = `
absent according again against agreed all allowed already also always and another ask asked asking at bad be because been before being below
between blank both but by bypass cannot case change changed changes changing choose chosen compromised contains correct cracked current
deleted denied do does done each easy either empty ending enforced ensure enter entered entering every example except exceeded exists expired expires
expiry failed failure fine first follow following for forgot forgotten found free from gone good guess guessed had handed has have here hers his
history how if ignored in incorrect inside instead internal invalid invalidated is it its just keep keeper kept known last later leaked least leave
left less listed locked long longer lost lower lowercase made make mandatory manually masked may maybe meaningless missing mine more most must
my need needed needs no nobody normal not note nothing now obsolete of off ok okay old omitted on once one only open or original other ours out
outdated owner passed pending permanent please policies possible present previous probably prompted protect provided rather recovery
refused rejected removed renewed repeat repeated required resetting revoked rotate rotated rotation safe same saved see seen sent separate set shall
share shared short should simple since special specified standard still stored stolen strength strong successful supplied temporary than that the
their them then there these they those tba tbc tbd time to today too top twice unchanged unencrypted unknown unspecified until unused updated upper usually sometimes
uppercase usage use used using usual valid varies very via wait wanted was weak what when where whether which who why will without word words written
wrong years yet you your yours zero
`

const german = `
abgelaufen aktiv aktuell aktualisiert alle allein alles als alt alte altes am anfordern ans auch auf aus bald bei beim bekannt benötigt bereits
bestätigen bitte chefsache da das dasselbe dazu dein deine demnächst der des die diese dieses ein eine einen einer eingeben eingegeben einfach
entfernt erforderlich erneuern erneuert ersetzt falsch fehlerhaft fehlt folgt fragen frei für geändert gefordert geheim gehört geht gelöscht generiert gemerkt
gesetzt gespeichert gesperrt gewechselt gleich gleiche gut hat hier hinterlegt ich ihr im immer in initial intern irgendwo ist ja jeder kein keine
keines kennt klein komplex korrekt kurz lang leer liegt mein meine mindestens mit möglich muss nachfragen neu neue neues nicht nichts niemand noch
notiert notwendig nötig nur oder offen ohne optional pflicht pflichtfeld richtig schwach separat sicher sicherheitshalber siehe sobald standard
stark steht tresor überall überfällig übergeben umgehend unbekannt und ungültig unsicher unverändert unser unter veraltet verbraucht vergessen verloren
verlangt verschlüsselt verwendet vom von vorhanden vorläufig wechseln weg weiß wichtig wie wieder wird wurde zettel zu zum zur zurückgesetzt zurücksetzen
zwingend
`

const romance = `
ancien ancienne aucun aucune avec changé changée chiffré codé conservé dans demander derrière différent expiré facultatif faible faux fourni identique
inchangé inconnu incorrect initialisé invalide manquant modifié même nécessaire nouveau obligatoire oublié oubliée par pas perdu pour provisoire
périmé requis réinitialisé réinitialiser saisir sans sécurisé sous stocké sur temporaire toujours valide vide voir votre
actualizada actual antigua anterior bloqueada cambiada cambiado caducada como con confirmada correcta débil desconocida distinta dónde en escrita está falta
fuerte guardada igual incorrecta incorrecto ingresar inválida misma mismo nada ninguna ninguno nueva nuevo obligatoria obligatorio olvidada
olvidado opcional para pedir pendiente perdida pregunta preguntar provisional requerida requerido segura siempre sin temporal tiene válida vacía vacío ver
vencida
aggiornata assente attuale cambiata cambiato chiedere come corretta corretto con da debole dimenticata dimenticato diversa errata errato facoltativa
facoltativo forte ignota in inserire mancante modificata necessaria nella nessuna nessuno non nuova nuovo obbligatoria obbligatorio opzionale persa
predefinita provvisoria reimpostare richiesta richiesto sbagliata scaduta scaduto sconosciuta senza sicura solita stessa temporanea uguale valida
vecchia vedi vuota vuoto
alterada alterado antiga atual bloqueado com correta em errada errado esquecida esquecido expirada expirado faltando forte fraca igual inválida
inválido necessária necessário mesma mesmo nenhuma nenhum nova novo obrigatória obrigatório opcional padrão pedir perdida perguntar provisória redefinir segura sem temporária
trocada vazia vazio veja
`

const dutch = `
aangepast bekend bij dezelfde fout geen geldig geheim gelijk gereset gewijzigd hetzelfde hier huidige ingesteld invoeren is juist kwijt leeg moet niet
nieuw nieuwe nodig nog nvt ongeldig onbekend onjuist optioneel oud oude tijdelijk vereist vergeten verlopen verplicht volgt vraag vragen wijzigen zelfde zie
zonder zwak
`

/** The same for a password that is written in Latin letters behind a Chinese or Japanese name. */
const transcribed = 'bitian hissu nashi wu xuyao'

const describing: ReadonlySet<string> = new Set(
  [code, english, german, romance, dutch, transcribed].flatMap((words) => words.trim().split(/\s+/)),
)

export const isDescribingWord = (word: string): boolean => describing.has(word.normalize('NFC').toLowerCase())
