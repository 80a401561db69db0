/** Where the half of the library is that parses. */
// oxlint-disable-next-line import/default -- as a file it is an address
import url from "pdfjs-dist/build/pdf.worker.min.mjs" with { type: "file" };

export default url;
