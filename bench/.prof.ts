import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { extractPage } from '../src/page/extract-page.ts';
const D='/work/shared/data/extraction/';
const g=JSON.parse(await readFile(D+'ground-truth.json','utf8'));
const cs=await Promise.all(Object.keys(g).sort().map(async id=>gunzipSync(await readFile(D+'html/'+id+'.html.gz'))));
const t=performance.now();
for(let i=0;i<3;i++) for(const bytes of cs) await extractPage({url:'https://a.b/',finalUrl:'https://a.b/',via:'web',bytes,contentType:'text/html; charset=utf-8',fetchedAt:''},{maxDocumentBytes:1e9,extractionTimeoutMs:60000});
console.log(3*cs.length/(performance.now()-t)*1000);
