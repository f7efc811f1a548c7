/**
 * The bar of a brain's own: the sum of the signs of confidence from which on a memory is sure there. The weights are fitted to brains of some forty notes.
 * Where texts are long, messages about other things reach a higher sum by chance.
 */
import type { Profile } from '../profiles/profile.ts'
import { type Nano, nano, units } from '../strength.ts'

/** Share of the foreign messages that may still be given something. */
const givenMost = 0.03

/** A brain that knows much about what the foreign messages ask for would be silenced by a higher bar. */
const raisedMost = nano(2)

/**
 * Returns the bar at which 97 % of the foreign messages get nothing, at least one of them excepted: never below the bar of the settings. `scores` are the
 * weighed sums of the surest memory for each message of which a memory has a word; sure from 0 on.
 */
export const barFrom = (scores: ReadonlyArray<number>, least: number): Nano => {
  const highest = scores.toSorted((one, other) => other - one)
  const first = highest[Math.ceil(givenMost * foreignMessages.length)] ?? Number.NEGATIVE_INFINITY
  // A memory is sure at the bar itself, so the bar is one unit above the first message that must get nothing.
  const raised = first < 0 ? 0 : nano(first) + 1
  return nano(least) + Math.min(raised, raisedMost)
}

/** Returns the settings with the bar in force: that of the brain where it is higher. */
export const withBar = (profile: Profile, bar: { readonly least: Nano } | undefined): Profile => {
  const { confidence } = profile.context
  if (bar === undefined || units(bar.least) <= confidence.least) return profile
  return { ...profile, context: { ...profile.context, confidence: { ...confidence, least: units(bar.least) } } }
}

/** True where the memories are twice as many as when the bar was measured. A brain of fewer than `few` memories has none. */
export const isBarDue = (memories: number, before: { readonly memories: number } | undefined, few: number): boolean =>
  memories >= few && (before === undefined || memories >= 2 * before.memories)

/** Messages about other things in ten languages: requests, small talk, and questions about other people's lives, work and subjects. */
export const foreignMessages: ReadonlyArray<string> = [
  'Which spices did the caravan carry across the desert?',
  'Why do glaciers carve such wide valleys into granite?',
  'How many moons circle the planet Neptune?',
  'What pressure distribution was found behind the shock wave?',
  'How long did the siege of the fortress last?',
  'Which enzyme breaks down starch in saliva?',
  'Who painted the ceiling of the chapel in the old monastery?',
  'What did the captain write about the storm near the cape?',
  'How many eggs does a sea turtle lay in one season?',
  'Which minister resigned after the vote on the canal?',
  'What was the score of the handball final in Oslo?',
  'How did the violinist lose her instrument on the ferry?',
  'What did Fiona name the foal that was born in spring?',
  'How many kilometres did I paddle on the river in Canada?',
  'Which telescope did I bring to the eclipse in Chile?',
  'How much did the antique harpsichord cost me at the auction?',
  'What did my uncle carve from the trunk of the walnut tree?',
  'When did the falconer start to train the young hawk?',
  'Which opera did Oliver and Ruth hear in Verona?',
  'What is the melting point of an alloy of tin and bismuth?',
  'Why did the beekeeper move the hives to the heath?',
  'How do I graft a pear branch onto a quince rootstock?',
  'Which algorithm finds the shortest route through a maze?',
  'What is the function of the swim bladder in deep-sea fish?',
  'Who inherited the vineyard after the count died?',
  'How does a lock raise a barge to the upper canal?',
  'Which lighthouse did my great-aunt sketch in charcoal?',
  'How many nights did I sleep in the reindeer hut?',
  'Which museum did we visit on the second day in Vienna?',
  'How much did the leather for the saddle cost me?',
  'Which trumpet did Anna play at the carnival?',
  'Who gave me the recipe for the lemon cake?',
  'How many rivets hold the hull of my old canoe?',
  'Which potter repaired the glaze of my teapot?',
  'What was the longest dive that I made in the quarry lake?',
  'Which comet was I drawing before the clouds came?',
  'What is the effect of temperature on the growth of bacteria in milk?',
  'How does soil acidity change the yield of winter wheat?',
  'What methods exist for measuring the viscosity of molten glass?',
  'Who directed the film that won the prize at the festival in 1994?',
  'In which country was the composer of the national anthem born?',
  'What is the population of the town where the battle took place?',
  'When was the university that the minister attended founded?',
  'Which team did the goalkeeper play for before the transfer?',
  'What did Maria say about her plans for the summer?',
  'Why was Daniel upset after the meeting with his brother?',
  'What hobby did Claire take up after moving to the coast?',
  'How did the children react to the new puppy?',
  'What advice did the therapist give about sleeping better?',
  'Wann hat mein Bruder den Führerschein gemacht?',
  'Welchen Wein hat Onkel Karl zum Essen mitgebracht?',
  'What is 17 times 23?',
  'Who wrote Pride and Prejudice?',
  'Translate "see you tomorrow" into Japanese',
  'Write a Python function that reverses a linked list',
  'run the tests',
  'Tell me a joke about penguins',
  'book a table for two at eight tonight',
  'Wie viel ist 144 geteilt durch 12?',
  'Wie hoch ist der Mount Everest?',
  'Übersetze „Guten Appetit“ ins Spanische',
  'Schreib mir ein Bash-Skript, das alle PNG-Dateien umbenennt',
  'Führ die Tests nochmal aus',
  'Erzähl mir einen Witz',
  'Reservier einen Tisch für vier Personen am Samstag',
  'Hoeveel is 48 gedeeld door 6?',
  'Wat is de hoofdstad van Australië?',
  'Vertaal "tot morgen" naar het Duits',
  'Schrijf een SQL-query die dubbele rijen zoekt',
  'start de server opnieuw op',
  'Vertel eens een mop',
  'Reserveer een tafel voor drie om zeven uur',
  'Combien font 12 fois 13 ?',
  'Qui a peint la Joconde ?',
  'Traduis « bonne nuit » en allemand',
  'Écris une fonction JavaScript qui trie un tableau',
  'relance les tests',
  'Raconte-moi une blague',
  'Réserve une table pour deux demain soir',
  '¿Cuánto es 25 por 16?',
  '¿Quién descubrió la penicilina?',
  'Traduce "hasta mañana" al ruso',
  'Escribe un programa en C que calcule números primos',
  'ejecuta las pruebas otra vez',
  'Cuéntame un chiste',
  'Reserva mesa para seis el viernes',
  'Quanto fa 81 diviso 9?',
  'Chi ha scritto la Divina Commedia?',
  'Traduci "a domani" in inglese',
  'Scrivi una funzione che conta le vocali in una stringa',
  'esegui di nuovo i test',
  'Raccontami una barzelletta',
  'Prenota un tavolo per due alle nove',
  'Quanto é 19 vezes 7?',
  'Quem inventou o telefone?',
  'Traduza "até amanhã" para o francês',
  'Escreva um script que apague arquivos temporários',
  'rode os testes de novo',
  'Conte uma piada',
  'Reserve uma mesa para quatro no domingo',
  '37乘以8等于多少？',
  '世界上最长的河是哪条？',
  '把“明天见”翻译成英文',
  '写一个冒泡排序的函数',
  '再运行一遍测试',
  '讲个笑话吧',
  '帮我订一张今晚八点的桌子',
  '125かける8はいくつ？',
  '日本で一番高い山は？',
  '「また明日」を英語に訳して',
  '配列を逆順にする関数を書いて',
  'もう一度テストを実行して',
  '何か面白い話をして',
  '今夜七時に二人分の席を予約して',
  'Ile to jest 72 podzielić przez 8?',
  'Kto napisał „Pana Tadeusza”?',
  'Przetłumacz „do jutra” na hiszpański',
  'Napisz funkcję, która sprawdza palindromy',
  'uruchom testy jeszcze raz',
  'Opowiedz jakiś dowcip',
  'Zarezerwuj stolik na ósmą wieczorem',
]
