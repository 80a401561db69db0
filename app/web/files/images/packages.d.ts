// WebAssembly that comes with the page: where each file is fetched from.
declare module "@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm" {
  const url: string;
  export default url;
}
declare module "@jsquash/webp/codec/dec/webp_dec.wasm" {
  const url: string;
  export default url;
}
declare module "@jsquash/avif/codec/dec/avif_dec.wasm" {
  const url: string;
  export default url;
}
declare module "@jsquash/avif/codec/enc/avif_enc.wasm" {
  const url: string;
  export default url;
}
declare module "@jsquash/webp/codec/enc/webp_enc_simd.wasm" {
  const url: string;
  export default url;
}
declare module "@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm" {
  const url: string;
  export default url;
}
