/**
 * Units of mechanics, heat, electricity, light, radiation and chemistry, written as those of space and time; that of
 * a temperature scale also has `+` and what is added to its numbers before the factor. Factors: BIPM SI Brochure,
 * NIST SP 811 Appendix B; the calorie is thermochemical; CODATA 2022 for the dalton.
 */
export const PHYSICS = `
force [kg·m·s^-2]
  N* 1 (newton, newtons)
  dyn 0.00001 (dyne, dynes)
  kgf 9.80665 (kilogram-force, kilopond, kp)
  gf 0.00980665 (gram-force)
  tf 9806.65 (tonne-force, metric ton-force)
  lbf 4.4482216152605 (pound-force, pounds-force)
  ozf 0.27801385095378125 (ounce-force)
  kip 4448.2216152605 (kips)
  pdl 0.138254954376 (poundal, poundals)
  tonf 8896.443230521 (short ton-force, ton-force)
pressure [kg·m^-1·s^-2]
  Pa* 1 (pascal, pascals)
  bar* 100000 (bars)
  atm 101325 (atmosphere, atmospheres, standard atmosphere)
  at 98066.5 (technical atmosphere)
  Torr* 20265/152 (torr)
  mmHg 133.322387415 (millimetre of mercury, millimeter of mercury, mm Hg)
  inHg 3386.388640341 (inch of mercury, inches of mercury, in Hg)
  cmH2O 98.0665 (centimetre of water, centimeter of water)
  mmH2O 9.80665 (millimetre of water, millimeter of water)
  inH2O 249.08891 (inch of water, inches of water)
  ftH2O 2989.06692 (foot of water, feet of water)
  psi 8896443230521/1290320000 (pound per square inch, pounds per square inch, lbf/in2)
  ksi 8896443230521/1290320 (kpsi)
  psf 8896443230521/185806080000 (pound per square foot, pounds per square foot)
  Ba 0.1 (barye)
energy [kg·m^2·s^-2]
  J* 1 (joule, joules)
  Wh* 3600 (watt-hour, watt-hours, watt hour, watt hours)
  eV* 1.602176634e-19 (electronvolt, electronvolts, electron volt)
  cal* 4.184 (calorie, calories, thermochemical calorie)
  Cal 4184 (Calorie, Calories, food calorie, food calories, large calorie)
  cal_IT 4.1868 (IT calorie, international calorie)
  cal_15 4.1858 (15 degree calorie)
  BTU 1055.05585262 (Btu, btu, british thermal unit, british thermal units)
  BTU_th 23722880951/22500000 (thermochemical Btu)
  therm 105480400 (therms, US therm)
  therm_EC 105506000 (EC therm)
  quad 1055055852620000000 (quads)
  erg 0.0000001 (ergs)
  ftlbf 1.3558179483314004 (foot-pound, foot-pounds, ft-lb, ft-lbf, foot-pound force)
  tTNT 4184000000 (ton of TNT, tons of TNT, tonne of TNT)
  toe 41868000000 (tonne of oil equivalent)
  hph 2684519.537696172792 (horsepower-hour, horsepower hour)
torque [kg·m^2·s^-2]
  Nm* 1 (newton metre, newton metres, newton meter, newton meters, newton-metre, newton-metres, newton-meter, newton-meters)
  lbfft 1.3558179483314004 (lb-ft, lbf-ft, ft-lbs, pound-foot, pound-feet, pound foot, pound feet)
  lbfin 0.1129848290276167 (lb-in, lbf-in, in-lb, in-lbs, in-lbf, pound-inch, inch-pound, inch-pounds)
  ozfin 0.00706155181422604375 (oz-in, ozf-in, ounce-inch, ounce-inches)
  kgfm 9.80665 (kgf-m, kgf m)
power [kg·m^2·s^-3]
  W* 1 (watt, watts)
  VA* 1 (volt-ampere, volt-amperes)
  var* 1 (vars)
  hp 745.69987158227022 (horsepower, mechanical horsepower, bhp)
  PS 735.49875 (metric horsepower, hp_metric, cv, ch_power)
  hp_electric 746 (electric horsepower)
  hp_boiler 9809.5 (boiler horsepower)
  TR 52752792631/15000000 (ton of refrigeration, tons of refrigeration, refrigeration ton)
current [A]
  A* 1 (amp, amps, ampere, amperes)
charge [s·A]
  C* 1 (coulomb, coulombs)
  Ah* 3600 (amp-hour, amp-hours, ampere-hour, ampere-hours, amp hour)
  e_charge 1.602176634e-19 (elementary charge)
voltage [kg·m^2·s^-3·A^-1]
  V* 1 (volt, volts)
resistance [kg·m^2·s^-3·A^-2]
  Ω* 1 (ohm, ohms, Ohm)
conductance [kg^-1·m^-2·s^3·A^2]
  S* 1 (siemens, mho, mhos)
capacitance [kg^-1·m^-2·s^4·A^2]
  F* 1 (farad, farads)
inductance [kg·m^2·s^-2·A^-2]
  H* 1 (henry, henries, henrys)
magneticFlux [kg·m^2·s^-2·A^-1]
  Wb* 1 (weber, webers)
  Mx 0.00000001 (maxwell, maxwells)
magneticFluxDensity [kg·s^-2·A^-1]
  T* 1 (tesla, teslas)
  G* 0.0001 (gauss)
magneticFieldStrength [m^-1·A]
  Oe 250·π^-1 (oersted, oersteds)
luminousIntensity [cd]
  cd* 1 (candela, candelas)
luminousFlux [cd·rad^2]
  lm* 1 (lumen, lumens)
illuminance [m^-2·cd·rad^2]
  lx* 1 (lux)
  fc 1562500/145161 (foot-candle, foot-candles, footcandle, footcandles)
  phot 10000 (phots)
luminance [m^-2·cd]
  nit 1 (nits)
  sb 10000 (stilb, stilbs)
  Lb 10000·π^-1 (lambert, lamberts)
  fL 1562500/145161·π^-1 (foot-lambert, foot-lamberts)
radioactivity [s^-1]
  Bq* 1 (becquerel, becquerels)
  Ci* 37000000000 (curie, curies)
absorbedDose [m^2·s^-2]
  Gy* 1 (gray, grays)
  rd* 0.01 (rad_dose)
equivalentDose [m^2·s^-2]
  Sv* 1 (sievert, sieverts)
  rem* 0.01 (rems)
exposure [kg^-1·s·A]
  R* 0.000258 (roentgen, roentgens, röntgen)
amount [mol]
  mol* 1 (mole, moles)
  lbmol 453.59237 (pound-mole, pound-moles)
catalyticActivity [s^-1·mol]
  kat* 1 (katal, katals)
  U_enzyme 1/60000000 (enzyme unit, enzyme units)
concentration [m^-3·mol]
  molar* 1000 (M_molar)
dynamicViscosity [kg·m^-1·s^-1]
  P* 0.1 (poise)
  reyn 8896443230521/1290320000 (reyns)
kinematicViscosity [m^2·s^-1]
  St* 0.0001 (stokes)
temperature [K]
  K* 1 (kelvin)
  °C 1 +273.15 (degC, deg C, degree C, degrees C, degree Celsius, degrees Celsius, Celsius, centigrade, degrees centigrade)
  °F 5/9 +459.67 (degF, deg F, degree F, degrees F, degree Fahrenheit, degrees Fahrenheit, Fahrenheit)
  °R 5/9 (degR, Rankine)
  °Ré 5/4 +218.52 (degRe, Réaumur)
temperatureDifference [K]
  Δ°C 1 (ΔC, delta °C, delta C, delta degC)
  Δ°F 5/9 (ΔF, delta °F, delta F, delta degF)
  ΔK 1 (delta K)
`;
