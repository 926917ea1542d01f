import { readFile } from 'node:fs/promises';
import { extractPage } from '../src/page/extract-page.ts';
for (const f of process.argv.slice(2)) {
const bytes=await readFile(f);
const o=await extractPage({url:'file:'+f,finalUrl:'file:'+f,via:'library',bytes,contentType:null,fetchedAt:''},{maxDocumentBytes:1e9,extractionTimeoutMs:60000});
if(o.status==='failed') console.log(f,o); else { const {text,blocks,...m}=o.page; console.log(f,JSON.stringify({...m,extraction:undefined})); for(const b of blocks) console.log(`  [${b.kind}${b.level??''}${b.pageNumber?' p'+b.pageNumber:''}] ${text.slice(b.start,b.end)}`); }
}
