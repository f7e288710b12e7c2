import { phraseList, wordList, wordSet } from '../forms/word-set.ts'

/** Names of countries in small letters, among them several for one country, and some that are no country any more. */
export const countries: ReadonlySet<string> = new Set(
  phraseList(`afghanistan;albania;algeria;angola;argentina;armenia;australia;austria;azerbaijan;bahamas;bahrain;bangladesh;belarus;belgium;benin;bolivia;bosnia and herzegovina;
  botswana;brazil;bulgaria;burkina faso;cambodia;cameroon;canada;chad;chile;china;colombia;congo;costa rica;croatia;cuba;cyprus;czech republic;czechia;denmark;
  dominican republic;ecuador;egypt;el salvador;england;estonia;ethiopia;fiji;finland;france;gabon;georgia;germany;ghana;great britain;greece;guatemala;guinea;haiti;honduras;
  hong kong;hungary;iceland;india;indonesia;iran;iraq;ireland;israel;italy;ivory coast;jamaica;japan;jordan;kazakhstan;kenya;korea;kuwait;laos;latvia;lebanon;liberia;libya;
  lithuania;luxembourg;madagascar;malawi;malaysia;mali;malta;mauritius;mexico;moldova;monaco;mongolia;montenegro;morocco;mozambique;myanmar;namibia;nepal;netherlands;
  new zealand;nicaragua;niger;nigeria;north korea;north macedonia;norway;oman;pakistan;panama;paraguay;peru;philippines;poland;portugal;puerto rico;qatar;romania;russia;rwanda;
  saudi arabia;scotland;senegal;serbia;singapore;slovakia;slovenia;somalia;south africa;south korea;soviet union;spain;sri lanka;sudan;sweden;switzerland;syria;taiwan;tanzania;
  thailand;togo;trinidad and tobago;tunisia;turkey;uganda;ukraine;united arab emirates;united kingdom;united states;united states of america;uruguay;usa;us;uk;uae;uzbekistan;
  venezuela;vietnam;wales;west germany;yemen;zambia;zimbabwe`),
)

/** Names of continents and of the regions of a business. */
export const continents: ReadonlySet<string> = new Set(
  phraseList('africa;asia;europe;north america;south america;oceania;antarctica;latin america;middle east;americas;emea;apac'),
)

/** Names of one country each; the countries that are not here have one name. */
export const countryNames: readonly (readonly string[])[] = [
  phraseList('usa;us;united states;united states of america;u.s;america;u.s.a'),
  phraseList('uk;united kingdom;great britain;britain'),
  phraseList('uae;united arab emirates'),
]

/** Countries by codes of three letters. */
export const longCodes: ReadonlyMap<string, string> = new Map(
  phraseList(
    `deu germany;gbr united kingdom;fra france;esp spain;ita italy;nld netherlands;bel belgium;che switzerland;aut austria;pol poland;swe sweden;nor norway;dnk denmark;
    fin finland;prt portugal;can canada;mex mexico;bra brazil;ind india;chn china;jpn japan;aus australia;irl ireland;nzl new zealand;zaf south africa;kor south korea`,
  ).map((line): [string, string] => [line.slice(0, 3), line.slice(4)]),
)

/** Endings that make the adjective of a country: "austrian" of "austria". */
export const nationalityEndings = wordList('an n ian ean i ese')

/** Adjectives of countries and continents that no ending makes. */
export const irregularNationalities = pairsOf(
  `american usa,english england,british uk,french france,german germany,dutch netherlands,spanish spain,polish poland,swedish sweden,finnish finland,
  danish denmark,irish ireland,scottish scotland,turkish turkey,welsh wales,swiss switzerland,greek greece,norwegian norway,belgian belgium,peruvian peru,
  portuguese portugal,thai thailand,czech czech republic,filipino philippines,european europe,asian asia,african africa`,
)

/** Codes of the states of the USA, with their names. */
export const usStates = pairsOf(
  `al alabama,ak alaska,az arizona,ar arkansas,ca california,co colorado,ct connecticut,de delaware,fl florida,ga georgia,hi hawaii,id idaho,il illinois,in indiana,
  ia iowa,ks kansas,ky kentucky,la louisiana,me maine,md maryland,ma massachusetts,mi michigan,mn minnesota,ms mississippi,mo missouri,mt montana,ne nebraska,nv nevada,
  nh new hampshire,nj new jersey,nm new mexico,ny new york,nc north carolina,nd north dakota,oh ohio,ok oklahoma,or oregon,pa pennsylvania,ri rhode island,
  sc south carolina,sd south dakota,tn tennessee,tx texas,ut utah,vt vermont,va virginia,wa washington,wv west virginia,wi wisconsin,wy wyoming`,
)

/** Nouns in labels of what answers "where". */
export const placeNouns = wordSet('location city town state province country address place region county continent')

/** Words by which two places are beside each other: "states bordering Texas". */
export const adjacencyPhrases = phraseList(
  `next to;adjacent to;adjacent;adjoin;adjoining;adjoins;neighbor;neighbors;neighboring;neighbour;neighbours;neighbouring
  surround;surrounds;surrounding;border;borders;bordering`,
)

/** Beginnings of words in labels of tables and columns of places beside each other. */
export const adjacencyStems = wordList('border boundary neighbor neighbour adjacen adjoin')

/** Words in labels of columns that hold where something comes from and where it goes: "destination airport". */
export const originLabels = wordSet('from source origin departure start sender src')
export const destinationLabels = wordSet('to destination arrival end receiver target dst dest')

/** "Flights that depart from", "arriving at": words of a question for one of the two ends. */
export const departureWords = wordSet('from start begin depart departure departing leave leaving source origin originate out')
export const arrivalWords = wordSet('end arrive arriving arrival land landing destination into toward')

/** Pairs of a word and the name behind it, parted by commas. */
function pairsOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(',').map((line): [string, string] => {
      const [word = '', ...name] = wordList(line)
      return [word, name.join(' ')]
    }),
  )
}

/** First letters of words of labels of columns that may hold nationalities in place of countries. */
export const nationLabels = wordList('nation country citizen origin')

/** Last words of labels that tell where something was, the likeliest first. */
export const whereLabels = wordList(
  'location place station site city town venue branch store shop office plant campus ground court track depot warehouse building room hall region district area state province country county street',
)

/** Ends of labels for the way by which somebody came. */
export const wayLabels = wordList('source channel origin referrer medium')
