import { Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, fail } from "./_core/tool.ts";
import { drawsBelow } from "./_lib/numbers/random.ts";
import { INPUT_FAILURES, inputInvalid, outOfBounds } from "./_lib/results/input-invalid.ts";
import { warningsOf } from "./_lib/results/warnings.ts";
import { collisionOdds } from "./nanoid-generator/collision.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  ALPHABET_TOO_SMALL: "The alphabet has fewer than two different symbols",
} as const;

const WARNINGS = {
  ALPHABET_DUPLICATES:
    "The alphabet repeats symbols, which would have biased the ids; each counts once",
  SHORT_ID:
    "A collision has a chance of 1 % before a million ids; use more symbols or a larger alphabet",
  NOT_SECRET_WITH_SEED: "A seed was given: whoever knows it can predict the ids",
} as const;

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";

const PRESETS = {
  urlSafe: `${LETTERS.toUpperCase()}${LETTERS}${DIGITS}_-`,
  alphanumeric: `${LETTERS.toUpperCase()}${LETTERS}${DIGITS}`,
  noLookalikes: "346789ABCDEFGHJKLMNPQRTUVWXYabcdefghijkmnpqrtwxyz",
  lowercase: LETTERS,
  uppercase: LETTERS.toUpperCase(),
  numbers: DIGITS,
  hex: `${DIGITS}abcdef`,
} as const;

const LARGEST_ALPHABET = 256;
/** Below so many powers of ten of ids for a chance of 1 % an id is called short. */
const SHORT_LOG10_IDS = 6;

const INPUT = Type.Object({
  length: whole({ description: "Symbols per id, 1 to 256", minimum: 1, maximum: 256, default: 21 }),
  count: whole({ description: "How many, 1 to 1000", minimum: 1, maximum: 1000, default: 1 }),
  alphabet: Type.Optional(
    Type.String({ description: "The symbols themselves, 2 to 256 different characters" }),
  ),
  preset: oneOf(
    ["urlSafe", "alphanumeric", "noLookalikes", "lowercase", "uppercase", "numbers", "hex"],
    {
      description: "A usual alphabet, where none is given; urlSafe is A-Z a-z 0-9 _ -",
      default: "urlSafe",
    },
  ),
  perHour: Type.Number({
    description: "Ids made per hour, for the odds of a collision",
    exclusiveMinimum: 0,
    maximum: 1e12,
    default: 1000,
  }),
});

const VALUE = Type.Object({
  ids: Type.Array(Type.String()),
  length: Type.Integer(),
  alphabetSize: Type.Integer(),
  collision: Type.Object({
    entropyBits: Type.Number(),
    log10IdsForOnePercent: Type.Number({
      description: "Powers of ten of ids until a chance of 1 %",
    }),
    log10YearsForOnePercent: Type.Number(),
    batchCollisionProbability: Type.Number({ description: "Of two equal ids among these" }),
    text: Type.String(),
  }),
});

export default defineTool({
  id: "nanoid-generator",
  name: "Nano ID Generator",
  category: "Generator",
  description:
    "Makes short random ids of a chosen length and alphabet, and says how soon they would collide.",
  keywords: [
    "alphabet",
    "collision",
    "cuid",
    "entropy",
    "hashids",
    "id",
    "invite code",
    "nanoid",
    "random",
    "random string",
    "short id",
    "shortid",
    "sqids",
    "unique",
    "url safe",
    "voucher code",
  ],
  aliases: [],
  version: "2026-11-20",

  input: INPUT,
  primary: "count",
  value: VALUE,
  verb: "generate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "generate a nanoid",
    "short unique id for a url",
    "random id with a custom alphabet",
    "ids without lookalike characters",
    "coupon codes from letters and digits",
    "random hex string of 32 characters",
    "numeric one time codes",
    "how long must an id be to avoid collisions",
    "collision probability of random ids",
    "birthday problem for ids",
    "how many bits of entropy has this id",
    "same random ids for tests by seed",
    "nanoid customAlphabet",
    "short code for a share link that nobody can guess",
    "invite or voucher codes that customers can type without mistakes",
    "tiny identifiers instead of the long ones with dashes",
    "url-friendly opaque handle, custom character set and length",
    "how many ids until two are the same",
    "shorter than a uuid",
    "random key for a document or room name",
    "eight character codes for thousands of coupons which never clash",
    "generar un id corto aleatorio",
    "kurze eindeutige id erzeugen",
    "générer un identifiant court",
    "生成短 id",
    "código corto aleatorio para un enlace",
    "kurzer zufälliger code für einen link",
    "code court aléatoire pour un lien",
    "短 随机 编号 链接",
    "短いランダムな id を作る",
    "short links like youtube has them, eleven signs",
    "500 gift card numbers without O and 0 and I and 1",
    "ticket number for the hotline, six characters, easy to read out loud",
    "how probable is a double among a million of 10 characters",
    "nanoid(), customAlphabet, shortid, cuid2, sqids, hashids, short uuid alternative, birthday paradox",
    "produce compact unguessable identifiers of given length and symbols with a clash estimate",
    "gerar id curto aleatório, código de cupom",
    "códigos de cupón o de invitación aleatorios, sin caracteres confusos",
    "gutscheincodes oder einladungscodes erzeugen, zufällige zeichenfolge",
    "codes promo ou d'invitation aléatoires",
    "优惠码 邀请码 随机 字符串 短链接",
    "招待コード クーポンコード ランダム文字列",
  ],
  effort: 1,

  laws: [
    {
      name: "every id has the length asked for, in symbols of the alphabet",
      holds(run, input) {
        const { alphabet = PRESETS[input.preset ?? "urlSafe"] } = input;
        const { value } = run(input);
        // Halves of a surrogate pair side by side would read as one symbol.
        if (!value || !alphabet.isWellFormed()) return true;
        const symbols = new Set(alphabet);
        return value.ids.every((id) => {
          const found = Array.from(id);
          return found.length === value.length && found.every((symbol) => symbols.has(symbol));
        });
      },
    },
    {
      name: "fewer ids are the first of more",
      holds(run, input) {
        const more = run(input).value;
        const fewer = run({ ...input, count: Math.max(1, (input.count ?? 1) - 1) }).value;
        return fewer?.ids.every((id, index) => id === more?.ids[index]) ?? more === fewer;
      },
    },
    {
      name: "longer ids have more entropy",
      holds(run, input) {
        const { length = 21 } = input;
        const one = run({ ...input, length }).value;
        const longer = run({ ...input, length: length + 1 }).value;
        return !one || !longer || longer.collision.entropyBits > one.collision.entropyBits;
      },
    },
  ],
  examples: [
    {
      title: "The usual 21 symbols",
      input: {},
      options: { seed: "1" },
      expect: {
        value: {
          alphabetSize: 64,
          collision: {
            entropyBits: 126,
            log10IdsForOnePercent: 18.1165,
            text: "1 % chance of a collision after about 149 billion years at 1000 ids per hour",
          },
        },
      },
    },
    {
      title: "Five codes of eight bits collide soon",
      input: { alphabet: "01", length: 8, count: 5 },
      options: { seed: "1" },
      expect: {
        value: { collision: { entropyBits: 8, batchCollisionProbability: 0.0385314 } },
        warnings: [{ code: "SHORT_ID" }, { code: "NOT_SECRET_WITH_SEED" }],
      },
    },
    {
      title: "One symbol is no alphabet",
      input: { alphabet: "aaa" },
      expect: { ok: false, error: { code: "ALPHABET_TOO_SMALL" } },
    },
  ],

  run(input, ctx) {
    const { length, count, alphabet = PRESETS[input.preset], perHour } = input;
    const given = Array.from(alphabet);
    const symbols = [...new Set(given)];
    if (symbols.length < 2) {
      const message = `Cannot draw ids: found ${symbols.length === 1 ? "one symbol" : "no symbols"}, expected at least two different ones`;
      return fail({
        code: "ALPHABET_TOO_SMALL",
        message,
        path: "/alphabet",
        expected: "2 to 256 symbols",
      });
    }
    if (symbols.length > LARGEST_ALPHABET) {
      const found = `${symbols.length} different symbols`;
      return inputInvalid([outOfBounds("/alphabet", found, "2 to 256 symbols")]);
    }
    const next = drawsBelow(ctx, symbols.length);
    const draw = (): string => symbols[next()] ?? "";
    const ids = Array.from({ length: count }, () => Array.from({ length }, draw).join(""));
    const collision = collisionOdds({ alphabetSize: symbols.length, length, perHour, count });
    return done({
      output: ids.join("\n"),
      value: { ids, length, alphabetSize: symbols.length, collision },
      warnings: warningsOf(WARNINGS, {
        ALPHABET_DUPLICATES: given.length > symbols.length,
        SHORT_ID: collision.log10IdsForOnePercent < SHORT_LOG10_IDS,
        NOT_SECRET_WITH_SEED: ctx.seeded,
      }),
    });
  },
});
