import { fold } from "./fold.ts";
import type { Language } from "./language.ts";

const sets = new Map<Language, ReadonlySet<string>>();

/** The stop words of a language, folded as `fold` does; a language without a list has those of English. */
export function stopWordsOf(language: Language): ReadonlySet<string> {
  const known = sets.get(language);
  if (known !== undefined) return known;
  const list = stopWordLists[language];
  const words = list === undefined ? stopWordsOf("en") : setOf(list);
  sets.set(language, words);
  return words;
}

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/).map(fold));
}

/** Words that say nothing about a topic, as they are written, question words included. Where there is no list, English counts. */
export const stopWordLists: Partial<Record<Language, string>> = {
  en: `
a about above after again all also am an and any are as at be because been before being below
between both but by can cannot cant could couldnt did didnt do does doesnt doing dont down during
each either else few for from further had has hasnt have havent having he her here hers him his how
i if im in into is isnt it its itself ive just let lets like may me might more most much must
my myself need needs no nor not of off on once one only or other our ours out over own per please
same shall she should shouldnt so some such than that thats the their theirs them then there these
they this those through to too under until up upon us use used using very via want was wasnt we were
what whats when where whether which while who whom whose why will with within without wont would
wouldnt yes yet you your youre yours tell show explain e.g i.e etc`,
  de: `
aber alle allem allen aller alles als also am an andere anderen anderes auch auf aus bei beim bin bis
bitte bzw da dabei dadurch dafür dagegen daher damit dann daran darauf daraus darf darin darüber das
dass davon dazu dein deine deinem deinen deiner dem den denn der deren des dessen die dies diese
diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines er es etwas euch euer
eure falls für gegen gibt hab habe haben hast hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr
ihre ihrem ihren ihrer im in indem ins ist ja jede jedem jeden jeder jedes jedoch kann kannst können
könnt könnte man mehr mein meine meinem meinen meiner mich mir mit muss müssen nach nicht nichts noch
nun nur ob oder ohne sehr sein seine seinem seinen seiner seit sich sie sind so sobald sodass soll
sollen sollte sollten sondern sowie über um und uns unser unsere unter vom von vor wann war waren warum
was weil weiter welche welchem welchen welcher welches wenn wer werde werden wie wieder will wir wird
wem wen wessen wo wodurch wofür womit woran worauf worüber worum wurde wurden würde viel viele zu zum zur
zwischen z.b d.h`,
  fr: `
à afin ai ainsi alors après as au aucun aucune aussi autre autres aux avant avec avez avoir avons c ce
ceci cela celle celles celui ces cet cette ceux chaque chez comme comment d dans de depuis des dois doit
doivent donc dont du elle elles en encore entre es est et étaient était étant être eu eux faire fait faut
il ils j je l la laquelle le lequel les lesquels leur leurs lors lorsque lui m ma mais me même mes moi
moins mon n ne ni nos notre nous on ont or ou où par parce pas pendant peu peut peuvent peux plus pour
pourquoi pouvez puis qu quand que quel quelle quelles quels qui quoi s sa sans se sera seront ses si
soit son sont sous suis sur t ta te tes toi ton tous tout toute toutes très tu un une vers via voici
vos votre vous y`,
  es: `
a además al algo algún alguna algunas alguno algunos ante antes aquel aquella así aún aunque bajo bien
cada casi como cómo con contra cual cuál cuales cuáles cualquier cuando cuándo cuánto cuántos de debe deben
del desde donde dónde dos durante e el él ella ellas ellos en entonces entre era es esa esas ese eso esos
esta está están estas este esto estos fue fueron ha hace hacer hacia han has hasta hay he la las le les lo
los luego más me mi mí mientras mis mucho muy nada ni no nos nosotros nuestra nuestro o os otra otras otro
otros para pero poco por porque pueda puede pueden puedes puedo pues qué que quién quien se sea sean
ser será si sí sido siempre sin sino sobre solo sólo son soy su sus tal también tan tanto te tener tengo ti
tiene tienen toda todas todo todos tras tu tú tus un una unas uno unos usted ustedes va y ya yo`,
  pt: `
a à ainda além algo algum alguma algumas alguns ante antes ao aos apenas após aquela aquele aquilo as às até
bem cada com como contra cujo da das de dela dele deles depois desde dessa desse desta deste deve devem
do dos durante e é ela elas ele eles em enquanto então entre era essa essas esse esses esta está estão estas
este estes eu faz fazer foi for foram fosse há isso isto já la lhe lo mais mas me meio mesmo meu meus minha
minhas muito na não nas nem nenhum no nos nós nossa nosso num numa o onde os ou outra outras outro outros
para pela pelas pelo pelos pode podem poder posso por porque porquê pois qual quais qualquer quando quanto
quantos que quê quem são se sem sempre ser será seu seus si sido só sob sobre sua suas também tanto tem têm
tenho ter teu toda todas todo todos tu tua tudo um uma umas uns você vocês vos`,
  it: `
a ad agli ai al alcuna alcune alcuni all alla alle allo allora altra altre altri altro anche ancora avere
c che chi ci ciò ciascuno coi col come con così cosa cui d da dagli dai dal dall dalla dalle dallo degli dei
del dell della delle dello dentro deve devi devo devono di dopo dove due durante e è ed era erano essere fa
fare fino fra gli ha hai hanno ho i il in io l la le lei li lo loro lui ma me mentre mi mia mie miei mio
modo molto ne né negli nei nel nell nella nelle nello no noi non nostra nostro o od ogni oppure per perché
però più poi possiamo possibile posso può puoi possono prima proprio qual quale quali qualsiasi quando quanto
quanti quella quelle quelli quello questa queste questi questo qui se sé sei sempre senza si sia siamo sono
sopra sotto sta stata stato stesso su sua sue sugli sui sul sulla sulle sullo suo suoi tale tra tu tua tuo
tutta tutte tutti tutto un una uno verrà viene vengono vi voi`,
  nl: `
aan achter al alle alleen als alles altijd ander andere bij bijvoorbeeld binnen boven dan daar daarna daarom
dat de deze die dit doen dus door een eerst elk elke en enkele er gaan geen haar had hebben hebt heb
heeft hem hen het hier hij hoe hun ieder iedere iemand iets ik in indien is ja je jou jouw jullie kan kun
kunnen kunt maar mag me meer men met mij mijn mits moest moet moeten na naar naast niet niets nog nooit nu
of om omdat onder ons onze ook op over per pas sinds te tegen ten ter terwijl toch toen tot tussen u uit uw
van vanaf veel via voor voordat waar waarbij waarmee waarom wanneer want waren was wat we wel welk welke werd
werden wie wij wil willen word worden wordt zal ze zelf zich zij zijn zo zoals zodat zonder zou zullen`,
  sv: `
alla allt även än ännu antingen är åt att av bara behöver blev bli blir bort bör då där därför de dem den
denna deras dess dessa det detta dig din dina ditt du efter eftersom ej eller en er ert ett finns för
före från genom genast ha hade han hans har hon hos hur här i icke in inga ingen inget innan inom inte
jag kan kommer kunde kunna man med medan mellan men mer mera mig min mina mitt mot mycket måste ned ni nu
någon något några när och också om oss på så samma samt sedan sig sin sina sitt ska skall skulle snarare som
till under upp ut utan vad var varför varje vara vart vem vi vid vilka vilken vilket vill vår våra`,
  da: `
ad af alle alt anden andet andre at begge blev blive bliver både da de dem den denne der deres derfor det
dette dig din dine disse dit dog du efter ej eller en end endnu er et for fordi fra før få får gennem
gør ham han hans har havde have hende hendes her hos hun hvad hvem hver hvilke hvilken hvilket hvis hvor
hvordan hvorfor hvornår i ikke ind ingen intet jeg jer jeres kan kun kunne man mange med meget mellem men
mens mere mig min mine mit må nej noget nogen nogle nu når og også om op os over på sammen selv sig sin
sine sit skal skulle som sådan således til ud uden under var ved vi vil ville vores være været`,
  no: `
alle alt andre annet at av bare begge ble bli blir både da de deg dem den denne der deres derfor det dette
din dine disse ditt dog du eller en enn enda er et ett etter for fordi fra før få får gjennom gjør
ham han hans har hadde henne hennes her hos hun hva hvem hver hvilke hvilken hvilket hvis hvor hvordan
hvorfor i ikke ingen inn jeg kan kun kunne man mange med meg mellom men mens mer min mine mitt må mot
mye nei noe noen nå når og også om opp oss over på samme selv seg sin sine sitt skal skulle slik som så
til ut uten under var ved vi vil ville vår våre være vært dere`,
  fi: `
ei eivät ennen eri että he hän häntä ja jo joka joko jonka jos joita jossa jota jotka joten jälkeen
kaikki kanssa kautta koska kuin kuinka kuka kun kuten kuitenkin kyllä me mikä mikäli milloin minkä minun
minä missä mistä miten mitä miksi mukaan mutta muu muun myös ne niiden niin niitä noin nämä näiden näin nyt
ole oli olisi olivat olla on ovat pitää saa se sekä sen siinä siitä siis sillä sinä sinun sitten sitä tai
tulee tämä tämän te tässä tästä tätä vaan vai vain vaikka varten voi voidaan voin voit voivat vuoksi yli`,
  pl: `
a aby albo ale ani aż bardzo bez bo by być był była było były będą będzie ci co coś czy czyli dla do dlaczego
gdy gdzie go i ich ile im inne innych ja jak jaka jakie jako jego jej jeśli jeżeli jest jestem jeszcze już
każdy każda każde kiedy kto która które którego której który których którym lub ma mam masz mi mnie można
może możesz mogą mój na nad nam nas nasz nie nich nim niż o od on ona one oni oraz po pod podczas ponieważ
poza proszę przed przez przy są się sobie swoje ta tak także tam te tego tej ten też to tu tutaj twój ty
tych tylko tym u w wam was we według więc wszystko wszystkie z za ze że żeby`,
  cs: `
a aby aj ale ani ano asi až bez bude budou by byl byla byli bylo být co což či dál do dokud ho i já jak jaké
jaký jako je jeden jedna jedno jeho jej její jejich jen ještě jestli ji jim jinak jiné již jsem jsi jsme
jsou jste k kam každý kde kdo kdy když ke která které kteří který kterou kterých lze má mají máte mezi mi
mít mne mnou moje může můžete na nad nám nás náš ne nebo nejsou není nic než o od on ona oni ono pak po pod
podle pokud potom pouze právě pro proč prosím protože před při s se si snad tak také takže tam ten tedy teď
tento této toho tohoto tom tomu to tu tuto ty u už v vám vás váš ve však všechny vy z za zda zde ze že`,
  tr: `
acaba ama ancak artık aslında bana bazı belki ben beni benim bile bir biri biraz biz bize bizim bu buna
bunda bundan bunlar bunu bunun burada böyle bütün çok çünkü da daha de defa değil diğer diye dolayı en
eğer fakat gibi göre hangi hatta hem hep hepsi her hiç için ile ise işte kadar karşı kendi kez ki kim mı mi
mu mü nasıl ne neden nerede nereye niçin o olan olarak oldu olduğu olması olmak olsa olur on ona ondan onlar
onu onun öyle oysa rağmen sadece sen sizin siz sonra şey şu şunu tarafından tüm üzere üzerinde var ve veya
kaç kimdir nedir ya yani yine yok zaten lütfen`,
  ru: `
а без более бы был была были было быть в вам вас ваш ваша ваши весь во вот все всё всего всех вы где да даже
для до его ее её если есть еще ещё же за здесь и из или им их к как какая какие какой каким кого кому ко когда кто ли
либо между меня мне может можно мой мы на над надо нам нас наш не него нее ней нет ни них но ну нужно о об
однако он она они оно от очень перед по под после потом потому почему при про раз с сам свой своей своих
себя со так также такие такой там те тем то того тоже той только том тот тут ты у уже хотя чего чем через
что чтобы эта эти этих это этого этой этом этот я являются является`,
  uk: `
а або адже але б без би був була були було бути в вам вас ваш ваша ваші ви від він вона вони воно все всі всіх
вже де для до дуже є ж за з зі і із інші й його її їх коли крім кого котрий куди лише
ми мене мені між мій може можна можуть на над нам нас наш не нею неї ні них ніж ну о об однак ось от перед
по під після про при просто саме свій своє своїх себе серед собі та так також такий там твій те ти тільки
то того тоді той тому тут у усі хто хоча це цей ця ці цього цьому чи чим чому чого через що щоб як яка які
який яких якого якщо я`,
};
