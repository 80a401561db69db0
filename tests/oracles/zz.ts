import { foundFiles } from "./found-files.ts";
for (const p of [
  "**/*.{xml,svg,xsd,xsl,xslt,wsdl,plist,rng,xhtml}",
  "**/*.{yaml,yml}",
  "**/*.json",
  "**/*.toml",
  "**/*.csv",
]) {
  const t = performance.now();
  const f = foundFiles(p);
  console.log(
    p,
    f.length,
    f.reduce((a, b) => a + b.text.length, 0),
    Math.round(performance.now() - t),
  );
}
