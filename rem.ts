import { readFile } from 'node:fs/promises';
import { discover } from './src/index.ts';
const dir=process.argv[2]!;
const t=(await readFile(dir+'/task.txt','utf8')).trim();
const s=await discover(t,{libraries:[dir],store:'memory'});
for(const src of s.content.sources) console.log(src.decision,src.url,src.reason.slice(0,160));
for(const r of s.content.removals) console.log('-',r.step,'|',r.text,'|',r.reason);
if(process.argv[3]) for(const c of s.content.criteria) console.log('+',c.text,'<<',c.evidence.map(e=>e.quote).join(' || '));
