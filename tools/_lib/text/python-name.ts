/** The name of a package as everybody has to compare it (PEP 503). */
export function normalPythonName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, "-");
}
