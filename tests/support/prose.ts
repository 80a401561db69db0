/** Plain prose in six languages, with numbers, dates, addresses and lists: no tool may claim to recognise it. */
export const PROSE: Readonly<Record<string, readonly string[]>> = {
  English: [
    "The committee met on 12 March 2026 at 9:30 and agreed on three points. First, the budget of $4,500 stays as it is; second, the report is due by the end of April; third, nobody likes Mondays.\n\nAnn asked whether the 15% discount still holds. It does, until 2026-06-30.",
    "Dear Bob,\n\nthank you for your letter of 3/4/2026. The address is https://example.com/visit and the phone number is 555-0134. Please bring:\n\n- two chairs\n- a lamp\n- the old map\n\nSee you at 10:15.\nAnn",
    "Note: the shop is closed today. We are sorry.",
    "Shopping list\nmilk\nbread\n6 eggs\nbutter, salted\n",
    "1. Open the door.\n2. Walk in.\n3. Close the door, please.\n",
    "hello",
    "What is the capital of France?",
    "Meeting moved to Friday, 3 p.m., room 204, second floor.\nBring your laptop, your badge, and some patience.",
    "In the beginning there was a plan, and the plan was good.\nThen came the weather, and the weather was not.\nWe waited, we ate, and we went home.",
    "Call me back (it's urgent) or write to ann@example.com before 5.",
    "The file is in /usr/local/bin and the key is on the table; look at it, then tell me what you think.",
  ],
  German: [
    "Am 12. März 2026 um 9:30 Uhr traf sich der Ausschuss. Das Budget von 4.500 € bleibt, der Bericht folgt bis Ende April; niemand mag Montage.\n\nDer Rabatt von 15 % gilt bis zum 30.06.2026.",
    "Liebe Grüße aus Köln! Unsere Seite: https://example.com/besuch\n\n- zwei Stühle\n- eine Lampe\n- die alte Karte\n",
    "Hinweis: Der Laden ist heute geschlossen. Wir bitten um Verständnis.",
    "Erstens: Die Tür öffnen.\nZweitens: Hineingehen und sich umsehen, so wie immer.\nDrittens: Die Tür schließen.",
    "Donaudampfschifffahrtsgesellschaft",
  ],
  Spanish: [
    "El comité se reunió el 12 de marzo de 2026 a las 9:30. El presupuesto de 4.500 € se mantiene; el informe llegará a finales de abril. ¡A nadie le gustan los lunes!\n\nEl descuento del 15 % vale hasta el 30/06/2026.",
    "Para la cena:\n* dos kilos de patatas\n* un litro de leche\n* sal, pimienta y aceite\n\nMás en https://example.com/receta",
    "¿Qué hora es? Son las 10:15.",
  ],
  French: [
    "Le comité s'est réuni le 12 mars 2026 à 9 h 30. Le budget de 4 500 € reste le même ; le rapport suivra fin avril. Personne n'aime le lundi !\n\nLa remise de 15 % vaut jusqu'au 30/06/2026.",
    "Prix : 5 euros.\nLieu : la gare.\nHeure : 10 h 15.",
    "Liste :\n1) ouvrir la porte\n2) entrer\n3) fermer la porte, s'il vous plaît\n\nVoir https://example.com/visite",
  ],
  Russian: [
    "Комитет собрался 12 марта 2026 года в 9:30. Бюджет в 4500 евро не меняется; отчёт будет в конце апреля. Никто не любит понедельники.\n\nСкидка 15 % действует до 30.06.2026.",
    "Примечание: магазин сегодня закрыт.\n\n- два стула\n- лампа\n- старая карта\n\nСайт: https://example.com/vizit",
  ],
  Chinese: [
    "委员会于2026年3月12日9:30开会。预算4,500元不变;报告将于四月底完成。没有人喜欢星期一。\n\n15%的折扣有效期至2026-06-30。",
    "购物清单:\n- 牛奶\n- 面包\n- 六个鸡蛋\n\n网址:https://example.com/gouwu",
    "注意:今天商店关门。",
  ],
};
