/** All kits, by what they are about. */
import { useEffect, useState } from "preact/hooks";
import { type Entry, loadEntries } from "../catalogue.ts";
import { KitList } from "../home/home.tsx";
import { TEXTS } from "../texts.ts";

export default function KitsPage() {
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  useEffect(() => {
    void loadEntries().then(setEntries);
    document.title = `${TEXTS.kits.title} · ${TEXTS.name}`;
  }, []);
  const kits = entries.filter(({ kind }) => kind === "kit");
  const categories = [...new Set(kits.map(({ category }) => category))].toSorted();
  return (
    <div class="home">
      <h1>{TEXTS.kits.title}</h1>
      <p class="muted lead">{TEXTS.kits.text}</p>
      <div class="kitgroups">
        {categories.map((category) => (
          <section key={category} aria-labelledby={`of-${category}`}>
            <h2 id={`of-${category}`}>{category}</h2>
            <KitList kits={kits.filter((kit) => kit.category === category)} />
          </section>
        ))}
      </div>
    </div>
  );
}
