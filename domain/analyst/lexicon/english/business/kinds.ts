import { phraseList } from '../forms/word-set.ts'

/** What rows of a table are called, singular, and words for kinds of them: a table of vehicles lists vans where nothing else is called so. */
const kinds: readonly [tables: string, said: string][] = [
  [
    'vehicle;fleet;car',
    'van;lorry;truck;bus;coach;minibus;car;pickup;hgv;automobile;motorbike;motorcycle;scooter;cab;taxi;minivan;tractor;trailer;tanker;wagon;rig;motor',
  ],
  [
    'employee;staff;worker;personnel;team member;staff member;technician;people',
    `waiter;waitress;server;bartender;barista;chef;cook;cashier;clerk;nurse;receptionist;cleaner;mechanic;technician;therapist;stylist;barber;hairdresser;
    foreman;apprentice;trainee;teller;consultant;engineer;adviser;advisor;carer;guard;operator;associate;salesman;saleswoman;sales assistant;shop assistant;
    crew member;plumber;electrician;installer;fitter;carpenter;picker;packer;courier;co-worker;coworker;workmate;staffer;teacher;instructor;tutor;lecturer;trainer;coach;vet;veterinarian;doctor;dentist;groomer;caretaker;gardener`,
  ],
  ['vessel;ship;boat', 'boat;ship;ferry;yacht;barge;tug;dinghy;sailboat'],
  ['aircraft;plane', 'jet;helicopter;plane;airliner;aeroplane'],
  ['customer;client;account', 'consumer;subscriber;policyholder;patron;household;regular;punter;payer;customer account'],
  ['patient', 'inpatient;outpatient;case'],
  ['student;pupil;learner', 'kid;child;schoolchild;undergraduate;freshman;learner;trainee'],
  ['member', 'subscriber;gym goer;gym member;athlete;participant'],
  ['product;item;article;sku', 'gadget;ware;merchandise;line'],
  ['menu item;menu;dish;recipe', 'dish;meal;plate;course;food item'],
  ['animal;pet', 'dog;cat;horse;rabbit;bird;cow;sheep;pig'],
  ['equipment;machine;asset;device', 'machine;appliance;instrument;tool;gear;kit;unit;device'],
  ['accident;incident;claim', 'crash;collision;accident;incident;mishap;prang;bump'],
  ['complaint;ticket;issue', 'complaint;grievance;enquiry;inquiry'],
  ['property;building;unit', 'house;home;flat;apartment;bungalow;villa;cottage;condo;studio'],
  ['session;class;lesson', 'workshop;lesson;seminar;training;tutorial'],
  ['event;performance;show', 'concert;gig;festival;performance;screening;play;recital;show'],
  ['supplier;vendor', 'wholesaler;manufacturer;distributor;producer'],
]

/** What tables may be called whose rows are of a kind. */
export const tablesOfKind: ReadonlyMap<string, readonly string[]> = (() => {
  const found = new Map<string, string[]>()
  for (const [tables, said] of kinds)
    for (const word of phraseList(said.replace(/\s+/g, ' ')))
      found.set(word, [...(found.get(word) ?? []), ...phraseList(tables).filter((name) => name !== word)])
  return found
})()
