/** Signs and names of currencies, as people write them. */

interface Named {
  readonly code: string;
  /** Several currencies are called so; this is the one used most. */
  readonly isAmbiguous: boolean;
}

/** Signs and singular names; `*` marks those of several currencies. */
const NAMES = `
$* USD, us$ USD, usd$ USD, c$ CAD, ca$ CAD, a$ AUD, au$ AUD, nz$ NZD, hk$ HKD, s$ SGD, nt$ TWD, mx$ MXN, r$ BRL
€ EUR, £* GBP, ¥* JPY, jp¥ JPY, cn¥ CNY, ₹ INR, ₩* KRW, ₽ RUB, ₺ TRY, ₪ ILS, ₫ VND, ฿ THB, ₱ PHP, ₴ UAH, ₦ NGN, ₡ CRC
kč CZK, zł PLN, ft HUF, rs* INR, sfr CHF, fr* CHF, kr* SEK
dollar* USD, us dollar USD, american dollar USD, canadian dollar CAD, australian dollar AUD, new zealand dollar NZD
hong kong dollar HKD, singapore dollar SGD, taiwan dollar TWD
euro EUR, pound* GBP, british pound GBP, pound sterling GBP, sterling GBP, egyptian pound EGP
yen JPY, japanese yen JPY, yuan CNY, chinese yuan CNY, renminbi CNY, rmb CNY
rupee* INR, indian rupee INR, pakistani rupee PKR, won* KRW, korean won KRW, south korean won KRW
franc* CHF, swiss franc CHF, krona* SEK, kronor* SEK, swedish krona SEK, swedish kronor SEK
krone* NOK, kroner* NOK, norwegian krone NOK, norwegian kroner NOK, danish krone DKK, danish kroner DKK
peso* MXN, mexican peso MXN, philippine peso PHP, argentine peso ARS, chilean peso CLP, colombian peso COP
real BRL, reais BRL, brazilian real BRL, zloty PLN, zlotys PLN, polish zloty PLN, koruna CZK, czech koruna CZK
forint HUF, leu* RON, lei* RON, romanian leu RON, ruble* RUB, rouble* RUB, russian ruble RUB, lira* TRY, turkish lira TRY
rand ZAR, south african rand ZAR, shekel ILS, israeli shekel ILS, baht THB, thai baht THB, ringgit MYR, rupiah IDR
dirham* AED, dong VND, hryvnia UAH, riyal* SAR, saudi riyal SAR
`;

const BY_NAME: ReadonlyMap<string, Named> = new Map(
  NAMES.trim()
    .split(/[,\n]\s*/)
    .map((row) => {
      const at = row.lastIndexOf(" ");
      const name = row.slice(0, at);
      const isAmbiguous = name.endsWith("*");
      return [isAmbiguous ? name.slice(0, -1) : name, { code: row.slice(at + 1), isAmbiguous }];
    }),
);

/** The currency of a sign or name, in any letter case, one or several: `$`, `US dollars`, `yen`. */
export function currencyNamed(text: string): Named | undefined {
  const name = text.trim().toLowerCase().replaceAll(/\s+/g, " ").replace(/\.$/, "");
  return BY_NAME.get(name) ?? BY_NAME.get(name.replace(/(?<=\p{L}{2})s$/u, ""));
}
