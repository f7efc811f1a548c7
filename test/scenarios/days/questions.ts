/** Forty questions about days in nine languages, with the notes that answer them: written before anything was tuned. The day of asking is Saturday, 28 November 2026. */

export interface DayLife {
  readonly language: string
  /** File name and text of each note. */
  readonly notes: Readonly<Record<string, string>>
  /** Question, and the beginning of the id that must stand first. */
  readonly questions: ReadonlyArray<readonly [question: string, first: string]>
}

export const dayOfAsking = '2026-11-28'

export const dayLives: ReadonlyArray<DayLife> = [
  {
    language: 'en',
    notes: {
      'journal/2026-11-16.md': 'Called the plumber about the boiler. Lunch with Ruth at the harbour.',
      'journal/2026-11-17.md': 'Moved the bikes into the shed. Dinner with Ruth, we had dumplings.',
      'journal/2026-11-24.md': 'Fixed the fence with Tom. The hens got out twice.',
      'journal/2026-11-27.md': 'Signed the lease of the workshop and bought paint.',
      'meetings/weekly-2026-11-12.md': '# Weekly\n\nWe decided to move the release to Thursday.',
      'meetings/weekly-2026-11-19.md': '# Weekly\n\nWe decided to keep two servers and drop the third.',
      'plans.md': '# Plans\n\n## 4 December 2026\n\nTrain to Ghent with the children.\n\n## 11 December 2026\n\nVisit the eye doctor.',
      'shed.md': '# Shed\n\nThe shed is painted green. The key hangs behind the door.',
    },
    questions: [
      ['What did I do on 17 November?', 'journal/2026-11-17.md'],
      ['What happened on November 24th?', 'journal/2026-11-24.md'],
      ['What did I do yesterday?', 'journal/2026-11-27.md'],
      ['What did I do last Tuesday?', 'journal/2026-11-24.md'],
      ['What is planned for next Friday?', 'plans.md#4-december-2026'],
      ['What did we decide last week?', 'meetings/weekly-2026-11-19.md'],
      ['Which decision was taken in the last weekly?', 'meetings/weekly-2026-11-19.md'],
    ],
  },
  {
    language: 'de',
    notes: {
      'tagebuch/2026-11-16.md': 'Mit Jonas im Schwimmbad gewesen, danach Pizza.',
      'tagebuch/2026-11-17.md': 'Den Keller aufgeräumt und die alten Kisten verschenkt.',
      'tagebuch/2026-11-24.md': 'Der Ofen wurde repariert, Rechnung kommt per Post.',
      'tagebuch/2026-11-27.md': 'Mit Oma telefoniert, sie kommt zu Weihnachten.',
      'elternabend-2026-09-15.md': '# Elternabend\n\nDie Klassenfahrt geht nach Husum.',
      'elternabend-2026-11-18.md': '# Elternabend\n\nDie Klassenfahrt geht nun doch nach Lübeck.',
      'termine.md': '# Termine\n\n## 4. Dezember 2026\n\nZahnarzt um neun.\n\n## 18. Dezember 2026\n\nWeihnachtsfeier im Büro.',
    },
    questions: [
      ['Was war am 17. November?', 'tagebuch/2026-11-17.md'],
      ['Was habe ich gestern gemacht?', 'tagebuch/2026-11-27.md'],
      ['Was ist am letzten Dienstag passiert?', 'tagebuch/2026-11-24.md'],
      ['Was steht nächsten Freitag an?', 'termine.md#4-dezember-2026'],
      ['Was wurde am letzten Elternabend beschlossen?', 'elternabend-2026-11-18.md'],
      ['Was habe ich am 16.11.2026 gemacht?', 'tagebuch/2026-11-16.md'],
    ],
  },
  {
    language: 'fr',
    notes: {
      'carnet/2026-11-16.md': 'Déjeuner avec Camille au marché, acheté des pommes.',
      'carnet/2026-11-17.md': 'Réparé le vélo de Léo et rangé le garage.',
      'carnet/2026-11-24.md': 'Visite chez le vétérinaire avec le chat.',
      'carnet/2026-11-27.md': 'Peint le mur du salon en bleu.',
      'agenda.md': '# Agenda\n\n## 4 décembre 2026\n\nConcert de Camille à la mairie.\n\n## 9 janvier 2027\n\nContrôle de la voiture.',
    },
    questions: [
      ["Qu'est-ce que j'ai fait le 17 novembre ?", 'carnet/2026-11-17.md'],
      ["Qu'est-ce que j'ai fait hier ?", 'carnet/2026-11-27.md'],
      ["Qu'est-ce qui s'est passé mardi dernier ?", 'carnet/2026-11-24.md'],
      ["Qu'est-ce qui est prévu vendredi prochain ?", 'agenda.md#4-décembre-2026'],
      ["Qu'est-ce qui est prévu en janvier ?", 'agenda.md#9-janvier-2027'],
    ],
  },
  {
    language: 'es',
    notes: {
      'diario/2026-11-16.md': 'Comí con Marta en el puerto y compré pescado.',
      'diario/2026-11-17.md': 'Arreglé la puerta del jardín y planté ajos.',
      'diario/2026-11-24.md': 'Llevé el coche al taller de Paco.',
      'diario/2026-11-27.md': 'Fui al cine con los niños.',
      'citas.md': '# Citas\n\n## 4 de diciembre de 2026\n\nRevisión con la dentista.\n\n## 20 de diciembre de 2026\n\nCena de la empresa.',
    },
    questions: [
      ['¿Qué hice el 17 de noviembre?', 'diario/2026-11-17.md'],
      ['¿Qué hice ayer?', 'diario/2026-11-27.md'],
      ['¿Qué pasó el martes pasado?', 'diario/2026-11-24.md'],
      ['¿Qué tengo el próximo viernes?', 'citas.md#4-de-diciembre-de-2026'],
    ],
  },
  {
    language: 'it',
    notes: {
      'diario/2026-11-16.md': 'Pranzo con Lucia al lago, poi una passeggiata.',
      'diario/2026-11-17.md': 'Ho riparato la lavatrice con lo zio.',
      'diario/2026-11-24.md': 'Comprato un tavolo usato per la cucina.',
      'diario/2026-11-27.md': 'Telefonata con la banca per il mutuo.',
      'impegni.md': '# Impegni\n\n## 4 dicembre 2026\n\nColloquio con la maestra.\n\n## 22 dicembre 2026\n\nTreno per Trieste.',
    },
    questions: [
      ['Cosa ho fatto il 17 novembre?', 'diario/2026-11-17.md'],
      ['Cosa ho fatto ieri?', 'diario/2026-11-27.md'],
      ['Cosa è successo martedì scorso?', 'diario/2026-11-24.md'],
      ['Che impegni ho venerdì prossimo?', 'impegni.md#4-dicembre-2026'],
    ],
  },
  {
    language: 'pt',
    notes: {
      'diario/2026-11-16.md': 'Almoço com a Inês na praia.',
      'diario/2026-11-17.md': 'Pintei o portão e lavei o carro.',
      'diario/2026-11-24.md': 'O canalizador mudou a torneira da cozinha.',
      'diario/2026-11-27.md': 'Paguei a renda da loja.',
      'agenda.md':
        '# Agenda\n\n## 4 de dezembro de 2026\n\nConsulta com o oftalmologista.\n\n## 19 de dezembro de 2026\n\nVoo para o Funchal.',
    },
    questions: [
      ['O que fiz no dia 17 de novembro?', 'diario/2026-11-17.md'],
      ['O que fiz ontem?', 'diario/2026-11-27.md'],
      ['O que aconteceu na terça-feira passada?', 'diario/2026-11-24.md'],
      ['O que está marcado para 4 de dezembro?', 'agenda.md#4-de-dezembro-de-2026'],
    ],
  },
  {
    language: 'nl',
    notes: {
      'dagboek/2026-11-16.md': 'Met Sanne naar de markt geweest, kaas gekocht.',
      'dagboek/2026-11-17.md': 'De schuur opgeruimd en het dak gerepareerd.',
      'dagboek/2026-11-24.md': 'De kat was ziek, naar de dierenarts.',
      'dagboek/2026-11-27.md': 'Contract voor het atelier getekend.',
      'afspraken.md': '# Afspraken\n\n## 4 december 2026\n\nTandarts om tien uur.\n\n## 15 december 2026\n\nEtentje met het team.',
    },
    questions: [
      ['Wat heb ik op 17 november gedaan?', 'dagboek/2026-11-17.md'],
      ['Wat heb ik gisteren gedaan?', 'dagboek/2026-11-27.md'],
      ['Wat gebeurde er afgelopen dinsdag?', 'dagboek/2026-11-24.md'],
      ['Wat staat er volgende week gepland?', 'afspraken.md#4-december-2026'],
    ],
  },
  {
    language: 'ja',
    notes: {
      '日記/2026-11-16.md': '公園で花を見た。',
      '日記/2026-11-17.md': '自転車を修理して、部屋を片付けた。',
      '日記/2026-11-24.md': '猫を病院に連れて行った。',
      '日記/2026-11-27.md': '新しい机を買った。',
      '予定.md': '# 予定\n\n## 2026年12月4日\n\n歯医者に行く。\n\n## 2026年12月18日\n\n忘年会。',
    },
    questions: [
      ['11月17日に何をしましたか？', '日記/2026-11-17.md'],
      ['昨日は何をした？', '日記/2026-11-27.md'],
      ['先週の月曜日に何があった？', '日記/2026-11-16.md'],
    ],
  },
  {
    language: 'zh',
    notes: {
      '日记/2026-11-16.md': '和小李在湖边吃饭。',
      '日记/2026-11-17.md': '修好了自行车，打扫了车库。',
      '日记/2026-11-24.md': '带猫去看兽医。',
      '日记/2026-11-27.md': '签了工作室的合同。',
      '计划.md': '# 计划\n\n## 2026年12月4日\n\n看牙医。\n\n## 2026年12月20日\n\n去上海的火车。',
    },
    questions: [
      ['11月17日我做了什么？', '日记/2026-11-17.md'],
      ['昨天我做了什么？', '日记/2026-11-27.md'],
      ['上周一发生了什么？', '日记/2026-11-16.md'],
    ],
  },
]
