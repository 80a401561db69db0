// A data file of zxcvbn, which comes without types.
declare module "zxcvbn/lib/adjacency_graphs.js" {
  /** By character: its neighbours clockwise from the left, each with its shifted character behind it. */
  const graphs: Readonly<Record<string, Readonly<Record<string, readonly (string | null)[]>>>>;
  export default graphs;
}
