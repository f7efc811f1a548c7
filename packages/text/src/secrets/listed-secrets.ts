/** Finds secrets in lists below a heading such as `# Passwords`: the value of each line, as in `- Netflix: …`. */
import { isLabelledPassword, isMarkedPassword, isPlausibleQuoted } from './plausible-secret.ts'

const own =
  '(?:my|our|all|old|shared|family|work|home|private|important|meine|unsere|alle|alte|wichtige|mes|nos|mis|nuestras|le mie|minhas|mijn|wi-?fi|wlan)'
const names =
  '(?:passwords|passcodes|logins|credentials|PINs?|PIN codes|passw[öo]rter|kennw[öo]rter|zugangsdaten|anmeldedaten|mots de passe|identifiants|contraseñas|claves|senhas|credenziali|wachtwoorden|inloggegevens|пароли|密码|パスワード)'

const heading = new RegExp(
  String.raw`^(?<marks>#{1,6})[ \t]+[*_]{0,2}(?:${own}[ \t]){0,2}(?:[\p{L}\d]{1,20}-)?${names}(?:[ \t]?(?:,|&|\+|and|und|et|y|e|en)[ \t][\p{L}-]{1,20}){0,2}[*_:]{0,3}[ \t]{0,8}$`,
  'gimu',
)
/** A line with a name and a value of one word; a user may stand before it. */
const value =
  /^[ \t>]*(?:[-*+•][ \t]+|\d{1,3}[.)][ \t]+)?[^\n:]{1,60}:[ \t]+(?:[^\s|/]{1,64}[ \t]+[|/,][ \t]+)?["'`*]{0,2}(?<secret>[^\s"'`|]{4,128})["'`*]{0,2}[ \t\r]*$/dgmu

export const listedSecrets = (text: string): ReadonlyArray<{ readonly start: number; readonly end: number }> =>
  Array.from(text.matchAll(heading)).flatMap(({ 0: line, groups, index }) => {
    const from = index + line.length
    const next = new RegExp(`^#{1,${groups?.['marks']?.length ?? 1}}[ \\t]`, 'gm')
    next.lastIndex = from
    const end = next.exec(text)?.index ?? text.length
    return Array.from(text.slice(from, end).matchAll(value)).flatMap(({ groups: found, indices }) => {
      const [start = 0, behind = 0] = indices?.groups?.['secret'] ?? []
      return isListed(found?.['secret'] ?? '') ? [{ start: from + start, end: from + behind }] : []
    })
  })

const isListed = (said: string): boolean =>
  /^\d{4,8}$/.test(said)
    ? !/^(?:19|20)\d\d$/.test(said)
    : !/^[\w.+-]+@[\w.-]+$|^www\.|\[redacted:/.test(said) &&
      (isLabelledPassword(said) || isMarkedPassword(said) || isPlausibleQuoted(said, 'chosen'))
