// The parts of two packages without types of their own that are used here.
declare module "whatwg-url/lib/url-state-machine.js" {
  export interface UrlRecord {
    readonly scheme: string;
    readonly username: string;
    readonly password: string;
    readonly host: string | number | readonly number[] | null;
    readonly port: number | null;
    readonly path: string | readonly string[];
    readonly query: string | null;
    readonly fragment: string | null;
  }
  export function parseURLWithValidationErrors(
    input: string,
    options?: { readonly baseURL?: UrlRecord | null },
  ): { readonly url: UrlRecord | null; readonly validationErrors: readonly string[] };
  export function serializeURL(url: UrlRecord): string;
  export function serializeURLOrigin(url: UrlRecord): string;
  export function serializeHost(host: NonNullable<UrlRecord["host"]>): string;
  export function serializePath(url: UrlRecord): string;
  export function hasAnOpaquePath(url: UrlRecord): boolean;
}

declare module "tr46" {
  export function toUnicode(
    domain: string,
    options: { readonly checkBidi: boolean; readonly checkJoiners: boolean },
  ): { readonly domain: string; readonly error: boolean };
}
