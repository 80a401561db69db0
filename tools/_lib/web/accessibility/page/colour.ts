/** Colours of CSS, and their contrast as WCAG measures it. */

/** Red, green and blue from 0 to 255. */
export type Colour = readonly [number, number, number];

const NAMED: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "aqua:00ffff black:000000 blue:0000ff brown:a52a2a crimson:dc143c cyan:00ffff darkblue:00008b darkgray:a9a9a9 " +
    "darkgreen:006400 darkgrey:a9a9a9 darkred:8b0000 dimgray:696969 dimgrey:696969 fuchsia:ff00ff gainsboro:dcdcdc " +
    "gold:ffd700 gray:808080 green:008000 grey:808080 indigo:4b0082 ivory:fffff0 khaki:f0e68c lavender:e6e6fa " +
    "lightblue:add8e6 lightgray:d3d3d3 lightgreen:90ee90 lightgrey:d3d3d3 lightyellow:ffffe0 lime:00ff00 " +
    "magenta:ff00ff maroon:800000 midnightblue:191970 navy:000080 olive:808000 orange:ffa500 orangered:ff4500 " +
    "orchid:da70d6 pink:ffc0cb plum:dda0dd purple:800080 rebeccapurple:663399 red:ff0000 royalblue:4169e1 " +
    "salmon:fa8072 seagreen:2e8b57 silver:c0c0c0 skyblue:87ceeb slategray:708090 slategrey:708090 snow:fffafa " +
    "steelblue:4682b4 tan:d2b48c teal:008080 tomato:ff6347 turquoise:40e0d0 violet:ee82ee wheat:f5deb3 white:ffffff " +
    "whitesmoke:f5f5f5 yellow:ffff00"
  )
    .split(" ")
    .map((pair) => pair.split(":")),
);

/** A colour that is opaque; undefined for others, and for what is none. */
export function parseColour(text: string): Colour | undefined {
  const named = Object.hasOwn(NAMED, text) ? `#${NAMED[text]}` : text;
  const short = /^#([\da-f])([\da-f])([\da-f])(f?)$/.exec(named);
  if (short) return colourOf(short.slice(1, 4).map((digit) => Number.parseInt(digit + digit, 16)));
  const long = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})(?:ff)?$/.exec(named);
  if (long) return colourOf(long.slice(1, 4).map((pair) => Number.parseInt(pair, 16)));
  const list = /^rgba?\(([^()]*)\)$/.exec(named)?.[1];
  if (list === undefined) return undefined;
  const parts = list.split(/[\s,/]+/).filter(Boolean);
  const alpha = parts[3] ?? "1";
  if (parts.length < 3 || parts.length > 4 || !/^(?:1(?:\.0*)?|100%)$/.test(alpha))
    return undefined;
  const channels = parts
    .slice(0, 3)
    .map((part) => (part.endsWith("%") ? Number(part.slice(0, -1)) * 2.55 : Number(part)));
  if (channels.some(Number.isNaN)) return undefined;
  return colourOf(channels.map((channel) => Math.round(Math.min(255, Math.max(0, channel)))));
}

function colourOf([red = 0, green = 0, blue = 0]: readonly number[]): Colour {
  return [red, green, blue];
}

export function hexOf(colour: Colour): string {
  return `#${colour.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

function luminanceOf(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21. */
export function contrastOf(one: Colour, other: Colour): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const STEPS = 100;

/** The colour nearest to one, darker or lighter, that has the contrast; undefined where none has. */
export function passingColour(colour: Colour, ground: Colour, least: number): Colour | undefined {
  for (let step = 1; step <= STEPS; step++) {
    for (const end of [0, 255]) {
      const mixed = colourOf(
        colour.map((channel) => Math.round(channel + ((end - channel) * step) / STEPS)),
      );
      if (Math.floor(contrastOf(mixed, ground) * 100) / 100 >= least) return mixed;
    }
  }
  return undefined;
}
