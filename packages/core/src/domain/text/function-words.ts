/**
 * Words of other European languages that say nothing about what a text is about, and those that every English answer has.
 *
 * Not for the index, which leaves them to rarity: for comparing how two texts are worded, where "in der" is no evidence of anything.
 */

/** Folded and in lower case. A word that means something in another language is here all the same. */
const groups = [
  // English courtesy and connection; the commonest words are stop words already.
  'please thank thanks sure certainly absolutely welcome glad happy hope feel free let lets know anything something everything else further help assist need',
  'want like also just very really more most other any all each some such only same too below above following follow example make using use used get here first next finally',
  // German
  'der die das den dem des ein eine einer eines einem einen und oder aber nicht kein keine ich du er sie es wir ihr mich dich sich uns euch mir dir ihm ihn',
  'ihnen mein dein sein unser euer ist sind war waren bin bist hat habe haben hatte wird werden wurde kann konnen muss mussen soll sollen will wollen darf',
  'mit von vom zu zum zur bei beim aus auf an am im in fur uber unter nach vor um bis durch gegen ohne wie was wer wo wann warum wenn dass ob als so auch',
  'noch nur schon da dann man mehr sehr hier dort',
  // Dutch
  'het een van en te dat die op aan met voor er naar bij ook maar niet geen ik je jij hij zij wij we jullie ze hen hun mijn jouw zijn haar onze is was waren',
  'heeft hebben had wordt worden kan kunnen moet moeten zal zullen om uit over door tot als wat wie waar hoe dan nog al wel',
  // French
  'le la les un une des du de au aux et ou mais ne pas plus je tu il elle on nous vous ils elles me te se moi toi lui leur mon ton son ma ta sa mes tes ses',
  'notre votre nos vos ce cet cette ces que qui quoi dont ou est sont etait etaient suis es sommes etes ai as avons avez ont avait sera peut peuvent doit',
  'dans sur sous par pour avec sans chez vers si comme quand comment pourquoi y en l d c j qu n m',
  // Spanish
  'el los las unos unas del al y o pero no yo tu usted ella nosotros ellos ellas mi su sus nuestro nuestra lo que quien cual cuando donde como porque por para',
  'con sin sobre entre hasta desde este esta estos estas ese esa eso esto es son era eran fue ser estar esta estan ha han hay tiene tienen puede pueden debe muy mas ya si',
  // Italian
  'il lo i gli uno ed ma non io lei noi voi loro mio tuo suo nostro vostro che chi cui quale quando dove come perche di da dal dalla del della dei delle al alla',
  'ai alle nel nella nei nelle sul sulla con per tra fra questo questa questi quello quella e sono era erano ho hai ha abbiamo hanno puo possono deve piu anche se',
  // Portuguese
  'os um uma uns umas do da dos das no na nos nas ao aos em com sem por pelo pela para e ou mas nao eu ele ela nos eles elas voce voces meu minha seu sua isso isto',
  'esse essa este esta que quem qual quando onde como porque foi ser sao estao tem pode podem deve muito mais ja tambem se',
]

const functionWords: ReadonlySet<string> = new Set(groups.flatMap((group) => group.split(' ')))

/** `word` folded and in lower case. */
export const isFunctionWord = (word: string): boolean => functionWords.has(word)
