/** Packages without types, and files of packages that are asked for by their addresses. */
declare module "fontkit" {
  export function create(bytes: Uint8Array): unknown;
}

declare module "pdfjs-dist/build/pdf.worker.min.mjs" {
  const url: string;
  export default url;
}

declare module "@expo-google-fonts/open-sans/400Regular/OpenSans_400Regular.ttf" {
  const url: string;
  export default url;
}

declare module "dejavu-fonts-ttf/ttf/DejaVuSans.ttf" {
  const url: string;
  export default url;
}
