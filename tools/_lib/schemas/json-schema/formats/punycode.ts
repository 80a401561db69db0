const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE = 0x80;
const LARGEST_CODE_POINT = 0x10ffff;
const LARGEST_DELTA = 0x7fffffff;

/** The text of a Punycode label without its prefix `xn--` (RFC 3492); undefined where it is wrong. */
export function decodePunycode(label: string): string | undefined {
  const hyphen = label.lastIndexOf("-");
  const points = Array.from(label.slice(0, Math.max(0, hyphen)), (letter) => letter.charCodeAt(0));
  let code = FIRST_CODE;
  let index = 0;
  let bias = FIRST_BIAS;
  let at = hyphen + 1;
  while (at < label.length) {
    const before = index;
    let weight = 1;
    for (let k = BASE; ; k += BASE) {
      const digit = digitOf(label.charCodeAt(at++));
      if (digit < 0) return undefined;
      index += digit * weight;
      if (index > LARGEST_DELTA) return undefined;
      const threshold = thresholdOf(k, bias);
      if (digit < threshold) break;
      weight *= BASE - threshold;
      if (weight > LARGEST_DELTA) return undefined;
    }
    const count = points.length + 1;
    bias = adapt(index - before, count, before === 0);
    code += Math.floor(index / count);
    index %= count;
    if (code > LARGEST_CODE_POINT || (code >= 0xd800 && code <= 0xdfff)) return undefined;
    points.splice(index++, 0, code);
  }
  return String.fromCodePoint(...points);
}

/** The Punycode of a text, without prefix. */
export function encodePunycode(text: string): string {
  const points = Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
  const basic = points.filter((point) => point < FIRST_CODE);
  const parts = [String.fromCharCode(...basic)];
  if (basic.length > 0) parts.push("-");
  let code = FIRST_CODE;
  let delta = 0;
  let bias = FIRST_BIAS;
  let done = basic.length;
  while (done < points.length) {
    const next = Math.min(...points.filter((point) => point >= code));
    delta += (next - code) * (done + 1);
    code = next;
    for (const point of points) {
      if (point < code) delta++;
      if (point !== code) continue;
      parts.push(digitsOf(delta, bias));
      bias = adapt(delta, done + 1, done === basic.length);
      delta = 0;
      done++;
    }
    delta++;
    code++;
  }
  return parts.join("");
}

function digitsOf(delta: number, bias: number): string {
  let digits = "";
  let rest = delta;
  for (let k = BASE; ; k += BASE) {
    const threshold = thresholdOf(k, bias);
    if (rest < threshold) return digits + letterOf(rest);
    digits += letterOf(threshold + ((rest - threshold) % (BASE - threshold)));
    rest = Math.floor((rest - threshold) / (BASE - threshold));
  }
}

function thresholdOf(k: number, bias: number): number {
  return Math.min(Math.max(k - bias, T_MIN), T_MAX);
}

function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}

function digitOf(unit: number): number {
  if (unit >= 48 && unit <= 57) return unit - 22;
  if (unit >= 65 && unit <= 90) return unit - 65;
  return unit >= 97 && unit <= 122 ? unit - 97 : -1;
}

function letterOf(digit: number): string {
  return String.fromCharCode(digit < 26 ? digit + 97 : digit + 22);
}
