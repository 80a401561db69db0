/** Views whose code is fetched when one of their kind is first shown. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  return function Later(props: P) {
    const [, draw] = useState(0);
    useEffect(() => {
      if (loaded) return;
      void load().then((component) => {
        loaded = component;
        draw((count) => count + 1);
      });
    }, []);
    const Loaded = loaded;
    return Loaded ? <Loaded {...props} /> : <div class="view" aria-busy="true" />;
  };
}
