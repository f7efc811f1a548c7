/**
 * The topics of small talk: meals, weather, the body, rest, the family, days and holidays, in eight languages with an
 * alphabet. In a question each names a thing ("when is my birthday?"); in a remark they tell as little as the other common words.
 */

const english = `
  afternoon apartment arm aunt baby back bath beach bed beer birthday body brain bread breakfast brother bus cake car cat chair children chocolate
  christmas cloud coffee cookie cough couch cousin dad daddy daughter dinner doctor dog door easter eyes family father feet fever finger flu friday
  garden gift grandma grandpa gym hair halloween headache holiday home house husband ice internet keyboard kid kitchen knees lap legs lunch meal mom monday mother
  mouth movie mum music nap nose office park parents party pet phone pizza rain saturday shoulder shower sister sky sleep snack snow sofa son song storm summer
  sun sunday sunshine tea thanksgiving thumb thursday toast traffic train trip tuesday tv typo umbrella uncle vacation valentine walk water wednesday wife wind window wine
  winter spring autumn throat mondays fridays typos autocorrect wifi connection battery
`

const german = `
  abendessen arm arzt auge auto baby bad bauch bett bier brot bruder brille bus couch durst erkaltung familie fenster ferien feiertag fernsehen fieber film finger frau
  freitag freizeit fruhling fruhstuck fuss garten geburtstag gewitter grippe haar hals handy haus herbst himmel hund husten kaffee kater katze kind kinder kino kopf
  kopfschmerzen kuche kuchen magen mama mann mittagessen mittwoch montag mutter nase opa oma ostern papa party pause regen rucken samstag schlaf schnee schokolade schwester
  sofa sohn sommer sonne sonnenschein sonntag spaziergang stau sturm tasse tee telefon tippfehler tochter tur urlaub vater wasser weihnachten wein wetter wind winter wochenende
  wolke zug zuhause zahn donnerstag dienstag fenster tastatur verbindung silvester neujahr buro
`

const dutch = `
  arm avondeten baby bad bank bed bier bril broer brood bus buik dinsdag dochter donderdag dorst douche familie film fiets file griep haar hond hoofd hoofdpijn hoofd huis jarig
  kantoor kat keel kerst kind kinderen koffie koorts kop lente lunch maag maandag mama moeder neus oma onweer ontbijt ogen opa pasen papa park regen rug sneeuw school storm
  taart telefoon thee tikfout toetsenbord trein tuin tv typefout vader vakantie verjaardag verkoudheid vrijdag vrouw wandeling water weekend weer wijn wind winter woensdag wolken zaterdag
  zoon zomer zondag zon zus zonnetje herfst bank scherm
`

const french = `
  anniversaire anniversaires automne bain biere bras bus bureau bouchons cafe canape cheveux chat chaud chien chocolat cinema clavier coeur cordes corps cuisine dejeuner dents diner dimanche dos douche
  enfants ete famille femme fete fievre fille film fils frere froid gateau gorge grippe hiver jambes jardin jeudi lit lundi maison mal maman mardi mari mer mercredi mere neige nez noel nuage
  oncle orage pain papa paques parents pere pied pluie pause printemps rhume samedi salon sieste soeur soleil soiree tante tasse tele telephone tete the train vacances
  vendredi vent ventre verre vin voiture yeux frappe faute connexion
`

const spanish = `
  abuela abuelo almuerzo ano autobus bano boca brazo cabeza cafe calor cama cansancio casa cena cerveza cine coche comida cumpleanos desayuno domingo dolor escuela espalda familia fiebre fiesta frio
  gato garganta gripe hermana hermano hija hijo invierno jardin jueves lluvia lunes madre mama mar martes marido merienda mesa miercoles musica nariz navidad nieve nino oficina ojos otono
  padre pan papa parque pelicula pelo perro pie piernas playa primavera pascua resfriado sabado siesta sol sofa te tele telefono teclado tio tia tormenta tren trafico vacaciones ventana verano vino viento
  viernes cantaros chocolate cerebro movil dedo errata oro polvo
`

const italian = `
  acqua amico autobus autunno auto bagno bambini birra bocca braccio caffe caldo cane capelli casa cena cielo cinema compleanno colazione cucina divano doccia domenica febbre ferie festa famiglia figlia figlio
  film finestra fratello freddo gamba gatto giardino gelato giovedi gola influenza inverno letto lunedi macchina madre mamma mal mare marito martedi mercoledi moglie musica nascita natale naso neve nonna
  nonno occhi ombrello padre pane papa pasqua pausa pioggia pisolino pizza pranzo primavera raffreddore sabato schiena sole sonno sorella spuntino stomaco tastiera te telefono temporale testa treno traffico
  ufficio vacanza vacanze venerdi vento vino zia zio estate battitura connessione telefonino
`

const portuguese = `
  agua almoco aniversario autocarro avo bebe boca braco bolo cabeca cachorro cafe calor cama carro casa cerebro ceu cha chuva cerveja cinema cozinha dente dor domingo escola escritorio feriado ferias febre festa
  familia filha filho filme frio garganta gato gripe inverno irma irmao jantar janela jardim lanche mae mar marido mulher musica nariz natal neve olhos onibus outono pai pao parque pascoa pe perna
  piscina praia primavera quinta resfriado sabado sexta sofa sol soneca segunda teclado telefone tempestade terca tia tio trabalho transito trem tv vento verao viagem vinho quarta celular dedo conexao
`

const polish = `
  auto babcia brat brzuch burza chata ciasto cebra deszcz deszczu dom domu dziadek dzieci film fotel gardło głowa głowy głowę goraczka grypa herbata herbatę herbatka herbatki impreza jedzenie jesien katar kawa kawy kawę kawka
  kawkę kawusia kawusię kino kolacja kolacji kolacja kot kregosłup kuchnia kuchni łozka łozko łozku lato łazienka mama mamy maz morze mucha mroz muzyka nogi nos obiad obiadu oczy oko okno ogrod park pies piatek piatku piwo
  plaza pogoda pociag poniedziałek poniedziałku przeziebienie ferie siostra słonce sobota sobocie spacer sniadanie sniadania snieg sroda syn taras tata telefon tort upał urlop urlopie urodziny urodzin wakacje wakacji wielkanoc
  wiatr wiosna wino woda wtorek zima zona zab czwartek klawiatura literowka niedziela niedzieli korki biuro biurze
`

export const talkTopics = `${english} ${german} ${dutch} ${french} ${spanish} ${italian} ${portuguese} ${polish}`

/** Words that begin a question, also without a question mark. */
export const questionWords = `
  what when where which who whom whose why how is are was were do does did can could will would should
  wer wen wem was wann wo wohin woher wie warum wieso weshalb welche welcher welches welchen
  wie wat wanneer waar waarom welke hoe hoeveel
  qui que quoi quand ou comment pourquoi quel quelle quels quelles combien
  quien quienes que cual cuales cuando donde como cuanto cuantos cuanta cuantas
  chi che cosa quale quali quando dove come perche quanto quanti quanta quante
  quem qual quais onde quantos quantas porque
  kto kogo komu czyj co kiedy gdzie dlaczego czemu ile jak jaki jaka jakie ktory ktora ktore czy
`
