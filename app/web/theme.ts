/** Runs before the first paint: the theme that was chosen, else the system's. */
let chosen: string | null = null;
try {
  chosen = localStorage.getItem("theme");
} catch {
  // Where nothing may be kept, the system decides.
}
const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
document.documentElement.dataset["theme"] = chosen ?? (isDark ? "dark" : "light");
