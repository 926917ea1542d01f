import { readFile, writeFile } from 'node:fs/promises';
import { discover } from './src/index.ts';
const lines=(await readFile('bench/data/offline/instructions.jsonl','utf8')).trim().split('\n').map(l=>JSON.parse(l).instruction as string);
for (const i of lines.slice(0,16)) {
  const s=await discover(i,{store:'memory'});
  const cs=s.content.criteria;
  console.log('##',i,cs.length,'removed',s.content.removals.length,'sources',s.content.sources.filter(x=>x.decision==='kept').map(x=>x.url).join(' '));
  for(const c of cs) console.log(`${c.explicit?'E':' '}`,c.text);
  const name=(s.content.sources.find(x=>x.decision==='kept')?.url??'none').replace('library:','').split('/')[0];
  await writeFile('/tmp/w/d-lists/bundled-'+i.replace(/[^a-z]+/gi,'-').slice(0,40).toLowerCase()+'.md',`# ${i}\n\n${cs.map((c,n)=>`${n+1}. ${c.text}`).join('\n')}\n`);
  if(process.argv[2]==='r') for(const r of s.content.removals) console.log('   -',r.text,'|',r.reason);
}
