import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceName } from './sentences.ts'

/** Values of the two made-up sources: those that are spoken of among others that are not. */
const PORTS =
  'Antofagasta,Gdynia,Felixstowe,Zeebrugge,Paranagua,Rijeka,Koper,Chittagong,Valparaiso,Mombasa,Yokohama,Tauranga,Rotterdam,Antwerp,Hamburg,Piraeus,Algeciras,Tanger Med,Colombo,Nhava Sheva,Laem Chabang,Tanjung Pelepas,Kaohsiung,Busan,Qingdao,Ningbo,Xiamen,Yantian,Durban,Tema,Lagos,Abidjan,Callao,Guayaquil,Buenaventura,Manzanillo,Veracruz,Savannah,Charleston,Oakland,Tacoma,Prince Rupert,Halifax,Saint John,Reykjavik,Aarhus,Gothenburg,Klaipeda,Constanta,Varna'
const FORWARDERS = 'Kuehne Nagel,Hellmann Worldwide,Dachser,Schenker,Expeditors,Panalpina,Geodis,Bollore,Agility,Yusen,Rhenus,Ceva,Toll,Sinotrans,Kerry'
const VESSELS =
  'Maersk Halifax,Ever Gentle,MSC Oscar,Cosco Taurus,Hapag Osaka,Ever Glory,MSC Zoe,Maersk Essen,One Apus,Zim Kingston,Hyundai Dream,Morning Cedar'
const GOODS =
  'bauxite,polypropylene,soybean meal,ferrochrome,caustic soda,frozen shrimp,plywood,steel coil,ceramic tile,green coffee,cocoa butter,zinc ingot,urea,cotton yarn'
const CONSIGNEES = 'Nordvik,Albrecht,Castellano,Okafor,Lindqvist,Barzani,Thornbury,Yamagata,Petrosyan,Quintero,Vasquez,Haldane'
const DRUGS =
  'Metoprolol,Levothyroxine,Atorvastatin,Rosuvastatin,Amlodipine,Gabapentin,Pantoprazole,Hydroxychloroquine,Enoxaparin,Allopurinol,Furosemide,Lisinopril,Metformin,Omeprazole,Sertraline,Tramadol,Warfarin,Clopidogrel,Prednisone,Duloxetine,Escitalopram,Losartan,Montelukast,Carvedilol,Tamsulosin,Trazodone,Spironolactone,Glipizide,Ranitidine,Zolpidem'
const DOCTORS = 'Okonkwo,Szymanski,Vandenberghe,Papadopoulos,Hernandez,Lindgren,Abernathy,Chaudhary,Nakamura,Osterhaus,Fitzgerald,Marchetti'
const WARDS = 'Nephrology,Oncology,Saint Bartholomew,Cardiology,Maternity,Orthopedics,Neurology,Saint Genevieve'
const DIAGNOSES = 'pneumonia,atrial fibrillation,sarcoidosis,cholecystitis,gout,diverticulitis,anemia,asthma,sepsis,migraine,endocarditis,cirrhosis'

const rows = 200
const pick = (list: string, at: number): string => {
  const all = list.split(',')
  return all[at % all.length] ?? ''
}
const table = (head: string, row: (at: number) => (string | number)[]): string =>
  [head, ...Array.from({ length: rows }, (_, at) => row(at).join(','))].join('\n')
const day = (at: number): string => `202${at % 4}-${String(1 + (at % 12)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`

/** The files each data source is made of. */
export const SOURCES: Record<SourceName, Record<string, string | Uint8Array<ArrayBuffer>>> = {
  music: { 'music.sqlite': new Uint8Array(readFileSync(join(import.meta.dirname, '../../examples/chinook.sqlite'))) },
  freight: {
    'shipments.csv': table(
      'shipment_id,forwarder,consignee,vessel,origin_port,destination_port,goods,incoterm,tonnage,demurrage,freight_charge,transit_days,departed_on',
      (at) => [
        at + 1,
        ...[pick(FORWARDERS, at), pick(CONSIGNEES, at * 5), pick(VESSELS, at * 7), pick(PORTS, at), pick(PORTS, at * 3 + 1), pick(GOODS, at)],
        ...[pick('FOB,CIF,EXW,DDP', at), 10 + ((at * 37) % 900), (at * 13) % 400, 500 + at * 11, 5 + (at % 40), day(at)],
      ],
    ),
  },
  clinic: {
    'stays.csv': table('stay_id,patient_id,ward,attending_physician,diagnosis,length_of_stay,readmissions,admitted_on', (at) => [
      ...[at + 1, 1 + (at % 80), pick(WARDS, at), pick(DOCTORS, at), pick(DIAGNOSES, at)],
      ...[1 + (at % 20), at % 3, day(at)],
    ]),
    'prescriptions.csv': table('prescription_id,patient_id,drug,copay,cost,prescribed_on', (at) => [
      ...[at + 1, 1 + (at % 80), pick(DRUGS, at)],
      ...[5 + (at % 60), 20 + ((at * 7) % 300), day(at)],
    ]),
  },
}
