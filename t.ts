import { readFile } from 'node:fs/promises';
import { discover } from './src/index.ts';
const dir=process.argv[2]!;
const s=await discover((await readFile(dir+'/task.txt','utf8')).trim(),{libraries:[dir],store:'memory'});
const marks=JSON.parse(await readFile(dir+'/marks.json','utf8')) as {file:string,quote:string}[];
const n=(t:string)=>t.toLowerCase().replace(/[^a-z0-9]/g,'');
for(const m of marks){
  const src=s.content.sources.find(x=>x.url==='library:'+m.file);
  const q=n(m.quote);
  const hit=s.content.criteria.find(c=>c.evidence.some(e=>e.url==='library:'+m.file&&(n(e.quote).includes(q)||q.includes(n(e.quote)))));
  const rem=s.content.removals.find(r=>n(r.text).length>12&&(n(r.text).includes(q.slice(0,25))||q.includes(n(r.text).slice(0,25))));
  if(!hit) console.log(src?.decision??'not found','|',m.file,'|',m.quote.slice(0,130),'|',rem?.reason??'');
}
