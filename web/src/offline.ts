// Folders of pages work without a network: what was visited is kept by the worker of the folder, assets/page/sw.js.

import { el, made } from "./ui.ts";
import { tr } from "./words.ts";

/** Let the worker keep this page and what it has loaded; where there can be none, as on a disk, do nothing. */
export async function keep(): Promise<ServiceWorker | null> {
  if (!("serviceWorker" in navigator) || !location.protocol.startsWith("http")) return null;
  try {
    await navigator.serviceWorker.register("sw.js");
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    active!.postMessage({ keep: [location.href.split("#")[0], ...loaded.filter((name) => name.startsWith("http"))] });
    return active;
  } catch {
    return null; // The page works as well while there is a network.
  }
}

/** Add a button that keeps all pages, and tell how far that is. */
export async function offerAll(into: HTMLElement): Promise<void> {
  const worker = await keep();
  if (!worker) return;
  const button = made("button", into, tr("Keep all for use without a network"));
  button.dataset.word = "Keep all for use without a network";
  navigator.serviceWorker.onmessage = ({ data: { kept, all, failed } }) => {
    const words = failed ? "{n} of {all} files are kept: the network has failed" : "{n} of {all} files are kept";
    el("kept").textContent = tr(words).replace("{n}", kept).replace("{all}", all);
    button.disabled = !failed && kept < all;
  };
  button.onclick = () => {
    button.disabled = true;
    worker.postMessage({ all: true });
  };
}
