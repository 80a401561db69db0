// The part of a package without types of its own that is used here.
declare module "whatwg-url" {
  /** The class that browsers have. */
  export const URL: object;
}
