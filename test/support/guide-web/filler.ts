/** Sentences without advice, as the web puts them around it: local news, anecdotes, calls to subscribe. */
import type { Draw } from '../draw.ts';

const split = (texts: string): string[] => texts.split(/\s*\n\s*/u).filter((text) => text !== '');

const PLACES = split(`Marwick
Oldham Quay
Tarn Hill
Selby Cross
Pembury
Lower Aston
Kestrel Bay
Harrowgate
Whitby Sands
Norbury
Elm Park
Castle Row
Stonebridge
Fairlight
Dunmore
Westerham
Ashcombe
Rook Lane
Millbrook
Saltmarsh`);
const WHO = split(`the harbour council
a retired surveyor
the parish choir
two brothers from the mill
the county archive
a dentist and her niece
the rowing club
the night bus company
an apprentice baker
the botanical society
the lighthouse keeper
a widowed clockmaker
the school orchestra
three former miners
the allotment holders
the town librarian
a travelling theatre
the ferry captain
the brickworks museum
an amateur astronomer
the weekly market
the village blacksmith
a Dutch engineer
the volunteer fire crew`);
const DID = split(`bought a disused chapel
repaired the tide gauge
planted ninety cherry trees
sold the last steam engine
painted the station ceiling
opened a small cinema
measured every footpath
lost the cricket trophy
printed a map of wells
moved into the customs house
restored a wooden crane
collected old railway timetables
hired a second gardener
counted swifts at dusk
rebuilt the bandstand roof
borrowed a brass telescope
published a diary of storms
kept bees on the roof
gave away forty bicycles
recorded the church bells
traded wool for lamp oil
catalogued nine hundred photographs
raced pigeons to the coast
dug a canal by hand`);
const WHEN = split(`in the spring of
during the floods of
on a wet Tuesday in
shortly before the war of
at the end of
in the dry summer of
between Easter and June of
one November evening in
after the great frost of
in the second half of`);
const BUT = split(`while hardly anyone in town noticed
although the weather was against it
as the evening paper reported at length
and the neighbours still talk about it
which surprised the mayor more than anyone
to the delight of the younger children
because the old lease had run out
with money from a forgotten legacy
under the eyes of a sceptical committee
for reasons that were never written down
until the roof began to leak
so the accounts for that year look odd
despite a letter from the bishop
long after the others had gone home
and a plaque beside the door says as much
with a brass band and too much cake
in spite of two failed attempts
before the bridge was closed for good`);
const CALLS = split(`Subscribe to our newsletter and never miss a story from the coast.
Download the free calendar of local events before Friday.
Share this article with a friend who loves history.
Sign in to leave a comment below the line.
Click here to see the photographs in full size.
You can follow the museum on all the usual channels.
Book your tickets early, because seats are limited.
Join more than 4,000 members and get a tote bag.
Read more in our series on forgotten harbours.
Your cookie settings can be changed at any time.
Do you remember the old bandstand?
Visit the shop for posters, mugs and prints.`);

/** One sentence in thirty is a call to do something, which on the web is no advice. */
const CALL_SHARE = 1 / 30;

export function fillerSentence(draw: Draw): string {
  if (draw.fraction() < CALL_SHARE) return draw.pick(CALLS);
  const year = 1860 + draw.index(150);
  const people = 3 + draw.index(900);
  const [who, other] = [draw.pick(WHO), draw.pick(WHO)];
  const [did, when, place, but] = [draw.pick(DID), draw.pick(WHEN), draw.pick(PLACES), draw.pick(BUT)];
  return capital(
    draw.pick([
      `${when} ${year} ${who} of ${place} ${did}, ${but}.`,
      `${who} ${did} near ${place} ${when} ${year}, ${but}.`,
      `some ${people} people from ${place} watched as ${who} ${did} ${when} ${year}.`,
      `${who} and ${other} ${did} together at ${place}, ${but}.`,
      `it was ${when} ${year} that ${who} ${did}; ${people} visitors came to ${place} that year, ${but}.`,
    ]),
  );
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
