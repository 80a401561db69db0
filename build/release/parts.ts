/** What is in the executable that no package of `bun.lock` names: Bun with its libraries, codecs, fonts, data. */
import { TZDATA_VERSION } from "../../tools/_lib/time/zone/data.ts";

export interface Part {
  readonly name: string;
  readonly version?: string;
  readonly type: "library" | "platform" | "data" | "file";
  /** Expression of SPDX. */
  readonly license: string;
  readonly homepage?: string;
  readonly purl?: string;
  /** Where its own licence text stands; without one, its licence's text as SPDX has it is given. */
  readonly text?: string;
  /** The file that it is, for its hash. */
  readonly file?: string;
  /** Key of the package that brings it. */
  readonly within?: string;
}

/** Bun says what it is linked of in its documentation, which comes with its types, of the same version. */
const BUN_PAGE = "node_modules/bun-types/docs/project/license.mdx";

/** The table says "several" or names what is no id of SPDX. */
const BUN_LICENSES: Readonly<Record<string, string>> = {
  "several licenses": "",
  "Perl License or the MIT License": "MIT",
  "BSD License or GPLv2": "BSD-3-Clause",
  "CC0 1.0 or the BSD 2-Clause": "BSD-2-Clause",
  "BSD 3-Clause / IJG / zlib": "BSD-3-Clause AND IJG AND Zlib",
  "bundled xxhash is BSD 2-Clause": "MIT AND BSD-2-Clause",
  "portions derived from Chromium": "MIT AND BSD-3-Clause",
  "portions derived from libpng": "BSD-2-Clause AND libpng-2.0",
  "BSD 3-Clause": "BSD-3-Clause",
  "BSD 2-Clause": "BSD-2-Clause",
  "Apache 2.0": "Apache-2.0",
  "LGPL v2.1": "LGPL-2.1-or-later",
  "ICU license": "Unicode-3.0",
  "public domain": "blessing",
  zlib: "Zlib",
  MIT: "MIT",
};

/** Those of which the table says "several". */
const SEVERAL: Readonly<Record<string, string>> = {
  boringssl: "Apache-2.0 AND ISC AND MIT AND OpenSSL",
  libarchive: "BSD-2-Clause",
};

export async function runtimeParts(): Promise<readonly Part[]> {
  const page = await Bun.file(BUN_PAGE).text();
  const bun: Part = {
    name: "bun",
    version: Bun.version,
    type: "platform",
    license: "MIT",
    homepage: "https://bun.sh",
    purl: `pkg:github/oven-sh/bun@bun-v${Bun.version}`,
    text: BUN_PAGE,
  };
  const engine: Part = {
    name: "JavaScriptCore",
    type: "library",
    license: "LGPL-2.0-or-later AND BSD-2-Clause",
    homepage: "https://github.com/oven-sh/WebKit",
    purl: "pkg:github/oven-sh/WebKit",
  };
  const rows = page.matchAll(/^\|[^[|]*\[([^\]]+)\]\(([^)]+)\)[^|]*\| (.+) \|$/gm);
  const linked = Array.from(rows, ([, title = "", url = "", says = ""]): Part => {
    const name = title.replaceAll("`", "");
    return { name, type: "library", license: licenseOf(name, says), ...placeOf(url) };
  });
  return [bun, engine, ...linked];
}

function licenseOf(name: string, says: string): string {
  const known = Object.keys(BUN_LICENSES).find((words) => says.includes(words));
  const license = SEVERAL[name] ?? BUN_LICENSES[known ?? ""];
  if (!license) throw new Error(`Bun's ${name} is under ${says}: which id of SPDX is that?`);
  return license;
}

function placeOf(url: string): Pick<Part, "homepage" | "purl"> {
  const [, id] = /^https:\/\/npmjs\.com\/package\/([\w-]+)$/.exec(url) ?? [];
  if (id !== undefined) return { purl: `pkg:npm/${id}` };
  const [, owner, name] = /^https:\/\/github\.com\/([^/]+)\/([^/]+)/.exec(url) ?? [];
  const purl = owner && name && `pkg:github/${owner.toLowerCase()}/${name.toLowerCase()}`;
  return { homepage: url, ...(purl ? { purl } : {}) };
}

/** Codecs that packages compiled to WebAssembly, fonts, and tables that are part of our own files. */
export const OTHER_PARTS: readonly Part[] = [
  codec("mozjpeg", "@jsquash/jpeg", "BSD-3-Clause AND IJG", "mozilla/mozjpeg"),
  codec("libwebp", "@jsquash/webp", "BSD-3-Clause", "webmproject/libwebp"),
  codec("libavif", "@jsquash/avif", "BSD-2-Clause", "AOMediaCodec/libavif"),
  codec("libaom", "@jsquash/avif", "BSD-2-Clause", "AOMediaCodec/aom"),
  codec("oxipng", "@jsquash/oxipng", "MIT", "shssoichiro/oxipng"),
  codec("image-png", "@jsquash/png", "MIT", "image-rs/image-png"),
  codec("resize", "@jsquash/resize", "MIT", "PistonDevelopers/resize"),
  {
    name: "Open Sans",
    type: "data",
    license: "OFL-1.1",
    homepage: "https://github.com/googlefonts/opensans",
    within: "@expo-google-fonts/open-sans",
  },
  {
    name: "Purebox Sans",
    type: "file",
    license: "OFL-1.1",
    homepage: "https://github.com/adobe-fonts/source-sans",
    text: "app/web/purebox-sans.OFL.txt",
    file: "app/web/purebox-sans-1.woff2",
  },
  {
    name: "IANA Time Zone Database",
    version: TZDATA_VERSION,
    type: "file",
    license: "LicenseRef-IANA-TZ-public-domain",
    homepage: "https://www.iana.org/time-zones",
    file: "tools/_lib/time/zone/data.ts",
  },
  {
    name: "Public Suffix List",
    type: "data",
    license: "MPL-2.0",
    homepage: "https://publicsuffix.org",
    within: "tldts",
  },
];

function codec(name: string, within: string, license: string, repository: string): Part {
  const homepage = `https://github.com/${repository}`;
  const purl = `pkg:github/${repository.toLowerCase()}`;
  return { name, type: "library", license, homepage, purl, within };
}
