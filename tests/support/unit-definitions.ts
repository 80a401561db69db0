/** What every unit is by its own definition, and an evaluator that shares nothing with the converter's. */

/** A unit is the product after the equals sign: numbers, powers of π and other units. */
const DEFINITIONS = `
m=1; kg=1; s=1; A=1; K=1; mol=1; cd=1; rad=1; bit=1
yd=0.9144 m; ft=1/3 yd; in=1/12 ft; mi=1760 yd; nmi=1852 m; mil=1/1000 in; Å=1e-10 m; micron=1e-6 m; au=149597870700 m
c=299792458 m s^-1; ly=365.25 d c; pc=648000 pi^-1 au; ftm=2 yd; rod=5.5 yd; chain=22 yd; link=1/100 chain
furlong=10 chain; league=3 mi; cable=1/10 nmi; hand=4 in; ft_survey=1200/3937 m; mi_survey=5280 ft_survey
point=1/72 in; pica=12 point; point_tex=100/7227 in; px=1/96 in; twip=1/20 point
ha=1e4 m^2; are=100 m^2; acre=4840 yd^2; acre_survey=43560 ft_survey^2; barn=1e-28 m^2; section=1 mi^2; township=36 mi^2
L=1/1000 m^3; cc=1e-6 m^3; gal=231 in^3; qt=1/4 gal; pt=1/2 qt; cup=1/2 pt; gill=1/4 pt; floz=1/16 pt; tbsp=1/2 floz
tsp=1/3 tbsp; fldr=1/8 floz; minim=1/60 fldr; gal_imp=4.54609 L; qt_imp=1/4 gal_imp; pt_imp=1/2 qt_imp; gill_imp=1/4 pt_imp
floz_imp=1/20 pt_imp; cup_metric=1/4 L; tbsp_metric=15 cc; tsp_metric=5 cc; tbsp_au=20 cc; bbl=42 gal; bu=2150.42 in^3
pk=1/4 bu; qt_dry=1/8 pk; pt_dry=1/2 qt_dry; bu_imp=8 gal_imp; acft=1 acre ft; cord=128 ft^3; bdft=1/12 ft^3
ccf=100 ft^3; stere=1 m^3
g=1/1000 kg; t=1000 kg; lb=0.45359237 kg; oz=1/16 lb; dr=1/16 oz; gr=1/7000 lb; st=14 lb; ton=2000 lb; ton_long=2240 lb
cwt=100 lb; cwt_long=112 lb; slug=1 lbf s^2 ft^-1; ozt=480 gr; lbt=12 ozt; dwt=1/20 ozt; ct=1/5 g; Da=1.66053906892e-27 kg
quintal=100 kg
min=60 s; h=60 min; d=24 h; wk=7 d; fortnight=14 d; yr=365.25 d; mo=1/12 yr; yr_common=365 d; yr_gregorian=146097/400 d
decade=10 yr; century=100 yr; shake=1e-8 s
mph=1 mi h^-1; kph=1000 m h^-1; kn=1 nmi h^-1; fps=1 ft s^-1
g0=9.80665 m s^-2; galileo=1/100 m s^-2
N=1 kg m s^-2; dyn=1 g 1/100 m s^-2; kgf=1 kg g0; gf=1 g g0; tf=1 t g0; lbf=1 lb g0; ozf=1 oz g0; kip=1000 lbf
pdl=1 lb ft s^-2; tonf=1 ton g0
Pa=1; bar=1e5; atm=101325; at=1 kgf 1e4 m^-2; Torr=1/760 atm; mmHg=13595.1 kg m^-3 g0 1/1000 m; inHg=25.4 mmHg
cmH2O=1000 kg m^-3 g0 1/100 m; mmH2O=1/10 cmH2O; inH2O=1000 kg m^-3 g0 in; ftH2O=12 inH2O; psi=1 lbf in^-2
ksi=1000 psi; psf=1 lbf ft^-2; Ba=1 dyn 1e4 m^-2
J=1; Wh=1 h; eV=1.602176634e-19; cal=4.184; Cal=1000 cal; cal_IT=4.1868; cal_15=4.1858
BTU=1000 cal_IT lb 5/9; BTU_th=1000 cal lb 5/9; therm=1.054804e8; therm_EC=1.05506e8; quad=1e15 BTU
erg=1 dyn 1/100 m; ftlbf=1 ft lbf; tTNT=1e9 cal; toe=1e10 cal_IT; hph=1 hp h
W=1; VA=1; var=1; hp=550 ft lbf s^-1; PS=75 kgf m s^-1; hp_electric=746; hp_boiler=9809.5; TR=12000 BTU h^-1
deg=1/180 pi; arcmin=1/60 deg; arcsec=1/60 arcmin; mas=1/1000 arcsec; gon=1/200 pi; rev=2 pi; mil_nato=1/6400 rev
sr=1; Hz=1; rpm=1 rev min^-1; rps=1 rev s^-1
B=8 bit; nibble=4 bit; bps=1; Bps=8
C=1; Ah=1 A h; e_charge=1.602176634e-19; V=1; Ω=1; S=1; F=1; H=1; Wb=1; Mx=1e-8; T=1; G=1e-4; Oe=1000 1/4 pi^-1
lm=1; lx=1; fc=1 lm ft^-2; phot=1e4; nit=1; sb=1e4; Lb=1e4 pi^-1; fL=1 pi^-1 cd ft^-2
Bq=1; Ci=3.7e10; Gy=1; rd=1/100; Sv=1; rem=1/100; R=2.58e-4
lbmol=1 lb g^-1 mol; kat=1; U_enzyme=1e-6 mol min^-1; molar=1 mol L^-1; P=1/10; reyn=1 lbf s in^-2; St=1e-4
gpm=1 gal min^-1; cfm=1 ft^3 min^-1; cfs=1 ft^3 s^-1; lpm=1 L min^-1; sverdrup=1e6
mpg=1 mi gal^-1; mpg_imp=1 mi gal_imp^-1; tex=1 g 1/1000 m^-1; den=1 g 1/9000 m^-1
%=1/100; ‰=1/1000; ppm=1e-6; ppb=1e-9; ppt=1e-12; bp=1e-4; dozen=12; gross=12 dozen; score=20
°C=1; °F=5/9; °R=5/9; °Ré=5/4; Δ°C=1; Δ°F=5/9; ΔK=1
Nm=1; lbfft=1 lbf ft; lbfin=1 lbf in; ozfin=1 ozf in; kgfm=1 kgf m
`;

export interface DefinedFactor {
  readonly numerator: bigint;
  readonly denominator: bigint;
  readonly pi: number;
}

const sources = new Map<string, string>(
  DEFINITIONS.split(/[;\n]/)
    .filter((definition) => definition.includes("="))
    .map((definition) => definition.trim().split("=") as [string, string]),
);

export const DEFINED_UNITS: readonly string[] = [...sources.keys()];

/** How many SI units one is; not in lowest terms. */
export function definedFactor(symbol: string): DefinedFactor {
  const definition = sources.get(symbol);
  if (definition === undefined) throw new Error(`No definition of ${symbol}`);
  return definition.split(" ").map(tokenFactor).reduce(product);
}

function product(a: DefinedFactor, b: DefinedFactor): DefinedFactor {
  return {
    numerator: a.numerator * b.numerator,
    denominator: a.denominator * b.denominator,
    pi: a.pi + b.pi,
  };
}

function tokenFactor(token: string): DefinedFactor {
  const number = /^(\d+)(?:\.(\d+))?(?:e(-?\d+))?(?:\/(\d+))?$/.exec(token);
  if (number) {
    const [, whole = "", decimals = "", exponent = "0", divisor = "1"] = number;
    const power = Number(exponent) - decimals.length;
    return {
      numerator: BigInt(whole + decimals) * 10n ** BigInt(Math.max(power, 0)),
      denominator: BigInt(divisor) * 10n ** BigInt(Math.max(-power, 0)),
      pi: 0,
    };
  }
  const [name = "", exponent = "1"] = token.split("^");
  const base = name === "pi" ? { numerator: 1n, denominator: 1n, pi: 1 } : definedFactor(name);
  const count = Math.abs(Number(exponent));
  const power = Array.from({ length: count }, () => base).reduce(product);
  if (Number(exponent) > 0) return power;
  return { numerator: power.denominator, denominator: power.numerator, pi: -power.pi };
}
