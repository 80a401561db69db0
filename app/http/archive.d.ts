// The page's files, joined; the import is the path of the file.
declare module "*.gen.bin" {
  const path: string;
  export default path;
}
