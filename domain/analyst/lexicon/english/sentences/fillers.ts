import { wordSet } from '../forms/word-set.ts'

/** Words that carry no meaning for a query wherever they stand. */
export const fillers = wordSet(
  `a an the all any please me us i we you can could would will shall may do does did is are was were be been being am there ther here it its they them their theirs
  this that these those of in on at to for from by with as into within among and or then also so just show list give find tell display get return
  retrieve provide report select see compute calculate determine identify name what which who whose whom where when how want like need know wish have has had having
  see exist exists available existing recorded listed found shown known information info data detail details record records entry entries row rows database
  table system value values result results corresponding respective respectively associated related using used use let out up off about each every per across only
  own owned belong belongs belonging made make makes come comes take takes took taken get gets got one ones our your my his her he she some such other different
  distinct unique various total overall whole together amount us ever currently now ordered order orders sorted sort include includes including contain contains
  containing did doing done go goes went look looking say says s t whether if very exactly along well same
  regarding concerning total number question answer hold holds held serve serves serving help helps given based kind kinds sort thing things something work works working worked live lives
  living lived stay stays locate located reside resides residing offer offers offered occur occurs occurred happen happens happened appear appears start starts
  receive received involve involved involving participate participated attend attended play plays played register registered enroll enrolled visible present represent
  described describe called named titled labelled labeled produced produce create created release released written write wrote perform performed run runs ran
  assign assigned apply applied associate assigned bought buy buys purchased purchase sold sell sells earn earns earned spend spends spent pay pays paid place placed
  contained appeared want wanted interested visit visited travel travelled teach teaches taught study studies studied win wins won lead leads led
  manage manages managed own operate operated employ employs employed consist consists base considered consider correspond affected concerned`,
)
