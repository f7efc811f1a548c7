/**
 * Decides whether a value is a secret or a word, an identifier or a placeholder, where only a label or a place suggests a secret.
 *
 * In doubt the value stays: text with parts removed by mistake is of no use. Keys with a provider's own shape are not judged here
 * (`issued-keys.ts`).
 */

/** `chosen`: behind a label like `password`, whose value a person may have chosen. `random`: behind a label like `token`, which has other meanings. */
export type SecretOrigin = 'chosen' | 'random'

const fewestDistinct = 5
const shortestRandom = 8
const shortestAmongWords = 8
const shortestLabelled = 6

/** Judges a value that stands in the text without quotes. */
export const isPlausibleSecret = (value: string, origin: SecretOrigin): boolean => {
  const core = value.replace(trailingPunctuation, '').replace(leadingNot, '').replaceAll('?.', '.')
  return mayBeSecret(core) && !(origin === 'random' ? isTooPlain(core) : isWordy(core.replace(joint, '.')) && !simpleWord.test(core))
}

/** Judges all text between two quotes, where `;` and `&` separate nothing. */
export const isPlausibleQuoted = (value: string, origin: SecretOrigin): boolean => {
  const core = value.trim()
  if (!mayBeSecret(core)) return false
  // In a sentence at least one word must look random.
  if (/\s/.test(core)) return core.split(aroundWords).some(standsOut)
  const parts = core.replace(listMarks, '.')
  if (origin === 'random') return !isTooPlain(parts)
  return (digit.test(core) && (!isWordy(parts) || isManyHumped(parts))) || (parts === core && isPlausibleSecret(core, 'chosen'))
}

/** True where several pieces have a digit and two capitals each, as in `AbCd12/EfGh34+IjKl56`. Words with a number rarely do. */
const isManyHumped = (core: string): boolean =>
  core.split(separator).filter((piece) => digit.test(piece) && /\p{Lu}\p{Ll}{1,8}\p{Lu}/u.test(piece)).length > 1

/**
 * Judges a value behind an unmistakable label such as `password:`, where people choose words with a number: `Winter-2024`, `abc123xyz`.
 *
 * Names in code, quantities, ticket numbers and references are no secrets.
 */
export const isLabelledPassword = (value: string): boolean => {
  const core = value.trim()
  return (
    core.length >= shortestLabelled &&
    digit.test(core) &&
    isVaried(core) &&
    (wordsAndNumbers.test(core) ? !core.includes('-') || /\d\d/.test(core) : isMarkedPassword(core)) &&
    ![standsIn, commonTerm, nameInCode, saysAbout].some((other) => other.test(core))
  )
}

/** True for signs between letters and digits, as in `Summer#2024`. With signs that prose and paths have too, the pieces must not be words. */
export const isMarkedPassword = (core: string): boolean =>
  core.length >= shortestLabelled &&
  digit.test(core) &&
  piecesAndSigns.test(core) &&
  !core.includes('?.') &&
  !pointsElsewhere.test(core) &&
  !standsIn.test(core) &&
  (strongSign.test(core) || isDense(core))

/** True where several pieces mix capitals, small letters and digits: `AbCd12/EfGh34`. */
const isDense = (core: string): boolean =>
  core.split(separator).filter((piece) => /\p{Lu}/u.test(piece) && /\p{Ll}/u.test(piece) && digit.test(piece)).length > 1

/** The tests that exclude most words run first. */
const mayBeSecret = (core: string): boolean =>
  notLetter.test(core) &&
  latin.test(core) &&
  isVaried(core) &&
  !(standsIn.test(core) || pointsElsewhere.test(core) || commonTerm.test(core))

/** True with at least five distinct characters. Stops at the fifth, because a value may be as long as the text. */
const isVaried = (core: string): boolean => {
  const seen = new Set<string>()
  for (const character of core) if (seen.add(character).size >= fewestDistinct) return true
  return false
}

const isTooPlain = (core: string): boolean =>
  core.length < shortestRandom || !digit.test(core) || isWordy(core.replace(operator, '.').replace(joint, '.'))

const standsOut = (piece: string): boolean =>
  piece.length >= shortestAmongWords &&
  /\d/.test(piece) &&
  /\p{Ll}/u.test(piece) &&
  /\p{Lu}|[!#$%&*@^~]/u.test(piece) &&
  isPlausibleSecret(piece, 'random')

/** True for a placeholder that documentation and templates write in place of a secret. */
export const isStandIn = (core: string): boolean => standsIn.test(core)

/** True where every piece is a word, a number, or a word with a short number: `gpt-4o-mini`, `user.token2`, `sha256`, `utf8`. */
export const isWordy = (value: string): boolean => value.split(separator).every((piece) => wordOrNumber.test(piece))

const trailingPunctuation = /[.!?:,;]{1,8}$/
const leadingNot = /^!{1,2}(?=[A-Za-z_$])/
const separator = /[-_./:+*=%?#$\\]/
const joint = /[,;&]/g
const operator = /[!~^@]/g
const latin = /\p{Script=Latin}/u
const notLetter = /[^\p{L}\p{M}_.:/\\-]/u
const digit = /\d/
const aroundWords = /[\s,|()[\]\x60"']+/
const listMarks = /[,|()[\]]/g

// Each run of letters ends with its character class, so long input matches in one way and needs no backtracking.
const hump = String.raw`\p{Lu}{1,8}\p{Ll}{2,40}`
const camel = String.raw`\p{Lu}{0,8}\p{Ll}{1,40}(?:${hump}){0,8}(?:\p{Lu}{1,8}\p{Ll}?)?`
const wordOrNumber = new RegExp(
  String.raw`^(?:\d{0,20}|v?\d{1,3}(?:\p{Ll}{0,20}|\p{Lu}{1,4})|(?:${camel}|\p{Lu}{1,40})(?:\d{1,3}(?:\p{Ll}{0,6}|(?:${hump}){1,4}))?)$`,
  'u',
)

/** One lower-case or capitalised word with a number, as people choose. Code writes `userToken2` or `config.key1` instead. */
const simpleWord = /^\p{Lu}?\p{Ll}{2,40}\d{1,8}$/u

/** Letters and digits, up to five pieces, with the signs that people append. Every run has a limit. */
const wordsAndNumbers = /^[\p{L}\d]{1,64}(?:[-_][\p{L}\d]{1,64}){0,4}[!?#$%*+]{0,4}$/u

/** Letters and digits with other signs between them. Every run has a limit. */
const piecesAndSigns = /^(?=.{0,256}\p{L})[\p{L}\d]{1,64}(?:[-_./:#$%&?=+*!@^~]{1,3}[\p{L}\d]{1,64}){1,12}[!?#$%*+=]{0,4}$/u
const strongSign = /[\p{L}\d][#$%&?=+*!@^~]{1,3}[\p{L}\d]/u

/** Names in code (`userToken2`, `input_field_12`, `APP_SECRET_2`), and hashes and types with their size. */
const nameInCode =
  /^(?:\p{Ll}{1,40}\d?\p{Lu}|\p{Ll}{1,3}\d{2,8}\p{Lu}|\p{Ll}[\p{Ll}\d]{0,40}_|\p{Lu}[\p{Lu}\d]{0,40}_)|^(?:sha|md|aes|rsa|argon|[bs]crypt|pbkdf|hmac|utf|base|(?:var)?char|string|text|u?int)[-_]?\d/u

/** Quantities, tickets and references: `12-characters`, `24h`, `OPS-1234`, `see-chapter-12`. */
const saysAbout =
  /^(?:\d{1,4}[-_]?\p{L}{0,12}(?:[-_]\p{L}{1,12}){0,3}|\p{Lu}{2,6}-\d{1,6}|(?:[Ss]ee|[Ss]ection|[Cc]hapter|[Pp]age|[Ss]tep|[Ll]ine|[Nn]ote|[Ii]ssue|[Vv]ersion)[-_]?\d{0,4}(?:[-_].{0,40})?)$/u

/** Names of algorithms and protocols with a number, and dates. */
const commonTerm =
  /^(?:sha[123]?[-_]?\d{1,3}|md[245]|base\d\d|utf\d{1,2}|aes\d{3}|rsa\d{4}|ed25519|curve25519|[hrep]s(?:256|384|512)|argon2[id]{0,2}|pbkdf2|oauth[12]|http[123]|ipv[46]|x509|web3|\d{4}-\d\d-\d\d\S{0,20})$/i

/** Placeholders of documentation and templates. */
const standsIn =
  /^(?:\$\{?[A-Za-z_][\w.:-]*\}?|%\w+%|\{\{?[^}]*\}\}?|<[^>]*>|\*+|\.+|\$\{\{[^}]*\}\}|\$\([^)]*\)|[@#%]?\{[^}]*\}|%\(\w+\)\w?)$|your[-_ ]|[-_ ]here\b|(?:change|replace)[-_ ]?me|placeholder|example|redacted|dummy|xxx|\*\*\*|\.\.\.|…/i

/** Paths, addresses and expressions that refer to a secret. */
const pointsElsewhere =
  /^(?:~|\.{1,2})?\/|^[A-Za-z][A-Za-z0-9+.-]{0,30}:\/\/|^[A-Za-z]:\\|^(?:process|import|os|env|config|self|this|ctx|vault|op|secretref|keyref)[.:]/i

/** True for one word, or several joined by `-` or `_`, that does not describe a password. */
export const isWordPassword = (value: string): boolean => {
  const core = value.trim().replace(/[!?]{1,4}$/, '')
  if (core.length > longestWord || !letters.test(core) || isStandIn(core) || isAbbreviation(core)) return false
  if (new Set(core.toLowerCase()).size < fewestDistinctInWord || labelPart.test(core)) return false
  return !isDescribingWord(core) && !wordsIn(core).every(isDescribingWord)
}

/**
 * Judges a cell below or beside a label that only names a password, where nothing but a value is expected: in doubt it is one.
 *
 * No value are placeholders, references, addresses, dates, quantities, and words that describe a password.
 */
export const isCellPassword = (value: string): boolean => {
  const core = value.trim()
  if (core.length < shortestCell || core.length > longestCell || /\s/.test(core)) return false
  if (/^\d+$/.test(core)) return !/^(?:19|20)\d\d$/.test(core) && core.length <= longestNumber
  if (!/[\p{L}\d]/u.test(core) || /^\d[\d.,:/-]*$/.test(core)) return false
  if ([standsIn, pointsElsewhere, commonTerm, saysAbout, mailAddress, typeInCode].some((other) => other.test(core))) return false
  if (/\d|[^\p{L}\p{M}_./+&!?-]/u.test(core)) return true
  const words = core
    .split(/[-_./+&!?]+/)
    .flatMap(wordsIn)
    .filter((word) => word !== '')
  return !isAbbreviation(core) && !labelPart.test(core) && !/[./&]/.test(core) && !words.every(isDescribingWord)
}

const shortestCell = 4
const longestCell = 256
const longestNumber = 16
const mailAddress = /^[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){0,4}\.[a-z]{2,10}$/i
const typeInCode = /^\p{Ll}{2,20}\(.{0,20}\)$/u

const longestWord = 64
const fewestDistinctInWord = 3
const letters = /^\p{Script=Latin}[\p{Script=Latin}\p{M}]{3,63}$|^[\p{Script=Latin}\p{M}]{2,24}(?:[-_][\p{Script=Latin}\p{M}]{2,24}){1,4}$/u
/** Abbreviations such as `SSO` and `LDAP`. */
const isAbbreviation = (core: string): boolean => /^\p{Lu}{1,5}$/u.test(core)
const labelPart = /pass|pwd|passw|kennw|wachtw|senha|contrase|secret|token|login|logon|pazz/i
export const wordsIn = (core: string): ReadonlyArray<string> => core.replace(/(\p{Ll})(\p{Lu})/gu, '$1-$2').split(/[-_]/)

/** True where a text is `user:password` in base64, as the scheme Basic sends it. */
export const holdsCredentials = (encoded: string): boolean => {
  const digits = encoded.replace(/=+$/, '')
  if (digits.length < 4 || digits.length % 4 === 1) return false
  const decoded = textOf(digits)
  return decoded?.slice(1).includes(':') ?? false
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Decodes base64. Undefined where a character is not printable. */
const textOf = (digits: string): string | undefined => {
  let bits = 0
  let held = 0
  let text = ''
  for (const digit of digits) {
    const value = alphabet.indexOf(digit)
    if (value < 0) return undefined
    bits = ((bits << 6) | value) & 0xffff
    held += 6
    if (held < 8) continue
    held -= 8
    const byte = (bits >> held) & 0xff
    if (byte < 0x20 || byte === 0x7f) return undefined
    text += String.fromCharCode(byte)
  }
  return text
}

/**
 * Words behind `password:` that describe a password instead of being one: state, type, place, rule, name in code. Nine languages.
 *
 * Only this list distinguishes them from a password of letters alone. A missing word is removed from a text by mistake; a superfluous word
 * keeps a password that is this word.
 */
const code = `
access account action admin administrator any api app apple apply arg argument arguments args array attribute auth authenticate
authentication authorization base basic bearer binary blob body bool boolean buffer byte bytes call callback cell char character
characters check checkbox checked checker choice class clear client cloud code column command component compare config configuration
confirm confirmation confirmed connect connection const constant container content context control cookie count create cred credential
credentials crypt ctx custom data database date datetime decode decrypt def default digest dialog digits doc double email enabled disabled
encode encrypt encoded encrypted encryption entry enum env environment error event exact export expression extends facebook factory false
field fields file filter flag float form format forms function generate generated generator get getpass github gitlab google group guest
handler hash hashed hasher hashing head header heading helper hidden hint host hostname html id identifier import index info init input
int integer interface item json key keys kerberos label ldap length letters level limit line link list literal load local localhost lock
log lookup main manager map match matcher max maxlength message method microsoft min minimum minlength mixed mock mode model modal module
name named names native never new next nil none null number numbers numeric oauth object okta openid opaque option optional options order
output page pair pam param parameter parameters params parse parser path pattern payload person phone placeholder plain plaintext point
policy pointer post prefix prefixed private process prompt prop properties property props protected provider proxy public query radius
random raw read reader readonly record redacted ref reference regex regexp regular reject render replace req request require requirement
requirements res reset resolve response rest result return role root route row rule rules saml sample sanitized save schema scope screen
script secret secrets secure security select self sensitive server service session set setter setting settings setup shell show sign size
skip some something source sso stdin state status store string strings strip struct submit suffix symbol symbols system table tag tenant
term test testing tests text textbox this timestamp title token tokens tooltip transform trim true tuple type typed types undefined uint
unique unit unset update url user username users uuid validate validated validation validator value values var varchar variable variables
vault version view visible void websocket widget with wrapper yaml yes
`

const english = `
absent according again against agreed all allowed already also always and another ask asked asking at bad be because been before being
below between blank both but by bypass cannot case change changed changes changing choose chosen compromised contains correct cracked
current deleted denied do does done each easy either empty ending enforced ensure enter entered entering every example except exceeded
exists expired expires expiry failed failure fine first follow following for forgot forgotten found free from gone good guess guessed had
handed has have here hers his history how if ignored in incorrect inside instead internal invalid invalidated is it its just keep keeper
kept known last later leaked least leave left less listed locked long longer lost lower lowercase made make mandatory manually masked may
maybe meaningless missing mine more most must my need needed needs no nobody normal not note nothing now obsolete of off ok okay old
omitted on once one only open or original other ours out outdated owner passed pending permanent please policies possible present previous
probably prompted protect provided rather recovery refused rejected removed renewed repeat repeated required resetting revoked rotate
rotated rotation safe same saved see seen sent separate shall share shared short should simple since special specified standard still
stored stolen strength strong successful supplied temporary than that the their them then there these they those tba tbc tbd time to today
too top twice unchanged unencrypted unknown unspecified until unused updated upper usually sometimes uppercase usage use used using usual
valid varies very via wait wanted was weak what when where whether which who why will without word words written wrong years yet you your
yours zero
`

const german = `
abgelaufen aktiv aktuell aktualisiert alle allein alles als alt alte altes am anfordern ans auch auf aus bald bei beim bekannt benötigt
bereits bestätigen bitte chefsache da das dasselbe dazu dein deine demnächst der des die diese dieses ein eine einen einer eingeben
eingegeben einfach entfernt erforderlich erneuern erneuert ersetzt falsch fehlerhaft fehlt folgt fragen frei für geändert gefordert geheim
gehört geht gelöscht generiert gemerkt gesetzt gespeichert gesperrt gewechselt gleich gleiche gut hat hier hinterlegt ich ihr im immer
initial intern irgendwo ist ja jeder kein keine keines kennt klein komplex korrekt kurz lang leer liegt mein meine mindestens mit möglich
muss nachfragen neu neue neues nicht nichts niemand noch notiert notwendig nötig nur oder offen ohne pflicht pflichtfeld richtig schwach
separat sicher sicherheitshalber siehe sobald stark steht tresor überall überfällig übergeben umgehend unbekannt und ungültig unsicher
unverändert unser unter veraltet verbraucht vergessen verloren verlangt verschlüsselt verwendet vom von vorhanden vorläufig wechseln weg
weiß wichtig wie wieder wird wurde zettel zu zum zur zurückgesetzt zurücksetzen zwingend
`

const romance = `
ancien ancienne aucun aucune avec changé changée chiffré codé conservé dans demander derrière différent expiré facultatif faible faux
fourni identique inchangé inconnu initialisé invalide manquant modifié même nécessaire nouveau obligatoire oublié oubliée par pas perdu
pour provisoire périmé requis réinitialisé réinitialiser saisir sans sécurisé sous stocké sur temporaire toujours valide vide voir votre
actualizada actual antigua anterior bloqueada cambiada cambiado caducada como con confirmada correcta débil desconocida distinta dónde en
escrita está falta fuerte guardada igual incorrecta incorrecto ingresar inválida misma mismo nada ninguna ninguno nueva nuevo obligatoria
obligatorio olvidada olvidado opcional para pedir pendiente perdida pregunta preguntar provisional requerida requerido segura siempre sin
temporal tiene válida vacía vacío ver vencida aggiornata assente attuale cambiata cambiato chiedere come corretta corretto debole
dimenticata dimenticato diversa errata errato facoltativa facoltativo forte ignota inserire mancante modificata necessaria nella nessuna
nessuno non nuova nuovo obbligatoria obbligatorio opzionale persa predefinita provvisoria reimpostare richiesta richiesto sbagliata
scaduta scaduto sconosciuta senza sicura solita stessa temporanea uguale valida vecchia vedi vuota vuoto alterada alterado antiga atual
bloqueado com correta em errada errado esquecida esquecido expirada expirado faltando fraca inválido necessária necessário mesma mesmo
nenhuma nenhum nova novo obrigatória obrigatório padrão perguntar provisória redefinir sem temporária trocada vazia vazio veja
`

const dutch = `
aangepast bekend bij dezelfde fout geen geldig gelijk gereset gewijzigd hetzelfde huidige ingesteld invoeren juist kwijt leeg moet niet
nieuw nieuwe nodig nog nvt ongeldig onbekend onjuist optioneel oud oude tijdelijk vereist vergeten verlopen verplicht volgt vraag vragen
wijzigen zelfde zie zonder zwak
`

/** Chinese and Japanese describing words in Latin letters. */
const transcribed = 'bitian hissu nashi wu xuyao'

const describing: ReadonlySet<string> = new Set(
  [code, english, german, romance, dutch, transcribed].flatMap((words) => words.trim().split(/\s+/)),
)

export const isDescribingWord = (word: string): boolean => describing.has(word.normalize('NFC').toLowerCase())
