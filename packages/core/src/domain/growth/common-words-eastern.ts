/** The commonest words of talk that name no thing in Polish, Chinese and Japanese. See `common-words-western.ts`. */

/** Polish has no list elsewhere and no stemmer, so its function words are here, and each word in the forms that talk has. */
export const polishWords = `
  cebra lac leja leje przysługa przysługe
  aby aj akurat albo ale alez ani az bac badz bajka bardziej bardzo baw bawi bawic bawimy bawiłem bałem beda bede bedzie bedziemy bedziesz
  bez biedny blady blisko bo bogu boisz boje bola boli bomba boskie bosko boze brak brakowało brakuje brawo brałem brzmi buziaczki buziak
  buziaki byc byle byli bylismy bym bynajmniej bys był była byłam byłas byłbys byłem byłes było cacy cała całe całkiem całkowicie całosci
  całuje całuski całusy cały chce chcecie chcemy chcesz chciał chciała chciałabym chciałam chciałbym chciałbys chciałem chciało chcieli
  chetnie choc chociaz chodz chodzi chodzmy cholernie chora chory chwila chwile chwileczke chwili chwilka chwilke chyba chłopak chłopaki
  chłopcy ciagle cicho cichy cie ciebie ciekawa ciekawe ciekawie ciekawy cieplutko ciepła ciepło ciepły cierpliwosc cierpliwosci ciesz
  ciesze cieszy cieszyc cieszymy cieszyłem ciezka ciezki ciezko co coraz coz cuda cudnie cudowna cudownie cudowny czad czadowo czas czasami
  czasem czasu czego czegos czekac czekaj czekam czemu czesc czesto cztery czuc czuje czujesz czy czyli czym człowiek człowieku dac dadza
  daj dajcie daje dajesz dalej daleko dalismy dalsze damy darmo dasz dawaj dawno dał dałas dałes decyduj deszcz deszczowo diabła dla
  dlaczego dlatego dni dnia dniu dobra dobranoc dobre dobrego dobrej dobry dobrych dobrym dobrymi dobrze doczekac dogadac dogadamy dokad
  dokładnie domyslam dopiero doprawdy dosc doskonale doskonały dostac dosyc dotad dotrzec dowcip drobiazg drobnostka droga drogi druga drugi
  duza duze duzo duzy dwa dwie dwoch dziac działa działac działo dzieje dzieki dziekowac dziekuj dziekuje dziekujemy dzien dziena dziesiec
  dziewczyna dziewczyny dzis dzisiaj dzisiejszy dziwi dziwna dziwne dziwnie dziwny dzwon dzwonic długi długo ech ej ekscytujace ekstra elo
  facet fajna fajne fajnego fajnie fajny fantastyczna fantastycznie fantastyczny fartu fascynujace fatalnie gadac gadasz gadka gdy gdyby
  gdybym gdybys gdzie gdzies genialne genialnie genialny gniewaj gniewasz godzin godzina godzine goraco goracy gorzej goscinnosc gosciu
  gotowa gotowe gotowy gra graj gratki gratulacje gratuluje grzecznie grzeczny głeboko głodny głowie głupek głupi głupia głupie głupio
  głupota głupoty głupstwo hej hejka humor hura hurra ida ide idea idealnie idealny idz idzie idziemy idziesz ile inaczej inna inne innego
  inny innych innym interesujace interesujacy interesuje isc jacy jadłem jak jaka jakby jaki jakie jakiego jakiej jakies jakim jakis jako
  jakos jasna jasne jasno jedna jednak jednego jedno jednym jego jej jemu jesc jesli jest jestem jestes jestescie jestesmy jeszcze jezeli
  joł jutra jutro juz kapuje kawał kazda kazdego kazdej kazdy kazdym kiedy kiedykolwiek kiedys kiepsko kilka kimkolwiek kims kobieta kocha
  kochac kocham kochana kochanie kochany kochasz kogo kogos kolacja kolacje kolega kolego kolejny koles kolezanka kolorowych komplement komu
  koncu koncz koncze konczyc konczymy koniec konkretnie kontakcie kontakt kontynuuj kozacko kozak kreci krotki krotko kto ktora ktore ktory
  ktorych ktos kumam kupe kurcze kurde kurwa kuzwa kłopot kłopotu kłopoty lat lece leci leniwie leniwy lepiej lepsze lepszy lezy licze
  liczyc lub lubi lubie lubimy lubisz lubiłem ludzi ludzie luz luzik madra madry madrze maja maluch mam mamy marny martw martwi martwic
  martwie martwisz martwiłem marze marzenia marzenie masz mała małe mało mały meczy mgła miał miała miałam miałas miałem miałes miec miedzy
  miejsce mieli mielismy miesiac miewa miewasz milej mili milszy milusio milutko minut minuta minute misiek misiu mistrz mistrzostwo mistrzu
  miła miłe miłego miłej miło miłosc miły mna mnie mniej mnostwo moc mocno modle moga moge mogli mogł mogła mogłabym mogłabys mogłam mogłbym
  mogłbys mogłem mogło moich moim moj moja moje mojego mokro momencik mordo mow mowi mowic mowie mowisz mowił mowiłam mowiłem moze mozemy
  mozesz mozliwe mozliwosc mozna mrozno musi musiał musiec musimy musisz musze myle mylic mylisz mysl mysla myslał myslałam myslałem mysle
  myslec mysli myslisz nad nadal nadchodzi nadziei nadzieja nadzieje nagle najbardziej najgorszy najlepiej najlepsza najlepsze najlepszego
  najlepszy najlepszym najmilszy najpierw najwyzej nam nami napisac napisz napisze naprawde nara narazie nareszcie narka nastepnego nastepny
  nastepnym nastroj nastroju nasz nasza nasze naszego naszej naszych naszym natchnienie natomiast natychmiast nawet nazywa nazywam nerwow
  nerwy nia nic nich niczego niczym niech nieco niedawno niedługo niego niej niektore niemozliwe nienawidze niepotrzebnie nieprawda
  nieprawdaz niesamowicie niesamowita niesamowity niespodzianka niestety niewazne niezbyt niezle niezła niezłego niezły nigdy nigdzie nikogo
  nikomu nikt nim nimi niz noc nocka nocki nocy normalka normalnie nosie nowa nowe nowego nowy nowym nudna nudne nudno nudny nudze nudzi
  nudzisz obawiam obejdzie obiecałem obiecuje obojetne obojga obok obraz obrazaj oby ochota ochote oczy oczywiscie oczywiste od odezwe
  odezwij odpisz odpoczac odpoczałem odpoczełaby odpoczełas odpocznij odpoczynek odpoczywaj odpowiadam odpowiedz odwagi ogole ogolnie oj
  ojej oka okazja okej okejka okropna okropne okropnego okropnie okropny ona one oni ono oraz oryginalnie ostatni ostatnia ostatnie
  ostatniej ostatnio oszalałem oszalec oszukuj oto otoz otwarte ozez oznacza pada pamietac pamietam pamietasz pana panie panowie panstwo
  panu pare pech pecha petarda pewien pewna pewniak pewnie pewno pewny pełen pełno piateczek piec piekielnie piekna piekne pieknego pieknie
  piekny pierwsza pierwsze pierwszorzednie pierwszy po pochwała pocieszajace pocieszyc poczatek poczekac poczekaj poczuc podoba podobaja
  podobał podobała podobało podobnie podziekowac podziekowania podziwiam pogadac pogadamy pogoda pogode pogodnie pogodny pogody pojde
  pojecia pojsc pojutrze pokaz pokoju polecam polubic pomaga pomagac pomagasz pomoc pomocna pomocne pomocny pomocy pomoge pomogłas pomogłes
  pomogło pomoz pomoze pomyliłam pomyliłem pomysl pomysle pomyslnosci pomysł pomyłka pomyłke poniekad poniewaz ponownie popołudnia
  popołudnie popołudniu poprawnie poprostu poprosze popłakałem pora porade poradze porozmawiac porozmawiamy porzadek porzadku poszedł poszło
  potem potrafi potrafie potrafisz potrzebne potrzebny potrzebuje potrzebujesz powaznie powazny powiedz powiedział powiedziała powiedziałas
  powiedziałem powiedziałes powiedziec powiedzieli powiem powiesz powinien powinienem powinienes powinna powinnam powinnas powinnismy
  powinno powinszowac powitac powod powodu powodzenia powoli powrotem powtorz powtorzyc poza pozdrawiam pozdrowienia poznac poznania
  poznałem pozniej pozno pozny połowa praca pracowac pracowity pracuje pracy prawda prawde prawdopodobnie prawdziwy prawie predko problemu
  problemy probowac probuj probuje prosbe prosic prosiłem proste prosto prosty prosze prowadzi przeciez przed przede przejdzie przejmuj
  przekonany przemeczaj przemysle przepraszam przepraszamy przeproszenia przerwa przerwe przesada przesadzaj przesadzasz przestan
  przeszkadzam przez przy przyda przydatne przydało przyjaciel przyjaciele przyjacioł przyjde przyjdz przyjemnego przyjemnie przyjemnosc
  przyjsc przykre przykro przykład przykładem przynajmniej przypadek przypadkiem przypomina przypominam przypomnij przyszło przyszłosc
  przyszły przyznac przyznaje pyszna pyszne pyszny pyta pytac pytaj pytam pytania pytanie pytałem płacz płakac ra racja racje raczej rada
  rade radosc radosnego radosny rady radzisz rano raz razem razie razu rece rewelacja rewelacyjnie rewelacyjny robi robic robie robimy
  robisz robił robota rok roku rownie rowniez rozbawiłes rozbawiło rozgrzej rozmawiac rozmawiamy rozmowa rozmowe rozne roznie rozumie
  rozumiec rozumiem rozumiesz rozwesel ruszaj ruszajmy ruszamy rybko rzecz rzeczy rzeczywiscie sadze sadzisz sama samego sami samo
  samopoczucie samym sciskam sen sensu serca serce serdeczne serdecznie serduszko siadac siadaj siebie siedem siema siemanko siemka sił siły
  skad skarb skarbie skoncz skonczone skonczyc skonczyłem skonczyło skoro skupic sliczne slicznie smacznego smacznie smak smakowało smiac
  smiało smiech smiechu smieje smieszna smieszne smieszny smieszy smuci smucisz smutne smutno smutny snie sny soba sobie sorki sory spac
  spadaj spadam spanie spał spałas spałem spałes specjalnie spedzaj spedzic spedziłem spełnienia spiaca spiacy spie spiesze spieszy spij
  spioch spisz spodziewałam spodziewałem spojrz spojrze spojrzec spoko spokoj spokojna spokojnej spokojnie spokojny spora sporo sposob
  spotkac spotkamy spotkania spotykamy spox sprawa sprawe sprawia sprawiasz sprawy sprobowac sprobuj sprobuje sprobujemy stac stad stanie
  starczy stary stałego stało stop straszne strasznie straszny stres stresuj stresuje strzałka sugerujesz superowo swiat swieta swietna
  swietne swietnie swietny swoich swoim swoj swoje swojego swojej sytuacja sytuacji szalenie szalone szalony szansa szanse szczegolnie
  szczera szczery szczerze szczescia szczescie szczesliwa szczesliwego szczesliwy szef szesc szkoda szkody sztos szybciej szybciutko szybki
  szybko słabo słaby sława słodka słodki słodkich słodkie słodko słonce słoneczko słonecznie słonko słowa słowo słuchac słuchaj słucham
  słusznie słychac słyszał słyszałam słyszałem słysze słyszec słyszysz tacy tak taka taki takich takie takiego takiej takim tam tamten
  tanczyc tego tej temu teraz tesknic tesknie teskniłem tez toba tobie totez traf trafiłes trafna trafnie tragedia tragicznie troche trochu
  troska troszcze troszeczke troszke trudna trudne trudno trudny trzeba trzech trzy trzymac trzymaj trzymajcie trzymam tutaj tutejszy twardo
  twoi twoich twoim twoj twoja twoje twojego tych tydzien tygodnia tygodniu tyle tylko tym tymczasem tymi typowe tysiac uciekam ucieszyłem
  ucz uczucie uda udac udanego udanej udany udało ufac ufam ufff ukłony ulga ulge umiem umieram umiesz uparty upał uprzejma uprzejmie
  uprzejmosc uprzejmy urocza urocze uroczy urodziny usciski usmiałem usmiech uspokoj usłyszec uwage uwaza uwazaj uwazam uwazasz uwielbiam
  uzyteczne wal wam wami wariat warto wasi wasz wasze waszych watpie watpliwosci wcale wciaz wczesnie wczesniej wczesniejszy wczoraj wedle
  według weekendu wesoły wesołych wez wezme wiadomo wiara wiary wiatr widac widze widzenia widział widziałem widziec widzimy widzisz wiec
  wiecej wiecie wieczor wieczora wieczorem wieczorku wiedza wiedział wiedziała wiedziałam wiedziałem wiedziałes wiedziec wiekszosc wiele
  wielka wielki wielkie wielu wiem wierze wierzyc wierzysz wiesz wina winy wita witaj witajcie witam witamy witka wkrotce wkurza wkurzony
  wolałabym wolałbym wole woli wolisz wolnej wolno wolnosc wolny wpadka wpadne wpadnij wracac wracaj wracam wracamy wreszcie wroce wrocic
  wrocił wspaniale wspaniała wspaniałe wspaniałego wspaniałej wspaniały wspołczuje wstac wstaje wstawaj wstałem wstrzymac wstyd wszedzie
  wszelkie wszyscy wszystek wszystkich wszystkie wszystkiego wszystkim wszystko wtedy wy wybacz wybaczcie wybor wychodze wychodzi wydaje
  wyglada wygladasz wygrac wygłupiaj wyjasnic wyjatkowa wyjatkowo wyjsc wyobraz wypada wypoczac wypocznij wysmienicie wyspałas wyspałes
  wyspij wystarczy wyszło wytrwałosci wytrzymac wzajemnie wzruszajace wzruszyłem za zabawa zabawne zabawnego zabawnie zabawny zabawy zabko
  zachwycona zachwycony zaczekaj zaczyna zaczynac zaczynamy zadanie zaden zadna zadne zadnego zadowoleni zadowolona zadowolony zadzwonic
  zadzwonie zajebiscie zajebisty zajeta zajety zajmie zakochany zakonczyc zalezy zamiast zamierzam zamknij zanim zapamietam zapewne
  zapewniam zapomniałam zapomniałem zapomniałes zapomniec zapomnij zapraszam zapytac zaraz zarcik zart zartem zartuje zartujesz zarty zas
  zaskakujace zaskoczenie zaskoczony zaskoczyłes zasmiac zasnac zastanawiam zastanowic zastanowie zaszło zasłuzone zasłuzony zatem
  zauwazyłem zawiodłem zawracaj zawsze zazdroszcze zazenowany załamka załatwione załosne załuje zbieram zbyt zdaje zdania zdanie zdarza
  zdarzenie zdarzyło zdazyc zdecydowanie zdenerwowany zdołac zdołałem zdrow zdrowia zdrowie zdrowka zdrowko zdrowy zdziwiony zeby
  zestresowana zestresowany zeszły zgadnij zgadza zgadzam zgadłem zgoda zgodnie zielonego zimno zimny ziom ziomek zjesc zle zmartwien
  zmeczenia zmeczenie zmeczona zmeczony zmiana zmiany zmien zmienic zna znac znaczacy znaczenia znaczenie znaczy znajdzie znakiem znakomicie
  znakomity znalezc znam znasz zniszczony znow znowu znudzony zobacz zobacze zobaczenia zobaczyc zobaczymy zostac zostaje zostan zostanie
  zostaw został zreszta zrob zrobic zrobie zrobimy zrobione zrobił zrobiłam zrobiłas zrobiłem zrobiłes zrozumiano zrozumiałam zrozumiałe
  zrozumiałem zrozumiec zupełnie zwariowac zwariowany zwyczajnie zwykle zwykły zwłaszcza zyc zycia zycie zyciu zycz zycze zyczenia
  zyczliwosc zyczliwy zyczymy zyje zyjesz zła złe złego złosc złosci złotko zły ładna ładnie ładny łapie łapiesz łatwe łatwiej łatwo łatwy
`

/** Simplified and traditional. */
export const chineseWords = `
  由衷 衷心 外面 下雨 下大雨 下雪 刮风 太阳 做梦 美梦 打字 打错字 错字 发错 点错 看错 听错 弄错 发呆
  今天 明天 昨天 后天 前天 今晚 昨晚 明晚 晚上 早上 早晨 上午 中午 下午 现在 刚才 刚刚 以后 以前 之后 之前 后来 将来
  最近 时候 时间 一会儿 一会 一下 马上 立刻 已经 正在 一直 总是 经常 常常 有时 从来 终于 突然 后悔 周末 星期 这周 下周
  上周 这个月 每天 天天 年底 新年 我们 咱们 你们 他们 她们 它们 大家 自己 别人 人家 有人 朋友 亲爱的 宝贝 兄弟 哥们 老兄
  先生 小姐 伙计 同学们 各位 这个 那个 哪个 这些 那些 这样 那样 怎样 怎么样 怎么 为什么 什么 多少 哪里 哪儿 这里 那里
  这儿 那儿 这么 那么 多么 觉得 知道 认为 以为 喜欢 希望 相信 记得 忘记 忘了 想要 想到 需要 应该 可能 可以 能够 愿意
  打算 开始 结束 继续 完成 帮忙 帮 告诉 说话 聊天 聊聊 休息 睡觉 起床 吃饭 吃了 出去 回来 回去 回家 过来 过去 起来 下来
  上来 进来 出来 看见 看到 看看 听到 听说 找到 得到 感到 感觉 感激 发现 发生 明白 理解 清楚 确定 肯定 当然 保重 小心
  注意 放心 担心 紧张 害怕 后会有期 期待 等待 等等 打扰 麻烦 劳烦 拜托 请问 请教 恭喜 祝贺 祝福 祝 生气 开心 快乐 高兴
  幸福 难过 伤心 无聊 累死 累坏 好累 辛苦 困死 有点 有点儿 一点 一点儿 一些 一样 一起 一定 一般 其实 其他 另外 而且 但是
  可是 不过 因为 所以 如果 虽然 然后 或者 还是 只是 就是 不是 也是 都是 真是 可惜 当时 到底 究竟 差不多 几乎 完全 绝对
  简直 确实 的确 果然 居然 竟然 好像 似乎 大概 也许 恐怕 反正 至少 最好 比较 更加 十分 相当 特别 非常 实在 挺好 还好
  还行 还可以 事情 东西 意思 办法 机会 问题 情况 地方 样子 心情 天气 运气 生活 世界 主意 想法 好处 重要 简单 容易 困难
  复杂 方便 有趣 有意思 好玩 好笑 搞笑 可爱 漂亮 美丽 聪明 厉害 优秀 精彩 奇怪 惊讶 惊喜 可怕 糟糕 讨厌 烦人 烦死 舒服
  健康 安全 顺利 成功 努力 认真 正常 自然 真实 清醒 冷静 着急 随时 随意 客气 谢谢 感谢 多亏 幸好 哎呀 哎哟 天哪 天啊
  我的天 老天 哇塞 哈喽 您好 行了 好了 对了 算了 得了 走了 来了 没有 没事 不行 不错 不用 不要 不会 不能 不想 没想到
  没什么 无所谓 说实话 老实说 怪不得 难怪 同意 支持 赞同 赞 牛 酷 帅 靠谱 给力 搞定 了不起 佩服 羡慕 加油 晚点 早点 快点
  慢点 多点 少点 慢慢 好好 刚好 正好 学到 受益 进展 顺便 意见 帮到 帮上 太晚 太早 沒有 沒事 現在 這個 那個 這樣 怎麼樣
  怎麼 為什麼 什麼 覺得 認為 喜歡 記得 應該 開始 結束 繼續 幫忙 幫 告訴 說話 睡覺 起來 過來 過去 回來 後來 時候 時間
  馬上 已經 終於 週末 週 我們 你們 他們 她們 這麼 那麼 這裡 那裡 哪裡 東西 辦法 機會 情況 樣子 天氣 運氣 簡單 難過 開心
  快樂 擔心 緊張 麻煩 祝賀 可愛 聰明 厲害 優秀 驚訝 驚喜 討厭 順利 認真 雖然 還是 還好 還行 一樣 一點 因為 個 們 這 說
  嗎 喔 耶 啦 囉 唷 欸
`

/** Characters that name nothing by themselves. 开 and 会 are not both here: together they are a meeting. */
export const chineseCharacters =
  '我你您他她它咱谁这那哪啥么的地得着了过吗呢吧啊呀哦噢哟嘛啦喽嘿哈呵嗨哎唉喂嗯是有在没不别要想说讲看听问答懂做干弄搞给让叫请帮用找等试来去到走回出进起下上里外前后中间内旁从向往对跟和与同及或且而但却因为所以如若虽然就才又再还也都只仅很太最更比较真挺好坏大小多少新旧早晚快慢长短高低远近轻重难易错行能会可应该必须肯敢愿爱恨怕忙累困饿渴烦急闷酸甜笑哭一二两三几些点次个位件种样番遍句话事时候刻秒日月年今明昨每各某另全整半够已经曾正将刚常总仍尤其实特极非凡之此彼者哇嘻谢感拜见安忘记住定完成睡醒吃喝玩变像似何怎'

export const japaneseWords = `
  ミス 重ねて お礼 お詫び 礼 詫 謝 反省 勘違い 見落とし コメント メッセージ
  ありがとう ありがと おめでとうございます おめでとう ただいま おかえりなさい おかえり いただきます ごちそうさまでした ごちそうさま
  いってきます いってらっしゃい お疲れ お世話 ご苦労 失礼 恐れ入ります 恐縮 迷惑 申し訳 感謝 感激 感動 感心 応援 期待 賛成
  同感 納得 確認 承知 了解 理解 安心 心配 緊張 残念 最悪 最高 完璧 素敵 素晴 綺麗 上手 下手 得意 苦手 簡単 大変 大事
  大切 大丈夫 丁寧 親切 親愛 便利 不思議 不安 無理 無事 無駄 駄目 当然 自然 普通 特別 十分 結構 全然 全部 全く 全て 絶対
  多分 確か 正直 正解 本当 本気 本当に 実際 実は 結局 結果 最初 最後 最近 途中 以上 以下 以外 程度 場合 一応 一番 一緒
  一度 一回 一日 一人 二人 皆 皆様 皆さん 自分 私 僕 俺 君 貴方 彼 彼女 友達 人 方 者 達 何 誰 何か 何も 何で 何時
  今 今日 今夜 今朝 今晩 今度 今回 今後 今週 来週 先週 毎日 毎週 毎朝 明日 昨日 昨夜 明後日 一昨日 朝 昼 夜 夕方 時間
  時 間 頃 日 週末 週 月 年 前 後 次 先 先日 先程 早速 早 遅 長 短 近 遠 多 少 高 低 大 小 新 古 良 悪 好 嫌
  楽 嬉 悲 寂 辛 苦 怖 痛 疲 忙 眠 寒 暑 暖 涼 熱 静 面白 可愛 格好 恥 凄 酷 偉 賢 若 元気 天気 気 気分 気持
  調子 具合 機嫌 体調 機会 意味 意見 理由 感 話 言 言葉 思 考 知 分 判 解 覚 忘 信 願 頼 望 待 見 聞 読 教 伝 答
  問 訊 質問 説明 返事 会 行 来 帰 出 入 起 寝 食 飲 遊 笑 泣 怒 驚 喜 困 迷 悩 助 手伝 頑張 続 始 終 止 済 作
  使 買 持 取 置 送 急 休 働 動 進 戻 変 直 違 間違 合 似 違う 当 成 出来 遠慮 我慢 努力 挨拶 挑戦 冗談 草 涙 夢
  幸 幸せ 運 縁 楽しみ 事 物 所 場所 世 世界 生活 仕事 勉強 学 役 立 仲 様 御 久 祝 祈 念 失 敗 失敗 成功 完了
  完成 再開 続き 更 又 再 互 他 別 同 等 的 化 性 系 ホント マジ ダメ イイ スゴイ ウケ ヤバ ハハ フフ ヘヘ アハハ
  エヘヘ ワクワク ドキドキ ニコニコ バイバイ サンキュー サンクス オーケー オッケー オーライ グッド ナイス ナイスです ハロー ヘイ
  ハイ イエス ノー ラッキー ハッピー バッチリ バッチグー リラックス ゆっくり のんびり ストレス チャンス レベル センス ファイト
  ドンマイ グッジョブ ベスト パーフェクト
`

/** Hiragana of sentences: pronouns, verbs, adjectives, adverbs and endings. */
export const hiraganaWords = `
  うまく いくと なるほどね へとへと くたくた ばっちり
  ございました ございます ください くださって くれて もらって いただいて いただき いらっしゃ おっしゃ しましょう ましょう ませんか
  ません でした でしょう だろう だった です ます まし ました たい たく ない なく なかった なって なった なる なり なら
  なければ きゃ ちゃった ちゃう じゃない じゃん じゃ では ても でも って った っけ っち っぽい さん ちゃん くん たち ども
  わたし ぼく おれ きみ あなた あんた だれ なに なん どこ どれ どの どう どうして どうした なぜ いつ いくつ いくら これ
  それ あれ この その あの こう そう ああ ここ そこ あそこ こちら そちら あちら どちら みんな みなさん ほんと ほんとう
  ほんとに まじ とても すごく すごい めっちゃ めちゃ ちょっと すこし もっと ずっと きっと たぶん やっぱり やっぱ やはり まあ
  まだ もう また まず さっき すぐ そろそろ だんだん いつも いつか たまに ときどき よく よろしく よかった よい よし いい
  わるい おいしい うまい たのしい うれしい かなしい さびしい こわい つらい ねむい さむい あつい いそがしい つかれた かわいい
  かっこいい おもしろい むずかしい やさしい はやい おそい やばい だめ むり うるさい めんどくさい しかた しょうがない かもしれない
  かも はず つもり ため だから だけど けれど けど ので のに から まで より ほど くらい ぐらい だけ しか ばかり など なんか
  なんて という といい とか する して した しない しよう している してる しちゃ やる やって やった いう いって いった いく
  いこう くる きて きた みる みて みた みたい ある あって あった いる いて いた おく おいて できる できた できて わかる
  わかった わからない おもう おもった しる しって しらない きく きいた たべる たべた のむ ねる ねた おきる おきた かえる
  あそぶ はなす はなし まって まつ がんばって がんばる がんばろう がんばり がんばれ たすかる たすかった あえて うん ううん
  ええと えーと えっと あのー あー うー えー おー ふーん へえ へー ほう わー わあ やあ ねえ ねー おい さあ ほら どれどれ
  なるほど たしかに もちろん とりあえず つまり ところで さて それでは それじゃ じゃあね ばいばい おつ おつかれ ごめんね ごめん
  すみません すいません おやすみ おはよう こんにちは こんばんは さよなら またね りょうかい いってきます おじゃまします
`
