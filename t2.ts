import { readDemand } from './src/engines/offline/demand.ts';
import { doubtOf } from './src/engines/offline/doubts.ts';
import { readerFor } from './src/engines/offline/reader.ts';
const r=await readerFor({instruction:process.argv[2]!,context:null});
for(const s of process.argv.slice(3)){const d=readDemand(s,r);console.log(s,'\n   ',JSON.stringify(d),d&&doubtOf(d,r), r.tag(s).slice(0,4).map(w=>w.text+'/'+['Verb','Noun','Infinitive','Imperative','PresentTense','Plural','Adjective','Pronoun'].filter(t=>w.is(t as never))).join(' '))}
