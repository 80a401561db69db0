/** Makes the page work without a connection, and tells when a newer one is ready. */
import { update } from "./parts/shell.tsx";

export async function workOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  try {
    const registration = await serviceWorker.register("/sw.js");
    const tell = (): void => {
      const { waiting } = registration;
      // The very first one replaces nothing.
      if (!waiting || !serviceWorker.controller) return;
      update.value = () => {
        serviceWorker.addEventListener("controllerchange", () => location.reload());
        waiting.postMessage("take over");
      };
    };
    tell();
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", tell);
    });
  } catch {
    // Without a place to keep files the page works as long as it is connected.
  }
}
