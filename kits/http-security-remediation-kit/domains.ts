/** The part of a host's name that was registered. */

/** Second labels under which countries register, where the last has two letters. */
const SECOND_LEVEL: ReadonlySet<string> = new Set(
  "ac co com edu gen go gob gouv gov id ind info ltd me mil muni net nhs nic nom or org plc police sch school web ne lg ed ad gr in".split(
    " ",
  ),
);

/** Suffixes under which others publish: what stands before them belongs to somebody else. */
const SHARED: ReadonlySet<string> = new Set(
  "appspot.com azurewebsites.net blogspot.com cloudfront.net firebaseapp.com fly.dev github.io gitlab.io glitch.me herokuapp.com netlify.app ngrok.io now.sh onrender.com pages.dev readthedocs.io render.com s3.amazonaws.com surge.sh vercel.app web.app workers.dev".split(
    " ",
  ),
);

/** As the public suffix list has it, but for suffixes that are none of these; an address is its own. */
export function registrableDomain(host: string): string {
  if (/^[\d.]+$|^\[|:/.test(host)) return host;
  const labels = host.replace(/\.$/, "").split(".");
  const last = labels.at(-1) ?? "";
  const isShared = [2, 3].find((count) => SHARED.has(labels.slice(-count).join(".")));
  const isCountry = last.length === 2 && SECOND_LEVEL.has(labels.at(-2) ?? "");
  const suffix = isShared ?? (isCountry ? 2 : 1);
  return labels.slice(-suffix - 1).join(".");
}
