/** The success criteria of WCAG 2.2, with what a person does to check those that no rule decides. */
import type { Level, Rule } from "../../tools/_lib/web/accessibility/rules/rule.ts";

interface Criterion {
  readonly id: string;
  readonly level: Level;
  readonly name: string;
  readonly todo: string;
}

const TABLE = `
1.1.1 A Non-text Content: compare each text alternative with its picture: does it say what the picture says
1.2.1 A Audio-only and Video-only: look for a transcript beside each recording
1.2.2 A Captions: play each video with captions: are they complete, in time and right
1.2.3 A Audio Description or Media Alternative: listen without looking: is anything missing
1.2.4 AA Captions (Live): look for captions in each live stream
1.2.5 AA Audio Description: listen without looking: is what is shown described
1.2.6 AAA Sign Language: look for an interpretation into sign language
1.2.7 AAA Extended Audio Description: look whether videos stop where the description needs time
1.2.8 AAA Media Alternative: look for a text that replaces each video
1.2.9 AAA Audio-only (Live): look for a live transcript
1.3.1 A Info and Relationships: compare what looks like a heading, list, table or group with its markup
1.3.2 A Meaningful Sequence: read reading-order.md: does it make sense in that order
1.3.3 A Sensory Characteristics: look for instructions by shape, colour, size or place alone
1.3.4 AA Orientation: turn the device: does everything still work
1.3.5 AA Identify Input Purpose: look for fields about the user without autocomplete
1.3.6 AAA Identify Purpose: look whether icons and regions say their purpose in markup
1.4.1 A Use of Color: look at the page in grey: is anything lost
1.4.2 A Audio Control: open the page with sound on: can sound that starts be stopped
1.4.3 AA Contrast (Minimum): measure text against its background, over pictures and on hover, too
1.4.4 AA Resize Text: zoom to 200 %: is all text there, and nothing cut off
1.4.5 AA Images of Text: look for pictures that show text
1.4.6 AAA Contrast (Enhanced): measure text against its background: 7, large text 4.5
1.4.7 AAA Low or No Background Audio: listen whether speech stands out
1.4.8 AAA Visual Presentation: look whether width, spacing and colours can be chosen
1.4.9 AAA Images of Text (No Exception): look for pictures that show text
1.4.10 AA Reflow: make the window 320 px wide: does nothing need scrolling in two directions
1.4.11 AA Non-text Contrast: measure borders of fields, icons and focus marks: 3 at least
1.4.12 AA Text Spacing: set line height 1.5, letters 0.12, words 0.16: is nothing cut off
1.4.13 AA Content on Hover or Focus: open each tooltip: can it be closed, hovered and does it stay
2.1.1 A Keyboard: put the mouse away: can everything be reached and used
2.1.2 A No Keyboard Trap: Tab through the page: does the focus leave every part
2.1.3 AAA Keyboard (No Exception): put the mouse away: can really everything be used
2.1.4 A Character Key Shortcuts: look for shortcuts of one letter: can they be turned off
2.2.1 A Timing Adjustable: look for time limits: can they be made longer
2.2.2 A Pause, Stop, Hide: look for what moves or updates by itself: can it be stopped
2.2.3 AAA No Timing: look for anything that has to be done in time
2.2.4 AAA Interruptions: look for messages that interrupt: can they be put off
2.2.5 AAA Re-authenticating: let the session end: is nothing lost
2.2.6 AAA Timeouts: look whether people are told how long they may be idle
2.3.1 A Three Flashes or Below Threshold: look for anything that flashes
2.3.2 AAA Three Flashes: look for anything that flashes more than three times a second
2.3.3 AAA Animation from Interactions: turn on reduced motion: does animation stop
2.4.1 A Bypass Blocks: press Tab first: is there a way past what repeats
2.4.2 A Page Titled: read the title: does it say what this page is
2.4.3 A Focus Order: Tab through the page: is the order the one of the content
2.4.4 A Link Purpose (In Context): read each link with its sentence: is it clear where it leads
2.4.5 AA Multiple Ways: look for a second way to each page: search, map, index
2.4.6 AA Headings and Labels: read headings and labels: do they say what follows
2.4.7 AA Focus Visible: Tab through the page: is the focus always seen
2.4.8 AAA Location: look whether the page says where it is in the site
2.4.9 AAA Link Purpose (Link Only): read each link alone: is it clear where it leads
2.4.10 AAA Section Headings: look for long text without headings
2.4.11 AA Focus Not Obscured (Minimum): Tab through the page: is the focus never wholly covered
2.4.12 AAA Focus Not Obscured (Enhanced): Tab through the page: is the focus never covered at all
2.4.13 AAA Focus Appearance: measure the focus mark: 2 px around, contrast 3
2.5.1 A Pointer Gestures: look for swipes and pinches: is there a way with one tap
2.5.2 A Pointer Cancellation: press, move away and let go: does nothing happen
2.5.3 A Label in Name: speak to controls by what is written on them
2.5.4 A Motion Actuation: look for what shaking or tilting does: is there a button for it
2.5.5 AAA Target Size (Enhanced): measure targets: 44 by 44 px
2.5.6 AAA Concurrent Input Mechanisms: use touch, mouse and keyboard by turns
2.5.7 AA Dragging Movements: look for what is dragged: is there a way without
2.5.8 AA Target Size (Minimum): measure targets: 24 by 24 px, or as far apart
3.1.1 A Language of Page: read the text: is it in the language that lang says
3.1.2 AA Language of Parts: look for parts in another language without lang
3.1.3 AAA Unusual Words: look for words that need explaining
3.1.4 AAA Abbreviations: look for abbreviations that are not spelt out
3.1.5 AAA Reading Level: look whether there is a simpler text
3.1.6 AAA Pronunciation: look for words whose meaning depends on how they are said
3.2.1 A On Focus: Tab through the page: does nothing open or move by itself
3.2.2 A On Input: fill in each field: does nothing open or move by itself
3.2.3 AA Consistent Navigation: compare pages: do menus keep their order
3.2.4 AA Consistent Identification: compare pages: are the same things called the same
3.2.5 AAA Change on Request: look for changes that nobody asked for
3.2.6 A Consistent Help: compare pages: does help stand in the same place
3.3.1 A Error Identification: send wrong values: does text say which field is wrong
3.3.2 A Labels or Instructions: look whether fields say what they want, and in which form
3.3.3 AA Error Suggestion: send wrong values: does the page say how to correct them
3.3.4 AA Error Prevention (Legal, Financial, Data): look for a step to check before what counts is sent
3.3.5 AAA Help: look for help where forms are hard
3.3.6 AAA Error Prevention (All): look for a step to check before anything is sent
3.3.7 A Redundant Entry: go through forms of several steps: is nothing asked twice
3.3.8 AA Accessible Authentication (Minimum): sign in: can passwords be pasted, and no puzzle is to be solved
3.3.9 AAA Accessible Authentication (Enhanced): sign in: is no picture or object to be recognised
4.1.2 A Name, Role, Value: use own widgets with a screen reader: do they say what they are and how they stand
4.1.3 AA Status Messages: use the page with a screen reader: are results and errors spoken without moving the focus
`;

const CRITERIA: readonly Criterion[] = TABLE.trim()
  .split("\n")
  .map((row) => {
    const colon = row.indexOf(": ");
    const [id = "", level = "A", ...name] = row.slice(0, colon).split(" ");
    return { id, level: level as Level, name: name.join(" "), todo: row.slice(colon + 2) };
  });

const LEVELS: readonly Level[] = ["A", "AA", "AAA"];

/** The page of what is left for a person: criteria that no rule was run for, and those that rules decide in part only. */
export function manualChecks(level: Level, rules: readonly Rule[]): string {
  const covered = new Set(rules.flatMap(({ wcag }) => wcag));
  const wanted = CRITERIA.filter((one) => LEVELS.indexOf(one.level) <= LEVELS.indexOf(level));
  const rowOf = ({ id, level: own, name, todo }: Criterion) =>
    `- [ ] ${id} ${name} (${own}): ${todo}`;
  const open = wanted.filter(({ id }) => !covered.has(id)).map(rowOf);
  const partly = wanted.filter(({ id }) => covered.has(id)).map(rowOf);
  return [
    "# What only a person can check",
    `WCAG 2.2, level ${level}. A page without findings has passed what HTML alone decides, not more.`,
    "## Not decided by any rule",
    open.join("\n") || "None.",
    "## Decided in part",
    "Rules looked at these; what they cannot see is left.",
    partly.join("\n") || "None.",
  ].join("\n\n");
}
