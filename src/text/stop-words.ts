const list = `
a about above after again all also am an and any are as at be because been before being below
between both but by can cannot cant could couldnt did didnt do does doesnt doing dont down during
each either else few for from further had has hasnt have havent having he her here hers him his how
i if im in into is isnt it its itself ive just let lets like may me might more most much must
my myself need needs no nor not of off on once one only or other our ours out over own per please
same shall she should shouldnt so some such than that thats the their theirs them then there these
they this those through to too under until up upon us use used using very via want was wasnt we were
what whats when where whether which while who whom whose why will with within without wont would
wouldnt yes yet you your youre yours tell show explain e.g i.e etc`;

export const stopWords: ReadonlySet<string> = new Set(list.trim().split(/\s+/));
