/** Files that are asked for by their addresses. */
declare module "*.ttf" {
  const url: string;
  export default url;
}

declare module "pdfjs-dist/build/pdf.worker.min.mjs" {
  const url: string;
  export default url;
}

declare module "fontkit" {
  export function create(bytes: Uint8Array): unknown;
}
