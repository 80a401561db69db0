/** WebAssembly that comes with the page: where it is fetched from. */
declare module "*.wasm" {
  const url: string;
  export default url;
}
