/**
 * Frequent words, names and phrases of passwords in five languages, the most frequent ones first, in lower case and
 * without accents, as an accent on a letter is found as a substitution for it.
 */
const GERMAN =
  "passwort hallo schatz geheim liebe schalke qwertz sommer winter herbst fruehling fruhling berlin hamburg muenchen munchen frankfurt koeln koln dortmund bayern deutschland fussball borussia ficken arschloch scheisse sonne sonnenschein mond stern sterne engel teufel hund hunde katze katzen maus mausi baer baerchen hase hasi schnecke schmetterling pferd pferde drache adler loewe tiger wolf fisch vogel blume rose sonnenblume garten haus wohnung auto motorrad strasse computer internet telefon handy schule lehrer student arbeit chef firma kunde admin benutzer willkommen guten morgen abend danke bitte freund freundin freunde freundschaft familie mama papa mutter vater oma opa bruder schwester kinder kind baby mein meine unser immer niemals nichts alles leben liebling kuss herz traum freiheit frieden glueck gluck himmel wasser feuer erde luft wald berg fluss meer kaffee kuchen kaese bier wein schokolade apfel banane erdbeere kartoffel brot butter milch zucker gold silber schwarz weiss rot blau gruen grun gelb rosa eins zwei drei vier fuenf sechs sieben acht neun zehn januar februar maerz marz april mai juni juli august september oktober november dezember montag dienstag mittwoch donnerstag freitag samstag sonntag weihnachten ostern geburtstag urlaub ferien".split(
    " ",
  );

const FRENCH =
  "azerty motdepasse bonjour soleil chocolat loulou doudou jetaime marseille amour bienvenue coucou chouchou princesse nicolas camille chien chat chaton papillon lapin cheval tigre loup ours oiseau poisson etoile lune ciel terre mer montagne foret riviere fleur rose jardin maison voiture moto rue ordinateur telephone ecole professeur etudiant travail patron bonsoir merci salut ami amie amis amitie famille maman papa mere pere mamie papi frere soeur enfant enfants bebe monamour moncoeur coeur bisous bisou ange diable vie liberte paix bonheur reve toujours jamais rien tout france paris lyon toulouse bordeaux lille nantes football foot equipe champion musique guitare danse ete hiver printemps automne janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre lundi mardi mercredi jeudi vendredi samedi dimanche noel paques anniversaire vacances cafe gateau fromage biere vin pomme banane fraise pain beurre lait sucre orange noir blanc rouge bleu vert jaune violet un deux trois quatre cinq six sept huit neuf dix secret admin utilisateur".split(
    " ",
  );

const SPANISH =
  "contrasena hola teamo tequiero amor mariposa princesa estrella bonita corazon familia amigos amigo amiga amistad sebastian alejandro barcelona realmadrid madrid mexico espana argentina colombia america futbol campeon equipo musica guitarra baile vida cielo sol luna tierra mar montana bosque rio flor rosa jardin casa coche carro moto calle ordenador computadora telefono escuela profesor estudiante trabajo jefe bienvenido buenos dias noches gracias mama papa madre padre abuela abuelo hermano hermana hijo hija hijos bebe nino nina miamor micorazon besos beso angel diablo dios jesus cristo libertad paz felicidad sueno siempre nunca nada todo perro gato conejo caballo tigre lobo oso pajaro pez leon verano invierno primavera otono enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes miercoles jueves viernes sabado domingo navidad cumpleanos vacaciones cafe pastel queso cerveza vino manzana platano fresa pan leche azucar chocolate negro blanco rojo azul verde amarillo morado uno dos tres cuatro cinco seis siete ocho nueve diez secreto clave usuario administrador".split(
    " ",
  );

const ITALIAN =
  "ciao ciaociao amore juventus amoremio tiamo password segreto napoli francesco alessandro giuseppe andrea valentina martina inter milan roma milano torino firenze italia calcio squadra campione forza musica chitarra ballo vita cielo sole luna stella stelle terra mare montagna bosco fiume fiore rosa giardino casa macchina moto strada computer telefono scuola professore studente lavoro capo benvenuto buongiorno buonasera grazie prego amico amica amici amicizia famiglia mamma papa madre padre nonna nonno fratello sorella figlio figlia bambino bambina bimbo cuore bacio baci angelo diavolo dio liberta pace felicita sogno sempre mai niente tutto cane gatto coniglio cavallo tigre lupo orso uccello pesce leone farfalla principessa tesoro cucciolo estate inverno primavera autunno gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre lunedi martedi mercoledi giovedi venerdi sabato domenica natale pasqua compleanno vacanze caffe torta formaggio birra vino mela banana fragola pane burro latte zucchero cioccolato nero bianco rosso azzurro verde giallo viola uno due tre quattro cinque sei sette otto nove dieci utente amministratore".split(
    " ",
  );

const PORTUGUESE =
  "senha brasil flamengo corinthians palmeiras benfica sporting porto amor teamo euteamo amorzinho minhavida vida jesus deus deusefiel familia felicidade princesa estrela coracao amigo amiga amigos amizade futebol campeao equipe musica guitarra violao danca ceu sol lua terra mar montanha floresta rio flor rosa jardim casa carro moto rua computador telefone celular escola professor estudante trabalho chefe bemvindo bomdia boanoite obrigado obrigada mae pai mamae papai avo vovo irmao irma filho filha filhos bebe menino menina beijo beijos anjo diabo liberdade paz sonho sempre nunca nada tudo cachorro gato coelho cavalo tigre lobo urso passaro peixe leao borboleta verao inverno primavera outono janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro segunda terca quarta quinta sexta sabado domingo natal pascoa aniversario ferias cafe bolo queijo cerveja vinho maca banana morango pao manteiga leite acucar chocolate preto branco vermelho azul verde amarelo roxo um dois tres quatro cinco seis sete oito nove dez segredo usuario portugal lisboa saopaulo".split(
    " ",
  );

export const FOREIGN_WORDS: readonly (readonly [name: string, words: readonly string[]])[] = [
  ["german", GERMAN],
  ["french", FRENCH],
  ["spanish", SPANISH],
  ["italian", ITALIAN],
  ["portuguese", PORTUGUESE],
];

export function isForeignList(name: string): boolean {
  return FOREIGN_WORDS.some(([list]) => list === name);
}
