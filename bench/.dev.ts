import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { writeFileSync } from 'node:fs';
import { extractPage } from '../src/page/extract-page.ts';
import { scoreText, meanScores } from './support/shingle-score.ts';
const D='/work/shared/data/extraction/';
const g=JSON.parse(await readFile(D+'ground-truth.json','utf8'));
const ids=Object.keys(g).sort(); const dev=ids.slice(0,46);
const rows=[];
for (const [i,id] of dev.entries()){
 const bytes=gunzipSync(await readFile(D+'html/'+id+'.html.gz'));
 const o=await extractPage({url:'https://a.b/',finalUrl:'https://a.b/',via:'web',bytes,contentType:'text/html; charset=utf-8',fetchedAt:''},{maxDocumentBytes:1e9,extractionTimeoutMs:60000});
 const t=o.status==='read'?o.page.text:''; const s=scoreText(t,g[id].articleBody); rows.push({i,id,s});
 // diff by lines: which blocks have no shingle in truth, which truth lines not in text
 const norm=(x)=>(x.match(/[\p{L}\p{M}\p{N}\p{Pc}]+/gu)??[]).join(' ');
 const nt=norm(t), ng=norm(g[id].articleBody);
 const out=[];
 if(o.status==='read') for(const b of o.page.blocks){const x=o.page.text.slice(b.start,b.end); if(process.argv[3]||!ng.includes(norm(x))) out.push('+ ['+b.kind+'] '+x.slice(0,300));}
 for(const l of g[id].articleBody.split('\n')) if(norm(l)&&!nt.includes(norm(l))) out.push('- '+l.slice(0,300));
 writeFileSync('/tmp/x/'+String(i).padStart(2,'0')+'.txt', JSON.stringify(s)+' '+g[id].url+'\n'+out.join('\n')+'\n');
}
console.log(meanScores(rows.map(r=>r.s)));
for(const r of rows.sort((a,b)=>(b.s.fp+b.s.fn)-(a.s.fp+a.s.fn)).slice(0,+(process.argv[2]??15))) console.log(r.i, r.s.fp.toFixed(3), r.s.fn.toFixed(3));
