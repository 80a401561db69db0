/** What a pasted text is, asked of all tools as the page asks: the kinds that people paste, and prose, which is none. */
import { describe, expect, test } from "bun:test";
import type { Unit } from "../../app/registry-entry.ts";
import { KINDS } from "../support/pasted-texts.ts";
import { runUnit, units } from "../support/run-unit.ts";

/** As the page: the beginning is looked at, and who is less sure is not offered. */
const SAMPLE = 2000;
const LEAST_SURE = 0.3;
const OFFERED = 3;

const withDetect = units.flatMap((unit) => {
  const { detect } = unit;
  return detect ? [{ unit, detect }] : [];
});

function offersFor(text: string) {
  const sample = text.slice(0, SAMPLE);
  return withDetect
    .map(({ unit, detect }) => ({ unit, sureness: detect(sample) }))
    .filter(({ sureness }) => sureness >= LEAST_SURE)
    .toSorted((a, b) => b.sureness - a.sureness || (a.unit.id < b.unit.id ? -1 : 1))
    .slice(0, OFFERED);
}

/** Tools that compare two documents wait for the other one. */
function takes(unit: Unit, text: string): boolean {
  const { field = unit.primary, with: set = {} } = unit.detected ?? {};
  const { ok, errors = [] } = runUnit(unit, { ...set, [field]: text });
  return ok || errors.every(({ code, path }) => code === "REQUIRED" && path !== `/${field}`);
}

describe.each(Object.entries(KINDS))("%s", (_, { first, texts }) => {
  test.each(texts)("%j", (text) => {
    const offers = offersFor(text);
    expect(offers[0]?.unit.id).toBe(first);
    // An offer must hold.
    for (const { unit } of offers) {
      expect({ id: unit.id, takes: takes(unit, text) }).toEqual({
        id: unit.id,
        takes: true,
      });
    }
  });
});

const PROSE: Readonly<Record<string, string>> = {
  English:
    'The meeting on 12 May 2026 was moved to Room 4.2, because Mr. Smith (who came at 10:30) had asked for it. It cost $1,200; nobody minded: "We\'ll see," he said.\n\nMore at https://a.example/news. Please let me know what you think - I am free on Monday, Tuesday and Friday.',
  German:
    "Am 12. Mai 2026 wurde die Sitzung verlegt, weil Herr Schmidt um 10:30 Uhr darum gebeten hatte. Es kostete 1.200 €; niemand hatte etwas dagegen: „Wir werden sehen“, sagte er.\n\nBitte melden Sie sich, z. B. am Montag oder Freitag.",
  French:
    "La réunion du 12 mai 2026 a été déplacée, car M. Dupont (arrivé à 10 h 30) l'avait demandé. Cela a coûté 1 200 € ; personne ne s'y est opposé : « On verra », dit-il.\n\nDites-moi ce que vous en pensez.",
  Spanish:
    "La reunión del 12 de mayo de 2026 se aplazó porque el señor García, que llegó a las 10:30, lo había pedido. Costó 1.200 €; a nadie le importó: «Ya veremos», dijo.\n\n¿Qué te parece? Estoy libre el lunes.",
  Chinese:
    "2026年5月12日的会议改到了4号会议室,因为史密斯先生上午10:30提出了要求。费用为1200元,大家都没有意见:“再看看吧”,他说。\n\n请告诉我您的想法。",
  Japanese:
    "2026年5月12日の会議は、スミスさんが10時30分に来て頼んだので、4号室に移されました。費用は1,200円でしたが、誰も気にしませんでした。「様子を見ましょう」と彼は言いました。\n\nご意見をお聞かせください。",
};

test.each(Object.entries(PROSE))("prose is nothing: %s", (_, text) => {
  for (const part of [text, ...text.split("\n\n"), ...text.split(/(?<=[.。])\s*/)]) {
    expect({ part, offers: offersFor(part).map(({ unit }) => unit.id) }).toEqual({
      part,
      offers: [],
    });
  }
});

describe.each(withDetect.map((one) => [one.unit.id, one] as const))("%s", (_, { unit, detect }) => {
  const field = unit.detected?.field ?? unit.primary;
  const texts = unit.examples.flatMap(({ input, expect: { ok } }) => {
    const text = typeof input === "string" ? input : (input as Record<string, unknown>)[field];
    return typeof text === "string" && ok !== false && detect(text.slice(0, SAMPLE)) >= LEAST_SURE
      ? [text]
      : [];
  });

  test("knows one of its examples, and is among the first three for each that it knows", () => {
    for (const text of texts) {
      expect(offersFor(text).map((offer) => offer.unit.id)).toContain(unit.id);
    }
  });
});
