import { phraseList } from '../forms/word-set.ts'

/** Singular nouns that a trade uses for the same thing, a line each: what people say, and what tables and columns are called. */
const groups = `
vehicle;van;car;truck;lorry;automobile;cab;bus
machine;equipment;asset;device;appliance
dish;menu item;meal;food item;plate
drink;beverage
bill;invoice;receipt;statement
voucher;coupon;promo code;discount code;voucher code;coupon code;promotion
session;visit;web visit;site visit;visitor
page view;pageview;page impression
cart;basket;shopping cart
refund;repayment;money back;credit note
return;returned item;rma
shipment;delivery;dispatch;consignment;parcel;package
stock;inventory;stock level;stock on hand;on hand
warehouse;depot;storehouse;distribution centre;distribution center;fulfilment centre
purchase order;po;supplier order;replenishment order
supplier;vendor;manufacturer;provider;wholesaler
receipt;goods receipt;delivery received;receiving
subscription;plan;membership;contract
subscriber;member;policyholder;subscription holder
policy;insurance policy;cover;contract
policyholder;insured;insured person;holder
claim;damage;insurance claim
claimant;policyholder
premium;insurance premium;contribution
payout;claim payment;settlement;paid amount
donation;gift;contribution;pledge payment
donor;giver;supporter;benefactor;contributor
campaign;appeal;fundraiser
volunteer;helper
event;function;gala;happening
listing;property;apartment;flat;accommodation;rental
host;landlord;owner;lister
guest;visitor;traveller;traveler;lodger
neighbourhood;neighborhood;district;area;borough
viewing;showing;inspection;visit
offer;bid;proposal;tender
house;property;building
agent;realtor;broker;estate agent;sales agent
rep;sales rep;salesperson;sales person;seller;account manager;account executive
film;movie;picture
director;film maker;filmmaker
actor;star
box office;gross;takings;earnings;revenue;worldwide gross
runtime;running time;length;duration
rating;score;imdb score;mark;stars
book;volume
borrower;reader;member;patron;library user
loan;checkout;borrowing;lending
fine;penalty;late fee;overdue fee
branch;location;library;site;outlet;store;shop
reservation;booking
copy;exemplar;item
team;constructor;club;squad
driver;racer;pilot
race;grand prix;gp;event;meeting
circuit;track;racetrack;course
season;year
player;athlete;sportsman;footballer
match;game;fixture
coach;manager;trainer;head coach
stadium;ground;venue;arena
patient;client
doctor;physician;practitioner;clinician;consultant;gp;provider
nurse;caregiver;carer
specialty;speciality;department;discipline
appointment;booking;visit;consultation;session;slot
treatment;procedure;therapy;operation
diagnosis;condition;illness;disease
prescription;medication;drug;medicine
ward;department;station
candidate;applicant;job seeker
application;candidacy;submission
job;vacancy;opening;role;requisition;posting
interview;conversation;meeting
recruiter;hiring manager;headhunter
hire;new hire;joiner;starter;placement
leaver;attrition;departure;exit;resignation;termination;quitter
employee;worker;staff member;colleague;team member;staff;personnel
crew;team;shift crew
order;document;receipt;transaction;basket
team;assignment group;support group;resolver group;assigned team;queue
operator;worker;machinist;machine operator
shift;work shift
downtime;stoppage;outage;standstill;interruption
defect;fault;reject;flaw;scrap;failure;quality issue
production run;batch;production order
work order;job;production order;job order
work center;work centre;work station;production line
plant;factory;site;facility
maintenance;repair;service;upkeep;workshop visit;servicing
breakdown;failure;malfunction
fuel;petrol;gas;diesel
fuel purchase;refuelling;refueling;fill up;fillup;fuel stop;fuel log
trip;journey;ride;tour
accident;crash;collision;incident
odometer;mileage;kilometre;kilometer;distance
licence;license;permit
ticket;request;inquiry;enquiry;support request
agent;support agent;operator;representative;handler;assignee
response time;reply time;first reply time;first response time
satisfaction;csat;customer satisfaction;satisfaction score;happiness
complaint;grievance;objection
message;reply;comment
article;story
follower;fan;subscriber
comment;reply;response;remark
click;tap
ad;advert;advertisement;creative
channel;medium;source;traffic source
prospect;enquiry;inquiry
deal;opportunity;sale
quote;quotation;offer;estimate
contact;contact person;person
account;customer;company;client
student;pupil;learner;trainee
teacher;instructor;tutor;lecturer;professor
class;course;lesson;module;subject
exam;test;assessment;paper
grade;mark;score
enrolment;enrollment;registration;sign-up
absence;missed day;sick day;day off
flight;departure;connection
airline;carrier
airport;hub
passenger;traveller;traveler;flyer;flier
room;suite
night;room night
hotel;property;resort;house
check-in;arrival
check-out;checkout;departure
tenant;renter;occupant;lessee
lease;tenancy;rental contract;rental agreement
rent;monthly rent;rental
meter;sensor;device;station
reading;measurement;observation;sample
power;energy;electricity;consumption
bike;bicycle;cycle
station;dock
rider;cyclist;user
song;track;tune
artist;band;singer;musician;performer
album;record;lp
stream;play;listen
crop;plant;produce
parcel;land
farm;holding;ranch
harvest;yield;crop
animal;pet;livestock
vet;veterinarian
species;kind;breed
project;engagement;matter;assignment
task;work item;story
timesheet;time entry;hours logged;working time
milestone;deadline
bug;defect;fault;error
release;version;deployment
developer;engineer;programmer
commit;check-in
expense;outgoing;cost;spending;expenditure
payment;transfer;remittance;settlement
budget;allowance;allocation
account;bank account
transaction;movement;posting;booking
balance;account balance;funds
loan;credit;advance
interest;interest rate
card;credit card;debit card
merchant;shop;store;retailer
fee;charge;commission
tax;vat;duty
salary;wage;pay;compensation;payroll;income;earnings
overtime;extra hours
bonus;incentive;commission
promotion;advancement
training;course;workshop;education
degree;education;qualification;level of education
field of study;major;discipline;education field
satisfaction;happiness;contentment
inspection;audit;control
violation;offence;offense;infringement;breach
permit;licence;license;approval
crime;offence;offense;incident
officer;policeman;cop
vote;ballot
candidate;contender;nominee
voter;elector
museum;gallery
exhibit;artwork
visitor;guest;attendee;spectator
ticket;admission
performance;screening;gig
gym;studio;club;fitness centre
class;session;workout;lesson
trainer;coach;instructor
check-in;visit;attendance
covers;guest;diner;party size
waiter;server;waitress;staff
tip;gratuity
table;seat
kitchen;cuisine
payment method;way of paying;payment type;means of payment;tender
contract;agreement;plan
churn;leaver;cancellation;attrition
tenure;length of service;time with us;months with us
senior;pensioner;senior citizen;retiree;elderly
child;kid;dependent;dependant
partner;spouse;husband;wife
region;territory;area;zone;market
headquarters;head office
`

export const tradeNouns: readonly (readonly string[])[] = groups
  .split('\n')
  .map(phraseList)
  .filter((group) => group.length > 1)

const byNoun = new Map<string, string[]>()
for (const group of tradeNouns)
  for (const noun of group) byNoun.set(noun, [...new Set([...(byNoun.get(noun) ?? []), ...group.filter((other) => other !== noun)])])

/** What else a trade may call the same, of a singular noun. */
export const alikeInTrade = (noun: string): readonly string[] => byNoun.get(noun) ?? []
