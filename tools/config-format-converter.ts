import { detectEnv, detectPairs } from "./_lib/formats/env-detect.ts";
import { Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { readConfig, writeConfig } from "./_lib/formats/config/convert.ts";
import { detectFormat, formatGuessed } from "./config-format-converter/detect.ts";
import { LOSS_CODES, type LossCode, type LossList } from "./_lib/formats/config/losses.ts";
import { SOURCE_FORMATS, TARGET_FORMATS } from "./_lib/formats/config/source.ts";
import { INPUT_FAILURES, inputInvalid, wrongForm } from "./_lib/results/input-invalid.ts";
import { JSON_FAILURES, JSON_WARNINGS } from "./_lib/json/tree/json-field.ts";
import { RELAXED_WARNINGS } from "./_lib/json/tree/relaxed.ts";
import { treeStats } from "./_lib/json/tree/stats.ts";
import { OUTPUT_FAILURES } from "./_lib/results/output-limit.ts";
import { XML_FAILURES } from "./_lib/formats/xml/cursor.ts";
import { isXmlName } from "./_lib/formats/xml/names.ts";

const FAILURES = {
  ...JSON_FAILURES,
  YAML_SYNTAX: "The text is not well-formed YAML 1.2",
  YAML_UNDEFINED_ALIAS: "An alias stands before the anchor of its name, or there is none",
  YAML_ALIAS_LIMIT: "Aliases stand for more than 100,000 nodes or for themselves",
  YAML_COMPLEX_KEY: "A collection is a key",
  TOML_SYNTAX: "The text is not well-formed TOML",
  TOML_DUPLICATE_KEY: "A TOML key is defined twice",
  TOML_TABLE_REDEFINED: "A TOML table is defined twice, or opened where it cannot be",
  TOML_DATE_RANGE: "A TOML date or time does not exist",
  TOML_VERSION: "The text is of another version of TOML",
  ...XML_FAILURES,
  XML_ENTITY: "The document refers to an entity of its own, and none is expanded",
  INI_SYNTAX: "A section of the INI file is not closed, or text stands behind it",
  ENV_SYNTAX: "A line of the .env file is no NAME=value, or its quote is never closed",
  PROPERTIES_SYNTAX: "An escape \\u without four hexadecimal digits",
  KEY_CONFLICT: "A key has a value and is also an array or the prefix of others",
  KEY_COLLISION: "Two keys would get one name in the target",
  LONE_SURROGATE: "TOML cannot hold half of a surrogate pair",
  LOSS_REFUSED: "Something would be lost, and strict is set",
  FORMAT_UNKNOWN: "The input is empty, so there is nothing to tell its format by",
  ...OUTPUT_FAILURES,
  ...INPUT_FAILURES,
} as const;

const WARNINGS = {
  ...JSON_WARNINGS,
  ...RELAXED_WARNINGS,
  FORMAT_GUESSED: "The lines could also be read as another format",
  VARIABLE_KEPT: "A reference such as $NAME in a .env file was not expanded",
} as const;

const INPUT = Type.Object({
  input: Type.String({ description: "The configuration as text" }),
  from: oneOf(["auto", ...SOURCE_FORMATS], {
    description: "The format of the input; auto tells it by syntax and the shape of the lines",
    default: "auto",
  }),
  to: oneOf(TARGET_FORMATS, { description: "The format wanted", default: "json" }),
  typed: Type.Boolean({
    description: "Read numbers, booleans and null from ini, env, properties and xml, not only text",
    default: false,
  }),
  separator: Type.Optional(
    Type.String({
      description: "Between nested keys in env, properties and INI sections; _ for env, else a dot",
      minLength: 1,
      maxLength: 2,
    }),
  ),
  rootName: Type.String({ description: "XML: the element around other roots", default: "root" }),
  sortKeys: Type.Boolean({ description: "Sort the keys at every level", default: false }),
  indent: whole({
    description: "Spaces per level in json, yaml and xml; 0 for json on one line",
    minimum: 0,
    maximum: 8,
    default: 2,
  }),
  strict: Type.Boolean({ description: "Fail where anything is lost", default: false }),
});

const VALUE = Type.Object({
  from: oneOf(SOURCE_FORMATS),
  to: oneOf(TARGET_FORMATS),
  lossless: Type.Boolean({ description: "The output reads back as the same data" }),
  losses: Type.Array(
    Type.Object({
      code: oneOf(Object.keys(LOSS_CODES) as LossCode[]),
      path: Type.String({ description: "Pointer in the data; of a comment that of the next node" }),
      detail: Type.String(),
    }),
    { description: "In document order, at most 1,000 of one code" },
  ),
});

export default defineTool({
  id: "config-format-converter",
  name: "Config Format Converter",
  category: "Converter",
  description:
    "Converts JSON, YAML, TOML, INI, .env, properties and XML, and lists what the target cannot hold.",
  keywords: [
    "application.properties",
    "config",
    "convert",
    "dot env",
    "dotenv",
    "env",
    "ini",
    "json",
    "json5",
    "jsonc",
    "properties",
    "settings",
    "toml",
    "xml",
    "yaml",
    "yml",
  ],
  aliases: [],
  version: "2026-11-23",

  input: INPUT,
  primary: "input",
  pointsInto: "input",
  value: VALUE,
  verb: "convert",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "yaml to toml",
    "json to yaml",
    "yaml to json config",
    "toml to json",
    "convert a .env file to json",
    "json to env variables",
    "ini to yaml",
    "java properties to yaml",
    "application.properties to application.yml",
    "xml to json",
    "json to xml",
    "json5 or jsonc to json",
    "what gets lost when converting yaml to toml",
    "convert config file format",
    "move settings from one file type to another",
    "rewrite a docker compose or spring settings file in another syntax",
    "my new tool wants toml but all my settings are in yaml",
    "translate configuration serialization between json, yaml, toml, ini and xml",
    "environment file into a structured document and back",
    "turn an xml document into json objects",
    "settings.json should become yml, toml should become json",
    "convertir yaml a json",
    "yaml in json umwandeln",
    "convertir un fichier yaml en toml",
    "yaml 转 json",
    "pasar un archivo de configuración a otro formato",
    "konfigurationsdatei in ein anderes format umwandeln",
    "changer le format d'un fichier de configuration",
    "配置 文件 格式 转换",
    "設定ファイルの形式を変換する",
    "got a docker env file and the platform wants json",
    "my spring app has dots in its properties, the new one wants indented yml",
    "pyproject style file from my old setup.cfg",
    "vendor sends xml settings, our deploy reads yaml",
    "yq -o=json, toml2json, remarshal, xml2js, application.yml, appsettings.json, configparser",
    "transcode a settings document among yaml, toml, ini, dotenv, properties and xml, naming what is lost",
    "converter yaml para json, arquivo de configuração, xml",
    "yml datei in properties oder toml umschreiben",
    "convertir xml en json, yml en properties",
    "xml 转 json yaml 转 properties toml",
    "yaml json 変換 xml toml 設定",
  ],
  effort: 2,
  detect: (sample) =>
    Math.max(
      0.9 * detectEnv(sample),
      0.5 * detectPairs(sample, /^[ \t]*(?:\[[\w. -]+\]\s*$|[A-Za-z_][\w.[\]-]*[ \t]*=)/),
    ),

  laws: [
    {
      name: "there are no losses exactly where it is lossless",
      holds(run, input) {
        const { value } = run(input);
        return !value || (value.losses.length === 0) === value.lossless;
      },
    },
    {
      name: "sorting keys does not change the losses",
      holds(run, input) {
        const [plain, sorted] = [false, true].map((sortKeys) => run({ ...input, sortKeys }));
        if (!plain?.ok || !sorted?.ok) return true;
        return JSON.stringify(plain.value?.losses) === JSON.stringify(sorted.value?.losses);
      },
    },
    {
      name: "a lossless conversion reads back as the same data",
      holds(run, input) {
        const there = run(input);
        if (!there.ok || !there.value?.lossless) return true;
        const { from, to } = there.value;
        const { separator } = input;
        const common = { sortKeys: true, ...(separator === undefined ? {} : { separator }) };
        const before = run({ ...input, ...common, from, to: "json" });
        const after = run({ ...common, input: there.output ?? "", from: to, to: "json" });
        // A text with tokens of its own, such as escapes, is compared by its data.
        return dataOf(before.output) === dataOf(after.output);
      },
    },
  ],
  examples: [
    {
      title: "JSON to YAML: quotes only where they are needed",
      input: { input: '{"on":"yes","port":8080,"ratio":1.50,"tags":["a","b"]}', to: "yaml" },
      expect: {
        output: '"on": "yes"\nport: 8080\nratio: 1.50\ntags:\n  - a\n  - b\n',
        value: { from: "json", lossless: true, losses: [] },
      },
    },
    {
      title: "YAML to TOML, and what is lost",
      input: {
        input: "# app\nname: &n demo\nalias: *n\nnick: null\nservers:\n  - {ip: a, up: true}\n",
        from: "yaml",
        to: "toml",
      },
      expect: {
        output: 'name = "demo"\nalias = "demo"\n\n[[servers]]\nip = "a"\nup = true\n',
        valid: false,
        value: {
          losses: [
            { code: "COMMENT_LOST", path: "/name", detail: "# app" },
            { code: "ANCHOR_EXPANDED", path: "/alias", detail: "*n" },
            { code: "NULL_LOST", path: "/nick", detail: "left out" },
          ],
        },
      },
    },
    {
      title: "Properties to JSON",
      input: { input: "db.host=localhost\ndb.ports[0]=1\ndb.ports[1]=2\n", typed: true },
      expect: {
        output:
          '{\n  "db": {\n    "host": "localhost",\n    "ports": [\n      1,\n      2\n    ]\n  }\n}',
        value: { from: "properties" },
      },
    },
    {
      title: "Nested settings as variables",
      input: { input: '{"db":{"host":"x y"},"debug":false}', to: "env" },
      expect: { output: "DB_HOST='x y'\nDEBUG=false\n", valid: false },
    },
    {
      title: "Nothing may be lost",
      input: { input: '{"a":null}', to: "toml", strict: true },
      expect: { ok: false, error: { code: "LOSS_REFUSED" } },
    },
    {
      title: "Two keys, one name",
      input: { input: '{"a-b":1,"a_b":2}', to: "env" },
      expect: { ok: false, error: { code: "KEY_COLLISION" } },
    },
  ],

  // Above 50 ms where YAML or auto is read: the exact readers of all formats in question go over the text.
  run(input, { longestOutput: longest }) {
    if (!isXmlName(input.rootName)) {
      return inputInvalid([wrongForm("/rootName", "no name of XML", "a name such as root")]);
    }
    const detected =
      input.from === "auto" ? detectFormat(input.input) : { format: input.from, others: [] };
    if (detected === undefined) return fail(FORMAT_UNKNOWN, { valid: false });
    const { format } = detected;
    const separatorOf = (side: string) => input.separator ?? (side === "env" ? "_" : ".");
    const reading = { typed: input.typed, separator: separatorOf(format) };
    const source = readConfig(input.input, format, reading);
    const guessed = input.from === "auto" ? formatGuessed(detected) : [];
    const warnings = [...guessed, ...source.warnings];
    if (!source.ok) return fail(source.errors, { valid: false, warnings });
    const { to } = input;
    const written = writeConfig(source, to, { ...input, separator: separatorOf(to), longest });
    const { losses } = written;
    const isLossless = losses.total === 0;
    const found = {
      value: { from: format, to, lossless: isLossless, losses: losses.list },
      valid: isLossless,
      stats: treeStats(source.root),
      warnings: [...warnings, ...truncated(losses)],
    };
    if (!written.ok) return fail(written.error, { ...found, valid: false });
    if (input.strict && !isLossless) return fail(lossRefused(losses), found);
    return done({ ...found, output: written.output });
  },
});

const FORMAT_UNKNOWN: Entry<"FORMAT_UNKNOWN"> = {
  code: "FORMAT_UNKNOWN",
  message: "Cannot tell the format: found no text, expected a configuration",
  path: "/input",
  hint: "Give the text, or say the format in from",
};

function lossRefused({ list, total }: LossList): Entry<"LOSS_REFUSED"> {
  const [first] = list;
  const others = total === 1 ? "" : ` and ${total - 1} more`;
  const message = `Cannot convert without loss: found ${first?.code} at ${JSON.stringify(first?.path)}${others}, expected none`;
  return { code: "LOSS_REFUSED", message, path: first?.path, received: total };
}

function truncated({ list, total }: LossList): Entry<"WARNINGS_TRUNCATED">[] {
  const left = total - list.length;
  if (left === 0) return [];
  const message = `Only 1000 losses of one code are listed; left out: ${left}`;
  return [{ code: "WARNINGS_TRUNCATED", message, path: "/input", received: left }];
}

function dataOf(json: string | undefined): string {
  return JSON.stringify(JSON.parse(json ?? "null"));
}
