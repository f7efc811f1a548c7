/**
 * The commonest words of talk in seven languages that name no thing, folded, in lower case and in alphabetical order: verbs of doing, saying,
 * thinking and feeling, judgements, adverbs, times of day, and how people address each other.
 *
 * Nouns that name things ("house", "police", "birthday", "mother") are left out, however common: somebody may ask about them. Function words are
 * in `text/language.ts`, greetings and thanks in `fillers.ts`. Words with the same stem are here once.
 */
import type { Language } from '../text/language.ts'

const english = `
  able across admit adorable advice afraid after against ago ain allow almost alone along always amazed amused angry annoyed another anybody
  anymore anyone anyways anywhere apart apologise apologize apology apparently applause appreciation aren around asap ask asks asleep aw
  awake away awful awkward babe back bad barely bear because become bedtime before began begin behind believe besides bestie bet between
  beyond big blame blast blessed bored both boy boys break bright bring brought busy but called calm came cannot care careful catch caught
  champ champion chance change chat chatting check cheer cheerful children chill chillin chilly clean clear clever close closer cloudy clue
  cold comes comfort comfortable coming complain completely concerned confused congrats congratulations consider content convinced cook
  cooking cosy couldn couple course cozy crazy curious cute damn dang dangerous dark darling darn days deal dear decent decide delighted
  depends deserve didn difference different difficult disappointed doesn doing dokey don doubt down dozed dreaming drink drive drop dull
  dumb during earlier early ease easier easy eat either em embarrassing empty encouraging end enjoy entirely escalated especially evenings
  ever every everybody everyday everywhere except excited exhausted expect explained eye face fact fair fall fancy far fat fault favour
  feeling feet fell fella felt few fight figured final find fingers finish fired five fool forever forgive forgot forgotten forward found
  four fresh fried friend frustrated full fun gave gee genius gentle gentlemen gets getting girl give given giving god goes going gone gonna
  goodness gosh gotta gotten grab grabbing grand granted gratitude grow grown grumpy guess guilty guy hadn half hand handy hang happen
  happily hard hate haven having hbu head hear heard heart heavens heck held hell helped helpful herself high him himself hit holding honest
  honey honour hooray hoped hopefully hopes horrible hot hour hug huge hugs huh humid hundred hungry hurray hurry hurt idea idk imagine
  impossible impressed impressive incredible innocent inside instead interested isn jeez joke joking joy joyful jump keen keep kept kidding
  killing kinda kindest kindly kindness kiss knew knock knowing known lady last late laugh lazy learn least leave left legend less letting
  lie lied life light likely listen little living ll loads lonely long longer look loose lose lost loud loves loving luck luckiest luckily
  lucky lying mad made makes making many marvellous marvelous massive matter mean meant meet meh mention merry mess middle mine minute miss
  mistake moments month mood mornings mostly myself nailed nap nasty nearly needed neither nervous new news nicely nicer nights nine nobody
  none nonsense nor normal nowhere nuts obvious odd ofc off offer often old omg ones opposite others otherwise ought ours ourselves out
  outside overwhelmed owe pain painful pal pass past patience patient pay people perfectly pick place pleasant pleased pleasure plenty
  points polite poor positive possible pouring precious prefer press previous problems promise proper proud put puts quick quicker quiet
  quit raining rainy ran rather re read real realise realize reasonable recently regards relax relief relieved remember remind report
  responsible rest rich rid ridiculous rise risk rough round rush sad safe said saved saw saying says scared scary second seeing seemed seen
  self sense serious seven several shame shape sheesh shine shoot short shouldn shower shy sick silly similar simple simply since sincerely
  sir sit sitting six sky sleeping sleepy slept slightly slow small smart smell smile snack snowing soft solved somebody someday somehow
  someone sometime somewhat somewhere sorts sounded spare speak special spend spent spirits spoke stand start starve starving stay stop
  stopped straight strange stranger stress stressful strong stuff stupid stupidest sudden suit sunny sunshine supportive suppose surely
  surprise sweetheart sweetie take taken taking talk taste teach telling tend terrible terribly terrific thankful them themselves thing
  think third thought thoughtful thousand three thrilled through till time tired today together told tomorrow tonight took touch tough
  towards treat tricky tried trouble trust truth try ttyl turn twelve twice two ugh unbelievable under understanding unfortunately unhappy
  unless unlikely until up upon upset us useful useless usual ve vibe voice waiting wake walk wanna wanted warm wasn waste watching way ways
  wbu wear weather week weekends weird went weren wet wherever whether while whoa whoever whole wild willing wise wish within without woke
  woman won wondered woohoo words work world worn worried worry worse worst worth wouldn wrong wtf wyd ya yawn year yesterday yikes young
  yours yourself yourselves yum yw
`

const german = `
  ab abends allein allerbeste allerdings alls alte alter andermal anfangen angenehm angerufen angst anrufen ansehen ansonsten antwort arbeit
  arbeitet arg aufgeregt aufhoren aufpassen augen augenblick ausgezeichnet ausruhen ausserdem bald bedanke bedeutet beeil beeindruckend
  begeistert beide beinahe beiseite beispiel bekomme bekommt benutzen bereit besonders besser bestens bestimmt bewegen bisher bisschen bissl
  bleib bleibt blick blod bloss brav bringen bringt chef dabei dachte daheim dahinter daneben dankbar darfst darum dauert daumen demnachst
  denk denkt dennoch deshalb digga ding doof drauf draussen drei dringend druber dumm ebenfalls ebenso eher ehrlich ei eigene eilig
  eilt eimern einander eindeutig einfach eins einverstanden einzig ende endlich entscheiden entschuldige entspannt erfahren erfreulich
  erfreut erhol erinnere erklart erledigt ernst ernsthaft erst erstaunlich erstmal erwartet erzahl erzahlt essen ewig fabelhaft falls fallt
  falsch fand fang fantastisch fehler fehlt feier feierabend feierlich finde findet fit fliegen folgen fort fortschritt frag freu freude
  freund freundin freundlich freut froh frohlich fruh fuhle fuhlt funf funktioniert furchtbar ganz gar gearbeitet gebe geben gebracht
  gedacht gedanken geduld gefahr gefallen gefallt gefragt gefuhl gefuhlt gefunden gegangen gegeben geh gehe gehort gehst geht geil geklappt
  gekommen gelacht gelassen gelaufen gelernt gelesen gelt gemacht gemein gemeint gemutlich genauso geniess genug gerade geraten geredet
  geregnet gesagt geschafft geschlafen gesehen gespannt gesprochen gestern gestresst gesucht gesund gewinnen gewiss gewohnlich gewohnt
  gewonnen gewusst gib gibst glaub glaubt gleichfalls gluck glucklich gluckwunsch gott gross grossartig gruezi grund gutes hach halb
  hallochen halte hand hase hattest hau hause heiss heisst helfe herr herrje herrlich herz herzlich heute heutzutage hilfreich hilfsbereit
  hilft hingekriegt hinten hoch hoffe hoffentlich hoffnung hole holen hor hore hort hubsch huch hui hunger hungrig ideen idiot immerhin
  interessant interessiert irgendetwas irgendwann irgendwas irgendwer irgendwie irgendwo irre irrtum jahr jammern jau jedenfalls jederzeit
  jemals jemand jippie joa juhu jung kaffee kalt kam kapiere kapiert kaputt kaum kenn kennt klappt klarkommen klasse klein kleinigkeit
  klingen klug komisch komm kommt komplett kompliziert kopf kostlich krank kreuze kriege kriegt kummere kumpel kurze lach lage lang langsam
  langweilig lass laufen lauft laune laut leben lebt lecker leicht leider leise leiwand lerne lese lesen letzte leute lieb liebling liebt
  lief liege lob locker luft lust lustig mach madchen madels magst mahlzeit manchmal mann mei meinst meint meinung meist mensch merke mies
  mindestens minute missverstandnis mist miteinander mitgebracht mitgehen mittag mitte moglich moglicherweise momentan monat morgens
  motiviert mude muhe mund mut nachdem nachdenken nachmittag nachricht nachste nachts naturlich neben nehme nennen nervig nervos nervt net
  nett neu neue neugierig nie niemals niemand nimm nirgends nix normal normalerweise notfalls notig notwendig nutzlich oben obwohl offen
  ofter oida ordnung ort paar passieren passiert peinlich perfekte pfiat plaudern plotzlich positiv praktisch prinzip prost quasi quatsch
  rate raus rede reden redet regen regnet reicht rein rest richtige riesig ruf rufe ruh ruhe ruhig rum runter sache sagt salu satt sauer
  schaff schafft schatz schau schaut scheint scherz schick schlafe schlau schlecht schlimm schluss schneit schnell schnucki schoner
  schrecklich schuld schuldig schuttet schwach schwer schwierig sechs seh sehe seht seien selber selbstverstandlich seltsam servas sicher
  sieben siehe sieht sinn sinnlos sinnvoll sitze sobald sofort sogar solange solltest sonnig sowas sowieso sozusagen spannend spass
  spat spitzenmassig sprechen spricht standig stark statt steht stell stimme stimmung stolz stoppen stress stressig stunde suss tag tage
  taglich tatsachlich tief todmude tolle traf tragen traum traurig treffen trinken trotzdem tscho tschuldigung tschussi tust uberall
  uberhaupt uberleg ubermorgen uberrascht uberraschung ubrigens ultra umsonst unbedingt unfassbar ungefahr ungern unglaublich unmoglich
  unsicher unsinn unten unterhalten unterwegs verandert verdammt verdient vergangen vergessen vergnugen verlieren vermisse verruckt
  versprechen versprochen versteh versuch versucht vertraue verwirrend verwirrt vier voll vollig vollkommen vorbei vorgestern vorher vorhin
  vormittag vorschlag vorsichtig vorstellen wach wahnsinn wahr wahrheit wahrscheinlich warm warte wartet weg weh weile weise weit
  weitermachen welt wenigstens wesentlich wetter wichtig wiederhole wiedersehen wild willkommen wirds wirkt wisst witz witzig woche
  wochenende wollten wort wunder wunderbare wundervoll wunsch wunscht wusste wutend zahlen zauberhaft zehn zeigt zeit zeug ziehen ziemlich
  zuerst zufallig zufrieden zuhause zuhoren zukunft zumindest zunachst zuruck zurzeit zusammen zuviel zuvor zwei zweifel zweite
`

const dutch = `
  aangenaam aardig absoluut acht achteraf af afgelopen allebei alleen allemaal alsof avonds bang bedankje bedoel bedoelde bedoelt beetje
  begin beginnen begint begonnen begreep begrijpelijk begrijpt behoorlijk beide bekijken belangrijk bellen beloof benieuwd beslissing beste
  betekent beter beterschap bezig bijna bijzonder binnenkort blij blijf blijft blijkbaar blijven boeiend boos bracht breng buiten daarmee
  daarna daarom dacht dagen dankbaar dapper deed denk denkt dezelfde dichtbij ding doe doedoei doet dood doorgaan drie droom druk drukte
  duidelijk duim duren durf duurt dwars echter eentje eerder eerlijk eerst eigen eind eindelijk eindje elk elkaar elke eng enig enkele enorm
  enthousiast eraan erbij ergens erger ermee ernstig ervan eten excuses excuus fantastisch fijne flauw flink fout foutje gaaf gang gauw geb
  gebeld gebeurd gebeuren gebeurt gebracht gedachte gedoe gedraag geduld geef geeft gefeliciteerd gegaan gegeten gegeven gehaald geheel
  geholpen gehoord gehouden gek gekomen gekregen gelachen geleden geleerd gelezen geloof geloven geluid geluk gelukkig gelukt gemaakt
  gemakkelijk gemeen gemist genieten genoeg genoten gepraat geraakt gered gerust geslaagd geslapen gesprek gesproken gestopt gevaar geven
  gevoel gevonden gevraagd gewacht geweldige gewenst gewerkt geweten gewoonlijk gezegd gezellig gezien gezond ging gisteren god goede
  goedendag goeie goh gokken graagte grap grapje grappig groet groot haast haat hand handig hangt hard hart heden hee heen heerlijk heet
  helaas held helder hele helemaal helft helpt hemel herhaal herinner hetzelfde heus hierheen hierzo hoef hoeft hoelang honger hoog hoop
  hoopt hoorde hoort hopelijk hopen horen hou houd houdt huilen hulpvaardig idd ideeen idioot ieder iedereen indrukwekkend ineens inmiddels
  interessant jaar jammergenoeg jaren jarig jee jeetje jezelf joh jongen jongens juist kanjer kans kapot keer ken kennen kent kijk kijkt
  klaar klein klinken klop knap knappe knuffel kom komt kost koud kracht kreeg krijg krijgt kwaad kwam kwijt laatst lach lang langer
  langzaam lastig leeft leeg leert lekkere leren leuke leuker leven lezen lief liefde lieve liever lieverd liggen ligt lijken lijkt lijst
  loopt lopen luister lukken lukt maak maakt maal maand maken makkelijk mam manier mee meen meest meestal meid meisje mens merk mezelf
  middag mijne min minder minstens minuten misverstand moe moed moeilijk moeite mogelijk mond mooie mooier mwah nadenken nare nauwelijks
  neem nemen nerveus net netjes niemand nietwaar nieuw nieuwsgierig niks noem nogal nogmaals normaal notie nuttig ochtend oeps ogen onderweg
  ongelooflijk ongeveer onlangs onmogelijk onzin ooit opeens opgelost opgelucht opletten opnieuw oppassen opschieten orde oud oude overal
  overigens overleven overmorgen paar pak passen pauze pech perfecte persoon pff pijn plek plezier plots positief praat praatje prachtig
  prettig probeer probleempje proost raad raak raar raden rare reden regen regent rennen rest richting rijk roep rot rust rustig ruzie saai
  samen schat schatje schitterend serieus slapen slecht slim sloeg slot smakelijk snappen snapte sneeuwt snel sneller sommige soms soort
  spannend speciaal spijt spijtig spraken spreek spullen staan staat stapje steeds steek stel stemming sterk sterkte stil stoer stom stond
  stop stoppen stress succes superfijn tenminste terecht terug terwijl tevreden thuis tijd tijdje tjonge toe toekomst tof toffe topper
  toppie totaal trek treurig trots trouwens tuurlijk twee tweede twijfel uiteindelijk uitgerust uitrusten uitstekend uren vaak val valt
  vanavond vandaag vanmiddag vanmorgen vannacht vanochtend vanwege vast vecht veilig vent veranderd verandert verbaasd verbazend verder
  verdien verdiend verdomme verdrietig vergat vergeet vergis vergissing verhaal verkeerd verliefd verloren vermoeid vermoeiend verrassing
  verrast verschil vertelde vertelt vertrouw vervelend verwacht verward verwarrend vieren vijf vind vindt vlug vlugger voel voelde voelt vol
  volg volgende volkomen vond vooral voorbij voorlopig voorstellen voorzichtig vorige vraag vraagje vraagt vrede vreemd vreselijk vriend
  vriendelijk vriendin vrij vroeg vroeger vrolijk vuur waarachtig waard waarheid waarschijnlijk wacht wakker wandelen wanhopig warm wauw
  week weekends weekje weer wees weg weinig welkom wens wereld werk werkt wijs wild winnen wist wou zacht zag zalig zeer zegt zei zelfde
  zelfs zenuwachtig zes zet zeven zichzelf zie ziek zien ziet zin zitten zoals zodra zoek zomaar zon zonde zonnetje zonnig zorg zoveel zover
  zowat zulke zwaar
`

const french = `
  abord absolument absurde accepte accompagner admirable adorable affaire affame affreux agir agreable ailleurs aime aimer air allait allume
  ami amicalement amie amis amities amour amusant ancien angoisse annee annonce appel apporter apprecie apprends appris arrange arrete
  arrive assez attend attendre attendu attention auparavant autant autrement avaler avance avenir avis avoir baisse beau belle bete betise
  bichon bienvenue bises bisou bisous bizarre blague blesse bof boire bonheur bons bosser bouche bouger boulot bout brave briller bruit but
  cadeau calme carrement casser cause certain certes cesse chacun chaleur chance chanceux change chanter chapeau charmant chaud chercher
  cheri chiant chose choupi chut ciel cinq clair coeur colere comme commence complet complique comprend comprendre compte confiance confus
  connais connu conseil content contraire copain copine cote coucher coup coupable courage cours court creve croire crois croise croit
  croyais cru curieux cœur dacc danser debrouille decider decouvrir decu dedans degage degoute dehors dejeuner delicieux demain demande demi
  depeche derange dernier derniere desolant desormais dessus detail detendre detends deux deuxieme devant devenir devient deviner devrais
  different difficile diner dingue dirais direct disais discuter disons dix doigts donner dormir dors doucement doue doute doux drague
  drolement dur dure ecoute ecris effet efficace effort egalement elegant embarrassant embetant embrasse emmener emouvant emu encourager
  endormir enerve enfin ennui ennuis ennuye enorme ensemble ensuite entendre entends enthousiaste envie envoyer epuise erreur espece esperer
  esperons espoir esprit essaie essaye etat etonnant etrange evident eviter exagere excellente excite existe expliquer expres extraordinaire
  face facile facon faible faim faisais faisons faite fantastique fascinant fatale fatigant fatigue faute faux felicitations fera ferai fete
  fetes fichu fier finalement fini finir flemme fois folie folle fondamentalement force formidablement fort fou fous foutre foutu
  franchement froid futur garcon garde gars generalement genialissime genie gens gentil gentille gentiment gouter grace grand gre gros
  grosse guere gueule habitude hasard hate haut helas heure heureuse histoire homme honnete honte hop humeur hyper ideal idees idem idiot
  imaginer imbecile impec impeccable importance impossible impression impressionnant improbable incroyable informer inquiet inquietude
  instant insupportable intelligent interessant inutile jaloux jeune joie joli jolie jour journee joyeux jure jurer juste kiffe lache laisse
  leger lentement lever libre loin long longtemps longue loulou lourd lu lumiere madame mademoiselle magique main maintenant malade malgre
  malheureusement malin manger maniere manque marchent marrant matin matinal mauvais mauvaise mec mechant mecs mefie meilleur mensonge
  mentir merde merite merveille mets mettre midi mignon mince minute misere moche moindre mois moitie moments monsieur montrer moque mot
  motive mots mourir moyen naturellement necessaire neige nerveux neuf nez nickel normal notamment nouveau nouvelle nuit nul nulle oblige
  occasion occupe odeur oeil offrir orage oser ouah oublie oublier ouf ouille oups ouvert ouvre parait parce pardonne pareil parfaitement
  parfois parle parole partager partie partout passe patience patient pauvre peine penible pensais perdre perdu permettre permis perso
  personne petit peur pige piger pitie plaire plaisante plaisanter plein pleurer pleut pleuvoir pluie plupart plutot pose positif
  possibilite possible pote potes pourra pourvu pousse pouvais pratique precieux precis precisement prefere premier premiere prend prendre
  prenez pres presque presse pret prevu prier pris probable prochain profite progres promesse promets promettre promis propos propre prudent
  pu puissant quant quasi quatre questionner quiconque quitte raconte rapide rappelle rassure ravi ravie reagir realite recommence
  reconnaissant reel reflechi refuse regarde regrette rejouis relax remarque remercier remettre rencontrer rentre repas repete repondre
  reponds repose reprendre resister resolu respect ressens reste retour retrouve reussi reussite reve reveille revenir reves reviens riche
  ridicule rigole rigolo rire ris risque sacre salue sante sauve savais secondes secret semblant sensation sensible sentir separer sept
  serieux sert servi seul signe signifie silence simple sinon six soif soir soleil sommeil sonne souci soudain souffrir souhaite
  soulage soupcon sourire souvenir souvent souviens stress stupide stupidite succes suffisant suffit suite suivant suivre superbe supporter
  suppose surement surprenant surpris surprise surtout surveille sympa sympathique tard tchao tel temps tendre tenez terrible terrifiant
  tiens tient tirer tombe touche tranquille travail travaille triste trois tromper trouve truc tuer urgent utile valait vaut vecu venir venu
  verite vide vie vieille viens vient vieux vis visage vite vivant vivre voici voir vois voit voix voulais voulu voyons vrai waouh week
  youpi zen zut œil
`

const spanish = `
  abajo abrazo abrir absolutamente aburrido aca acabo acaso acepto acuerdo adentro admirable adoro afuera agotado agradable agradecido
  agradezco ahorita alegra alegria alguien alta alto alucinante ama amable amas amigo amo amor anda andale andar andas ando animo ano anoche
  anos anteayer antiguo aparte aprecio aprender apruebo asco asustado atencion atento ay ayer ayudado bacan bailar baja bajar bajo
  barbaridad basicamente belleza bendiciones bendito beso besos bestial bienvenido boca bonita broma brutal buenisimo buscar cabeza caliente
  callate calma calor cambia camino campeon cansa cansancio cantar capaz cara carajo carino caso cerrar chevere chica chido chiste cielo
  cien ciertamente cinco claramente comer comodo compadre companero completamente complicado comprar comprende comun confiar confundido
  confuso conoce conozco contado contesta continua copado corazon corazoncito correcta correr corto cosas crack crea crean cree creia cruzo
  cualquiera cuatro cuento cuesta cuidado cuidate culpa curiosa curiosidad dame daria deber deberia debo decia decidido decirle decirte
  dejame dejar delicioso depende derecha desastre descansar desear deseo despedir desperte despierta deuda dices diez diferente dificil digo
  dije dijiste dile dios direccion directo diria divertida divino doble doler dolor don dormido duda dudas duele dueno dulce duro echar echo
  emocion empezar empieza enamorado encanta encontrar encuentro enfermo enhorabuena enojado enorme entender entiende entrar entretenido
  equivocado equivoque error escribir escucha espero estabas estare estres estupenda estupido estuve eternamente evidente exacta excelentes
  existe exito extranar fabuloso facil falla falso falta fantastica fascinante fatal favorito fe feito felices felicitaciones feo fiesta
  finalazo finalmente finde flaco fondo forma francamente frio fuerte fuerza fuiste futuro gana ganas genia gente gordo gracia graciosa
  grandioso guapa gusta gustaria hablado haga hambre hare haremos haria harto haz hazlo hermosa hice hicimos historia hombre honestamente
  honor hora horas horrible hostia hoy humor iba idea ideal ideas idiota ido igualmente imagino imbecil importa imposible impresionado
  increibles inteligente intentando interes interesa inutil ire irme irnos izquierda jamas joder jolin joven jovenes joya jugando junto juro
  justo largo lastima lejos lentamente levantar leyendo libre linda listos llama llega llenar lleva llorar llueve lluvia loca loco locura
  logra lucido lugar luz maja majo mala malentendido malisimo malo manana manda mano manos mantener maravilla mayoria media mediodia mejor
  menor mentir mentira merece meses miedo mira mirar mitad moda mola molesta molestia molon momentito momentos monton morir motivo mover
  mujer mundial mundo nacer necesario necesitaba negro nervioso nieve nino ninos noche normal novedad novedades nueva ocho ocupada ocurre
  ocurrio odio oido oiga oir ojos olvida opcion opinas oportunidad optimista orale orgullo oscuro ostras oye paciencia padrisimo palabra
  pareces parecia partir pasa pasar paseo paso pausa paz pedir peligroso pena pensaba pensamiento peor pequena perder perfecta persona
  pesado pide piensa pierde plena podia pone pongo porfa porfi posible practico precioso preferir prefiero pregunta preocupa preparado
  presente primera prisa probable problemon proxima pudiera puedes puesto pura puro quedar quedate querer queria quiera quise quita rabia
  rapido raro rato razones real realidad realmente recien reciente recomiendas recordar recuerda regresar reimos reina reir relajado
  rendirse repente repetir respeto respira responde respuesta resto resuelto reunir rey rica rico ridiculo riendo risa rompe rompio rota
  saberlo sabia sacar salgo salio salir saludo salvaste santo seas seguir segundo segura seis semana sencillo senor senorita sensacion
  sentido sepas seriamente servir sientate siente siga sigo siguen silencio simpatico simple simplemente sincero siquiera sirve sirvio sitio
  situacion sonar sonreir sonrisa sorprendente sorprendido sorpresa suave subir sucede sucedio suelo suelta suena suerte suficiente sufrir
  sugieres supe suponer supongo supuesto tanta temo temprano tendremos tengas tenias terminado terrible tesoro tiemblo tiempo tienes tierna
  tipico toca tocar toma tomar tomo tonta tonteria totalmente trabajando trae traer tranqui tranquila tranquis trata tremendo triste
  tristeza tuve tuviste uf ufa ultimamente unica urgente uso util uy valor vamonos veamos vemos ven vengo veras verdad verdadero verlo vete
  viaje vida vieja vine vino visto vive vivo volver voz vuelta vuelve xfa yendo
`

const italian = `
  abbastanza abbraccio accidenti accordo addio adesso adoro affatto affetto ahia aiutato alto altrimenti amica amo amore andare andata andra
  andro anni anno annoiato ansia anzi appena apposta apprezzo appunto aprire aria arrabbiato arrivare ascolta ascoltami aspettare assieme
  assolutamente assurdo attento attenzione attraverso auguri avanti avere averlo baci bacio bacioni ballare bambini basta bel belle
  bellissima beninteso benone benvenuta bevi bimbi bisogna bocca bomba bravi bravissimo brutta buffo bugia buon buonissimo calda calma
  cambia campione campionessa capace capelli capita capitato cara carino caro caso caspita cattivo cavolo cazzo cercare certa chiama
  chiaramente chiedere chiesto chissa chiudi chiunque chiuso cielo cin cioe circa colpa combinato comincia comodo complesso completamente
  complicato comprare comune comunque confesso confuso congratulazioni conosci consiglio contare continua convinto coraggio corpo correre
  corretta corso cose credi cuore cuoricino cura curioso dammi dannazione dare dategli dato davanti debole decidere decisione deciso
  delizioso deluso destra detto dica diceva dici dico difficile dimentica dimenticato dipende direi diritto dirlo dirmi dirti disastro
  dispiaciuto disponibile disturbo diventato diverso divertente divertito dolce dolcezza dolore domanda domani domattina donna dopodomani
  doppio dormito dovevo dovrai dovrebbe dovrei dovremmo dovresti dubbio due dura duro eccellente eccezionale eccitato eccola eccomi
  effettivamente ehi emozionato entra entrambi entrare entusiasta eppure errore esagerato esausto esiste esserci essere eta evidente evviva
  facile falso fame fammi fantastica farci farlo farmi farti fastidio fate fatica fatta favoloso felice felicissimo fermo festa fico fidati
  fiducia figata fighissimo figo fila finalmente finche finita fino fondo forte fortuna forza freddo fretta funziona furbo futuro ganzo
  gentile gentilezza gentilissimo giocare gioia giornata giovane giro giu giuro giustamente gnam grandi grandioso grato grazioso guarda
  guarire hobby idea ieri imbarazzante immagino impara impegnato importa impossibile impressionante improvviso incontrare incredibile
  incrocio indietro infatti infine inizia insieme insomma intanto intelligente intendo intenzione interessa intero inutile invece lascia
  lasciami lavora legge lento lezione libero lieto lontano luce lungo macche maestro maggior magnifico malato male malissimo mancare
  mangiare mani maniera mannaggia mano mattina matto medesimo meglio meno mente meraviglia mese mesi messo meta mette mezza migliore minuti
  mitico momenti mondo morire motivo muovere naturalmente neanche necessario nemmeno nervoso nessun neve noia noioso normale notte nove
  novita nulla nuova occasione occhi occupato oddio odio oggi ognuno oltre ora ore orgoglioso ormai orribile otto ovunque ovviamente pace
  pagare parecchio parla parola particolare partire passa passaggio paura pausa pazienza pazzesco pazzo peccato peggio peggiore pena pensa
  pensiero percio perdere perfetta pericolo persino perso persona personale pessimo piacciono piacera piacerebbe piacevole piacque piangere
  piccola piena pioggia piove piuttosto poi poiche porta possa possibile posto poteva potrebbe potrei potremmo potresti pratica preferisco
  prende preoccupare presto primo probabile problemi progressi promesso prometto pronta proprio prossima provare pura purtroppo qualcosa
  qualsiasi qualunque quasi quattro raga ragazza rapido raramente reale realmente realta resta ricevuto ricorda ridi ridicolo rido riesci
  riguardo rilassa rimanere ringrazio riposo risata rischio risolto rispetto rispondere risposta ritardo ritorno riuscire salutare saluti
  salvato sanno sapete sappia saprei sbagliato scappare scegliere scelta scemo scherzando schifo sciocchezze sciocco scoperto scoprire
  scordato scorsa scrivi scusate secondo sedere segreto segue sembrava semplice senso sentire senz serata serenamente servire sete sette
  settimana sicura significa signor silenzio simile simpatico sincera sinistra situazione smettila soddisfatto sogni sole solito soltanto
  sonno soprattutto sorprendente sorpresa sorridere sorriso spaventato speciale speranza spero spesso spiace splende splendida sporca sposto
  squisito stamani stamattina stanca stancante stanotte stare stasera stata stella stellina storia strana stressante stressato stretto
  stupenda stupida subito succede successo sufficiente svegliato svelto tacere tale talmente tardi temo tempo tenere terribile tesoro testa
  tieni tira toccare togliere tornare torto totale tranquilla trattare tre tremendo triste troppa trova tutta uffa uguale unico uomini uomo
  urgente urlare urra usare uscire uscito utile valere vecchi vedere vedi vedo vedremo veloce vengo veniamo vento vera veramente vero vicino
  vieni vincere visita visto vita vivere vivo voglia volentieri volere volesse volta vorrebbe vorresti zitto
`

const portuguese = `
  abraco abre abrir absolutamente absurdo acaba aceito acha achamos achar achas achei acho achou acontece acordado acredita adiante adora
  adoravel afinal agradavel agradecer ajudou alegre alem alias aliviado alo alto ama amanha amar amei amiga amizade amo amor amorzinho anda
  andar andas ando animado ano anos ansioso antigo aparece apesar aposto aprecio aprender aproveita arrependo assunto assustador atencao
  atencioso atraves avisa bacanas basico bater beijinho beijo bela belo blz boas bobagem boca bonita bons bora brilhante brincadeira
  brincando buscar cabeca calada calma calor calorao campea campeao cansado cansativo cara caramba carinho caro caso cedo certeza ceu chama
  chata chatice chega cheguei cheia cheio chorar chove chuchu chuva cima cinco coisa coitado comeca comer comigo completamente complicado
  comprar comum concordo confesso confia confio confuso conhece consegue consegui contar contente continua conversa coracao corajoso correr
  correta cuida culpa curioso curtir custa dahora dancar daqui debaixo decidi decisao deixa delicia demora depende depressa desastre
  descanse desculpas desejo desisto despedir deu deus devagar devagarinho devia deviamos diferente dificil dificuldade digo direito
  diretamente disse divertido dizem doce docinho doente doi dona dor dormiu dose dou duas duro duvida eita embora emocionado empolgado
  encontra enfim engano engracada enorme enquanto entende entrar entretanto entrou envergonhado errado errei erro erros escuta espantoso
  especial esperava esperto espetacular esqueca esquisito estavas estranho estresse estupido exagero exausto excelentes exemplo existe exito
  experimenta explicou facil fala falado fale falho falso falta fantastica faria fazemos fds feia feio feito felicidade felizes festa fica
  ficamos fico fim finalmente fiquei fixolas fiz fofa fofinha fome forca forma forte fraco francamente frente frio fugir funciona fundo
  futuro gajo galera ganhar garota genio gente gentil gira girissimo giro gosta gostoso graca grato gritar guarda historia hoje homem homens
  honestamente honra hora horas horrivel humor ia ideal ideia idiota ido igualmente imagino imediatamente importa importancia impossivel
  impressao impressionado incomodar incriveis infelizmente ingenuo inicio inteiro inteligente interessante interesse inutil irado irei irem
  jeito jovem juizo juntos juro justo lagrimas legais lembra lembrancas lento lerdo leva levantar levar leve levo liberdade ligue linda
  lindinha livre longe louca loucura lugar luz magnifico maior malta maluco mana mande maneira manha mania mano mantenha mao maos
  maravilhosa massa mau maximo mds meia meio melhor menina mentira meses mesma metade mexe mexer mim minuto moca moco moda morrer morto
  mostrar motivo mover muda mudar muita muitissimo mulher mundo nascer necessario nervoso neva nevando noites normal noticia nova novamente
  novidade novo obedecer obg obviamente ocupado oito olha olhando olhar olhe olhos ontem opiniao oportunidade ora orgulho otima ouca ouvi
  ouvir paciencia palavra parabens parar pare parecia particular partir passa pausa paz pe peco pede pedir pega pegar peguei pena pensa
  pensamento pequena perceber perdao perder perfeita pergunta perigo perto pessoa pessoal pfv piada pior pleno poderia poderiamos porreiro
  possivel pouca poxa pratico precisar prefere prefiro preocupado presente pressa primeira principal procura profundamente promete pronta
  propria proprio provavelmente proxima puder puro puxa qualquer quase quatro queira quente queria queridinha quis rainha raiva rapaz rapida
  rapidamente rapidinho razoes reagir real realidade realmente recentemente reclamar recorda rei relaxa repente repetir repita resolvido
  respeito responde resposta resto ri ridiculo rindo rir risada risco ruim rumo sabia saco saiba saio sair salvou saudacoes saudade saudavel
  saude seg seguinte seguir segundo segura seis semana senhor sensacao sentar sentimento seriamente sete significa silencio simpatico
  simples simplesmente sincero sinistro sinto situacao somente sonhos sorrir sorriso sorte soube sozinha stress suar sucede sucesso
  suficiente surpreendente surpreender surpresa susto talento tanta tas tava tchauzinho tempo tendo tens tentar terias terminado terrivel
  tira tirar tmj toca tocar toma tomar tonto tops topzera totalmente trabalha tranquila traz triste tristeza troca trovao tudinho uau ufa ui
  ultimamente unica urgente util valer veio vejo velha vem venha verao verdade verdadeiro verei vergonha vezes vida vimos vindo vires viu
  viva vive viver vivo vlw volta vontade voz xau
`

export const westernWords: Readonly<Record<Language, string>> = {
  en: english,
  de: german,
  nl: dutch,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
}
