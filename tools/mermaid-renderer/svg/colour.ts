/** Colours as every reader of SVG knows them: names, `#rrggbb` and `rgba()` with whole numbers. */

const NAMES = new Set(
  `aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood
  cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray
  darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen
  darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue
  firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew
  hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan
  lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray
  lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue
  mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred
  midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid
  palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple
  rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue
  slategray slategrey snow springgreen steelblue tan teal thistle tomato transparent turquoise violet wheat white
  whitesmoke yellow yellowgreen`.split(/\s+/),
);

const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;
const FUNCTION = /\b(hsla?|rgba?)\(([^()]*)\)/gi;

/** A name, a hexadecimal colour, or `rgb()`, `rgba()`, `hsl()`, `hsla()` (CSS Color 4). */
export function isColour(text: string): boolean {
  const plain = text.trim().toLowerCase();
  if (NAMES.has(plain) || HEX.test(plain)) return true;
  const [whole, name = "", list = ""] = /^(hsla?|rgba?)\(([^()]*)\)$/.exec(plain) ?? [];
  return whole !== undefined && readFunction(name, list) !== undefined;
}

/** The same with functions written plainly; undefined where a function is none that there is. */
export function plainColour(text: string): string | undefined {
  if (text.includes("NaN")) return undefined;
  return text.replace(FUNCTION, (whole, name: string, list: string) => {
    const colour = readFunction(name, list);
    return colour ? writeColour(colour) : whole;
  });
}

/** Channels from 0 to 255, alpha from 0 to 1. */
type Colour = readonly [red: number, green: number, blue: number, alpha: number];

function readFunction(name: string, list: string): Colour | undefined {
  const parts = list.split(/[\s,/]+/).filter(Boolean);
  if (parts.length !== 3 && parts.length !== 4) return undefined;
  const [first = "", second = "", third = "", opacity = "1"] = parts;
  const alpha = share(opacity, 1);
  const channels = name.toLowerCase().startsWith("hsl")
    ? fromHsl(Number.parseFloat(first), share(second, 100), share(third, 100))
    : ([first, second, third].map((part) => share(part, 255) * 255) as [number, number, number]);
  const colour = [...channels, alpha] as const;
  return colour.some(Number.isNaN) ? undefined : colour;
}

/** A percentage, or a number of `whole`. */
function share(text: string, whole: number): number {
  if (!/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?(?:%|deg)?$/i.test(text)) return Number.NaN;
  const number = Number.parseFloat(text) / (text.endsWith("%") ? 100 : whole);
  return Math.min(1, Math.max(0, number));
}

/** CSS Color 4, section 7.1. */
function fromHsl(hue: number, saturation: number, lightness: number): [number, number, number] {
  const turned = ((hue % 360) + 360) % 360;
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): number => {
    const place = (offset + turned / 30) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}

function writeColour([red, green, blue, alpha]: Colour): string {
  const channels = [red, green, blue].map(Math.round);
  if (alpha < 1) return `rgba(${[...channels, Math.round(alpha * 1000) / 1000].join(",")})`;
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}
