// A data file of zxcvbn, which comes without types.
declare module "zxcvbn/lib/frequency_lists.js" {
  const lists: Readonly<Record<string, readonly string[]>>;
  export default lists;
}
